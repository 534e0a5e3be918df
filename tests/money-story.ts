import fc from 'fast-check';
import { expect } from 'vitest';
import type { AppContext } from '../src/context.server.ts';
import { buyPack, confirmReturn, subscribe } from '../src/features/subscriptions/checkout/service.server.ts';
import { cancel, setAutoRenew } from '../src/features/subscriptions/service.server.ts';
import { sweepPayments } from '../src/features/subscriptions/sweeping/service.server.ts';
import { takeWebhook, workEvent } from '../src/features/subscriptions/webhooks/service.server.ts';
import { book } from '../src/features/wallet/service.server.ts';
import { PaymentsUnavailable, type ProviderEvent } from '../src/infra/payments/payments.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { AppError } from '../src/shared/refusal.ts';
import { charged, referenceOf, type createPayingWorld } from './fake-payments.ts';

const DAY = 24 * 3600;

/** The process dies in the middle of something. */
export class Crash extends Error {}

/** A site that can be killed before and after all that it asks the database, the queue and the line to the pages. */
export function breakable(whole: AppContext): { ctx: AppContext; breakAt(step: number): void } {
  let left = 0;
  // A process that was killed does nothing more.
  let isDead = false;
  const step = () => {
    if (left > 0 && --left === 0) isDead = true;
    if (isDead) throw new Crash();
  };
  const { bus, jobs } = whole;
  const ctx: AppContext = {
    ...whole,
    db: whole.db.withPlugin({
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

type Step =
  | { do: 'buy'; what: string; channel: 'card' | 'mpesa' }
  | {
      do: 'pay' | 'wrong' | 'decline' | 'return' | 'refund' | 'part' | 'dispute' | 'win' | 'tell' | 'repeat' | 'renew' | 'fail-charge';
      which: number;
    }
  | { do: 'cancel' | 'auto-off' | 'auto-on' | 'work' | 'sweep' | 'spend' | 'price' | 'race' }
  | { do: 'wait'; days: number };

const which = fc.nat(30);
/** One thing that happens, and where it breaks off. */
export const anyStep: fc.Arbitrary<{ act: Step; crashAt: number; fail: 'before' | 'after' | null }> = fc.record({
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
  ) as fc.Arbitrary<Step>,
  // Mostly nothing breaks; else before or after the nth thing that the database, the queue or the line to the pages is asked,
  // or when the provider is.
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

export type Paying = Awaited<ReturnType<typeof createPayingWorld>>;

/** One player's story. */
export async function story(paying: Paying, actor: Actor, steps: { act: Step; crashAt: number; fail: 'before' | 'after' | null }[]) {
  const { fake, world } = paying;
  const queue: ProviderEvent[] = [];
  const toldOnce: ProviderEvent[] = [];
  const won = new Set<string>();
  const [back, disputed] = [new Set<string>(), new Set<string>()];
  const own: string[] = [];
  const codes = () => [...fake.charges.values()].filter((one) => own.includes(one.reference)).flatMap((one) => one.code ?? []);
  const parts = new Map<string, number>();
  let names = 0;
  const { ctx, breakAt } = breakable(paying.ctx);
  const event = (one: object) =>
    ({ key: `event ${++names} ${actor.kind === 'player' ? actor.id : ''}`, isLive: true, ...one }) as ProviderEvent;
  const news = (one: ProviderEvent) => queue.push(one);
  const pick = <T>(of: T[], n: number): T | undefined => (of.length > 0 ? of[n % of.length] : undefined);
  const deliver = async (one: ProviderEvent) => {
    const { raw, headers } = fake.news(one);
    expect(await takeWebhook(ctx, raw, headers)).toBe('stored');
  };
  const workAll = async (isBackwards = false) => {
    const waiting = await paying.ctx.db.selectFrom('webhook_events').select('id').where('done_at', 'is', null).orderBy('id').execute();
    for (const { id } of isBackwards ? waiting.toReversed() : waiting)
      await workEvent(ctx, id).catch((error: unknown) => {
        if (error instanceof Crash) throw error;
      });
  };
  const paid = (n: number) =>
    pick(
      own.filter((reference) => fake.charges.get(reference)?.state === 'success'),
      n,
    );

  async function run(act: Step): Promise<void> {
    switch (act.do) {
      case 'buy': {
        const isPack = act.what.startsWith('pack');
        const { url } = isPack
          ? await buyPack(ctx, actor, { pack: act.what, channel: 'card' })
          : await subscribe(ctx, actor, { plan: act.what, channel: act.channel });
        if (url.startsWith('https://pay.example/') && !own.includes(referenceOf(url))) own.push(referenceOf(url));
        return;
      }
      case 'pay':
      case 'wrong': {
        const reference = pick(
          own.filter((one) => fake.charges.get(one)?.state !== 'success'),
          act.which,
        );
        if (!reference) return;
        fake.pay(reference, act.do === 'wrong' ? { amountMinor: 1 } : {});
        news(charged(reference));
        const code = fake.charges.get(reference)?.code;
        if (code) news(event({ kind: 'subscription', code }));
        return;
      }
      case 'decline': {
        const reference = pick(
          own.filter((one) => fake.charges.get(one)?.state === 'pending'),
          act.which,
        );
        if (reference) fake.decline(reference);
        return;
      }
      case 'return': {
        const reference = pick(own, act.which);
        if (reference) await confirmReturn(ctx, actor, reference);
        return;
      }
      case 'refund': {
        const reference = paid(act.which);
        if (reference) news(event({ kind: 'refunded', reference }));
        if (reference) back.add(reference);
        return;
      }
      case 'part': {
        const reference = paid(act.which);
        const whole = fake.charges.get(reference ?? '')?.amountMinor ?? 0;
        if (!reference || back.has(reference) || whole < 2) return;
        const amountMinor = Math.ceil(whole / 2);
        news(event({ kind: 'refunded', reference, amountMinor }));
        parts.set(reference, (parts.get(reference) ?? 0) + amountMinor);
        if ((parts.get(reference) ?? 0) >= whole) back.add(reference);
        return;
      }
      case 'dispute': {
        const reference = paid(act.which);
        if (!reference || back.has(reference) || disputed.has(reference)) return;
        disputed.add(reference);
        news(event({ kind: 'disputed', reference, key: `dispute ${reference}`, decidedBy: `won ${reference}` }));
        return;
      }
      case 'win': {
        const reference = pick(
          [...disputed].filter((one) => !won.has(one)),
          act.which,
        );
        if (!reference) return;
        won.add(reference);
        news(event({ kind: 'dispute-won', reference, key: `won ${reference}` }));
        return;
      }
      case 'renew': {
        const code = pick(
          codes().filter((one) => fake.subscriptions.get(one)?.state === 'active'),
          act.which,
        );
        if (!code) return;
        const reference = fake.renew(code);
        own.push(reference);
        const told = fake.subscriptions.get(code);
        news(charged(reference, { customer: told?.customer ?? '', planId: told?.planId ?? null }));
        return;
      }
      case 'fail-charge': {
        const code = pick(
          codes().filter((one) => fake.subscriptions.get(one)?.state === 'active'),
          act.which,
        );
        if (!code) return;
        fake.failCharge(code);
        news(event({ kind: 'charge-failed', code }));
        return;
      }
      case 'tell': {
        const [one] = queue.splice(act.which % Math.max(1, queue.length), 1);
        if (!one) return;
        toldOnce.push(one);
        // Who is not answered tells again.
        await deliver(one).catch((error: unknown) => {
          queue.push(one);
          throw error;
        });
        return;
      }
      case 'repeat': {
        const one = pick(toldOnce, act.which);
        if (one) await deliver(one);
        return;
      }
      case 'cancel':
        return cancel(ctx, actor);
      case 'auto-off':
        return setAutoRenew(ctx, actor, false);
      case 'auto-on':
        return setAutoRenew(ctx, actor, true);
      case 'work':
        return workAll();
      case 'sweep':
        return sweepPayments(ctx);
      case 'race': {
        // Two processes and the payer, all at once.
        const returns = own.slice(-3).map((reference) => confirmReturn(ctx, actor, reference));
        const all = [workAll(), workAll(true), sweepPayments(ctx), ...returns];
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
            await book(ctx, trx, { playerId: actor.id, amount: -150, source: 'purchase', sourceRef: `spent ${ctx.newId()}` });
        });
        return;
      }
      case 'wait':
        world.wait(act.days * DAY);
    }
  }

  /** Everything that was told is worked through, as a site that runs for some days would. */
  async function settled(): Promise<void> {
    breakAt(0);
    fake.fail = null;
    while (queue.length > 0) await deliver(queue.shift() as ProviderEvent);
    for (let round = 0; round < 6; round++) {
      await workAll();
      world.wait(3601);
      await sweepPayments(ctx);
    }
  }

  for (const one of steps) {
    breakAt(one.crashAt);
    fake.fail = one.fail;
    await run(one.act).catch((error: unknown) => {
      if (!(error instanceof Crash || error instanceof AppError || error instanceof PaymentsUnavailable)) throw error;
    });
  }
  await settled();
  world.wait(DAY);
  await settled();
  return { own, back, disputed, won, codes, settled };
}

/** What was done, and what is to come of it. */
export type Told = Awaited<ReturnType<typeof story>>;
