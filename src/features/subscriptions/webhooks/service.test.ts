import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { buyPack, subscribe } from '../checkout/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { reconcilePayments } from '../reconciliation/service.server.ts';
import { receiveWebhook, processEvent } from './service.server.ts';

type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;
const HOUR = 3600;
const DAY = 24 * HOUR;

const payments = ({ ctx }: Paying) => ctx.db.selectFrom('payments').select(['reference', 'state', 'said']).orderBy('created_at').execute();
const events = ({ ctx }: Paying) =>
  ctx.db.selectFrom('webhook_events').select(['dedupe_key', 'outcome']).orderBy('received_at').orderBy('id').execute();
const periods = ({ ctx }: Paying) => ctx.db.selectFrom('paid_periods').selectAll().orderBy('begins_at').execute();
const ledger = ({ ctx }: Paying) => ctx.db.selectFrom('ledger').select(['source', 'amount']).orderBy('id').execute();

/** A player with an open checkout. */
async function atCheckout(paying: Paying, channel: 'card' | 'mpesa' = 'mpesa') {
  const player = await paying.world.addPlayer();
  const reference = getReference((await subscribe(paying.ctx, player, { plan: 'premium', channel })).url);
  return { player, reference };
}

test('what is not signed is refused, also when only a space changed; nothing of it is kept', async () => {
  const paying = await createPaymentsWorld();
  const { reference } = await atCheckout(paying);
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
  expect(await events(paying)).toEqual([]);
  // A wrong key shows up in the log, but does not flood it.
  expect(paying.world.logged.map((line) => line.msg)).toEqual(['a webhook was refused']);
});

test('stored first: what was paid is given by the job, with the news, the receipt and the kiddocash', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const { player, reference } = await atCheckout(paying);
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
  const { player, reference } = await atCheckout(paying);
  // The email queue opens once per process and needs its own connection, so open it before the concurrent calls.
  await paying.world.mails();
  paying.fake.pay(reference);
  const told = await Promise.all(Array.from({ length: 10 }, () => paying.sendWebhook(createChargedEvent(reference))));
  expect(new Set(told)).toEqual(new Set(['stored']));
  const [row] = await paying.ctx.db.selectFrom('webhook_events').select('id').execute();
  await Promise.all(Array.from({ length: 10 }, () => processEvent(paying.ctx, row?.id ?? '')));
  await paying.runJobs();
  // The same event with a different key.
  await paying.sendWebhook({ ...createChargedEvent(reference), key: 'another' });
  await paying.runJobs();
  await reconcilePayments(paying.ctx);
  expect([(await events(paying)).length, (await periods(paying)).length]).toEqual([2, 1]);
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
  const { player, reference } = await atCheckout(paying);
  paying.fake.pay(reference, over);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  await reconcilePayments(paying.ctx);
  expect((await payments(paying))[0]?.state).toBe('held');
  expect([await hasPremium(paying.ctx, player.id), await getBalance(paying.ctx, player)]).toEqual([false, 0]);
  expect(paying.world.logged.filter((line) => line.level === 50).map((line) => line.msg)).toEqual([
    'a payment is held: nothing was given for it, a person has to look',
  ]);
  // A repeated event in the right mode grants nothing either.
  paying.fake.pay(reference, { amountMinor: 9900, currency: 'KES', isLive: true });
  await paying.sendWebhook({ ...createChargedEvent(reference), key: 'again' });
  await paying.runJobs();
  expect((await periods(paying)).length).toBe(0);
});

test('an event of a test gives nothing, whatever it says', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await atCheckout(paying);
  paying.fake.pay(reference);
  await paying.sendWebhook({ ...createChargedEvent(reference), isLive: false });
  await paying.runJobs();
  expect(await events(paying)).toEqual([{ dedupe_key: `charged ${reference}`, outcome: 'a test' }]);
  expect(await hasPremium(paying.ctx, player.id)).toBe(false);
});

test('an unknown reference waits for what it may belong to, then is closed with a word to the team', async () => {
  const paying = await createPaymentsWorld();
  await paying.sendWebhook(createChargedEvent('nobody-knows-this'));
  await paying.runJobs();
  expect((await events(paying))[0]?.outcome).toBeNull();
  paying.world.advanceClock(2 * DAY);
  await reconcilePayments(paying.ctx);
  expect((await events(paying))[0]?.outcome).toBeNull();
  paying.world.advanceClock(2 * DAY);
  await reconcilePayments(paying.ctx);
  expect((await events(paying))[0]?.outcome).toBe('unknown reference');
  expect(paying.world.logged.at(-1)?.msg).toBe('a payment event belongs to nothing that we know');
  expect(await payments(paying)).toEqual([]);
});

test('news that come before the provider itself confirms are asked about again', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await atCheckout(paying);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  expect((await payments(paying))[0]?.state).toBe('pending');
  paying.fake.pay(reference);
  paying.world.advanceClock(11 * 60);
  await reconcilePayments(paying.ctx);
  expect(await hasPremium(paying.ctx, player.id)).toBe(true);
  expect((await events(paying))[0]?.outcome).toBe('success');
});

test('the provider is away while its news come: nothing is lost', async () => {
  const paying = await createPaymentsWorld();
  const { player, reference } = await atCheckout(paying);
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
  const [paid, left, declined] = [await atCheckout(paying), await atCheckout(paying), await atCheckout(paying)];
  paying.fake.pay(paid.reference);
  paying.fake.decline(declined.reference);
  const states = async () => {
    await reconcilePayments(paying.ctx);
    const byReference = new Map((await payments(paying)).map((one) => [one.reference, one.state]));
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

test('a card: made, renewed with the provider’s own reference, failed, mended; each month is granted once', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const { player, reference } = await atCheckout(paying, 'card');
  fake.omitsSubscriptions = true;
  fake.pay(reference);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  fake.omitsSubscriptions = false;
  const [code = ''] = fake.subscriptions.keys();
  await paying.sendWebhook({ key: 'made', isLive: true, kind: 'subscription', code });
  await paying.runJobs();
  const status = async () => (await getSubscriptionView(ctx, player)).status;
  expect(await status()).toMatchObject({
    kind: 'active',
    autoRenew: true,
    nextBilling: fake.subscriptions.get(code)?.nextChargeAt?.toISOString(),
  });

  world.advanceClock(31 * DAY + 2 * HOUR);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  const renewal = fake.renew(code);
  const hint = { customer: fake.subscriptions.get(code)?.customer ?? '', planId: 'premium' };
  await paying.sendWebhook(createChargedEvent(renewal, hint));
  await paying.sendWebhook(createChargedEvent(renewal, hint));
  await paying.runJobs();
  const [first, second] = await periods(paying);
  expect(second?.begins_at).toEqual(first?.ends_at);
  expect(second?.ends_at).toEqual(fake.subscriptions.get(code)?.nextChargeAt);
  expect(await getBalance(ctx, player)).toBe(800);

  // The next charge fails: three grace days, an email, and then premium is over.
  world.advanceClock(31 * DAY);
  fake.failCharge(code);
  await paying.sendWebhook({ key: 'failed 1', isLive: true, kind: 'charge-failed', code });
  await paying.runJobs();
  expect(await status()).toMatchObject({
    kind: 'active',
    graceUntil: new Date((second?.ends_at.getTime() ?? 0) + 3 * DAY * 1000).toISOString(),
  });
  expect((await world.mails()).map((mail) => mail.subject)).toContain('The card could not be charged');
  // The card is fixed within the grace days, so the month continues from the previous one.
  world.advanceClock(DAY);
  const mended = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(mended, hint));
  await paying.runJobs();
  expect((await periods(paying))[2]?.begins_at).toEqual(second?.ends_at);
  expect(await status()).toMatchObject({ kind: 'active', graceUntil: null, autoRenew: true });

  world.advanceClock(31 * DAY);
  fake.failCharge(code);
  await paying.sendWebhook({ key: 'failed 2', isLive: true, kind: 'charge-failed', code });
  await paying.runJobs();
  world.advanceClock(4 * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(false);
  await reconcilePayments(ctx);
  await paying.runJobs();
  expect(await status()).toMatchObject({ kind: 'expired' });
  expect(fake.subscriptions.get(code)?.state).toBe('non-renewing');
  expect(await getBalance(ctx, player)).toBe(1200);
});

test('out of order: a renewal before its subscription is known, a failure told after it was mended, a refund before the payment', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const { player, reference } = await atCheckout(paying, 'card');
  fake.pay(reference);
  const [code = ''] = fake.subscriptions.keys();
  const customer = fake.subscriptions.get(code)?.customer ?? '';
  // The second month is charged before any event of the first month arrives.
  world.advanceClock(60);
  const renewal = fake.renew(code);
  await paying.sendWebhook({ key: 'made', isLive: true, kind: 'subscription', code });
  await paying.sendWebhook(createChargedEvent(renewal, { customer, planId: 'premium' }));
  await paying.runJobs();
  expect((await events(paying)).map((one) => one.outcome)).toEqual([null, null]);
  await paying.sendWebhook(createChargedEvent(reference));
  await paying.runJobs();
  world.advanceClock(11 * 60);
  await reconcilePayments(ctx);
  expect((await events(paying)).map((one) => one.outcome)).toEqual(['active', 'success', 'success']);
  expect((await periods(paying)).length).toBe(2);
  expect(await getBalance(ctx, player)).toBe(800);
  await paying.sendWebhook({ key: 'failed late', isLive: true, kind: 'charge-failed', code });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', graceUntil: null });

  const other = await atCheckout(paying);
  fake.pay(other.reference);
  await paying.sendWebhook({ key: 'refund', isLive: true, kind: 'refunded', reference: other.reference });
  await paying.runJobs();
  await paying.sendWebhook(createChargedEvent(other.reference));
  await paying.runJobs();
  expect(await hasPremium(ctx, other.player.id)).toBe(false);
  expect(await getBalance(ctx, other.player)).toBe(0);
});

test('a renewal that nobody told us of is found, and nothing ends meanwhile', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(31 * DAY);
  fake.renew(code);
  world.advanceClock(DAY);
  await reconcilePayments(ctx);
  expect((await periods(paying)).length).toBe(2);
  expect(await getBalance(ctx, player)).toBe(800);
  // This works even if the site was down for longer than the grace days.
  world.advanceClock(30 * DAY);
  fake.renew(code);
  world.advanceClock(5 * DAY);
  await reconcilePayments(ctx);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  expect(fake.subscriptions.get(code)?.state).toBe('active');
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
  expect(await ledger(paying)).toEqual([
    { source: 'plan-grant', amount: 400 },
    { source: 'refund', amount: -400 },
  ]);
  // The card behind it is not charged any more.
  expect([...fake.subscriptions.values()].map((one) => one.state)).toEqual(['non-renewing']);
  expect((await getSubscriptionView(ctx, player)).status).toEqual({ kind: 'free' });
});

test('a dispute that is won makes nothing of what was held; what was told too early of an unknown renewal is not lost', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const held = await atCheckout(paying);
  fake.pay(held.reference, { amountMinor: 1 });
  await paying.sendWebhook(createChargedEvent(held.reference));
  await paying.runJobs();
  await paying.sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: held.reference });
  await paying.runJobs();
  await paying.sendWebhook({ key: 'won', isLive: true, kind: 'dispute-won', reference: held.reference });
  await paying.runJobs();
  expect([(await payments(paying))[0]?.state, await hasPremium(ctx, held.player.id)]).toEqual(['held', false]);

  // The refund of a renewal arrives, but no event of the renewal itself for days, and no job runs meanwhile.
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  world.advanceClock(31 * DAY);
  const renewal = fake.renew([...fake.subscriptions.keys()].at(-1) ?? '');
  await paying.sendWebhook({ key: 'refund', isLive: true, kind: 'refunded', reference: renewal });
  world.advanceClock(3.5 * DAY);
  const [event] = await ctx.db.selectFrom('webhook_events').select('id').where('dedupe_key', '=', 'refund').execute();
  await processEvent(ctx, event?.id ?? '');
  expect((await events(paying)).at(-1)?.outcome).toBe('unknown reference');
  for (let round = 0; round < 3; round++) {
    await reconcilePayments(ctx);
    world.advanceClock(700);
  }
  expect((await payments(paying)).at(-1)).toMatchObject({ reference: renewal, state: 'refunded' });
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
  const [period] = await periods(paying);
  expect(Math.round(((period?.ends_at.getTime() ?? 0) - ctx.now().getTime()) / 86_400_000)).toBe(20);
});
