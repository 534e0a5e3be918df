const MINUTE_MS = 60_000;
/** A refund is looked at often in its first hour, then once an hour. */
const CHECK_MINUTES = { young: 5, old: 60 };
/**
 * Whoever calls the provider has it for themselves for so long, which is much longer than a call waits for its answer. Afterwards the refund
 * is either at the provider, and listed there, or it never will be.
 */
export const CALL_LEASE_MS = 2 * MINUTE_MS;
/** The sweep takes up a refund whose own job has not begun within this time. */
export const FIRST_CHECK_MS = MINUTE_MS;

/** When an open refund is looked at next. */
export function nextRefundCheck(askedAt: Date, now: Date): Date {
  const minutes = now.getTime() - askedAt.getTime() < 60 * MINUTE_MS ? CHECK_MINUTES.young : CHECK_MINUTES.old;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** Our note on a refund at the provider: by it we find a refund again whose answer was lost. It says nothing about anybody. */
export function toProviderNote(id: string): string {
  return `Kiddo refund ${id}`;
}

/** A refund as the provider knows it (infra/payments/payments.ts). */
type ProviderRefund = { id: string; amountMinor: number; state: 'pending' | 'processed' | 'failed'; note: string };
type Request = { id: string; provider_id: string | null; amount_minor: number };

/** The refund at the provider that is this request; undefined if there is none. */
export function findOwnRefund<Found extends ProviderRefund>(found: readonly Found[], request: Request): Found | undefined {
  return found.find((refund) =>
    request.provider_id === null
      ? refund.amountMinor === request.amount_minor && refund.note === toProviderNote(request.id)
      : refund.id === request.provider_id,
  );
}

/** The sum of the refunds that the provider has processed, in minor units. */
export function sumProcessed(found: readonly ProviderRefund[]): number {
  return found.reduce((sum, refund) => sum + (refund.state === 'processed' ? refund.amountMinor : 0), 0);
}
