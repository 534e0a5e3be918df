import type { ActionResult } from '../../../shared/action-result.ts';

/** What a player did with the subscription. */
export type SubscriptionAction = 'cancel' | 'auto-renew-on' | 'auto-renew-off';

/** Result of a form of /subscription or /robux that does not redirect to a checkout; `values` has the submitted payment channel. */
export type PaymentActionResult = ActionResult<{ action: SubscriptionAction }>;

/** What a player who returns from a checkout is shown. */
export type ReturnOutcome = 'paid' | 'confirming' | 'not-paid';

/** A toast, or an inline note without JavaScript. */
export type ToastMessage = { title: string; text: string; kind?: 'bad' };
