import type { ActionResult } from '../../shared/action-result.ts';

/** What operators can switch for everybody, in the order of their page. 'read-only' is off as a rule, the others are on. */
export const FEATURE_FLAGS = ['chat', 'sign-ups', 'uploads', 'payments', 'newsletter', 'read-only'] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];
/** The flags of something that can be closed by itself; 'read-only' closes them all. */
export type ClosableFeature = Exclude<FeatureFlag, 'read-only'>;

/** Maximum length of what an operator tells everybody while something is switched off, in characters. */
export const MESSAGE_MAX = 200;

/** That something is closed now, and what the operator says about it; '' for nothing. */
export type ClosedNotice = { message: string };

/** Whether a flag has the value that it has as a rule. */
export function isAsUsual(flag: FeatureFlag, isEnabled: boolean): boolean {
  return isEnabled === (flag !== 'read-only');
}

/** A change of a switch, from the audit log. `change` is 'on', 'off', or 'message' if only the words changed. */
export type SwitchChange = {
  id: string;
  flag: FeatureFlag;
  change: 'on' | 'off' | 'message';
  /** ISO. */
  at: string;
  actor: string;
  note: string;
};

/** A switch on the operators' page. */
export type SwitchView = {
  flag: FeatureFlag;
  isEnabled: boolean;
  /** What everybody is told while it is not as usual; '' for nothing. */
  message: string;
  /** Sent with its form: a form that was made before another change is refused. */
  version: number;
  /** Since when it is as it is, by whom, and why; null: since the beginning. */
  last: SwitchChange | null;
};

export type SwitchesView = { switches: SwitchView[]; changes: SwitchChange[] };

/** Result of a switch's form. `change` is null if it was so already. */
export type SwitchResult = ActionResult<{ flag: FeatureFlag; change: SwitchChange['change'] | null }>;
