type Charge = { reference: string; status: string; amount: number; currency: string; [field: string]: unknown };
type Refund = { id: number; transaction: unknown; amount: number; status: string; [field: string]: unknown };
type Answer = [number, object];

const reject = (status: number, message: string): Answer => [status, { status: false, message }];

/**
 * The refunds of Paystack's double, with the requests, responses and webhooks of Paystack's documentation.
 * @param queueWebhook signs a webhook, and keeps it until a test takes it
 */
export function createRefundDouble(domain: string, createId: () => number, queueWebhook: (event: string, data: unknown) => void) {
  const refunds: Refund[] = [];

  /** What is left of a charge after the refunds that did not fail. */
  function getLeft({ id, amount }: Charge): number {
    return refunds.reduce((left, refund) => left - (refund.transaction === id && refund.status !== 'failed' ? refund.amount : 0), amount);
  }

  function add(charge: Charge, fields: { amount: number; merchant_note: unknown }): Refund {
    const refund = { id: createId(), transaction: charge['id'], domain, currency: charge.currency, status: 'pending', ...fields };
    refunds.push(refund);
    tell(charge, refund, null);
    return refund;
  }

  function tell({ reference, currency }: Charge, { status, amount }: Refund, refund_reference: string | null): void {
    queueWebhook(`refund.${status}`, {
      domain,
      currency,
      amount: String(amount),
      status,
      transaction_reference: reference,
      refund_reference,
    });
  }

  /** The bank takes, or refuses, all refunds of a charge that are pending. */
  function decide(charge: Charge, status: 'processed' | 'failed'): void {
    for (const refund of refunds.filter((each) => each.transaction === charge['id'] && each.status === 'pending')) {
      refund.status = status;
      if (status === 'processed' && getLeft(charge) === 0) charge.status = 'reversed';
      tell(charge, refund, `1320${createId()}`);
    }
  }

  return {
    decide,
    /** Refunds all that is left, as somebody does in Paystack's dashboard. */
    refundRest(charge: Charge): void {
      add(charge, { amount: getLeft(charge), merchant_note: `Refund for transaction ${charge.reference}` });
      decide(charge, 'processed');
    },
    /** POST /refund */
    create(charge: Charge | undefined, body: Record<string, unknown>): Answer {
      if (!charge) return reject(404, 'Transaction not found');
      if (charge.status === 'reversed') return reject(400, 'Transaction has been fully reversed');
      if (charge.status !== 'success') return reject(400, 'Transaction has not been paid');
      const amount = Number(body['amount'] ?? charge.amount);
      if (amount > getLeft(charge)) return reject(400, 'Refund amount cannot be more than transaction amount');
      const made = add(charge, { amount, merchant_note: body['merchant_note'] });
      // The documented answer has the whole charge.
      const data = { ...made, transaction: { id: charge['id'], domain, reference: charge.reference, currency: charge.currency } };
      return [200, { status: true, message: 'Refund has been queued for processing', data }];
    },
    /** GET /refund, the newest first. @param charge the number of a charge; null for all */
    list(charge: string | null): Refund[] {
      return refunds.filter((refund) => charge === null || String(refund.transaction) === charge).toReversed();
    },
  };
}
