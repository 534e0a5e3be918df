import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  ABANDONED_AFTER_MS,
  DuplicateReferenceError,
  PaymentsRejectedError,
  type Charge,
  type PaymentProvider,
  type ProviderSubscription,
  type ChargeVerification,
} from './payments.ts';
import { isValidSignature, sign } from './signature.ts';
import {
  applyAction,
  getCustomerCode,
  setAutoRenew,
  applyDueCharge,
  type SandboxPurchase,
  type SandboxAction,
  type SandboxCharge,
} from './sandbox-actions.ts';
import { openVersionedStore } from './versioned-store.ts';

export type SandboxOptions = {
  /** The folder of its store, which survives restarts. */
  folder: string;
  /** The site's origin, for the sandbox's page /till/{reference}. */
  origin: string;
  /** URL to which it sends events. */
  webhook: string;
  /** Signs the events. */
  secret: string;
  now(): Date;
  log: Logger;
  /** Delays between retries of sending an event, in milliseconds. */
  retriesMs?: number[];
};

/** A payment provider for demo mode: it works like a real one, but the person on its page decides what happens. */
export type SandboxProvider = PaymentProvider & {
  name: 'till';
  /** The purchase of a reference, paid or not. */
  findPurchase(reference: string): Promise<SandboxPurchase | null>;
  /** Applies an action and sends its events. @returns whether the action was possible. @param charge the reference of one of its charges */
  runAction(reference: string, act: SandboxAction, charge?: string): Promise<boolean>;
  /** Sends all events of a purchase again, in reverse order. */
  resendEvents(reference: string): Promise<void>;
  /** All events of a purchase, as they are sent. */
  listEvents(reference: string): Promise<{ raw: Buffer; headers: Headers }[]>;
  /** Deletes the purchase of a deleted account. @param reference the one that the site started */
  erasePurchase(reference: string): Promise<void>;
  close(): void;
};

const SIGNATURE = 'x-till-signature';
const WEBHOOK_TIMEOUT_MS = 5_000;
const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 600_000];

const nonEmpty = z.string().min(1);
const eventSchema = z.intersection(
  z.object({ key: nonEmpty }),
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('charged'),
      reference: nonEmpty,
      subscription: z.object({ customer: nonEmpty, planId: nonEmpty.nullable() }).nullable(),
    }),
    z.object({ kind: z.literal('subscription'), code: nonEmpty }),
    z.object({ kind: z.literal('charge-failed'), code: nonEmpty }),
    z.object({ kind: z.enum(['refunded', 'disputed', 'dispute-won']), reference: nonEmpty }),
  ]),
);

/** Creates the sandbox of demo mode. */
export function createSandboxProvider({
  folder,
  origin,
  webhook,
  secret,
  now,
  log,
  retriesMs = RETRY_DELAYS_MS,
}: SandboxOptions): SandboxProvider {
  const store = openVersionedStore<SandboxPurchase>(folder);
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  async function findByReference(reference: string): Promise<SandboxPurchase | null> {
    const own = await store.read(getEntryName(reference));
    if (own) return own;
    const [, name] = /^([0-9a-f]{24})-\d{1,6}$/.exec(reference) ?? [];
    const renewed = name === undefined ? null : await store.read(name);
    return renewed?.charges.some((charge) => charge.reference === reference) ? renewed : null;
  }

  /** The purchase of a subscription, after applying the monthly charges that are due. */
  async function findBySubscriptionCode(code: string): Promise<SandboxPurchase | null> {
    const [, name] = /^SUB_([0-9a-f]{24})$/.exec(code) ?? [];
    const found = name === undefined ? null : await store.read(name);
    return found?.subscription ? applyDueCharges(found) : null;
  }

  async function applyDueCharges(purchase: SandboxPurchase): Promise<SandboxPurchase> {
    let at = purchase;
    while (applyDueCharge(at, now()))
      at = (await store.update(at.name, (before) => before && applyDueCharge(before, now()))) as SandboxPurchase;
    if (at !== purchase) await deliverEvents(at.name);
    return at;
  }

  /** Sends undelivered events, in order. If one is not accepted, delivery is retried later. */
  async function deliverEvents(name: string, tries = 0): Promise<void> {
    const purchase = await store.read(name);
    for (const [index, { body, delivered }] of purchase?.news.entries() ?? []) {
      if (delivered) continue;
      if (!(await postWebhook(body))) return scheduleRetry(name, tries);
      await store.update(name, (before) => before && markDelivered(before, index));
    }
  }

  function scheduleRetry(name: string, tries: number): void {
    const wait = retriesMs[tries];
    if (wait !== undefined) scheduleDelivery(name, tries + 1, wait);
  }

  function scheduleDelivery(name: string, tries: number, wait: number): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliverEvents(name, tries).catch((error: unknown) => log.error({ err: error }, 'the till could not read its book'));
    }, wait).unref();
    timers.add(timer);
  }

  async function postWebhook(body: string): Promise<boolean> {
    try {
      const headers = { 'content-type': 'application/json', [SIGNATURE]: sign(body, secret) };
      const answer = await fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the site did not take what the till told it');
      return false;
    }
  }

  async function changeAutoRenew(code: string, token: string, on: boolean): Promise<void> {
    const found = await findBySubscriptionCode(code);
    if (found?.subscription?.token !== token) throw new PaymentsRejectedError('there is no subscription of this code and token');
    let over = false;
    await store.update(found.name, (before) => {
      const after = before && setAutoRenew(before, on);
      over = after === 'over';
      return after === 'over' ? null : after;
    });
    if (over) throw new PaymentsRejectedError('the subscription is over');
    await deliverEvents(found.name);
  }

  return {
    name: 'till',
    async startCheckout(charge) {
      validateCharge(charge);
      const name = getEntryName(charge.reference);
      const purchase = await store.update(name, (before) => (before ? null : createPurchase(name, charge, now())));
      if (purchase && !isSameCharge(purchase.charge, charge))
        throw new DuplicateReferenceError('the reference was used for another charge');
      return { url: urlForSandbox(origin, charge.reference) };
    },
    async verify(reference) {
      const found = await findByReference(reference);
      const charge = found?.charges.find((each) => each.reference === reference);
      return found && charge ? toChargeVerification(found, charge, now()) : null;
    },
    async findSubscription(code) {
      const found = await findBySubscriptionCode(code);
      return found && toProviderSubscription(found);
    },
    async listChargesSince(code, after) {
      const found = await findBySubscriptionCode(code);
      const paid = found?.charges.filter(({ state, at }) => state === 'success' && at !== null && new Date(at) > after) ?? [];
      return paid.map((charge) => charge.reference);
    },
    disableAutoRenew: (code, token) => changeAutoRenew(code, token, false),
    enableAutoRenew: (code, token) => changeAutoRenew(code, token, true),
    async getCardUpdateLink(code) {
      const found = await findBySubscriptionCode(code);
      if (!found) throw new PaymentsRejectedError('there is no subscription of this code');
      return urlForSandbox(origin, found.charge.reference);
    },
    parseWebhook(raw, headers) {
      if (!isValidSignature(raw, secret, headers.get(SIGNATURE))) return null;
      const event = eventSchema.safeParse(parseJson(raw));
      // Pretend money counts in demo mode, and the sandbox only exists there.
      return event.success ? { ...event.data, isLive: true } : null;
    },
    async findPurchase(reference) {
      const found = await findByReference(reference);
      if (!found) return null;
      const due = await applyDueCharges(found);
      // The process that should have sent the events may have been killed before.
      if (due.news.some((each) => !each.delivered)) scheduleDelivery(due.name, 0, 0);
      return due;
    },
    async runAction(reference, act, charge) {
      const found = await findByReference(reference);
      if (!found) return false;
      let done = false;
      await store.update(found.name, (before) => {
        const after = before && applyAction(before, act, now(), charge);
        done = after !== null;
        return after;
      });
      // Whether or not the action was possible, deliver the events that are still undelivered.
      await deliverEvents(found.name);
      return done;
    },
    async resendEvents(reference) {
      for (const { body } of (await findByReference(reference))?.news.toReversed() ?? []) await postWebhook(body);
    },
    async listEvents(reference) {
      const news = (await findByReference(reference))?.news ?? [];
      return news.map(({ body }) => ({ raw: Buffer.from(body), headers: new Headers({ [SIGNATURE]: sign(body, secret) }) }));
    },
    erasePurchase: (reference) => store.remove(getEntryName(reference)),
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

const getEntryName = (reference: string) => createHash('sha256').update(reference).digest('hex').slice(0, 24);
const urlForSandbox = (origin: string, reference: string) => `${origin}/till/${encodeURIComponent(reference)}`;

/** Rejects charges that no real provider would accept. */
function validateCharge(charge: Charge): void {
  if (!/^[A-Za-z0-9.=-]{1,200}$/.test(charge.reference))
    throw new PaymentsRejectedError('the reference has other characters than - . = and letters');
  if (!Number.isSafeInteger(charge.amountMinor) || charge.amountMinor <= 0) throw new PaymentsRejectedError('the amount is none');
  if (charge.renews && charge.channel !== 'card') throw new PaymentsRejectedError('only a card renews by itself');
}

function createPurchase(name: string, charge: Charge, now: Date): SandboxPurchase {
  return {
    name,
    charge,
    startedAt: now.toISOString(),
    charges: [{ reference: charge.reference, state: 'pending', at: null, back: null }],
    subscription: null,
    failNext: false,
    news: [],
  };
}

function isSameCharge(a: Charge, b: Charge): boolean {
  const essence = (charge: Charge) =>
    JSON.stringify([charge.amountMinor, charge.currency, charge.email, charge.channel, charge.renews?.planId ?? null]);
  return essence(a) === essence(b);
}

function toChargeVerification(purchase: SandboxPurchase, charge: SandboxCharge, now: Date): ChargeVerification {
  const late = now.getTime() - new Date(purchase.startedAt).getTime() >= ABANDONED_AFTER_MS;
  const paid = charge.state === 'success';
  return {
    // As with a real provider, a refunded charge is not a success.
    state: charge.state === 'pending' && late ? 'abandoned' : charge.back === 'refunded' ? 'failed' : charge.state,
    amountMinor: purchase.charge.amountMinor,
    currency: purchase.charge.currency,
    paidAt: paid && charge.at !== null && charge.back !== 'refunded' ? new Date(charge.at) : null,
    customer: getCustomerCode(purchase),
    subscription: paid ? toProviderSubscription(purchase) : null,
    isLive: true,
    providerMessage: [charge.state, charge.back].filter(Boolean).join(', '),
  };
}

function toProviderSubscription({ subscription, charge }: SandboxPurchase): ProviderSubscription | null {
  if (!subscription) return null;
  const { code, customer, token, state, nextChargeAt } = subscription;
  const renews = state === 'active' || state === 'attention';
  return {
    code,
    customer,
    emailToken: token,
    state,
    planId: charge.renews?.planId ?? null,
    nextChargeAt: renews ? new Date(nextChargeAt) : null,
  };
}

function markDelivered(purchase: SandboxPurchase, index: number): SandboxPurchase | null {
  if (purchase.news[index]?.delivered) return null;
  return { ...purchase, news: purchase.news.map((each, i) => (i === index ? { ...each, delivered: true } : each)) };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
