import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { listAllPayments } from './service.server.ts';

/** `size` payments in all states, ways and providers, each a minute after the one before; and whoever asks about them. */
async function createPaymentList(size: number) {
  const { ctx, world } = await createPaymentsWorld();
  const operator = await world.addPlayer({ role: 'operator' });
  const player = await world.addPlayer({ username: 'amani', email: 'mama@example.com' });
  // 22:00 in Nairobi.
  await sql`
    insert into payments (reference, provider, player_id, product, pack_id, channel, amount_minor, currency, state, is_disallowed, created_at)
    select 'list-' || lpad(n::text, 8, '0'), case when n % 5 = 0 then 'paystack' else 'till' end, case when n = 3 then ${player.id}::uuid end,
      'pack', 'pack-400', case when n % 3 = 0 then 'mpesa' else 'card' end, 9900, 'KES',
      (array['created', 'pending', 'success', 'failed', 'abandoned', 'refunded', 'disputed', 'held'])[n % 8 + 1], n % 16 = 7,
      '2026-11-20T19:00:00.000123Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${size}) n`.execute(ctx.db);
  const list = (filters: Record<string, string>, after: string | null = null) =>
    listAllPayments(ctx, operator, (name) => filters[name] ?? null, after);
  /** The numbers of the payments on the first page. */
  const numbers = async (filters: Record<string, string>) =>
    (await list(filters)).payments.map(({ reference }) => Number(reference.split('-')[1]));
  return { ctx, world, player, list, numbers };
}

test('payments are found by state, player, number, day, way and provider, the newest first', async () => {
  const { player, list, numbers } = await createPaymentList(24);
  expect(await numbers({ state: 'success' })).toEqual([18, 10, 2]);
  expect(await numbers({ state: 'pending' })).toEqual([24, 17, 16, 9, 8, 1]);
  expect(await numbers({ state: 'needs-look' })).toEqual([23, 22, 15, 14, 7, 6]);
  expect(await numbers({ state: 'held' })).toEqual([15]);
  expect(await numbers({ state: 'not-allowed' })).toEqual([23, 7]);
  expect(await numbers({ provider: 'paystack', channel: 'mpesa' })).toEqual([15]);
  for (const who of ['amani', '@amani', 'mama@example.com', player.id, 'list-00000003']) expect(await numbers({ who })).toEqual([3]);
  expect(await numbers({ who: 'amani', state: 'success' })).toEqual([]);
  expect((await list({ who: 'amani' })).payments[0]).toMatchObject({ state: 'failed', player: { id: player.id, username: 'amani' } });
  expect(await list({ who: 'nobody' })).toMatchObject({ isUnknown: true, payments: [] });
  // What is no filter is none.
  expect(await numbers({ state: 'x', from: '2026-02-31', channel: 'cash' })).toHaveLength(24);
});

test('days are those of Nairobi, both included', async () => {
  const { numbers } = await createPaymentList(180);
  // The 120th is at 21:00 UTC: midnight in Nairobi.
  expect((await numbers({ to: '2026-11-20' }))[0]).toBe(119);
  expect((await numbers({ from: '2026-11-21' })).length).toBe(30);
  expect((await numbers({ from: '2026-11-21', state: 'success' })).at(-1)).toBe(122);
  expect(await numbers({ from: '2026-11-22' })).toEqual([]);
});

test('pages neither repeat nor skip, also where times are finer than a Date', async () => {
  const { ctx, list } = await createPaymentList(100);
  await sql`update payments set created_at = '2026-11-20T19:00:00.000123Z'::timestamptz + (right(reference, 2)::int / 7) * interval '1 microsecond'`.execute(
    ctx.db,
  );
  const seen: string[] = [];
  let after: string | null = 'no cursor at all';
  do {
    const page = await list({}, after);
    seen.push(...page.payments.map(({ reference }) => reference));
    after = page.next;
  } while (after !== null);
  expect([seen.length, new Set(seen).size]).toEqual([100, 100]);
});

test('nobody but operators sees it', async () => {
  const { ctx, world, player } = await createPaymentList(1);
  for (const actor of [player, await world.addPlayer({ role: 'moderator' })])
    await expect(listAllPayments(ctx, actor, () => null)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(listAllPayments(ctx, VISITOR, () => null)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('a page reads some rows of each kind of payment, however many there are', { timeout: 60_000 }, async () => {
  const { ctx, list } = await createPaymentList(8_000);
  await sql`analyze payments`.execute(ctx.db);
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const db = ctx.db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = ctx.db.getExecutor().compileQuery(node, queryId);
      if (/\bunnest\b/.test(text)) statements.push({ text, values: parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const operator = { kind: 'player', id: ctx.newId(), role: 'operator', premium: false } as const;
  const { next } = await list({});
  const chosen: Record<string, string>[] = [
    {},
    { state: 'needs-look' },
    { provider: 'paystack', channel: 'mpesa' },
    { from: '2026-12-01', to: '2026-12-02' },
    // Of many payments none: the day is long before all of them.
    { to: '2026-11-01' },
  ];
  for (const filters of chosen)
    for (const after of [null, next]) await listAllPayments({ ...ctx, db }, operator, (name) => filters[name] ?? null, after);
  const read: number[] = [];
  for (const { text, values } of statements) {
    const { rows } = await ctx.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      sql: `explain (analyze, format json) ${text}`,
      parameters: values,
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'explain' },
    });
    read.push(countRows(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode));
  }
  expect(read).toHaveLength(chosen.length * 2);
  // At most a page, and one row more, of each of the 32 kinds.
  expect(Math.max(...read)).toBeLessThanOrEqual(32 * 31);
});

type PlanNode = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: PlanNode[] };

/** The number of rows that the most expensive step of a plan reads. */
function countRows(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return Math.max(own, ...(node.Plans ?? []).map(countRows));
}
