import { sql, type Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { at, createWorldAt, seeFigures } from '../../../../tests/statistics-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { countFigures } from './service.server.ts';

let payments = 0;
/** Stores a payment of KSH 99 for Premium by M-Pesa; `paid`: when. */
async function addPayment({ ctx }: World, paid: Date | null, payment: Partial<Insertable<DB['payments']>> = {}): Promise<string> {
  const reference = `payment-of-test-${++payments}`;
  await ctx.db
    .insertInto('payments')
    .values({
      reference,
      provider: 'till',
      product: payment.pack_id ? 'pack' : 'pass',
      ...(!payment.pack_id && { plan_id: 'premium' }),
      channel: 'mpesa',
      amount_minor: 9900,
      currency: 'KES',
      state: 'success',
      created_at: paid ?? ctx.now(),
      paid_at: paid,
      ...payment,
    })
    .execute();
  return reference;
}

test('revenue is in shillings, by product and way of paying, on the day of the payment', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  await addPayment(world, at('00:01'), { created_at: at('23:59', '2031-05-14') });
  await addPayment(world, at('10:00'), { plan_id: 'pro', amount_minor: 19_900, channel: 'card', product: 'subscription' });
  // A card pays a pack in dollars: it counts as the pack's price in shillings when the checkout began; before that was stored, as the price now.
  await addPayment(world, at('11:00'), { pack_id: 'pack-400', amount_minor: 499, currency: 'USD', channel: 'card', shillings_minor: 8800 });
  await addPayment(world, at('11:30'), { pack_id: 'pack-800', amount_minor: 999, currency: 'USD', channel: 'card' });
  await addPayment(world, at('10:00', '2031-05-14'));
  await countFigures(ctx, SYSTEM);
  const { series, breakdowns } = await seeFigures(world);
  expect(series.revenue).toMatchObject({ value: 9900 + 19_900 + 8800 + 18_900, comparison: { before: 9900 } });
  expect(breakdowns['revenue-products'].rows.map(({ label, now, before }) => [label, now, before])).toEqual([
    ['Pro, card', 19_900, 0],
    ['Pack of 800, card', 18_900, 0],
    ['Premium, M-Pesa', 9900, 9900],
    ['Pack of 400, card', 8800, 0],
  ]);
});

test('money that went back is no revenue, also of a day that is over; what is held or disputed is none yet', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  const [part, whole] = [await addPayment(world, at('09:00', '2031-05-10')), await addPayment(world, at('09:00', '2031-05-10'))];
  const disputed = await addPayment(world, at('09:00', '2031-05-10'));
  await addPayment(world, at('09:00', '2031-05-10'), { state: 'held' });
  await addPayment(world, null, { state: 'pending' });
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).series.revenue.value).toBe(3 * 9900);
  const change = (reference: string, values: { state?: 'refunded' | 'disputed' | 'success'; refunded_minor?: number }) =>
    ctx.db.updateTable('payments').set(values).where('reference', '=', reference).execute();
  await change(part, { refunded_minor: 3300 });
  await change(whole, { state: 'refunded', refunded_minor: 9900 });
  await change(disputed, { state: 'disputed' });
  moveTo(at('12:10'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).series.revenue.value).toBe(6600);
  await change(disputed, { state: 'success' });
  moveTo(at('12:20'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).series.revenue.value).toBe(16_500);
});

test('failed payments by way of paying; who left the page of the provider is none', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  for (const channel of ['mpesa', 'mpesa', 'card'] as const)
    await addPayment(world, null, { state: 'failed', channel, created_at: at('08:00') });
  await addPayment(world, null, { state: 'abandoned', created_at: at('08:00') });
  await countFigures(ctx, SYSTEM);
  const { series, breakdowns } = await seeFigures(world);
  expect(series.failed.value).toBe(3);
  expect(breakdowns['failed-payments'].rows.map(({ label, now }) => [label, now])).toEqual([
    ['By M-Pesa', 2],
    ['By card', 1],
  ]);
});

test('premium members are players with a paid period, each once; of a day before it is known if it was counted then', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  const addPeriod = async (playerId: string, begins: Date, ends: Date) => {
    const reference = await addPayment(world, begins, { player_id: playerId });
    const id = ctx.newId();
    await ctx.db
      .insertInto('subscriptions')
      .values({ id, player_id: playerId, plan_id: 'premium', channel: 'mpesa', provider: 'till', state: 'ended', ended_at: ctx.now() })
      .execute();
    await ctx.db
      .insertInto('paid_periods')
      .values({ reference, player_id: playerId, plan_id: 'premium', subscription_id: id, begins_at: begins, ends_at: ends })
      .execute();
  };
  const [one, two, three] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await addPeriod(one.id, at('10:00', '2031-05-01'), at('10:00', '2031-05-31'));
  await addPeriod(one.id, at('10:00', '2031-05-02'), at('10:00', '2031-06-02'));
  await addPeriod(two.id, at('11:00'), at('11:00', '2031-06-14'));
  await addPeriod(three.id, at('10:00', '2031-04-15'), at('11:59'));
  await countFigures(ctx, SYSTEM);
  // Who had premium yesterday cannot be told today, neither by what ended nor by what began.
  expect((await seeFigures(world, '1')).premium).toEqual({ now: 2, before: null });
  moveTo(at('23:50'));
  await countFigures(ctx, SYSTEM);
  await sql`update paid_periods set revoked_at = ${ctx.now()}, revoked_for = 'refund' where player_id = ${one.id}`.execute(ctx.db);
  for (const time of ['00:10', '03:10']) {
    moveTo(at(time, '2031-05-16'));
    await countFigures(ctx, SYSTEM);
    expect((await seeFigures(world, '1')).premium).toEqual({ now: 1, before: 2 });
  }
});

test('an empty site has zeros, nothing to compare with, and nothing that is not a number', async () => {
  const { ctx, ...world } = await createWorld();
  await countFigures(ctx, SYSTEM);
  for (const days of ['1', '7', '30']) {
    const figures = await seeFigures({ ctx, ...world }, days);
    expect(JSON.stringify(figures)).not.toMatch(/NaN|Infinity/);
    expect(figures.series['sign-ups'].value).toBe(0);
    expect(figures.breakdowns['top-games'].rows).toEqual([]);
    expect(figures.decisions).toMatchObject({ median: null, worst: null });
  }
});
