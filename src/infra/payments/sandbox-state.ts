import { createHash } from 'node:crypto';
import type { Charge, ProviderEvent, ProviderSubscription } from './payments.ts';

/** One purchase in the sandbox: the charge that started it, and everything that followed. */
export type SandboxPurchase = {
  /** Its name in the sandbox's store. */
  name: string;
  charge: Charge;
  startedAt: string;
  /** The first is the charge that the site started; the others are monthly charges that the sandbox made on its own. */
  charges: SandboxCharge[];
  subscription: { code: string; customer: string; token: string; state: ProviderSubscription['state']; nextChargeAt: string } | null;
  /** The next charge fails for lack of money. */
  failNext: boolean;
  /** The next refund that the site asks for fails. Not there in purchases from before refunds could be asked for. */
  failRefund?: boolean;
  refunds?: SandboxRefund[];
  /** Absent: none, or from before the sandbox knew of them. */
  disputes?: SandboxDispute[];
  /** All events for the site, in order. */
  news: { body: string; delivered: boolean }[];
};

export type SandboxCharge = {
  reference: string;
  state: 'pending' | 'success' | 'failed';
  /** When it was decided. */
  at: string | null;
  back: 'refunded' | 'disputed' | null;
  /** When a dispute took the money back. */
  backAt?: string | null;
  /** What the sandbox settles for it, if that is not what was paid. */
  settledMinor?: number;
};

/** A refund of one charge of a purchase. */
export type SandboxRefund = {
  id: string;
  charge: string;
  amountMinor: number;
  state: 'processed' | 'failed';
  note: string;
  /** Absent: made before the sandbox settled anything. */
  at?: string;
};

/** The bank of a payer asks for the money of a charge back. */
export type SandboxDispute = {
  id: string;
  reference: string;
  state: 'awaiting-us' | 'answered' | 'won' | 'lost';
  /** What was left of the charge. Absent: all of it, from before the sandbox told them apart. */
  amountMinor?: number;
  openedAt: string;
  dueAt: string;
  /** What the site answered. */
  statement?: string;
};

/** The purchase with a change of one charge. */
export function withCharge(purchase: SandboxPurchase, reference: string, change: Partial<SandboxCharge>): SandboxPurchase {
  return { ...purchase, charges: purchase.charges.map((each) => (each.reference === reference ? { ...each, ...change } : each)) };
}

/** The purchase with a change of its subscription. */
export function withSubscription(
  purchase: SandboxPurchase,
  change: Partial<NonNullable<SandboxPurchase['subscription']>>,
): SandboxPurchase {
  return { ...purchase, subscription: purchase.subscription && { ...purchase.subscription, ...change } };
}

type SandboxEvent = ProviderEvent extends infer E ? (E extends unknown ? Omit<E, 'key' | 'isLive'> : never) : never;

/** The purchase with one more event for the site. */
export function withEvent(purchase: SandboxPurchase, news: SandboxEvent): SandboxPurchase {
  const key = `${purchase.name}-${purchase.news.length + 1}`;
  return { ...purchase, news: [...purchase.news, { body: JSON.stringify({ key, ...news }), delivered: false }] };
}

/** The same email address is always the same customer. */
export function getCustomerCode({ charge }: Pick<SandboxPurchase, 'charge'>): string {
  return `CUS_${createHash('sha256').update(charge.email.toLowerCase()).digest('hex').slice(0, 24)}`;
}
