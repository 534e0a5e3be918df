/**
 * Name and retry options of the job that stops a player's renewing card if what their guardian allows does not cover it (any more):
 * whoever changes a consent enqueues it with the player's id, in the same transaction. It runs in subscriptions/renewals, which knows what
 * this feature allows, and not the other way round.
 */
export const CHECK_RENEWAL_JOB = { name: 'payments.check-renewal', retry: { limit: 30, seconds: 10, secondsMax: 3600 } };
/** The data of that job. */
export type CheckRenewalPayload = { playerId: string };
