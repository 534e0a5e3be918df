import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../tests/fake-payments.ts';
import { createCrashableContext, SimulatedCrash } from '../../../tests/payment-story.ts';
import type { AppContext } from '../../context.server.ts';
import type { ProviderEvent } from '../../infra/payments/payments.ts';
import type { Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { adjustWallet } from '../wallet/admin/service.server.ts';
import { getBalance } from '../wallet/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from './checkout/service.server.ts';
import { stopCard } from './renewals/service.server.ts';
import { cancelSubscription } from './service.server.ts';
import { reconcilePayments } from './jobs.server.ts';
import { processEvent } from './webhooks/service.server.ts';

// Interruptions: a process that is killed between any two steps, and an account that is deleted.

const HOUR = 3600;
const DAY = 24 * HOUR;
type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;
type Player = Awaited<ReturnType<Paying['world']['addPlayer']>>;

/** One operation under test: its setup, and the operation itself. */
type Scenario = {
  before(paying: Paying, player: Player): Promise<string>;
  run(ctx: AppContext, player: Actor, about: string): Promise<unknown>;
};

/** Stores an event and returns its id. */
async function deliverEvent(paying: Paying, event: ProviderEvent): Promise<string> {
  await paying.sendWebhook(event);
  const { id } = await paying.ctx.db
    .selectFrom('webhook_events')
    .select('id')
    .where('dedupe_key', '=', event.key)
    .executeTakeFirstOrThrow();
  return id;
}

const atCheckout = async ({ ctx, fake }: Paying, player: Player) => {
  const reference = getReference((await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'card' })).url);
  fake.pay(reference);
  return reference;
};
const work = (ctx: AppContext, _: Actor, id: string) => processEvent(ctx, id);

const SCENARIOS: Record<string, Scenario & { balance: number; premium: boolean; cards: number }> = {
  'a pack is paid': {
    before: async (paying, player) => deliverEvent(paying, createChargedEvent(await atCheckout(paying, player))),
    run: work,
    balance: 400,
    premium: false,
    cards: 0,
  },
  'a payer comes back': { before: atCheckout, run: confirmCheckoutReturn, balance: 400, premium: false, cards: 0 },
  'a card is given': {
    async before(paying, player) {
      const reference = getReference((await subscribe(paying.ctx, player, { plan: 'pro', channel: 'card' })).url);
      paying.fake.pay(reference);
      return deliverEvent(paying, createChargedEvent(reference));
    },
    run: work,
    balance: 1000,
    premium: true,
    cards: 1,
  },
  'a card is charged again': {
    async before(paying, player) {
      const code = await withCard(paying, player);
      paying.world.advanceClock(31 * DAY);
      return deliverEvent(
        paying,
        createChargedEvent(paying.fake.renew(code), { customer: paying.fake.subscriptions.get(code)?.customer ?? '', planId: 'premium' }),
      );
    },
    run: work,
    balance: 800,
    premium: true,
    cards: 1,
  },
  'an upgrade goes back': {
    async before(paying, player) {
      await paying.buy(player, 'premium', 'mpesa');
      const reference = await paying.buy(player, 'pro', 'mpesa');
      return deliverEvent(paying, { key: `back ${reference}`, isLive: true, kind: 'refunded', reference });
    },
    run: work,
    balance: 400,
    premium: true,
    cards: 0,
  },
  'a part goes back': {
    async before(paying, player) {
      const reference = await paying.buy(player, 'premium', 'mpesa');
      await deliverEvent(paying, { key: `part ${reference}`, isLive: true, kind: 'refunded', reference, amountMinor: 5000 });
      await paying.runJobs();
      return deliverEvent(paying, { key: `rest ${reference}`, isLive: true, kind: 'refunded', reference, amountMinor: 4900 });
    },
    run: work,
    balance: 0,
    premium: false,
    cards: 0,
  },
  'a dispute is won': {
    async before(paying, player) {
      const reference = await paying.buy(player, 'premium', 'mpesa');
      await deliverEvent(paying, { key: `dispute ${reference}`, isLive: true, kind: 'disputed', reference });
      await paying.runJobs();
      return deliverEvent(paying, { key: `won ${reference}`, isLive: true, kind: 'dispute-won', reference });
    },
    run: work,
    balance: 400,
    premium: true,
    cards: 0,
  },
  'a subscription is cancelled': {
    before: withCard,
    async run(ctx, player) {
      // A player who gets no response tries again.
      await cancelSubscription(ctx, player).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    balance: 400,
    premium: false,
    cards: 0,
  },
  'a card is stopped': {
    async before(paying, player) {
      await withCard(paying, player);
      await cancelSubscription(paying.ctx, player);
      const { id } = await paying.ctx.db
        .selectFrom('subscriptions')
        .select('id')
        .where('player_id', '=', player.id)
        .executeTakeFirstOrThrow();
      return id;
    },
    run: (ctx, _, id) => stopCard(ctx, id),
    balance: 400,
    premium: false,
    cards: 0,
  },
};

async function withCard(paying: Paying, player: Player): Promise<string> {
  const reference = await paying.buy(player, 'premium', 'card');
  return paying.fake.charges.get(reference)?.code ?? '';
}

test.each(Object.entries(SCENARIOS))('killed between any two steps, and begun again: %s', { timeout: 120_000 }, async (_, scenario) => {
  const paying = await createPaymentsWorld();
  await paying.world.mails();
  const { ctx, breakAt } = createCrashableContext(paying.ctx);
  let steps = 0;
  for (let isBroken = true; isBroken; steps++) {
    const player = await paying.world.addPlayer();
    const about = await scenario.before(paying, player);
    breakAt(steps + 1);
    isBroken = await scenario.run(ctx, player, about).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof SimulatedCrash)) throw error;
        return true;
      },
    );
    breakAt(0);
    await scenario.run(ctx, player, about);
    await paying.runJobs();
    const active = [...paying.fake.subscriptions.values()].filter(
      (one) => one.customer === `CUS_${player.email}` && one.state === 'active',
    );
    expect([steps, await getBalance(ctx, player), await hasPremium(ctx, player.id), active.length]).toEqual([
      steps,
      scenario.balance,
      scenario.premium,
      scenario.cards,
    ]);
  }
  // The operation crashed many times, and the last attempt completed.
  expect(steps).toBeGreaterThan(8);
});

test('an account that is deleted is not charged any more', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await ctx.db.deleteFrom('players').where('id', '=', player.id).execute();
  world.advanceClock(HOUR);
  await reconcilePayments(ctx);
  await paying.runJobs();
  expect(fake.subscriptions.get(code)?.state).toBe('non-renewing');
});

test('an account that is deleted while its money moves: nobody waits for each other, and no card is charged on', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const operator = await world.addPlayer({ role: 'operator' });
  await paying.runJobs();
  await world.mails();
  for (let round = 0; round < 6; round++) {
    const player = await world.addPlayer();
    const pass = await paying.buy(player, 'premium', 'mpesa');
    const card = getReference((await subscribe(ctx, player, { plan: 'pro', channel: 'card' })).url);
    fake.pay(card);
    await paying.sendWebhook({ key: `back ${round}`, isLive: true, kind: 'refunded', reference: pass });
    const [{ id } = { id: '' }] = await ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute();
    const fields = { do: 'grant', amount: '5', reason: 'A gift', key: ctx.newId() };
    const all = await Promise.allSettled([
      confirmCheckoutReturn(ctx, player, card),
      processEvent(ctx, id),
      adjustWallet(ctx, operator, player.id, fields),
      ...(round % 2 === 0 ? [cancelSubscription(ctx, player)] : []),
      ctx.db.deleteFrom('players').where('id', '=', player.id).execute(),
    ]);
    const faults = all.flatMap((one) => (one.status === 'rejected' && !(one.reason instanceof AppError) ? [String(one.reason)] : []));
    expect(faults).toEqual([]);
  }
  for (let i = 0; i < 3; i++) {
    await paying.runJobs();
    world.advanceClock(HOUR + 1);
    await reconcilePayments(ctx);
  }
  expect([...fake.subscriptions.values()].filter((one) => one.state === 'active')).toEqual([]);
  const left = await ctx.db.selectFrom('subscriptions').select('state').where('state', '<>', 'ended').execute();
  expect(left).toEqual([]);
});
