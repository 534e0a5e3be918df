import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { countDaysLeft, findPaymentState, listPeriods, openCheckout, setPlanPrice } from '../../../../tests/payment-records.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { cancelSubscription, getSubscriptionView, setAutoRenew } from '../service.server.ts';
import { processEvent } from '../webhooks/service.server.ts';

const HOUR = 3600;
const DAY = 24 * 3600;
type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

const getRenewalHint = ({ fake }: PaymentsWorld, code: string) => ({
  customer: fake.subscriptions.get(code)?.customer ?? '',
  planId: 'premium',
});

test('passes add up, end by themselves and are reminded of once', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(20 * DAY);
  await paying.buy(player, 'premium', 'mpesa');
  expect(await countDaysLeft(paying, player)).toBe(40);
  const subjects = async () => (await world.mails()).map((mail) => mail.subject);
  await reconcilePayments(ctx);
  expect((await subjects()).filter((one) => one.startsWith('Premium ends')).length).toBe(0);
  world.advanceClock(37.5 * DAY);
  await reconcilePayments(ctx);
  await reconcilePayments(ctx);
  expect((await subjects()).filter((one) => one.startsWith('Premium ends')).length).toBe(1);
  world.advanceClock(2.4 * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  world.advanceClock(0.2 * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'expired', planName: 'Premium' });
  const heard: string[] = [];
  ctx.bus.subscribe((message) => message.kind === 'rights' && heard.push(message.playerId));
  await reconcilePayments(ctx);
  await reconcilePayments(ctx);
  expect((await subjects()).filter((one) => one === 'Premium has ended').length).toBe(1);
  expect(heard).toEqual([player.id]);
});

test('a card is reminded of before it is charged', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  await paying.buy(await world.addPlayer(), 'premium', 'card');
  const [one] = [...fake.subscriptions.values()];
  const due = (one?.nextChargeAt?.getTime() ?? 0) - ctx.now().getTime();
  world.advanceClock(due / 1000 - 2.5 * DAY);
  await paying.sendWebhook({ key: 'due', isLive: true, kind: 'charge-due', code: one?.code ?? '', at: one?.nextChargeAt ?? null });
  await paying.runJobs();
  await reconcilePayments(ctx);
  await paying.sendWebhook({ key: 'expires', isLive: true, kind: 'card-expires', codes: [one?.code ?? '', 'SUB_other'] });
  await paying.runJobs();
  const subjects = (await world.mails()).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.startsWith('Premium renews on')).length).toBe(1);
  expect(subjects.filter((subject) => subject === 'The card ends soon').length).toBe(1);
});

test('a new price is for new subscribers: a card renews at its own price, which its reminder names', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await setPlanPrice(paying, 'premium', 14900);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', price: { minor: 9900, currency: 'KES' } });
  world.advanceClock(28.5 * DAY);
  await reconcilePayments(ctx);
  const mail = (await world.mails()).find((one) => one.subject.startsWith('Premium renews on'));
  expect(mail?.text).toContain('KSH 99 ');
  world.advanceClock(3 * DAY);
  const renewal = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(renewal, getRenewalHint(paying, code)));
  await paying.runJobs();
  expect([await findPaymentState(paying, renewal), await getBalance(ctx, player)]).toEqual(['success', 800]);
});

test('a pass that joins a card does not change what the card is charged', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const card = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  await setPlanPrice(paying, 'premium', 14900);
  const pass = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  for (const reference of [card, pass]) {
    fake.pay(reference);
    world.advanceClock(60);
    await paying.sendWebhook(createChargedEvent(reference));
    await paying.runJobs();
  }
  expect([await findPaymentState(paying, card), await findPaymentState(paying, pass)]).toEqual(['success', 'success']);
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(31 * DAY);
  const renewal = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(renewal, getRenewalHint(paying, code)));
  await paying.runJobs();
  expect(await findPaymentState(paying, renewal)).toBe('success');
});

test('a card that is charged though it was ended is stopped anew', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await cancelSubscription(ctx, player);
  await paying.runJobs();
  const there = fake.subscriptions.get(code);
  expect(there?.state).toBe('non-renewing');
  // The card is switched on at the provider, and no webhook reports it.
  if (there) there.state = 'active';
  world.advanceClock(31 * DAY);
  const renewal = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(renewal, getRenewalHint(paying, code)));
  await paying.runJobs();
  expect([await findPaymentState(paying, renewal), there?.state]).toEqual(['held', 'non-renewing']);
});

test('a charge of a subscription that we do not know is not taken for one that we know', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  const known = fake.subscriptions.get(code);
  if (!known) throw new Error('nothing was bought');
  fake.subscriptions.set('SUB_stray', { ...known, code: 'SUB_stray' });
  const [first] = [...fake.charges.values()];
  if (!first) throw new Error('nothing was charged');
  fake.charges.set('stray-charge', { ...first, charge: null, reference: 'stray-charge', code: 'SUB_stray', paidAt: ctx.now() });
  await paying.sendWebhook(createChargedEvent('stray-charge', getRenewalHint(paying, code)));
  await paying.runJobs();
  expect(await findPaymentState(paying, 'stray-charge')).toBeUndefined();
  expect(await getBalance(ctx, player)).toBe(400);
});

test('the same news of a subscription a second time is read anew: it may be off, on and off again', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  const there = fake.subscriptions.get(code);
  if (!there) throw new Error('nothing was bought');
  for (const state of ['non-renewing', 'active', 'non-renewing'] as const) {
    there.state = state;
    await paying.sendWebhook({ key: state, isLive: true, kind: 'subscription', code });
    await paying.runJobs();
    expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ autoRenew: state === 'active' });
  }
});

test('an answer of the provider that comes late does not undo a newer one', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await paying.sendWebhook({ key: 'news', isLive: true, kind: 'subscription', code });
  const { id } = await ctx.db.selectFrom('webhook_events').select('id').where('dedupe_key', '=', 'news').executeTakeFirstOrThrow();
  const [answered, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = {
    ...ctx,
    payments: {
      ...fake,
      findSubscription: async (asked: string) => {
        const told = await fake.findSubscription(asked);
        answered.resolve();
        await goOn.promise;
        return told;
      },
    },
  };
  const working = processEvent(slow, id);
  await answered.promise;
  world.advanceClock(1);
  await setAutoRenew(ctx, player, false);
  goOn.resolve();
  // It is unknown which of the two answers is newer, so the provider is asked again.
  await expect(working).rejects.toThrow('asked by somebody else');
  await processEvent(ctx, id);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ autoRenew: false });
});

test('a charge under a reference that we cannot keep holds up nothing', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  const [first] = [...fake.charges.values()];
  if (!first) throw new Error('nothing was charged');
  const odd = 'a reference / with signs';
  world.advanceClock(HOUR);
  fake.charges.set(odd, { ...first, charge: null, reference: odd, paidAt: ctx.now() });
  const there = fake.subscriptions.get(code);
  if (there) there.state = 'ended';
  await paying.sendWebhook(createChargedEvent(odd, getRenewalHint(paying, code)));
  await paying.runJobs();
  world.advanceClock(40 * DAY);
  await reconcilePayments(ctx);
  expect((await getSubscriptionView(ctx, player)).status?.kind).toBe('expired');
  expect(await ctx.db.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'ended' }]);
  const waiting = await ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute();
  expect(waiting).toEqual([]);
  expect(world.logged.some((line) => line.level === 50 && line.msg.includes('reference'))).toBe(true);
});

test('a card: made, renewed with the provider’s own reference, failed, mended; each month is granted once', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const { player, reference } = await openCheckout(paying, 'card');
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
  const [first, second] = await listPeriods(paying);
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
  expect((await listPeriods(paying))[2]?.begins_at).toEqual(second?.ends_at);
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

test('a renewal without a webhook is found, and nothing ends meanwhile', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(31 * DAY);
  fake.renew(code);
  world.advanceClock(DAY);
  await reconcilePayments(ctx);
  expect((await listPeriods(paying)).length).toBe(2);
  expect(await getBalance(ctx, player)).toBe(800);
  // This works even if the site was down for longer than the grace days.
  world.advanceClock(30 * DAY);
  fake.renew(code);
  world.advanceClock(5 * DAY);
  await reconcilePayments(ctx);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  expect(fake.subscriptions.get(code)?.state).toBe('active');
});
