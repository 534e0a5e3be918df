import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ProviderEvent } from '../../../infra/payments/payments.ts';
import { createChargedEvent, createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import { listEvents, listPayments, listPeriods, openCheckout } from '../../../../tests/payment-records.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { findRenewal, withBillingTransaction } from '../payments/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { processEvent, receiveWebhook } from './service.server.ts';

const DAY = 24 * 3600;

test('what is not signed is refused, also when only a space changed; nothing of it is kept', async () => {
  const paying = await createPaymentsWorld();
  const { reference } = await openCheckout(paying);
  paying.fake.pay(reference);
  const { raw, headers } = paying.fake.signEvent(createChargedEvent(reference));
  for (const [body, head] of [
    [raw, new Headers()],
    [raw, new Headers({ 'x-fake-signature': '00'.repeat(64) })],
    [raw, new Headers({ 'x-fake-signature': 'no hex at all' })],
    [Buffer.concat([raw, Buffer.from(' ')]), headers],
    [Buffer.alloc(0), headers],
  ] as const)
    expect(await receiveWebhook(paying.ctx, body, head)).toBe('refused');
  expect(await listEvents(paying)).toEqual([]);
  // A wrong key shows up in the log, but does not flood it.
  expect(paying.world.logged.map((line) => line.msg)).toEqual(['a webhook was refused']);
});

test('stored first: what was paid is given by the job, with the news, the receipt and the kiddocash', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const { player, reference } = await openCheckout(paying);
  const heard: string[] = [];
  ctx.bus.subscribe((message) => message.kind === 'rights' && heard.push(message.playerId));
  fake.pay(reference);
  expect(await paying.sendWebhook(createChargedEvent(reference))).toBe('stored');
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect((await getSubscriptionView(ctx, player)).processing).toBe(true);
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(true);
  expect(await getBalance(ctx, player)).toBe(400);
  const view = await getSubscriptionView(ctx, player);
  expect([view.processing, view.status?.kind, view.payments.map((one) => one.state)]).toEqual([false, 'active', ['success']]);
  expect((await world.mails()).map((mail) => [mail.to, mail.subject])).toEqual([[player.email, 'Receipt: Premium, 30 days']]);
  expect(heard).toContain(player.id);
  expect(await ctx.db.selectFrom('notifications').select('title').execute()).toEqual([{ title: 'Thank you!' }]);
});

test('repeated, ten at once and again later: one event, one period, one grant', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await openCheckout(paying);
  // The email queue opens once per process and needs its own connection, so open it before the concurrent calls.
  await paying.world.mails();
  paying.fake.pay(reference);
  const results = await Promise.all(Array.from({ length: 10 }, () => paying.sendWebhook(createChargedEvent(reference))));
  expect(new Set(results)).toEqual(new Set(['stored']));
  const [row] = await paying.ctx.db.selectFrom('webhook_events').select('id').execute();
  await Promise.all(Array.from({ length: 10 }, () => processEvent(paying.ctx, row?.id ?? '')));
  await paying.runJobs();
  // The same event with a different key.
  await paying.sendWebhook({ ...createChargedEvent(reference), key: 'another' });
  await paying.runJobs();
  await reconcilePayments(paying.ctx);
  expect([(await listEvents(paying)).length, (await listPeriods(paying)).length]).toEqual([2, 1]);
  expect(await getBalance(paying.ctx, player)).toBe(400);
  expect((await paying.world.mails()).length).toBe(1);
});

test.each([
  ['less money', { amountMinor: 9800 }],
  ['more money', { amountMinor: 990_000 }],
  ['another currency', { currency: 'USD' }],
  ['a test', { isLive: false }],
])('%s than asked: held, nothing is given, a person is called', async (_, over) => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await openCheckout(paying);
  paying.fake.pay(reference, over);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  await reconcilePayments(paying.ctx);
  expect((await listPayments(paying))[0]?.state).toBe('held');
  expect([await hasPremium(paying.ctx, player.id), await getBalance(paying.ctx, player)]).toEqual([false, 0]);
  expect(paying.world.logged.filter((line) => line.level === 50).map((line) => line.msg)).toEqual([
    'a payment is held: nothing was given for it, a person has to look',
  ]);
  // A repeated event in the right mode grants nothing either.
  paying.fake.pay(reference, { amountMinor: 9900, currency: 'KES', isLive: true });
  await paying.sendWebhook({ ...createChargedEvent(reference), key: 'again' });
  await paying.runJobs();
  expect((await listPeriods(paying)).length).toBe(0);
});

test('an event of a test gives nothing, whatever it says', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await openCheckout(paying);
  paying.fake.pay(reference);
  await paying.sendWebhook({ ...createChargedEvent(reference), isLive: false });
  await paying.runJobs();
  expect(await listEvents(paying)).toEqual([{ dedupe_key: `charged ${reference}`, outcome: 'a test' }]);
  expect(await hasPremium(paying.ctx, player.id)).toBe(false);
});

test('an unknown reference waits for what it may belong to, then is closed with a word to the team', async () => {
  const paying = await createPaymentsWorld();
  await paying.sendWebhook(createChargedEvent('nobody-knows-this'));
  await paying.runJobs();
  expect((await listEvents(paying))[0]?.outcome).toBeNull();
  paying.world.advanceClock(2 * DAY);
  await reconcilePayments(paying.ctx);
  expect((await listEvents(paying))[0]?.outcome).toBeNull();
  paying.world.advanceClock(2 * DAY);
  await reconcilePayments(paying.ctx);
  expect((await listEvents(paying))[0]?.outcome).toBe('unknown reference');
  expect(paying.world.logged.at(-1)?.msg).toBe('a payment event belongs to nothing that we know');
  expect(await listPayments(paying)).toEqual([]);
});

test('an event is not closed as unknown while its payment is being recorded', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  await paying.buy(await world.addPlayer(), 'premium', 'card');
  const [subscription] = fake.subscriptions.values();
  const renewal = fake.renew(subscription?.code ?? '');
  await paying.sendWebhook(createChargedEvent(renewal));
  const { id } = await ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).executeTakeFirstOrThrow();
  world.advanceClock(4 * DAY);
  // One process asked the provider before that knew the charge, the other one after: it records the payment, and has not committed yet.
  const early = { ...ctx, payments: { ...ctx.payments, verify: async () => null } };
  const found = await findRenewal(ctx, renewal, null);
  const commit = Promise.withResolvers<void>();
  const recording = withBillingTransaction(ctx, found?.playerId ?? null, async (billing) => {
    await found?.settle(billing);
    await commit.promise;
  });
  const hasLock = async (granted: boolean) =>
    (
      await sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and granted = ${granted}`.execute(ctx.db)
    ).rows.length > 0;
  await expect.poll(() => hasLock(true)).toBe(true);
  const closing = processEvent(early, id).then(
    () => 'closed',
    (error: Error) => error.message,
  );
  await expect.poll(() => hasLock(false)).toBe(true);
  commit.resolve();
  await recording;
  expect(await closing).toBe('its payment was recorded just now');
  await processEvent(ctx, id);
  expect((await listEvents(paying)).map((event) => event.outcome)).toEqual(['success', 'success']);
});

test('news that come before the provider itself confirms are asked about again', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await openCheckout(paying);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  expect((await listPayments(paying))[0]?.state).toBe('pending');
  paying.fake.pay(reference);
  paying.world.advanceClock(11 * 60);
  await reconcilePayments(paying.ctx);
  expect(await hasPremium(paying.ctx, player.id)).toBe(true);
  expect((await listEvents(paying))[0]?.outcome).toBe('success');
});

test('the provider is away while its news come: nothing is lost', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await openCheckout(paying);
  paying.fake.pay(reference);
  await paying.sendWebhook(createChargedEvent(reference));
  paying.fake.fail = 'before';
  await paying.runJobs();
  expect(await hasPremium(paying.ctx, player.id)).toBe(false);
  paying.world.advanceClock(11 * 60);
  await reconcilePayments(paying.ctx);
  expect(await hasPremium(paying.ctx, player.id)).toBe(true);
});

test('no news at all: the sweep finds who closed the tab, and who left without paying', async () => {
  const paying = await createPaymentsWorld();
  const [paid, left, declined] = [await openCheckout(paying), await openCheckout(paying), await openCheckout(paying)];
  paying.fake.pay(paid.reference);
  paying.fake.decline(declined.reference);
  const states = async () => {
    await reconcilePayments(paying.ctx);
    const byReference = new Map((await listPayments(paying)).map((one) => [one.reference, one.state]));
    return [paid, left, declined].map((one) => byReference.get(one.reference));
  };
  expect(await states()).toEqual(['pending', 'pending', 'pending']);
  paying.world.advanceClock(61);
  expect(await states()).toEqual(['success', 'pending', 'failed']);
  expect(await hasPremium(paying.ctx, paid.player.id)).toBe(true);
  paying.world.advanceClock(30 * 60);
  expect(await states()).toEqual(['success', 'pending', 'failed']);
  paying.world.advanceClock(4 * DAY);
  await reconcilePayments(paying.ctx);
  expect(await states()).toEqual(['success', 'abandoned', 'failed']);
  // A payer who pays after all gets what was paid for.
  paying.fake.pay(declined.reference);
  await paying.sendWebhook(createChargedEvent(declined.reference));
  await paying.runJobs();
  expect(await hasPremium(paying.ctx, declined.player.id)).toBe(true);
});

test('out of order: a renewal before its subscription is known, a failure that arrives after it was resolved, a refund before the payment', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const { player, reference } = await openCheckout(paying, 'card');
  fake.pay(reference);
  const [code = ''] = fake.subscriptions.keys();
  const customer = fake.subscriptions.get(code)?.customer ?? '';
  // The second month is charged before any event of the first month arrives.
  world.advanceClock(60);
  const renewal = fake.renew(code);
  await paying.sendWebhook({ key: 'made', isLive: true, kind: 'subscription', code });
  await paying.sendWebhook(createChargedEvent(renewal, { customer, planId: 'premium' }));
  await paying.runJobs();
  expect((await listEvents(paying)).map((one) => one.outcome)).toEqual([null, null]);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  world.advanceClock(11 * 60);
  await reconcilePayments(ctx);
  expect((await listEvents(paying)).map((one) => one.outcome)).toEqual(['active', 'success', 'success']);
  expect((await listPeriods(paying)).length).toBe(2);
  // The kiddocash of the second month comes when that begins.
  expect(await getBalance(ctx, player)).toBe(400);
  expect((await getSubscriptionView(ctx, player)).kiddocashPlan?.next).toMatchObject({ amount: 400 });
  await paying.sendWebhook({ key: 'failed late', isLive: true, kind: 'charge-failed', code });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', graceUntil: null });

  const other = await openCheckout(paying);
  fake.pay(other.reference);
  await paying.sendWebhook({ key: 'refund', isLive: true, kind: 'refunded', reference: other.reference });
  await paying.runJobs();
  await paying.sendWebhook(createChargedEvent(other.reference));
  await paying.runJobs();
  expect(await hasPremium(ctx, other.player.id)).toBe(false);
  expect(await getBalance(ctx, other.player)).toBe(0);
});

test('a card that is charged long before its month is due keeps the provider’s next date, whichever is told first', async () => {
  for (const isChargeFirst of [true, false]) {
    const paying = await createPaymentsWorld();
    const { ctx, world, fake } = paying;
    const player = await world.addPlayer();
    await paying.buy(player, 'premium', 'card');
    const code = [...fake.subscriptions.keys()][0] ?? '';
    const tell = async (event: ProviderEvent) => {
      await paying.sendWebhook(event);
      await paying.runJobs();
    };
    const subscription = { key: 'first', isLive: true, kind: 'subscription', code } as const;
    await tell(subscription);
    world.advanceClock(60);
    const reference = fake.renew(code);
    const events = [createChargedEvent(reference), { ...subscription, key: 'second' }];
    for (const event of isChargeFirst ? events : events.toReversed()) await tell(event);
    const { status } = await getSubscriptionView(ctx, player);
    expect([isChargeFirst, status]).toMatchObject([
      isChargeFirst,
      { kind: 'active', nextBilling: fake.subscriptions.get(code)?.nextChargeAt?.toISOString() },
    ]);
  }
});
