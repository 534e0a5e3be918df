import type { DisputeAnswer } from './disputes.ts';
import { getLeftMinor, refundRest } from './sandbox-refunds.ts';
import {
  getCustomerCode,
  withCharge,
  withEvent,
  withSubscription,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxPurchase,
} from './sandbox-state.ts';

/** How long the site can answer a dispute. */
const DISPUTE_MS = 3 * 86_400_000;
/** What the sandbox settles too little, for who wants to see a difference. */
const SETTLED_LESS_MINOR = 100;

/** Actions that a person can take on the sandbox's page; those about one charge need its reference. */
const SANDBOX_ACTIONS = [
  'pay',
  'decline',
  'next-month',
  'fail-next',
  'good-card',
  'fail-refund',
  'refund',
  'dispute',
  'dispute-won',
  'settle-less',
] as const;
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number];

/** Applies one action. @returns the changed purchase, or null if the action is not possible now */
export function applyAction(
  purchase: SandboxPurchase,
  action: SandboxAction,
  now: Date,
  reference = purchase.charge.reference,
): SandboxPurchase | null {
  const first = purchase.charges[0];
  switch (action) {
    case 'pay':
      return first?.state === 'pending' ? pay(purchase, now) : null;
    case 'decline':
      return first?.state === 'pending' ? withCharge(purchase, first.reference, { state: 'failed', at: now.toISOString() }) : null;
    case 'next-month':
      return chargeMonth(purchase, now);
    case 'fail-next':
      return canCharge(purchase) && !purchase.failNext ? { ...purchase, failNext: true } : null;
    case 'good-card':
      return replaceCard(purchase);
    case 'fail-refund':
      return purchase.failRefund !== true && purchase.charges.some(isRefundable) ? { ...purchase, failRefund: true } : null;
    case 'refund':
      // Whoever gives the money of a disputed charge back has lost the dispute.
      return reverseCharge(purchase, reference, ['disputed'], 'refunded', now) ?? refundRest(purchase, reference, now);
    case 'dispute':
      return reverseCharge(purchase, reference, [null], 'disputed', now);
    case 'dispute-won':
      return reverseCharge(purchase, reference, ['disputed'], null, now);
    case 'settle-less':
      return settleLess(purchase, reference);
  }
}

/** Takes the site's answer to a dispute. @returns null if it does not wait for one */
export function applyDisputeAnswer(
  purchase: SandboxPurchase,
  id: string,
  { resolution, statement }: DisputeAnswer,
  now: Date,
): SandboxPurchase | null {
  const dispute = purchase.disputes?.find((each) => each.id === id);
  if (dispute?.state !== 'awaiting-us' || now > new Date(dispute.dueAt)) return null;
  const answered = withDispute(purchase, id, { state: 'answered', statement });
  return resolution === 'accept' ? reverseCharge(answered, dispute.reference, ['disputed'], 'refunded', now) : answered;
}

/** The actions that are possible now: for the whole purchase, or for one charge if `reference` is given. */
export function listPossibleActions(purchase: SandboxPurchase, now: Date, reference?: string): SandboxAction[] {
  const about: SandboxAction[] = ['refund', 'dispute', 'dispute-won', 'settle-less'];
  return SANDBOX_ACTIONS.filter(
    (act) => about.includes(act) === (reference !== undefined) && applyAction(purchase, act, now, reference) !== null,
  );
}

/** Disables or enables auto-renewal. @returns null if nothing changes; 'over' if the subscription has ended and cannot be enabled */
export function setAutoRenew(purchase: SandboxPurchase, on: boolean): SandboxPurchase | null | 'over' {
  const { subscription } = purchase;
  if (!subscription || subscription.state === 'ended') return on ? 'over' : null;
  if (on !== (subscription.state === 'non-renewing')) return null;
  return withEvent(withSubscription(purchase, { state: on ? 'active' : 'non-renewing' }), {
    kind: 'subscription',
    code: subscription.code,
  });
}

/** Applies one step that is due: charges the next month, or ends a subscription that does not renew. @returns null if nothing is due */
export function applyDueCharge(purchase: SandboxPurchase, now: Date): SandboxPurchase | null {
  const { subscription } = purchase;
  if (!subscription || new Date(subscription.nextChargeAt) > now) return null;
  if (subscription.state === 'non-renewing')
    return withEvent(withSubscription(purchase, { state: 'ended' }), { kind: 'subscription', code: subscription.code });
  return chargeMonth(purchase, now);
}

/** The same day of the next month; after the 29th, 30th or 31st it is the 28th. */
export function addMonth(date: Date): Date {
  const next = new Date(date);
  next.setUTCDate(Math.min(date.getUTCDate(), 28));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

function pay(purchase: SandboxPurchase, now: Date): SandboxPurchase {
  const { charge, name } = purchase;
  const paid = withCharge(purchase, charge.reference, { state: 'success', at: now.toISOString() });
  if (!charge.renews) return withChargeEvent(paid, charge.reference);
  const code = `SUB_${name}`;
  const nextChargeAt = addMonth(now).toISOString();
  const begun = {
    ...paid,
    subscription: { code, customer: getCustomerCode(purchase), token: `token-${name}`, state: 'active' as const, nextChargeAt },
  };
  return withEvent(withChargeEvent(begun, charge.reference), { kind: 'subscription', code });
}

function canCharge({ subscription }: SandboxPurchase): boolean {
  return subscription?.state === 'active' || subscription?.state === 'attention';
}

function chargeMonth(purchase: SandboxPurchase, now: Date): SandboxPurchase | null {
  const { subscription, failNext, name, charges } = purchase;
  if (!subscription || !canCharge(purchase)) return null;
  const reference = `${name}-${charges.length + 1}`;
  // As with a real provider, a failed charge is not retried before the next month.
  const nextChargeAt = addMonth(new Date(subscription.nextChargeAt)).toISOString();
  const charge: SandboxCharge = { reference, state: failNext ? 'failed' : 'success', at: now.toISOString(), back: null };
  const charged = withSubscription(
    { ...purchase, failNext: false, charges: [...charges, charge] },
    { state: failNext ? 'attention' : 'active', nextChargeAt },
  );
  if (failNext) return withEvent(charged, { kind: 'charge-failed', code: subscription.code });
  return withEvent(withChargeEvent(charged, reference), { kind: 'subscription', code: subscription.code });
}

function replaceCard(purchase: SandboxPurchase): SandboxPurchase | null {
  const { subscription } = purchase;
  if (!subscription || !canCharge(purchase) || (subscription.state === 'active' && !purchase.failNext)) return null;
  return withEvent(withSubscription({ ...purchase, failNext: false }, { state: 'active' }), {
    kind: 'subscription',
    code: subscription.code,
  });
}

const isRefundable = ({ state, back }: SandboxCharge) => state === 'success' && back === null;

function reverseCharge(
  purchase: SandboxPurchase,
  reference: string,
  from: SandboxCharge['back'][],
  to: SandboxCharge['back'],
  now: Date,
): SandboxPurchase | null {
  const charge = purchase.charges.find((each) => each.reference === reference);
  if (charge?.state !== 'success' || !from.includes(charge.back)) return null;
  const backAt = to === null ? null : (charge.backAt ?? now.toISOString());
  const reversed = withCharge(purchase, reference, { back: to, backAt });
  if (to === 'disputed') {
    const opened = openDispute(reversed, reference, now);
    return withEvent(opened, { kind: 'disputed', reference, ...withDisputeId(opened.disputes?.at(-1)) });
  }
  const dispute = purchase.disputes?.find((each) => each.reference === reference && !['won', 'lost'].includes(each.state));
  const closed = dispute ? withDispute(reversed, dispute.id, { state: to === null ? 'won' : 'lost' }) : reversed;
  return withEvent(closed, { kind: to === null ? 'dispute-won' : 'refunded', reference, ...withDisputeId(dispute) });
}

const withDisputeId = (dispute: SandboxDispute | undefined) => dispute && { disputeId: dispute.id };

function openDispute(purchase: SandboxPurchase, reference: string, now: Date): SandboxPurchase {
  const before = purchase.disputes ?? [];
  const dispute: SandboxDispute = {
    id: `${purchase.name}d${before.length + 1}`,
    reference,
    state: 'awaiting-us',
    amountMinor: getLeftMinor(purchase, reference),
    openedAt: now.toISOString(),
    dueAt: new Date(now.getTime() + DISPUTE_MS).toISOString(),
  };
  return { ...purchase, disputes: [...before, dispute] };
}

function withDispute(purchase: SandboxPurchase, id: string, change: Partial<SandboxDispute>): SandboxPurchase {
  return { ...purchase, disputes: (purchase.disputes ?? []).map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

function settleLess(purchase: SandboxPurchase, reference: string): SandboxPurchase | null {
  const charge = purchase.charges.find((each) => each.reference === reference);
  const { amountMinor } = purchase.charge;
  if (charge?.state !== 'success' || charge.back !== null || charge.settledMinor !== undefined || amountMinor <= SETTLED_LESS_MINOR)
    return null;
  return withCharge(purchase, reference, { settledMinor: amountMinor - SETTLED_LESS_MINOR });
}

function withChargeEvent(purchase: SandboxPurchase, reference: string): SandboxPurchase {
  const { renews } = purchase.charge;
  const subscription = renews && { customer: getCustomerCode(purchase), planId: renews.planId };
  return withEvent(purchase, { kind: 'charged', reference, subscription });
}
