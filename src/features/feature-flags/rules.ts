import { FEATURE_FLAGS, type FeatureFlag, type SwitchChange } from './schema.ts';

/** For how long a process knows the flags, in milliseconds. A change clears its cache at once; this counts where that message is lost. */
export const FLAGS_TTL_MS = 2_000;
/** Changes in the list on the operators' page. */
export const CHANGES_MAX = 20;

/** A switch's change in the audit log, such as 'chat-off'. */
export function toLoggedAction(flag: FeatureFlag, change: SwitchChange['change']): string {
  return `${flag}-${change}`;
}

/** Reads it back; null for an action that is none. */
export function parseLoggedAction(action: string): Pick<SwitchChange, 'flag' | 'change'> | null {
  const flag = FEATURE_FLAGS.find((each) => action.startsWith(`${each}-`));
  const change = (['on', 'off', 'message'] as const).find((each) => flag !== undefined && action === toLoggedAction(flag, each));
  return flag === undefined || change === undefined ? null : { flag, change };
}
