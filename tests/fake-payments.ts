import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  DuplicateReferenceError,
  PaymentsRejectedError,
  PaymentsUnavailableError,
  type Charge,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  type ProviderSubscription,
  type ChargeVerification,
} from '../src/infra/payments/payments.ts';
import type { AppContext } from '../src/context.server.ts';
import { addMonth } from '../src/features/subscriptions/plans/rules.ts';
import { subscribe } from '../src/features/subscriptions/checkout/service.server.ts';
import { sendRefundJob } from '../src/features/subscriptions/refund-requests/service.server.ts';
import { stopCardJob } from '../src/features/subscriptions/renewals/service.server.ts';
import { receiveWebhook, processEventJob } from '../src/features/subscriptions/webhooks/service.server.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createFakeDisputes, createFakeSettlements, type FakeDisputes, type FakeSettlements } from './fake-settlements.ts';
import { createWorld, type World } from './world.ts';

/** A charge as this provider stores it. */
export type FakeCharge = {
  charge: Charge | null;
  reference: string;
  state: ChargeVerification['state'];
  amountMinor: number;
  currency: string;
  paidAt: Date | null;
  customer: string;
  code: string | null;
  isLive: boolean;
};

/** An in-memory provider controlled by a test. */
export type FakePayments = PaymentProvider & {
  disputes: FakeDisputes;
  settlements: FakeSettlements;
  charges: Map<string, FakeCharge>;
  subscriptions: Map<string, ProviderSubscription>;
  /** The payer pays; `overrides` for another amount, currency or mode. */
  pay(reference: string, overrides?: Partial<FakeCharge>): void;
  decline(reference: string): void;
  /** Charges a card for another month. @returns the provider's reference */
  renew(code: string): string;
  failCharge(code: string): void;
  /** A signed webhook request with this event. */
  signEvent(event: ProviderEvent): { raw: Buffer; headers: Headers };
  /** All refunds that were made, in order, by the reference of their payment. */
  refunds: (ProviderRefund & { reference: string })[];
  /** Refunds that are asked for are rejected with these words. */
  rejectsRefunds: string | null;
  /** The next call fails: before it does anything, or after it did what was asked. */
  fail: 'before' | 'after' | null;
  /** `verify` does not report subscriptions yet. */
  omitsSubscriptions: boolean;
};

const SECRET = 'a secret of the fake provider';
const SIGNATURE = 'x-fake-signature';

/** @param now the world's clock */
export function createFakePayments(now: () => Date): FakePayments {
  const charges = new Map<string, FakeCharge>();
  const subscriptions = new Map<string, ProviderSubscription>();
  let subscriptionCount = 0;

  async function simulate<T>(work: () => T): Promise<T> {
    const { fail } = fake;
    fake.fail = null;
    if (fail === 'before') throw new PaymentsUnavailableError('the fake provider is away');
    const done = work();
    if (fail === 'after') throw new PaymentsUnavailableError('the fake provider went away');
    return done;
  }
  const getOrThrow = <T>(found: T | undefined): T => {
    if (found === undefined) throw new PaymentsRejectedError('nobody knows that');
    return found;
  };
  const sign = (raw: Buffer) => createHmac('sha512', SECRET).update(raw).digest();

  const fake: FakePayments = {
    name: 'till',
    charges,
    subscriptions,
    refunds: [],
    rejectsRefunds: null,
    fail: null,
    omitsSubscriptions: false,
    disputes: createFakeDisputes(now, simulate),
    settlements: createFakeSettlements(simulate),
    startCheckout: (charge) =>
      simulate(() => {
        if (charges.has(charge.reference)) throw new DuplicateReferenceError(charge.reference);
        charges.set(charge.reference, {
          charge,
          reference: charge.reference,
          state: 'pending',
          amountMinor: charge.amountMinor,
          currency: charge.currency,
          paidAt: null,
          customer: `CUS_${charge.email}`,
          code: null,
          isLive: true,
        });
        return { url: `https://pay.example/${charge.reference}` };
      }),
    verify: (reference) =>
      simulate(() => {
        const one = charges.get(reference);
        if (!one) return null;
        const subscription = one.code === null || fake.omitsSubscriptions ? null : { ...getOrThrow(subscriptions.get(one.code)) };
        const { state, amountMinor, currency, paidAt, customer, isLive } = one;
        return { state, amountMinor, currency, paidAt, customer, subscription, isLive, providerMessage: `the fake says ${state}` };
      }),
    findSubscription: (code) =>
      simulate(() => {
        const one = subscriptions.get(code);
        return one ? { ...one } : null;
      }),
    listChargesSince: (code, after) =>
      simulate(() =>
        [...charges.values()]
          .filter((one) => one.code === code && one.state === 'success' && one.paidAt !== null && one.paidAt > after)
          .map((one) => one.reference),
      ),
    disableAutoRenew: (code, emailToken) =>
      simulate(() => {
        const one = getOrThrow(subscriptions.get(code));
        if (one.emailToken !== emailToken) throw new PaymentsRejectedError('wrong token');
        if (one.state !== 'ended') one.state = 'non-renewing';
      }),
    enableAutoRenew: (code, emailToken) =>
      simulate(() => {
        const one = getOrThrow(subscriptions.get(code));
        if (one.emailToken !== emailToken || one.state === 'ended') throw new PaymentsRejectedError('over');
        one.state = 'active';
      }),
    getCardUpdateLink: (code) => simulate(() => `https://pay.example/card/${getOrThrow(subscriptions.get(code)).code}`),
    ping: () => simulate(() => {}),
    refund: (order) =>
      simulate(() => {
        const one = getOrThrow(charges.get(order.reference));
        if (fake.rejectsRefunds !== null) throw new PaymentsRejectedError(fake.rejectsRefunds);
        const back = fake.refunds.filter(({ reference, state }) => reference === one.reference && state !== 'failed');
        const left = back.reduce((sum, { amountMinor }) => sum - amountMinor, one.amountMinor);
        if (order.amountMinor > left) throw new PaymentsRejectedError('more than is left');
        const { reference, amountMinor, currency, note } = order;
        const id = `RF_${fake.refunds.length + 1}`;
        fake.refunds.push({ id, reference, amountMinor, currency, note, state: 'pending', providerMessage: 'pending' });
        return { id, amountMinor, currency, note, state: 'pending', providerMessage: 'pending' };
      }),
    findRefunds: (reference) => simulate(() => fake.refunds.filter((refund) => refund.reference === reference).map((one) => ({ ...one }))),
    parseWebhook(raw, headers) {
      const given = Buffer.from(headers.get(SIGNATURE) ?? '', 'hex');
      const own = sign(raw);
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      return JSON.parse(raw.toString('utf8')) as ProviderEvent;
    },
    pay(reference, overrides = {}) {
      const one = getOrThrow(charges.get(reference));
      Object.assign(one, { state: 'success', paidAt: now() }, overrides);
      const renews = one.charge?.renews;
      if (!renews || one.code !== null) return;
      one.code = `SUB_${++subscriptionCount}`;
      const nextChargeAt = addMonth(one.paidAt ?? now());
      subscriptions.set(one.code, {
        code: one.code,
        customer: one.customer,
        emailToken: `token-${subscriptionCount}`,
        state: 'active',
        planId: renews.planId,
        nextChargeAt,
      });
    },
    decline(reference) {
      getOrThrow(charges.get(reference)).state = 'failed';
    },
    renew(code) {
      const one = getOrThrow(subscriptions.get(code));
      const first = getOrThrow([...charges.values()].find((charge) => charge.code === code));
      const reference = `renewal-${++subscriptionCount}`;
      charges.set(reference, { ...first, charge: null, reference, state: 'success', paidAt: now() });
      one.state = 'active';
      one.nextChargeAt = addMonth(one.nextChargeAt ?? now());
      return reference;
    },
    failCharge(code) {
      const one = getOrThrow(subscriptions.get(code));
      one.state = 'attention';
      one.nextChargeAt = addMonth(one.nextChargeAt ?? now());
    },
    signEvent(event) {
      const raw = Buffer.from(JSON.stringify(event));
      return { raw, headers: new Headers({ [SIGNATURE]: sign(raw).toString('hex') }) };
    },
  };
  return fake;
}

/** A world with a fake payment provider. */
export async function createPaymentsWorld(): Promise<{
  world: World;
  ctx: AppContext;
  fake: FakePayments;
  /** Sends the site a webhook event, as the provider would. */
  sendWebhook(event: ProviderEvent): Promise<'stored' | 'refused'>;
  /** Runs the jobs that are due, until there are none. */
  runJobs(): Promise<void>;
  /** A player buys a plan and pays for it; the webhook is delivered and processed. @returns the reference */
  buy(actor: Actor, plan: string, channel: string): Promise<string>;
}> {
  const world = await createWorld();
  // Months differ in length: a fixed date makes intervals in days the same on every day of the year.
  const { now } = world.ctx;
  world.advanceClock((getNextMidsummer(now()).getTime() - now().getTime()) / 1000);
  const fake = createFakePayments(now);
  const ctx = { ...world.ctx, payments: fake };
  const work = async () => {
    const drainAll = async () =>
      (await ctx.jobs.drain(ctx, processEventJob, 50)) +
      (await ctx.jobs.drain(ctx, stopCardJob, 50)) +
      (await ctx.jobs.drain(ctx, sendRefundJob, 50));
    while ((await drainAll()) > 0);
  };
  const tell = (event: ProviderEvent) => {
    const { raw, headers } = fake.signEvent(event);
    return receiveWebhook(ctx, raw, headers);
  };
  return {
    world,
    ctx,
    fake,
    sendWebhook: tell,
    runJobs: work,
    async buy(actor, plan, channel) {
      const { url } = await subscribe(ctx, actor, { plan, channel });
      const reference = getReference(url);
      fake.pay(reference);
      await tell(createChargedEvent(reference));
      await work();
      return reference;
    },
  };
}

/** The next 23 June: the following months have 30, 31, 31 and 30 days. */
function getNextMidsummer(date: Date): Date {
  const year = date.getUTCFullYear();
  const [first, second] = [year, year + 1].map((each) => new Date(Date.UTC(each, 5, 23, 10)));
  return first && first > date ? first : (second ?? date);
}

/** The reference in a checkout's URL. */
export const getReference = (url: string) => url.split('/').at(-1) ?? '';

/** The event that a reference was paid. */
export const createChargedEvent = (
  reference: string,
  subscription: { customer: string; planId: string | null } | null = null,
): ProviderEvent => ({
  key: `charged ${reference}`,
  isLive: true,
  kind: 'charged',
  reference,
  subscription,
});
