import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  ABANDONED_MS,
  DuplicateReference,
  PaymentsRefused,
  type Charge,
  type Payments,
  type ProviderSubscription,
  type Verified,
} from './payments.ts';
import { isSigned, sign } from './signature.ts';
import { actOn, customerOf, setRenewing, whatIsDue, type Purchase, type TillAct, type TillCharge } from './till-acts.ts';
import { openBook } from './till-book.ts';

export type TillOptions = {
  /** Where it keeps its book: it forgets nothing when the site ends. */
  folder: string;
  /** The site's address, for its page /till/{reference}. */
  origin: string;
  /** Where it tells what happened. */
  webhook: string;
  /** Signs what it tells. */
  secret: string;
  now(): Date;
  log: Logger;
  /** Waits between tries to tell the site something. */
  retriesMs?: number[];
};

/** A provider for trying out: everything as with real money, but whoever looks at its page decides what happens. */
export type Till = Payments & {
  name: 'till';
  /** What is to be paid or was paid under a reference. */
  look(reference: string): Promise<Purchase | null>;
  /** Does something by hand and tells the site. @returns whether it could be done. @param charge which of its charges */
  act(reference: string, act: TillAct, charge?: string): Promise<boolean>;
  /** Tells the site everything about a purchase once more, the last first. */
  tellAgain(reference: string): Promise<void>;
  /** All that the site is told about a purchase, as it is told. */
  news(reference: string): Promise<{ raw: Buffer; headers: Headers }[]>;
  /** Who paid left: the till knows nothing of it any more. @param reference the one that the site asked for */
  forget(reference: string): Promise<void>;
  close(): void;
};

const SIGNATURE = 'x-till-signature';
const TELL_MS = 5_000;
const RETRIES_MS = [2_000, 15_000, 60_000, 600_000];

const filled = z.string().min(1);
const told = z.intersection(
  z.object({ key: filled }),
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('charged'),
      reference: filled,
      subscription: z.object({ customer: filled, planId: filled.nullable() }).nullable(),
    }),
    z.object({ kind: z.literal('subscription'), code: filled }),
    z.object({ kind: z.literal('charge-failed'), code: filled }),
    z.object({ kind: z.enum(['refunded', 'disputed', 'dispute-won']), reference: filled }),
  ]),
);

/** The till of demo mode. */
export function createTill({ folder, origin, webhook, secret, now, log, retriesMs = RETRIES_MS }: TillOptions): Till {
  const book = openBook<Purchase>(folder);
  const waiting = new Set<NodeJS.Timeout>();
  let closed = false;

  async function find(reference: string): Promise<Purchase | null> {
    const own = await book.read(nameOf(reference));
    if (own) return own;
    const [, name] = /^([0-9a-f]{24})-\d{1,6}$/.exec(reference) ?? [];
    const renewed = name === undefined ? null : await book.read(name);
    return renewed?.charges.some((charge) => charge.reference === reference) ? renewed : null;
  }

  /** The purchase of a subscription, with the months charged that are due by now. */
  async function findSubscribed(code: string): Promise<Purchase | null> {
    const [, name] = /^SUB_([0-9a-f]{24})$/.exec(code) ?? [];
    const found = name === undefined ? null : await book.read(name);
    return found?.subscription ? catchUp(found) : null;
  }

  async function catchUp(purchase: Purchase): Promise<Purchase> {
    let at = purchase;
    while (whatIsDue(at, now())) at = (await book.change(at.name, (before) => before && whatIsDue(before, now()))) as Purchase;
    if (at !== purchase) await tell(at.name);
    return at;
  }

  /** Tells the site what it was not told, in order. What it does not take is told again later. */
  async function tell(name: string, tries = 0): Promise<void> {
    const purchase = await book.read(name);
    for (const [index, { body, delivered }] of purchase?.news.entries() ?? []) {
      if (delivered) continue;
      if (!(await post(body))) return tellLater(name, tries);
      await book.change(name, (before) => before && markDelivered(before, index));
    }
  }

  function tellLater(name: string, tries: number): void {
    const wait = retriesMs[tries];
    if (wait !== undefined) tellSoon(name, tries + 1, wait);
  }

  function tellSoon(name: string, tries: number, wait: number): void {
    if (closed) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      tell(name, tries).catch((error: unknown) => log.error({ err: error }, 'the till could not read its book'));
    }, wait).unref();
    waiting.add(timer);
  }

  async function post(body: string): Promise<boolean> {
    try {
      const headers = { 'content-type': 'application/json', [SIGNATURE]: sign(body, secret) };
      const answer = await fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(TELL_MS) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the site did not take what the till told it');
      return false;
    }
  }

  async function renew(code: string, token: string, on: boolean): Promise<void> {
    const found = await findSubscribed(code);
    if (found?.subscription?.token !== token) throw new PaymentsRefused('there is no subscription of this code and token');
    let over = false;
    await book.change(found.name, (before) => {
      const after = before && setRenewing(before, on);
      over = after === 'over';
      return after === 'over' ? null : after;
    });
    if (over) throw new PaymentsRefused('the subscription is over');
    await tell(found.name);
  }

  return {
    name: 'till',
    async start(charge) {
      refuseBad(charge);
      const name = nameOf(charge.reference);
      const stands = await book.change(name, (before) => (before ? null : opened(name, charge, now())));
      if (stands && !isSameCharge(stands.charge, charge)) throw new DuplicateReference('the reference was used for another charge');
      return { url: pageOf(origin, charge.reference) };
    },
    async verify(reference) {
      const found = await find(reference);
      const charge = found?.charges.find((each) => each.reference === reference);
      return found && charge ? verified(found, charge, now()) : null;
    },
    async readSubscription(code) {
      const found = await findSubscribed(code);
      return found && subscriptionOf(found);
    },
    async chargesSince(code, after) {
      const found = await findSubscribed(code);
      const paid = found?.charges.filter(({ state, at }) => state === 'success' && at !== null && new Date(at) > after) ?? [];
      return paid.map((charge) => charge.reference);
    },
    stopRenewing: (code, token) => renew(code, token, false),
    renewAgain: (code, token) => renew(code, token, true),
    async fixCardLink(code) {
      const found = await findSubscribed(code);
      if (!found) throw new PaymentsRefused('there is no subscription of this code');
      return pageOf(origin, found.charge.reference);
    },
    open(raw, headers) {
      if (!isSigned(raw, secret, headers.get(SIGNATURE))) return null;
      const event = told.safeParse(parsed(raw));
      // Pretend money is what counts in demo mode, and the till is nowhere else.
      return event.success ? { ...event.data, isLive: true } : null;
    },
    async look(reference) {
      const found = await find(reference);
      if (!found) return null;
      const due = await catchUp(found);
      // The process that was to tell the site may have been killed before it did.
      if (due.news.some((each) => !each.delivered)) tellSoon(due.name, 0, 0);
      return due;
    },
    async act(reference, act, charge) {
      const found = await find(reference);
      if (!found) return false;
      let done = false;
      await book.change(found.name, (before) => {
        const after = before && actOn(before, act, now(), charge);
        done = after !== null;
        return after;
      });
      // Done or not: what the site was not told yet, it is told now.
      await tell(found.name);
      return done;
    },
    async tellAgain(reference) {
      for (const { body } of (await find(reference))?.news.toReversed() ?? []) await post(body);
    },
    async news(reference) {
      const news = (await find(reference))?.news ?? [];
      return news.map(({ body }) => ({ raw: Buffer.from(body), headers: new Headers({ [SIGNATURE]: sign(body, secret) }) }));
    },
    forget: (reference) => book.remove(nameOf(reference)),
    close() {
      closed = true;
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}

const nameOf = (reference: string) => createHash('sha256').update(reference).digest('hex').slice(0, 24);
const pageOf = (origin: string, reference: string) => `${origin}/till/${encodeURIComponent(reference)}`;

/** What no provider takes is not taken here either. */
function refuseBad(charge: Charge): void {
  if (!/^[A-Za-z0-9.=-]{1,200}$/.test(charge.reference))
    throw new PaymentsRefused('the reference has other characters than - . = and letters');
  if (!Number.isSafeInteger(charge.amountMinor) || charge.amountMinor <= 0) throw new PaymentsRefused('the amount is none');
  if (charge.renews && charge.channel !== 'card') throw new PaymentsRefused('only a card renews by itself');
}

function opened(name: string, charge: Charge, now: Date): Purchase {
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

function verified(purchase: Purchase, charge: TillCharge, now: Date): Verified {
  const late = now.getTime() - new Date(purchase.startedAt).getTime() >= ABANDONED_MS;
  const paid = charge.state === 'success';
  return {
    // As with a real provider, money that has gone back is no success.
    state: charge.state === 'pending' && late ? 'abandoned' : charge.back === 'refunded' ? 'failed' : charge.state,
    amountMinor: purchase.charge.amountMinor,
    currency: purchase.charge.currency,
    paidAt: paid && charge.at !== null && charge.back !== 'refunded' ? new Date(charge.at) : null,
    customer: customerOf(purchase),
    subscription: paid ? subscriptionOf(purchase) : null,
    isLive: true,
    said: [charge.state, charge.back].filter(Boolean).join(', '),
  };
}

function subscriptionOf({ subscription, charge }: Purchase): ProviderSubscription | null {
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

function markDelivered(purchase: Purchase, index: number): Purchase | null {
  if (purchase.news[index]?.delivered) return null;
  return { ...purchase, news: purchase.news.map((each, i) => (i === index ? { ...each, delivered: true } : each)) };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
