import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../src/context.server.ts';
import type { FeatureFlag } from '../src/features/feature-flags/schema.ts';
import { getSwitches, setFeatureFlag } from '../src/features/feature-flags/service.server.ts';

/** Switches a feature flag as an operator does. */
export async function switchTo(ctx: AppContext, flag: FeatureFlag, state: 'on' | 'off'): Promise<void> {
  const ops = { kind: 'player', id: ctx.newId(), role: 'operator', premium: false } as const;
  const version = (await getSwitches(ctx, ops)).switches.find((one) => one.flag === flag)?.version;
  await setFeatureFlag(ctx, ops, { flag, do: state, note: 'A test.', version: String(version) });
  // The message of the bus clears what the process knew.
  await setImmediate();
}
