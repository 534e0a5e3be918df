import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../tests/fake-payments.ts';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import { getBalance } from '../wallet/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from './checkout/service.server.ts';
import {
  cancelSubscription,
  getCardUpdateLink,
  setAutoRenew,
  getPlayerBilling,
  getReceipt,
  getSubscriptionView,
} from './service.server.ts';
import { reconcilePayments } from './reconciliation/service.server.ts';

const DAY = 24 * 3600;
type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;

const daysLeft = async ({ ctx }: Paying, actor: Actor) => {
  const { status } = await getSubscriptionView(ctx, actor);
  return status?.kind === 'active' ? Math.round((Date.parse(status.until) - ctx.now().getTime()) / 86_400_000) : null;
};

test('visitors see the plans, and nothing that is anybody’s', async () => {
  const { ctx } = await createWorld();
  const view = await getSubscriptionView(ctx, VISITOR);
  expect(view.plans.map((plan) => [plan.name, plan.price.minor, plan.kiddocash])).toEqual([
    ['Basic', 0, 0],
    ['Premium', 9900, 400],
    ['Pro', 19900, 1000],
  ]);
  expect(view).toMatchObject({ status: null, kiddocash: null, payments: [], processing: false });
  for (const ask of [
    () => subscribe(ctx, VISITOR, { plan: 'premium', channel: 'card' }),
    () => buyPack(ctx, VISITOR, { do: 'buy', pack: 'pack-400', channel: 'card' }),
    () => cancelSubscription(ctx, VISITOR),
    () => setAutoRenew(ctx, VISITOR, false),
    () => getCardUpdateLink(ctx, VISITOR),
    () => getReceipt(ctx, VISITOR, 'kd-00000000'),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('price and currency come from our tables; who presses twice gets the same checkout', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer();
  for (const fields of [{ plan: 'basic', channel: 'card' }, { plan: 'gold', channel: 'card' }, { plan: 'pro', channel: 'cash' }, {}])
    await expect(subscribe(ctx, player, fields as never)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(buyPack(ctx, player, { do: 'buy', pack: 'pack-1', channel: 'card' })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'mpesa' })).rejects.toMatchObject({ code: 'bad-input' });
  const given = { plan: 'pro', channel: 'card', price: '1', amount: '1', currency: 'USD' };
  // Either of the two may find the other at work.
  const both = await Promise.allSettled([subscribe(ctx, player, given), subscribe(ctx, player, given)]);
  const again = await subscribe(ctx, player, given);
  const checkouts = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(checkouts).not.toEqual([]);
  for (const checkout of checkouts) expect(checkout).toEqual(again);
  const [one] = [...fake.charges.values()];
  expect(one?.charge).toMatchObject({
    amountMinor: 19900,
    currency: 'KES',
    email: player.email,
    renews: { planId: 'pro', planName: 'Kiddo Pro' },
  });
  expect(one?.charge?.returnUrl).toBe(`${ctx.config.origin}/subscription?reference=${one?.reference}`);
  // After a declined payment there is a new checkout.
  fake.decline(getReference(again.url));
  expect((await subscribe(ctx, player, given)).url).not.toBe(again.url);
});

test('a checkout that broke off is taken up, and a provider that is away says so', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer();
  const want = { plan: 'premium', channel: 'mpesa' };
  fake.fail = 'before';
  await expect(subscribe(ctx, player, want)).rejects.toMatchObject({ code: 'unavailable' });
  const first = await subscribe(ctx, player, want);
  expect(fake.charges.size).toBe(1);
  await ctx.db.updateTable('payments').set({ checkout_url: null }).execute();
  const second = await subscribe(ctx, player, want);
  expect(second.url).not.toBe(first.url);
  // Both checkouts were paid, so both count, one after the other.
  for (const { url } of [first, second]) fake.pay(getReference(url));
  world.advanceClock(61);
  await reconcilePayments(ctx);
  const { status } = await getSubscriptionView(ctx, player);
  expect(status).toMatchObject({ kind: 'active', channel: 'mpesa', nextBilling: null, autoRenew: null });
  const days = status?.kind === 'active' ? (Date.parse(status.until) - ctx.now().getTime()) / 86_400_000 : 0;
  expect(Math.round(days)).toBe(60);
});

test('a return proves nothing: it is asked at the provider, and only by whose it is', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const [player, other] = [await world.addPlayer(), await world.addPlayer()];
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('processing');
  expect(await hasPremium(ctx, player.id)).toBe(false);
  fake.pay(reference);
  await expect(confirmCheckoutReturn(ctx, other, reference)).rejects.toMatchObject({ code: 'not-found' });
  fake.fail = 'before';
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('processing');
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  expect(await hasPremium(ctx, player.id)).toBe(true);
  expect(await hasPremium(ctx, other.id)).toBe(false);
  await expect(confirmCheckoutReturn(ctx, player, "kd' or 1=1 --")).rejects.toMatchObject({ code: 'not-found' });
});

test('passes add up, end by themselves and are reminded of once', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(20 * DAY);
  await paying.buy(player, 'premium', 'mpesa');
  expect(await daysLeft(paying, player)).toBe(40);
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

test('auto-renew off keeps the days, on again goes on; the card can be mended', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await expect(setAutoRenew(ctx, player, false)).rejects.toMatchObject({ code: 'not-available' });
  await paying.buy(player, 'premium', 'card');
  await expect(subscribe(ctx, player, { plan: 'premium', channel: 'card' })).rejects.toMatchObject({ code: 'not-available' });
  const days = await daysLeft(paying, player);
  const [code = ''] = fake.subscriptions.keys();
  await setAutoRenew(ctx, player, false);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', autoRenew: false, nextBilling: null });
  expect(await daysLeft(paying, player)).toBe(days);
  expect(fake.subscriptions.get(code)?.state).toBe('non-renewing');
  await setAutoRenew(ctx, player, true);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', autoRenew: true });
  expect(await getCardUpdateLink(ctx, player)).toEqual({ url: `https://pay.example/card/${code}` });
  fake.fail = 'before';
  await expect(setAutoRenew(ctx, player, false)).rejects.toMatchObject({ code: 'unavailable' });
  // The provider turned it off, but the response got lost. The webhook is enough.
  fake.fail = 'after';
  await expect(setAutoRenew(ctx, player, false)).rejects.toMatchObject({ code: 'unavailable' });
  await paying.sendWebhook({ key: 'off', isLive: true, kind: 'subscription', code });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ autoRenew: false });
  // Without auto-renewal there are no grace days.
  world.advanceClock(((days ?? 0) + 1) * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(false);
});

test('cancelling ends premium right now, and the card is stopped even when the provider is away', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await expect(cancelSubscription(ctx, player)).rejects.toMatchObject({ code: 'not-available' });
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await cancelSubscription(ctx, player);
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect((await getSubscriptionView(ctx, player)).status).toEqual({ kind: 'free' });
  await expect(cancelSubscription(ctx, player)).rejects.toMatchObject({ code: 'not-available' });
  fake.fail = 'before';
  await paying.runJobs();
  expect(fake.subscriptions.get(code)?.state).toBe('active');
  world.advanceClock(3700);
  await reconcilePayments(ctx);
  expect(fake.subscriptions.get(code)?.state).toBe('non-renewing');
  // The card was charged anyway: nothing is granted, and the payment is flagged for review.
  const charge = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(charge, { customer: fake.subscriptions.get(code)?.customer ?? '', planId: 'premium' }));
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect((await getSubscriptionView(ctx, player)).payments[0]).toMatchObject({ reference: charge, state: 'held' });
  // Subscribing again is always possible, and kiddocash stays.
  await paying.buy(player, 'pro', 'mpesa');
  expect([await daysLeft(paying, player), await getBalance(ctx, player)]).toEqual([30, 1400]);
});

test('upgrade: at once, with unused days in proportion; the old card is stopped; taken back, the old days come back', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [old = ''] = fake.subscriptions.keys();
  world.advanceClock(10 * DAY);
  const left = await daysLeft(paying, player);
  const upgrade = await paying.buy(player, 'pro', 'mpesa');
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'pro', channel: 'mpesa' });
  expect(await daysLeft(paying, player)).toBe(30 + Math.ceil(((left ?? 0) * 99) / 199));
  expect(fake.subscriptions.get(old)?.state).toBe('non-renewing');
  world.advanceClock(5 * DAY);
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: upgrade });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'premium', autoRenew: null, nextBilling: null });
  expect(await daysLeft(paying, player)).toBe((left ?? 0) - 5);
  expect(await getBalance(ctx, player)).toBe(400);
});

test('downgrade: the dearer days end first; a refund of those brings the others forward', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const pro = await paying.buy(player, 'pro', 'card');
  const [old = ''] = fake.subscriptions.keys();
  const proDays = (await daysLeft(paying, player)) ?? 0;
  world.advanceClock(10 * DAY);
  await paying.buy(player, 'premium', 'mpesa');
  expect(fake.subscriptions.get(old)?.state).toBe('non-renewing');
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'pro' });
  expect(await daysLeft(paying, player)).toBe(proDays - 10 + 30);
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: pro });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'premium' });
  expect(await daysLeft(paying, player)).toBe(30);
  world.advanceClock(31 * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(false);
});

test('receipts are one’s own; operators see a player’s money and nobody else does', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const [player, other, moderator] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  const operator = await world.addPlayer({ role: 'operator' });
  const reference = await paying.buy(player, 'premium', 'mpesa');
  const receipt = { reference, what: 'Premium, 30 days', username: player.username, email: player.email, state: 'success' };
  expect(await getReceipt(ctx, player, reference)).toMatchObject(receipt);
  expect(await getReceipt(ctx, operator, reference)).toMatchObject(receipt);
  for (const actor of [other, moderator]) {
    await expect(getReceipt(ctx, actor, reference)).rejects.toMatchObject({ code: 'not-found' });
    await expect(getPlayerBilling(ctx, actor, player.id)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  const money = await getPlayerBilling(ctx, operator, player.id);
  expect(money).toMatchObject({ player: { username: player.username }, status: { kind: 'active' }, payments: [{ reference }] });
  expect(money.subscriptions).toMatchObject([{ planName: 'Premium', channel: 'mpesa', state: 'active' }]);
  await expect(getPlayerBilling(ctx, operator, 'nobody')).rejects.toMatchObject({ code: 'not-found' });
});

test('a list of payments has pages that neither repeat nor skip', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const at = ctx.now();
  for (let i = 0; i < 23; i++)
    await ctx.db
      .insertInto('payments')
      .values({
        reference: `test-payment-${String(i).padStart(2, '0')}`,
        provider: 'till',
        player_id: player.id,
        product: 'pack',
        pack_id: 'pack-400',
        channel: 'card',
        amount_minor: 499,
        currency: 'USD',
        created_at: new Date(at.getTime() - Math.floor(i / 4)),
      })
      .execute();
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { payments, next } = await getSubscriptionView(ctx, player, after);
    seen.push(...payments.map((one) => one.reference));
    after = next;
  } while (after !== null);
  expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
});

test('the session says whether somebody has premium, by the same rule', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  const token = 'a-session-token-of-a-test';
  const { tokenHash } = await import('../../infra/auth/hashed-sessions.ts');
  await ctx.db
    .insertInto('sessions')
    .values({
      id: ctx.newId(),
      player_id: player.id,
      token_hash: tokenHash(token),
      expires_at: new Date(Date.now() + 999 * DAY * 1000),
      remembered: true,
    })
    .execute();
  const premium = async () => {
    const present = await authenticate(ctx, `${ctx.cookie.name}=${token}.x`);
    return present?.actor.kind === 'player' ? present.actor.premium : null;
  };
  expect(await premium()).toBe(false);
  await paying.buy(player, 'premium', 'mpesa');
  expect(await premium()).toBe(true);
  world.advanceClock(31 * DAY);
  expect(await premium()).toBe(false);
  expect(await hasPremium(ctx, player.id)).toBe(false);
});
