import { ensureFaketime, ensureHaproxy, ensurePgBouncer, ensureRedis } from '../../scripts/testing/ensure-engines.mjs';

/** Installs the programs around Kiddo before several test files look for them at once. Where that is not possible, tests say what they skip. */
export default function setup(): void {
  for (const ensure of [ensureHaproxy, ensureRedis, ensurePgBouncer, ensureFaketime]) ensure();
}
