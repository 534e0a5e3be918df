import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { getBalance, listPacks } from '../../wallet/service.server.ts';
import { confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { cancelSubscription, getSubscriptionView } from '../service.server.ts';
import { KIDDOCASH_MONTH_DAYS } from './rules.ts';

const DAY = 24 * 3600;
type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** Moves the clock and runs what is due. @returns the balance afterwards */
async function waitFor({ ctx, world }: PaymentsWorld, player: Actor, days: number): Promise<number> {
  world.advanceClock(days * DAY);
  await reconcilePayments(ctx);
  return getBalance(ctx, player);
}

const nextOf = async ({ ctx }: PaymentsWorld, player: Actor) => (await getSubscriptionView(ctx, player)).kiddocashPlan?.next ?? null;

test('cancelling and subscribing again brings no second kiddocash in the month that is paid; the new month brings it later', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const begun = ctx.now().getTime();
  for (let time = 0; time < 4; time++) {
    await paying.buy(player, 'premium', time % 2 === 0 ? 'mpesa' : 'card');
    expect(await getBalance(ctx, player)).toBe(400);
    if (time < 3) await cancelSubscription(ctx, player);
    world.advanceClock(DAY);
  }
  const next = await nextOf(paying, player);
  expect(next).toMatchObject({ amount: 400 });
  expect(Math.round((Date.parse(next?.at ?? '') - begun) / 1000 / DAY)).toBe(KIDDOCASH_MONTH_DAYS);
  expect(await waitFor(paying, player, 23)).toBe(400);
  expect(await waitFor(paying, player, 2)).toBe(800);
  // The three that were cancelled lost theirs.
  expect(await nextOf(paying, player)).toBeNull();
  expect(await waitFor(paying, player, 40)).toBe(800);
});

test('a pass that is extended brings the kiddocash of the added month when that begins, once, and tells the player', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(10 * DAY);
  await paying.buy(player, 'premium', 'mpesa');
  await paying.buy(player, 'premium', 'mpesa');
  expect(await getBalance(ctx, player)).toBe(400);
  expect(await waitFor(paying, player, 19.9)).toBe(400);
  expect(await waitFor(paying, player, 0.2)).toBe(800);
  await Promise.all([reconcilePayments(ctx), reconcilePayments(ctx)]);
  expect(await waitFor(paying, player, 29)).toBe(800);
  expect(await waitFor(paying, player, 1)).toBe(1200);
  expect(await waitFor(paying, player, 60)).toBe(1200);
  const titles = await ctx.db.selectFrom('notifications').select('title').where('title', 'like', '%kiddocash for you').execute();
  expect(titles.map(({ title }) => title)).toEqual(['400 kiddocash for you', '400 kiddocash for you']);
});

test('a site that was down for months gives every month that was paid, each with its own', async () => {
  const paying = await createPaymentsWorld();
  const { world } = paying;
  const player = await world.addPlayer();
  for (let time = 0; time < 3; time++) await paying.buy(player, 'premium', 'mpesa');
  expect(await waitFor(paying, player, 120)).toBe(1200);
});

test('an upgrade brings its kiddocash after the month that was given, and keeps what was paid ahead; cancelled, it ends', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(5 * DAY);
  await paying.buy(player, 'pro', 'mpesa');
  expect(await getBalance(ctx, player)).toBe(400);
  expect(await nextOf(paying, player)).toMatchObject({ amount: 1000 });
  expect(await waitFor(paying, player, 23.1)).toBe(1400);
  expect(await nextOf(paying, player)).toMatchObject({ amount: 400 });
  expect(await waitFor(paying, player, 28)).toBe(1800);

  const other = await world.addPlayer();
  await paying.buy(other, 'premium', 'mpesa');
  await paying.buy(other, 'premium', 'mpesa');
  await paying.buy(other, 'pro', 'mpesa');
  await cancelSubscription(ctx, other);
  expect(await nextOf(paying, other)).toBeNull();
  expect(await waitFor(paying, other, 90)).toBe(400);
});

test('a downgrade brings its kiddocash when its days begin', async () => {
  const paying = await createPaymentsWorld();
  const { world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'pro', 'card');
  await paying.buy(player, 'premium', 'mpesa');
  expect(await waitFor(paying, player, 29)).toBe(1000);
  expect(await waitFor(paying, player, 2)).toBe(1400);
});

test('a refund frees the month: what is bought then brings its kiddocash at once', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const first = await paying.buy(player, 'premium', 'mpesa');
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: first });
  await paying.runJobs();
  expect(await getBalance(ctx, player)).toBe(0);
  await paying.buy(player, 'premium', 'mpesa');
  expect(await getBalance(ctx, player)).toBe(400);
});

test('a dispute that is won after another purchase of the same day gives back what it took, and no more', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const first = await paying.buy(player, 'premium', 'mpesa');
  await paying.sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: first });
  await paying.runJobs();
  await paying.buy(player, 'premium', 'mpesa');
  await paying.sendWebhook({ key: 'won', isLive: true, kind: 'dispute-won', reference: first });
  await paying.runJobs();
  expect(await getBalance(ctx, player)).toBe(800);
  expect(await waitFor(paying, player, 70)).toBe(800);
});

test('two payments that are settled at once, by two processes, bring one kiddocash', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  for (const plans of [
    ['premium', 'pro'],
    ['pro', 'premium'],
  ]) {
    const player = await world.addPlayer();
    const references: string[] = [];
    for (const plan of plans) references.push(getReference((await subscribe(ctx, player, { plan, channel: 'mpesa' })).url));
    for (const reference of references) fake.pay(reference);
    await Promise.all(references.map((reference) => confirmCheckoutReturn(ctx, player, reference)));
    const given = await ctx.db.selectFrom('ledger').select('amount').where('player_id', '=', player.id).execute();
    expect(given).toHaveLength(1);
  }
});

test('kiddocash that is due is given once by two runs of the job at the same time', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(31 * DAY);
  await Promise.all([reconcilePayments(ctx), reconcilePayments(ctx)]);
  expect(await getBalance(ctx, player)).toBe(800);
});

test('the database itself refuses a second kiddocash within a month', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  const second = await paying.buy(player, 'premium', 'mpesa');
  const claim = (days: number) =>
    sql`
    update paid_periods set kiddocash_given_at = ${ctx.now()},
      kiddocash_month = tstzrange(${ctx.now()}::timestamptz + ${days} * interval '1 day', ${ctx.now()}::timestamptz + ${days + 28} * interval '1 day')
    where reference = ${second}`.execute(ctx.db);
  await expect(claim(0)).rejects.toThrow('paid_periods_kiddocash_once_a_month');
  await expect(claim(27)).rejects.toThrow('paid_periods_kiddocash_once_a_month');
  await claim(28);
});

test('a shilling buys at least as much in the largest pack as in the kiddocash of Premium', async () => {
  const { ctx } = await createPaymentsWorld();
  const packs = await listPacks(ctx);
  const largest = packs.reduce((most, pack) => (pack.amount > most.amount ? pack : most));
  const premium = await ctx.db.selectFrom('plans').selectAll().where('id', '=', 'premium').executeTakeFirstOrThrow();
  expect([largest.prices.mpesa.currency, premium.currency]).toEqual(['KES', 'KES']);
  expect((largest.amount + largest.bonus) / largest.prices.mpesa.minor).toBeGreaterThanOrEqual(premium.kiddocash / premium.price_minor);
  // A larger pack is never the worse bargain.
  const rates = packs.map(({ amount, bonus, prices }) => (amount + bonus) / prices.mpesa.minor);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
});
