import { expect, test } from 'vitest';
import { createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import type { SettlementLine } from '../../../infra/payments/settlements.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { fetchSettlements, fetchSettlementsJob } from '../settlement-fetching/service.server.ts';
import { getDay, getDays, getFile, requestFetch } from './service.server.ts';

const DAY_MS = 86_400_000;
type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** A line of a settlement for a payment of KES 99. */
const line = (reference: string, more: Partial<SettlementLine> = {}): SettlementLine => ({
  reference,
  amountMinor: 9900,
  feesMinor: 149,
  currency: 'KES',
  channel: 'mobile_money',
  paidAt: new Date('2026-06-23T10:00:00Z'),
  isReversed: false,
  ...more,
});

/** Payments in our ledger. @param rows reference, when it was paid, and more */
async function addPayments({ ctx }: PaymentsWorld, rows: [string, string, object?][]): Promise<void> {
  await ctx.db
    .insertInto('payments')
    .values(
      rows.map(([reference, paidAt, more = {}]) => ({
        reference,
        provider: 'till' as const,
        product: 'pass' as const,
        plan_id: 'premium',
        channel: 'mpesa' as const,
        amount_minor: 9900,
        currency: 'KES' as const,
        state: 'success' as const,
        paid_at: new Date(paidAt),
        ...more,
      })),
    )
    .execute();
}

async function openDays() {
  const paying = await createPaymentsWorld();
  const operator = await paying.world.addPlayer({ role: 'operator' });
  // The next 23 June at 10:00 UTC, 13:00 in Nairobi.
  const year = paying.ctx.now().getUTCFullYear();
  const at = (text: string) => `${year}-06-${text}Z`;
  return { ...paying, operator, year, at, day: (number: number) => `${year}-06-${number}` };
}

test('a day of Nairobi has what was paid in it, and each difference with its payment; the sums agree', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day, world } = open;
  await addPayments(open, [
    // 00:00:00 and 23:59:59 in Nairobi, and one second outside of each.
    ['kd-0before', at('21T20:59:59')],
    ['kd-1first', at('21T21:00:00')],
    ['kd-2last', at('22T20:59:59')],
    ['kd-3after', at('22T21:00:00')],
    ['kd-4less', at('22T08:00:00')],
    ['kd-5open', at('22T09:00:00')],
    [
      'kd-6dollars',
      at('22T09:00:00'),
      { channel: 'card', currency: 'USD', amount_minor: 499, product: 'pack', plan_id: null, pack_id: 'pack-400' },
    ],
    ['kd-7refunded', at('22T10:00:00'), { state: 'refunded', refunded_minor: 9900 }],
    ['kd-8disputed', at('22T10:00:00'), { state: 'disputed' }],
    ['kd-9there', at('22T10:00:00')],
    ['kd-failed1', at('22T10:00:00'), { state: 'failed', paid_at: null }],
  ]);
  const paidAt = new Date(at('22T09:00:00'));
  fake.settlements.settle({ id: 's1', settledAt: new Date(at('23T05:00:00')) }, [
    // The provider's clock is a little ahead: for it, this was the day after.
    line('kd-2last', { paidAt: new Date(at('22T21:00:01')) }),
    line('kd-1first', { paidAt }),
    line('kd-4less', { paidAt, amountMinor: 9800, feesMinor: 147 }),
    line('kd-7refunded', { paidAt, isReversed: true }),
    line('kd-8disputed', { paidAt }),
    line('kd-9there', { paidAt, isReversed: true }),
    line('kd-failed1', { paidAt }),
    line('somebody-1', { paidAt }),
  ]);
  fake.settlements.settle({ id: 's2', settledAt: new Date(at('23T06:00:00')), state: 'coming' }, [
    line('kd-6dollars', { paidAt, currency: 'USD', amountMinor: 499, feesMinor: 14, channel: 'card' }),
  ]);
  await fetchSettlements(ctx, SYSTEM);
  const view = await getDay(ctx, operator, day(22));
  expect(view.taken).toEqual([
    { channel: 'mpesa', currency: 'KES', count: 7, takenMinor: 69_300, refundedMinor: 9900, disputedMinor: 9900 },
    { channel: 'card', currency: 'USD', count: 1, takenMinor: 499, refundedMinor: 0, disputedMinor: 0 },
  ]);
  expect(view.settled).toEqual([
    { currency: 'KES', count: 8, settledMinor: 79_100, feesMinor: 1190, paidOutMinor: 77_910, comingMinor: 0, failedMinor: 0 },
    { currency: 'USD', count: 1, settledMinor: 499, feesMinor: 14, paidOutMinor: 0, comingMinor: 485, failedMinor: 0 },
  ]);
  const kes = (minor: number) => ({ minor, currency: 'KES' });
  expect(view.differences).toEqual([
    { kind: 'unknown-here', reference: 'kd-failed1', here: null, there: kes(9900) },
    { kind: 'unknown-here', reference: 'somebody-1', here: null, there: kes(9900) },
    { kind: 'other-amount', reference: 'kd-4less', here: kes(9900), there: kes(9800) },
    { kind: 'refunded-there', reference: 'kd-9there', here: kes(9900), there: kes(9900) },
    { kind: 'not-settled', reference: 'kd-5open', here: kes(9900), there: null },
  ]);
  expect([view.differenceCount, view.checks.map(({ agrees }) => agrees), view.isCapped]).toEqual([4, [true, true], false]);
  expect(view.settlements.map(({ id, state, netMinor }) => [id, state, netMinor])).toEqual([
    ['s1', 'paid', 77_910],
    ['s2', 'coming', 485],
  ]);
  const month = await getDays(ctx, operator, null);
  expect(
    month.days.map((each) => [each.day, each.sums.map(({ currency, takenMinor, differences }) => [currency, takenMinor, differences])]),
  ).toEqual([
    [day(23), [['KES', 9900, 0]]],
    [
      day(22),
      [
        ['KES', 69_300, 4],
        ['USD', 499, 0],
      ],
    ],
    [day(21), [['KES', 9900, 0]]],
  ]);
  expect(month.sums.map(({ currency, takenMinor, openMinor }) => [currency, takenMinor, openMinor])).toEqual([
    ['KES', 89_100, 29_700],
    ['USD', 499, 485],
  ]);
  // What is not settled for days is a fault.
  world.advanceClock(5 * 24 * 3600);
  expect((await getDay(ctx, operator, day(22))).differences[0]).toMatchObject({ kind: 'overdue', reference: 'kd-5open' });
});

test('what our bank did not take is a difference and not about to come; a refund of a part does not hide one of all there', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day } = open;
  await addPayments(open, [
    ['kd-1failed', at('22T09:00:00')],
    ['kd-2part', at('22T09:00:00'), { refunded_minor: 900 }],
  ]);
  const paidAt = new Date(at('22T09:00:00'));
  const settledAt = new Date(at('23T05:00:00'));
  fake.settlements.settle({ id: 's1', settledAt, state: 'failed' }, [line('kd-1failed', { paidAt })]);
  fake.settlements.settle({ id: 's2', settledAt }, [line('kd-2part', { paidAt, isReversed: true })]);
  await fetchSettlements(ctx, SYSTEM);
  const view = await getDay(ctx, operator, day(22));
  expect(view.differences.map(({ kind, reference }) => [kind, reference])).toEqual([
    ['refunded-there', 'kd-2part'],
    ['payout-failed', 'kd-1failed'],
  ]);
  expect(view.settled).toMatchObject([{ paidOutMinor: 9751, comingMinor: 0, failedMinor: 9751 }]);
  expect([view.differenceCount, view.checks.map(({ agrees }) => agrees)]).toEqual([2, [true]]);
  expect((await getDays(ctx, operator, null)).sums).toMatchObject([{ openMinor: 0, paidOutMinor: 9751, differences: 2 }]);
});

test('what is held counts with what was really paid', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day } = open;
  await addPayments(open, [['kd-1under', at('22T09:00:00'), { state: 'refunded', paid_minor: 5000, refunded_minor: 5000 }]]);
  const paidAt = new Date(at('22T09:00:00'));
  fake.settlements.settle({ id: 's1', settledAt: new Date(at('23T05:00:00')) }, [line('kd-1under', { paidAt, amountMinor: 5000 })]);
  await fetchSettlements(ctx, SYSTEM);
  const view = await getDay(ctx, operator, day(22));
  expect([view.differences, view.taken]).toMatchObject([[], [{ takenMinor: 5000, refundedMinor: 5000 }]]);
});

test('a payout whose payments do not add up to what the provider counted is a difference of its day', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day } = open;
  await addPayments(open, [['kd-1first', at('22T09:00:00')]]);
  fake.settlements.settle({ id: 's1', settledAt: new Date(at('23T05:00:00')) }, [
    line('kd-1first', { paidAt: new Date(at('22T09:00:00')) }),
  ]);
  for (const settlement of fake.settlements.all) settlement.processedMinor += 5000;
  await fetchSettlements(ctx, SYSTEM);
  const view = await getDay(ctx, operator, day(23));
  expect([view.differenceCount, view.differences]).toEqual([
    1,
    [{ kind: 'lines-differ', reference: 's1', here: null, there: { minor: 5000, currency: 'KES' } }],
  ]);
  expect((await getDay(ctx, operator, day(22))).differenceCount).toBe(0);
  expect((await getDays(ctx, operator, null)).sums).toMatchObject([{ takenMinor: 9900, differences: 1 }]);
});

test('fetching twice, by two processes at once, saves the same; what the provider changes is changed', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day } = open;
  const paidAt = new Date(at('22T09:00:00'));
  const many = Array.from({ length: 1205 }, (_, index) => line(`kd-many-${String(index).padStart(4, '0')}`, { paidAt }));
  const settledAt = new Date(at('23T05:00:00'));
  fake.settlements.settle({ id: 's1', settledAt, state: 'coming' }, [...many, line('kd-many-0000', { paidAt })]);
  await Promise.all([fetchSettlements(ctx, SYSTEM), fetchSettlements(ctx, SYSTEM), fetchSettlements(ctx, SYSTEM)]);
  await fetchSettlements(ctx, SYSTEM);
  const [first] = (await getDay(ctx, operator, day(22))).settled;
  expect(first).toMatchObject({ count: 1205, settledMinor: 1205 * 9900, paidOutMinor: 0, comingMinor: 1205 * (9900 - 149) });
  fake.settlements.settle({ id: 's1', settledAt }, many.slice(1));
  await fetchSettlements(ctx, SYSTEM);
  const [second] = (await getDay(ctx, operator, day(22))).settled;
  expect(second).toMatchObject({ count: 1204, paidOutMinor: 1204 * (9900 - 149), comingMinor: 0 });
});

test('a provider that does not answer is said on the page, until it does', async () => {
  const open = await openDays();
  const { ctx, fake, operator } = open;
  expect((await getDays(ctx, operator, null)).fetched).toEqual({ at: null, failure: null });
  await fetchSettlements(ctx, SYSTEM);
  const at = (await getDays(ctx, operator, null)).fetched.at;
  fake.fail = 'before';
  await expect(fetchSettlements(ctx, SYSTEM)).rejects.toThrow('away');
  expect((await getDays(ctx, operator, null)).fetched).toEqual({
    at,
    failure: { at: expect.any(String), words: 'the fake provider is away' },
  });
  expect(await requestFetch(ctx, operator)).toEqual({ ok: true, isAsked: true });
  expect(await ctx.jobs.drain(ctx, fetchSettlementsJob, 10)).toBe(1);
  expect((await getDays(ctx, operator, null)).fetched).toEqual({ at: expect.any(String), failure: null });
});

test('a day and a month are files for a spreadsheet, in which nothing runs', async () => {
  const open = await openDays();
  const { ctx, fake, operator, at, day, year } = open;
  await addPayments(open, [['kd-1open', at('22T09:00:00')]]);
  fake.settlements.settle({ id: 's1', settledAt: new Date(at('23T05:00:00')) }, [line('=cmd(1)', { paidAt: new Date(at('22T09:00:00')) })]);
  await fetchSettlements(ctx, SYSTEM);
  const file = await getFile(ctx, operator, { day: day(22), month: null });
  expect(file.name).toBe(`kiddo-day-${day(22)}.csv`);
  expect(file.file.split('\r\n')).toEqual([
    'Payment,By,Currency here,Taken here,Went back here,Currency there,Settled there,Fee,Difference',
    '\'=cmd(1),,,,,KES,99,1.49,"Settled by them, and not paid here"',
    'kd-1open,M-Pesa,KES,99,0,,,,"Paid here, and not settled yet"',
    '',
  ]);
  const month = await getFile(ctx, operator, { day: null, month: `${year}-06` });
  expect(month.file.split('\r\n')[1]).toBe(`${day(22)},KES,99,0,1.49,97.51,99,1`);
  for (const [chosenDay, chosenMonth] of [
    ['2026-02-30', null],
    [null, null],
    [null, '2026-13'],
    ['2999-01-01', null],
  ] as const)
    await expect(getFile(ctx, operator, { day: chosenDay, month: chosenMonth })).rejects.toMatchObject({ code: 'not-found' });
});

test('money by day is for operators alone, and fetching is for jobs', async () => {
  const { ctx, world, operator, day } = await openDays();
  const others = [VISITOR, await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  for (const actor of others) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    for (const call of [
      () => getDays(ctx, actor, null),
      () => getDay(ctx, actor, day(22)),
      () => getFile(ctx, actor, { day: day(22), month: null }),
      () => requestFetch(ctx, actor),
      () => fetchSettlements(ctx, actor),
    ])
      await expect(call()).rejects.toMatchObject({ code });
  }
  await expect(fetchSettlements(ctx, operator)).rejects.toMatchObject({ code: 'not-allowed' });
  const tomorrow = new Date(ctx.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  for (const none of ['2026-02-30', 'x', tomorrow]) await expect(getDay(ctx, operator, none)).rejects.toMatchObject({ code: 'not-found' });
});
