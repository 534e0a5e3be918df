import { ensurePgBouncer, ensureRedis } from '../../scripts/testing/ensure-engines.mjs';

/** Installs the programs that adapters are for before several test files look for them at once. Where that is not possible, tests say what they skip. */
export default function setup(): void {
  for (const ensure of [ensureRedis, ensurePgBouncer]) ensure();
}
