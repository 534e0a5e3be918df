import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { countDaysLeft, findPaymentState, listEvents, listPayments, listPeriods, openCheckout } from '../../../../tests/payment-records.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { processEvent } from '../webhooks/service.server.ts';

const DAY = 24 * 3600;
type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

const listLedger = ({ ctx }: PaymentsWorld) => ctx.db.selectFrom('ledger').select(['source', 'amount']).orderBy('id').execute();

test('a player who was notified about a held payment is notified of its refund', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  fake.pay(reference, { amountMinor: 100 });
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('processing');
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference });
  await paying.runJobs();
  const bell = await ctx.db.selectFrom('notifications').select('title').orderBy('id').execute();
  expect(bell.map((one) => one.title)).toEqual(['We are looking at a payment', 'A payment goes back']);
  expect([await findPaymentState(paying, reference), await hasPremium(ctx, player.id)]).toEqual(['refunded', false]);
});

test('a dispute that is heard of after it was won takes nothing', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const reference = await paying.buy(player, 'premium', 'mpesa');
  await paying.sendWebhook({ key: 'resolve:7', isLive: true, kind: 'dispute-won', reference });
  await paying.runJobs();
  await paying.sendWebhook({ key: 'create:7', isLive: true, kind: 'disputed', reference, decidedBy: 'resolve:7' });
  await paying.runJobs();
  expect([await findPaymentState(paying, reference), await getBalance(ctx, player), await hasPremium(ctx, player.id)]).toEqual([
    'success',
    400,
    true,
  ]);
  // A different dispute counts.
  await paying.sendWebhook({ key: 'create:8', isLive: true, kind: 'disputed', reference, decidedBy: 'resolve:8' });
  await paying.runJobs();
  expect(await findPaymentState(paying, reference)).toBe('disputed');
});

test('a dispute of an upgrade whose old days are over gives back all that was left, when it is won', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  const upgrade = await paying.buy(player, 'pro', 'mpesa');
  world.advanceClock(40 * DAY);
  expect(await countDaysLeft(paying, player)).toBe(5);
  await paying.sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: upgrade });
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  world.advanceClock(60 * DAY);
  await paying.sendWebhook({ key: 'won', isLive: true, kind: 'dispute-won', reference: upgrade });
  await paying.runJobs();
  expect(await countDaysLeft(paying, player)).toBe(5);
});

test('a refund of days that are long over leaves the card alone, also in its days of grace', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const pass = await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(40 * DAY);
  await reconcilePayments(ctx);
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(31.5 * DAY);
  await reconcilePayments(ctx);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: pass });
  await paying.runJobs();
  expect([await hasPremium(ctx, player.id), fake.subscriptions.get(code)?.state]).toEqual([true, 'active']);
  // The page agrees, although the pass was revoked after the card's days had ended.
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', channel: 'card' });
});

test('a refund takes the right and what is left of the kiddocash; a part of the money takes nothing', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const player = await world.addPlayer();
  const reference = await paying.buy(player, 'premium', 'card');
  await paying.sendWebhook({ key: 'part', isLive: true, kind: 'refunded', reference, amountMinor: 900 });
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(true);
  await paying.sendWebhook({ key: 'rest', isLive: true, kind: 'refunded', reference, amountMinor: 9000 });
  await paying.sendWebhook({ key: 'whole', isLive: true, kind: 'refunded', reference });
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect(await getBalance(ctx, player)).toBe(0);
  expect(await listLedger(paying)).toEqual([
    { source: 'plan-grant', amount: 400 },
    { source: 'refund', amount: -400 },
  ]);
  // The card behind it is not charged any more.
  expect([...fake.subscriptions.values()].map((one) => one.state)).toEqual(['non-renewing']);
  expect((await getSubscriptionView(ctx, player)).status).toEqual({ kind: 'free' });
});

test('a dispute that is won grants nothing for a held payment; an event that comes before its renewal is known is not lost', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const held = await openCheckout(paying);
  fake.pay(held.reference, { amountMinor: 1 });
  await paying.sendWebhook(createChargedEvent(held.reference));
  await paying.runJobs();
  await paying.sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: held.reference });
  await paying.runJobs();
  await paying.sendWebhook({ key: 'won', isLive: true, kind: 'dispute-won', reference: held.reference });
  await paying.runJobs();
  expect([(await listPayments(paying))[0]?.state, await hasPremium(ctx, held.player.id)]).toEqual(['held', false]);

  // The refund of a renewal arrives, but no event of the renewal itself for days, and no job runs meanwhile.
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  world.advanceClock(31 * DAY);
  const renewal = fake.renew([...fake.subscriptions.keys()].at(-1) ?? '');
  await paying.sendWebhook({ key: 'refund', isLive: true, kind: 'refunded', reference: renewal });
  world.advanceClock(3.5 * DAY);
  const [event] = await ctx.db.selectFrom('webhook_events').select('id').where('dedupe_key', '=', 'refund').execute();
  await processEvent(ctx, event?.id ?? '');
  expect((await listEvents(paying)).at(-1)?.outcome).toBe('unknown reference');
  for (let round = 0; round < 3; round++) {
    await reconcilePayments(ctx);
    world.advanceClock(700);
  }
  expect((await listPayments(paying)).at(-1)).toMatchObject({ reference: renewal, state: 'refunded' });
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([false, 400]);
});

test('a dispute takes back, and one that is won gives back, once each', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const pass = await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(10 * DAY);
  const { url } = await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'card' });
  fake.pay(getReference(url));
  await paying.sendWebhook(createChargedEvent(getReference(url)));
  for (const reference of [pass, getReference(url)]) {
    await paying.sendWebhook({ key: `dispute ${reference}`, isLive: true, kind: 'disputed', reference });
    await paying.sendWebhook({ key: `dispute again ${reference}`, isLive: true, kind: 'disputed', reference });
  }
  await paying.runJobs();
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([false, 0]);
  world.advanceClock(5 * DAY);
  for (const key of ['won', 'won again']) await paying.sendWebhook({ key, isLive: true, kind: 'dispute-won', reference: pass });
  await paying.runJobs();
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([true, 400]);
  const [period] = await listPeriods(paying);
  expect(Math.round(((period?.ends_at.getTime() ?? 0) - ctx.now().getTime()) / 86_400_000)).toBe(20);
});
