import type { ActionResult } from '../../shared/action-result.ts';

/** Where the subscription form posts. */
export const NEWSLETTER_PATH = '/newsletter';
/** A honeypot: people do not see this field, but bots fill it in. No browser autofills a field with this name. */
export const HONEYPOT_FIELD = 'extra';

/** The result of subscribing. */
export type SubscribeResult = ActionResult;
/** The result of using an emailed link. */
export type LinkResult = ActionResult;
