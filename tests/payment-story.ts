import fc from 'fast-check';
import { expect } from 'vitest';
import type { AppContext } from '../src/context.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../src/features/subscriptions/checkout/service.server.ts';
import { cancelSubscription, setAutoRenew } from '../src/features/subscriptions/service.server.ts';
import { reconcilePayments } from '../src/features/subscriptions/jobs.server.ts';
import { receiveWebhook, processEvent } from '../src/features/subscriptions/webhooks/service.server.ts';
import { postEntry } from '../src/features/wallet/service.server.ts';
import { PaymentsUnavailableError, type ProviderEvent } from '../src/infra/payments/payments.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { AppError } from '../src/shared/app-error.ts';
import { createChargedEvent, getReference, type createPaymentsWorld } from './fake-payments.ts';

const DAY = 24 * 3600;

/** Simulates that the process dies in the middle of an operation. */
export class SimulatedCrash extends Error {}

/** A site that can be killed before and after every call of the database, the queue and the bus. */
export function createCrashableContext(original: AppContext): { ctx: AppContext; breakAt(step: number): void } {
  let left = 0;
  // A killed process does nothing more.
  let isDead = false;
  const step = () => {
    if (left > 0 && --left === 0) isDead = true;
    if (isDead) throw new SimulatedCrash();
  };
  const { bus, jobs } = original;
  const ctx: AppContext = {
    ...original,
    db: original.db.withPlugin({
      transformQuery({ node }) {
        step();
        return node;
      },
      async transformResult({ result }) {
        step();
        return result;
      },
    }),
    bus: {
      ...bus,
      publish(message) {
        step();
        bus.publish(message);
      },
    },
    jobs: {
      ...jobs,
      async enqueue(job, data, trx) {
        step();
        await jobs.enqueue(job, data, trx);
      },
    },
  };
  return {
    ctx,
    breakAt(at) {
      left = at;
      isDead = false;
    },
  };
}

type PaymentStep =
  | { do: 'buy'; what: string; channel: 'card' | 'mpesa' }
  | {
      do: 'pay' | 'wrong' | 'decline' | 'return' | 'refund' | 'part' | 'dispute' | 'win' | 'tell' | 'repeat' | 'renew' | 'fail-charge';
      which: number;
    }
  | { do: 'cancel' | 'auto-off' | 'auto-on' | 'work' | 'sweep' | 'spend' | 'price' | 'race' }
  | { do: 'wait'; days: number };

const which = fc.nat(30);
/** One step of a story, and where it is interrupted. */
export const arbitraryStep: fc.Arbitrary<{ act: PaymentStep; crashAt: number; fail: 'before' | 'after' | null }> = fc.record({
  act: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('buy' as const),
        what: fc.constantFrom('premium', 'premium', 'premium', 'pro', 'pro', 'pack-400', 'pack-4500'),
        channel: fc.constantFrom('card' as const, 'mpesa' as const),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'wrong',
          'decline',
          'return',
          'refund',
          'part',
          'dispute',
          'win',
          'tell',
          'tell',
          'tell',
          'repeat',
          'renew',
          'fail-charge',
        ),
        which,
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom('cancel', 'auto-off', 'auto-on', 'work', 'work', 'work', 'sweep', 'spend', 'price', 'race', 'race'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0.01, 1, 4, 16, 29, 31, 40) }) },
  ) as fc.Arbitrary<PaymentStep>,
  // Mostly there is no failure. Otherwise the process dies before or after the nth call of the database, the queue or the bus, or a call of
  // the provider fails.
  crashAt: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }) },
  ),
  fail: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('before' as const, 'after' as const) },
  ),
});

export type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** Runs one player's story. */
export async function runPaymentStory(
  paying: PaymentsWorld,
  actor: Actor,
  steps: { act: PaymentStep; crashAt: number; fail: 'before' | 'after' | null }[],
) {
  const { fake, world } = paying;
  const queue: ProviderEvent[] = [];
  const deliveredEvents: ProviderEvent[] = [];
  const wonDisputes = new Set<string>();
  const [refunded, disputed] = [new Set<string>(), new Set<string>()];
  const ownReferences: string[] = [];
  const codes = () => [...fake.charges.values()].filter((one) => ownReferences.includes(one.reference)).flatMap((one) => one.code ?? []);
  const refundedAmounts = new Map<string, number>();
  let eventCount = 0;
  const { ctx, breakAt } = createCrashableContext(paying.ctx);
  const createEvent = (one: object) =>
    ({ key: `event ${++eventCount} ${actor.kind === 'player' ? actor.id : ''}`, isLive: true, ...one }) as ProviderEvent;
  const enqueueEvent = (one: ProviderEvent) => queue.push(one);
  const pickFrom = <T>(of: T[], n: number): T | undefined => (of.length > 0 ? of[n % of.length] : undefined);
  const deliver = async (one: ProviderEvent) => {
    const { raw, headers } = fake.signEvent(one);
    expect(await receiveWebhook(ctx, raw, headers)).toBe('stored');
  };
  const processWebhooks = async (isBackwards = false) => {
    const waiting = await paying.ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).orderBy('id').execute();
    for (const { id } of isBackwards ? waiting.toReversed() : waiting)
      await processEvent(ctx, id).catch((error: unknown) => {
        if (error instanceof SimulatedCrash) throw error;
      });
  };
  const pickPaid = (n: number) =>
    pickFrom(
      ownReferences.filter((reference) => fake.charges.get(reference)?.state === 'success'),
      n,
    );

  async function run(act: PaymentStep): Promise<void> {
    switch (act.do) {
      case 'buy': {
        const isPack = act.what.startsWith('pack');
        const { url } = isPack
          ? await buyPack(ctx, actor, { do: 'buy', pack: act.what, channel: act.channel })
          : await subscribe(ctx, actor, { plan: act.what, channel: act.channel });
        if (url.startsWith('https://pay.example/') && !ownReferences.includes(getReference(url))) ownReferences.push(getReference(url));
        return;
      }
      case 'pay':
      case 'wrong': {
        const reference = pickFrom(
          ownReferences.filter((one) => fake.charges.get(one)?.state !== 'success'),
          act.which,
        );
        if (!reference) return;
        fake.pay(reference, act.do === 'wrong' ? { amountMinor: 1 } : {});
        enqueueEvent(createChargedEvent(reference));
        const code = fake.charges.get(reference)?.code;
        if (code) enqueueEvent(createEvent({ kind: 'subscription', code }));
        return;
      }
      case 'decline': {
        const reference = pickFrom(
          ownReferences.filter((one) => fake.charges.get(one)?.state === 'pending'),
          act.which,
        );
        if (reference) fake.decline(reference);
        return;
      }
      case 'return': {
        const reference = pickFrom(ownReferences, act.which);
        if (reference) await confirmCheckoutReturn(ctx, actor, reference);
        return;
      }
      case 'refund': {
        const reference = pickPaid(act.which);
        if (reference) enqueueEvent(createEvent({ kind: 'refunded', reference }));
        if (reference) refunded.add(reference);
        return;
      }
      case 'part': {
        const reference = pickPaid(act.which);
        const whole = fake.charges.get(reference ?? '')?.amountMinor ?? 0;
        if (!reference || refunded.has(reference) || whole < 2) return;
        const amountMinor = Math.ceil(whole / 2);
        enqueueEvent(createEvent({ kind: 'refunded', reference, amountMinor }));
        refundedAmounts.set(reference, (refundedAmounts.get(reference) ?? 0) + amountMinor);
        if ((refundedAmounts.get(reference) ?? 0) >= whole) refunded.add(reference);
        return;
      }
      case 'dispute': {
        const reference = pickPaid(act.which);
        if (!reference || refunded.has(reference) || disputed.has(reference)) return;
        disputed.add(reference);
        enqueueEvent(createEvent({ kind: 'disputed', reference, key: `dispute ${reference}`, decidedBy: `won ${reference}` }));
        return;
      }
      case 'win': {
        const reference = pickFrom(
          [...disputed].filter((one) => !wonDisputes.has(one)),
          act.which,
        );
        if (!reference) return;
        wonDisputes.add(reference);
        enqueueEvent(createEvent({ kind: 'dispute-won', reference, key: `won ${reference}` }));
        return;
      }
      case 'renew': {
        const code = pickFrom(
          codes().filter((one) => fake.subscriptions.get(one)?.state === 'active'),
          act.which,
        );
        if (!code) return;
        const reference = fake.renew(code);
        ownReferences.push(reference);
        const subscription = fake.subscriptions.get(code);
        enqueueEvent(createChargedEvent(reference, { customer: subscription?.customer ?? '', planId: subscription?.planId ?? null }));
        return;
      }
      case 'fail-charge': {
        const code = pickFrom(
          codes().filter((one) => fake.subscriptions.get(one)?.state === 'active'),
          act.which,
        );
        if (!code) return;
        fake.failCharge(code);
        enqueueEvent(createEvent({ kind: 'charge-failed', code }));
        return;
      }
      case 'tell': {
        const [one] = queue.splice(act.which % Math.max(1, queue.length), 1);
        if (!one) return;
        deliveredEvents.push(one);
        // A provider that gets no response sends the event again.
        await deliver(one).catch((error: unknown) => {
          queue.push(one);
          throw error;
        });
        return;
      }
      case 'repeat': {
        const one = pickFrom(deliveredEvents, act.which);
        if (one) await deliver(one);
        return;
      }
      case 'cancel':
        return cancelSubscription(ctx, actor);
      case 'auto-off':
        return setAutoRenew(ctx, actor, false);
      case 'auto-on':
        return setAutoRenew(ctx, actor, true);
      case 'work':
        return processWebhooks();
      case 'sweep':
        return reconcilePayments(ctx);
      case 'race': {
        // Two processes and the payer at the same time.
        const returns = ownReferences.slice(-3).map((reference) => confirmCheckoutReturn(ctx, actor, reference));
        const all = [processWebhooks(), processWebhooks(true), reconcilePayments(ctx), ...returns];
        for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
        return;
      }
      case 'price': {
        const now = await paying.ctx.db.selectFrom('plans').select('price_minor').where('id', '=', 'premium').executeTakeFirstOrThrow();
        await paying.ctx.db
          .updateTable('plans')
          .set({ price_minor: now.price_minor === 9900 ? 14900 : 9900 })
          .where('id', '=', 'premium')
          .execute();
        return;
      }
      case 'spend': {
        await paying.ctx.db.transaction().execute(async (trx) => {
          if (actor.kind === 'player')
            await postEntry(ctx, trx, { playerId: actor.id, amount: -150, source: 'purchase', sourceRef: `spent ${ctx.newId()}` });
        });
        return;
      }
      case 'wait':
        world.advanceClock(act.days * DAY);
    }
  }

  /** Processes all events, as a site that runs for some days would. */
  async function settleAll(): Promise<void> {
    breakAt(0);
    fake.fail = null;
    while (queue.length > 0) await deliver(queue.shift() as ProviderEvent);
    for (let round = 0; round < 6; round++) {
      await processWebhooks();
      world.advanceClock(3601);
      await reconcilePayments(ctx);
    }
  }

  for (const one of steps) {
    breakAt(one.crashAt);
    fake.fail = one.fail;
    await run(one.act).catch((error: unknown) => {
      if (!(error instanceof SimulatedCrash || error instanceof AppError || error instanceof PaymentsUnavailableError)) throw error;
    });
  }
  await settleAll();
  world.advanceClock(DAY);
  await settleAll();
  return { own: ownReferences, back: refunded, disputed, won: wonDisputes, codes, settled: settleAll };
}

/** What was done, and what should result from it. */
export type PaymentStoryResult = Awaited<ReturnType<typeof runPaymentStory>>;
