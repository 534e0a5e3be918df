import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld } from '../../../tests/fake-payments.ts';
import { countDaysLeft } from '../../../tests/payment-records.ts';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { getBalance } from '../wallet/service.server.ts';
import { getPlayerBilling } from './admin/service.server.ts';
import { buyPack, subscribe } from './checkout/service.server.ts';
import { reconcilePayments } from './jobs.server.ts';
import { cancelSubscription, getCardUpdateLink, getReceipt, getSubscriptionView, setAutoRenew } from './service.server.ts';

const DAY = 24 * 3600;

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

test('auto-renew off keeps the days, on again goes on; the card can be mended', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await expect(setAutoRenew(ctx, player, false)).rejects.toMatchObject({ code: 'not-available' });
  await paying.buy(player, 'premium', 'card');
  await expect(subscribe(ctx, player, { plan: 'premium', channel: 'card' })).rejects.toMatchObject({ code: 'not-available' });
  const days = await countDaysLeft(paying, player);
  const [code = ''] = fake.subscriptions.keys();
  await setAutoRenew(ctx, player, false);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', autoRenew: false, nextBilling: null });
  expect(await countDaysLeft(paying, player)).toBe(days);
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
  expect([await countDaysLeft(paying, player), await getBalance(ctx, player)]).toEqual([30, 400]);
  // This month's kiddocash was given already, so that of the new plan comes later.
  expect((await getSubscriptionView(ctx, player)).kiddocashPlan?.next).toMatchObject({ amount: 1000 });
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

test('who switches on and off all the time is asked to wait, and the provider has peace', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const codes: string[] = [];
  for (let i = 0; i < 40; i++) await setAutoRenew(ctx, player, i % 2 === 1).catch((error: { code: string }) => codes.push(error.code));
  expect(new Set(codes)).toEqual(new Set(['too-many-requests']));
});
