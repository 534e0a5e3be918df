import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../tests/fake-payments.ts';
import type { AppContext } from '../../context.server.ts';
import { PaymentsUnavailableError } from '../../infra/payments/payments.ts';
import { hasPremium } from '../premium/service.server.ts';
import { confirmCheckoutReturn, subscribe } from './checkout/service.server.ts';
import { listFlaggedPayments, getPlayerBilling } from './admin/service.server.ts';
import { getSubscriptionView } from './service.server.ts';
import { receiveWebhook, processEvent } from './webhooks/service.server.ts';
import { deleteOldEvents, reconcilePayments } from './jobs.server.ts';

// Large volumes: failing rows do not block others forever, and no query scans row by row.

const HOUR = 3600;
const DAY = 24 * HOUR;
type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** Inserts `size` players whose premium is over; `begun` days ago they paid for 30 days. */
async function crowd({ ctx }: Paying, size: number, one: { channel: 'card' | 'mpesa'; begun: number; checked?: string }): Promise<void> {
  const at = new Date(ctx.now().getTime() - one.begun * DAY * 1000);
  const product = one.channel === 'card' ? 'subscription' : 'pass';
  const name = `${one.channel}_${one.begun}`;
  const key = (kind: string) => sql`md5(${`${name} ${kind} `} || n)::uuid`;
  await sql`insert into players (id, username, email, display_name, email_confirmed)
    select ${key('player')}, ${`${name}_`} || n, ${name} || n || '@example.com', 'One of many', true
    from generate_series(1, ${size}) n`.execute(ctx.db);
  await sql`insert into subscriptions (id, player_id, plan_id, channel, provider, code, customer, email_token, state, paid_until, grace_until,
      next_charge_at, checked_at, created_at)
    select ${key('subscription')}, ${key('player')}, 'premium', ${one.channel}, 'till',
      case when ${one.channel} = 'card' then ${`SUB_${name}_`} || n end, 'CUS', 'token', 'active', ${at}::timestamptz + interval '30 days',
      case when ${one.channel} = 'card' then ${at}::timestamptz + interval '33 days' end,
      case when ${one.channel} = 'card' then ${at}::timestamptz + interval '30 days' end, ${one.checked ?? ctx.now()}::timestamptz, ${at}
    from generate_series(1, ${size}) n`.execute(ctx.db);
  await sql`insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, kiddocash, state, created_at, paid_at)
    select ${`${name}-payment-`} || n, 'till', ${key('player')}, ${product}, 'premium', ${one.channel}, 9900, 'KES', 400, 'success', ${at}, ${at}
    from generate_series(1, ${size}) n`.execute(ctx.db);
  await sql`insert into paid_periods (reference, player_id, plan_id, subscription_id, begins_at, ends_at, kiddocash_given_at)
    select ${`${name}-payment-`} || n, ${key('player')}, 'premium', ${key('subscription')}, ${at}, ${at}::timestamptz + interval '30 days', ${at}
    from generate_series(1, ${size}) n`.execute(ctx.db);
}

const standing = async ({ ctx }: Paying, channel: string) => {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from subscriptions where state <> 'ended' and channel = ${channel}`.execute(ctx.db);
  return rows[0]?.many;
};

test('more than one look takes up are all ended in one sweep', async () => {
  const paying = await createPaymentsWorld();
  await crowd(paying, 120, { channel: 'mpesa', begun: 31 });
  await reconcilePayments(paying.ctx);
  expect(await standing(paying, 'mpesa')).toBe(0);
});

test('cards that cannot be looked at keep no other from being ended', { timeout: 60_000 }, async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake } = paying;
  await crowd(paying, 60, { channel: 'card', begun: 40 });
  await crowd(paying, 10, { channel: 'card', begun: 41 });
  await crowd(paying, 10, { channel: 'mpesa', begun: 42 });
  const readSubscription = async (code: string) => {
    if (code.startsWith('SUB_card_40')) throw new Error('the provider says something that nobody understands');
    return fake.findSubscription(code);
  };
  await reconcilePayments({ ...ctx, payments: { ...fake, findSubscription: readSubscription } });
  expect([await standing(paying, 'card'), await standing(paying, 'mpesa')]).toEqual([60, 0]);
});

test('a provider that is away is asked a few times only, and what needs it not goes on', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  for (let i = 0; i < 8; i++) await subscribe(ctx, await world.addPlayer(), { plan: 'premium', channel: 'mpesa' });
  await crowd(paying, 20, { channel: 'card', begun: 40 });
  await crowd(paying, 5, { channel: 'mpesa', begun: 31 });
  world.advanceClock(61);
  let asked = 0;
  const away = async () => {
    asked++;
    throw new PaymentsUnavailableError('away');
  };
  const payments = { ...fake, verify: away, readSubscription: away, chargesSince: away };
  await reconcilePayments({ ...ctx, payments });
  expect([asked, await standing(paying, 'mpesa'), await standing(paying, 'card')]).toEqual([3, 0, 20]);
  // When the provider is available again, everything is processed.
  world.advanceClock(6 * 60);
  await reconcilePayments(ctx);
  expect(await standing(paying, 'card')).toBe(0);
});

test('events of another provider wait for it, and hold up nothing', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  await sql`insert into webhook_events (id, provider, dedupe_key, body, event, next_attempt_at)
    select gen_random_uuid(), 'paystack', 'event ' || n, '{}', '{"kind":"other","name":"old","key":"k","isLive":true}', now() - interval '1 day'
    from generate_series(1, 60) n`.execute(ctx.db);
  const player = await world.addPlayer();
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  fake.pay(reference);
  const { raw, headers } = fake.signEvent({ key: 'paid', isLive: true, kind: 'charged', reference, subscription: null });
  await receiveWebhook(ctx, raw, headers);
  world.advanceClock(11 * 60);
  await sql`update payments set next_check_at = null`.execute(ctx.db);
  await reconcilePayments(ctx);
  expect((await getSubscriptionView(ctx, player)).status?.kind).toBe('active');
});

test('events of a provider are deleted long after they were processed, and not before', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  for (const key of ['old', 'young']) await paying.sendWebhook({ key, isLive: true, kind: 'other', name: key });
  await paying.runJobs();
  await paying.sendWebhook({ key: 'waits', isLive: true, kind: 'charged', reference: 'unknown-reference', subscription: null });
  world.advanceClock(91 * DAY);
  await sql`update webhook_events set processed_at = ${ctx.now()} where dedupe_key = 'young'`.execute(ctx.db);
  await deleteOldEvents(ctx);
  const remaining = await ctx.db.selectFrom('webhook_events').select('dedupe_key').orderBy('dedupe_key').execute();
  expect(remaining.map((one) => one.dedupe_key)).toEqual(['waits', 'young']);
});

test('with thousands of subscriptions no question of the sweep or of a page reads a whole table', { timeout: 120_000 }, async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  await crowd(paying, 8_000, { channel: 'card', begun: 10 });
  const spread = sql`(hashtext(player_id::text) & 15) * interval '1 day'`;
  await sql`update paid_periods set ends_at = ends_at - ${spread}`.execute(ctx.db);
  await sql`update subscriptions set paid_until = paid_until - ${spread}, grace_until = grace_until - ${spread},
    next_charge_at = next_charge_at - ${spread}`.execute(ctx.db);
  await sql`update subscriptions set renewal_stopped_at = now(), state = 'ended', ended_at = now(), grace_until = null
    where code like '%5'`.execute(ctx.db);
  await sql`insert into webhook_events (id, provider, dedupe_key, body, event, processed_at, outcome)
    select gen_random_uuid(), 'till', 'event ' || n, '{}', '{}', now(), 'success' from generate_series(1, 8000) n`.execute(ctx.db);
  await sql`analyze`.execute(ctx.db);
  const player = await world.addPlayer();
  const operator = await world.addPlayer({ role: 'operator' });
  const { asked, counting } = watched(paying);
  await reconcilePayments(counting);
  await getSubscriptionView(counting, player);
  await getPlayerBilling(counting, operator, player.id);
  expect(await hasPremium(counting, player.id)).toBe(false);
  await listFlaggedPayments(counting, operator);
  await deleteOldEvents(counting);
  // One player's path through all features, and a deleted account.
  const there = { ...counting, payments: fake };
  const buy = async (plan: string, channel: string) => {
    const reference = getReference((await subscribe(there, player, { plan, channel })).url);
    fake.pay(reference);
    expect(await confirmCheckoutReturn(there, player, reference)).toBe('success');
    return reference;
  };
  await buy('premium', 'card');
  const upgrade = await buy('pro', 'card');
  const { raw, headers } = fake.signEvent({ key: 'back', isLive: true, kind: 'refunded', reference: upgrade });
  await receiveWebhook(there, raw, headers);
  const { id } = await ctx.db.selectFrom('webhook_events').select('id').where('dedupe_key', '=', 'back').executeTakeFirstOrThrow();
  await processEvent(there, id);
  world.advanceClock(2 * HOUR);
  await reconcilePayments(there);
  expect((await getSubscriptionView(there, player)).payments.map((one) => one.state)).toEqual(['refunded', 'success']);
  expect(asked.length).toBeGreaterThan(60);
  // Run each query with `explain analyze`: the planner's estimates are unreliable for expressions.
  const whole: string[] = [];
  for (const { text, values } of asked.filter((one) => /^\s*\(?(select|delete)/i.test(one.text))) {
    const { rows } = await ctx.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      sql: `explain (analyze, format json) ${text}`,
      parameters: values,
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'explain' },
    });
    const read = rowsRead(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
    if (read > 200) whole.push(`${read} rows: ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
  }
  expect(whole).toEqual([]);
});

test('a page asks as often for many rows as for few', { timeout: 60_000 }, async () => {
  const paying = await createPaymentsWorld();
  const { world } = paying;
  const operator = await world.addPlayer({ role: 'operator' });
  const [few, many] = [await world.addPlayer(), await world.addPlayer()];
  await paying.buy(few, 'premium', 'mpesa');
  for (let i = 0; i < 12; i++) await paying.buy(many, i % 2 === 0 ? 'premium' : 'pro', 'mpesa');
  const counts: number[] = [];
  for (const player of [few, many]) {
    const { asked, counting } = watched(paying);
    await getSubscriptionView(counting, player);
    await getPlayerBilling(counting, operator, player.id);
    counts.push(asked.length);
  }
  expect(counts[1]).toBe(counts[0]);
});

test('a sweep asks as often for many that wait as for none that are due', async () => {
  const paying = await createPaymentsWorld();
  const counts: number[] = [];
  for (const size of [0, 300]) {
    if (size > 0) await crowd(paying, size, { channel: 'card', begun: 10 });
    const { asked, counting } = watched(paying);
    await reconcilePayments(counting);
    counts.push(asked.length);
  }
  expect(counts[1]).toBe(counts[0]);
});

type PlanNode = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: PlanNode[] };

/** The number of rows read by the most expensive step of a plan. */
function rowsRead(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return Math.max(own, ...(node.Plans ?? []).map(rowsRead));
}

/** The same context, with all database queries recorded. */
function watched({ ctx }: Paying) {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const counting: AppContext = {
    ...ctx,
    db: ctx.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const { sql: text, parameters } = ctx.db.getExecutor().compileQuery(node, queryId);
        asked.push({ text, values: parameters });
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    queryPrepared: async (statement, values) => {
      asked.push({ text: statement.text, values });
      return ctx.queryPrepared(statement, values);
    },
  };
  return { asked, counting };
}
