import { expect, test } from 'vitest';
import { startPaystack } from '../../../../tests/adapters/paystack-double.ts';
import { createWorld } from '../../../../tests/world.ts';
import { createPaystack } from '../../../infra/payments/paystack.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { stopCardJob } from '../renewals/service.server.ts';
import { cancelSubscription, setAutoRenew, getSubscriptionView } from '../service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { receiveWebhook, processEventJob } from './service.server.ts';

const DAY = 24 * 3600;
const SECRET = 'sk_test_0123456789abcdef';

/** A simulated Paystack, as documented. Its webhooks reach the site as configured in `how`, or not at all if `how` is null. */
async function withPaystack(counts: 'live' | 'test', how: { times?: number; order?: 'in-order' | 'reversed' } | null) {
  const world = await createWorld();
  const now = () => world.ctx.now();
  const paystack = await startPaystack(SECRET, now);
  const ctx = { ...world.ctx, payments: createPaystack({ secretKey: SECRET, base: paystack.base, acceptedDomain: counts, now }) };
  const player = await world.addPlayer();
  const latest = async () => {
    const row = await ctx.db.selectFrom('payments').select('reference').orderBy('created_at', 'desc').executeTakeFirst();
    return row?.reference ?? '';
  };
  /** Delivers webhooks, then runs jobs and reconciliation for some hours. */
  const hours = async () => {
    if (how === null) paystack.webhooks();
    else await paystack.deliver(({ raw, headers }) => receiveWebhook(ctx, raw, headers), how);
    for (let round = 0; round < 3; round++) {
      while ((await ctx.jobs.drain(ctx, processEventJob, 50)) + (await ctx.jobs.drain(ctx, stopCardJob, 50)) > 0);
      await reconcilePayments(ctx);
      world.advanceClock(3700);
    }
  };
  const status = async () => (await getSubscriptionView(ctx, player)).status;
  return { world, ctx, paystack, player, latest, hours, status };
}

test.each([
  ['in order', { times: 1, order: 'in-order' as const }],
  ['backwards and three times', { times: 3, order: 'reversed' as const }],
  ['not at all', null],
])('Paystack, webhooks %s: a card, its renewal, its failure, its end', { timeout: 60_000 }, async (_, how) => {
  const { world, ctx, paystack, player, latest, hours, status } = await withPaystack('test', how);
  await subscribe(ctx, player, { plan: 'premium', channel: 'card' });
  const reference = await latest();
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('processing');
  paystack.pay(reference, { late: true });
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  paystack.settle(reference);
  await hours();
  world.advanceClock(DAY);
  await hours();
  const [code = ''] = paystack.subscriptions.keys();
  const next = () => paystack.subscriptions.get(code)?.next?.toISOString();
  expect(await status()).toMatchObject({ kind: 'active', planId: 'premium', autoRenew: true, nextBilling: next() });

  world.advanceClock((Date.parse(next() ?? '') - ctx.now().getTime()) / 1000 + 60);
  expect(paystack.chargeMonth(code)).not.toBeNull();
  await hours();
  world.advanceClock(DAY);
  await hours();
  expect(await status()).toMatchObject({ kind: 'active', nextBilling: next(), graceUntil: null });
  expect(await getBalance(ctx, player)).toBe(800);

  paystack.failNext(code);
  world.advanceClock((Date.parse(next() ?? '') - ctx.now().getTime()) / 1000 + 60);
  paystack.chargeMonth(code);
  await hours();
  world.advanceClock(DAY);
  await hours();
  expect((await status())?.kind).toBe('active');
  expect(await status()).not.toMatchObject({ graceUntil: null });
  world.advanceClock(4 * DAY);
  await hours();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect(paystack.subscriptions.get(code)?.status).not.toMatch(/^(active|attention)$/);
  expect(await getBalance(ctx, player)).toBe(800);
});

test('Paystack: M-Pesa, kiddocash in dollars, auto-renew, money back, cancelling', { timeout: 60_000 }, async () => {
  const { ctx, paystack, player, latest, hours, status } = await withPaystack('test', { times: 2 });
  await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' });
  const pass = await latest();
  paystack.pay(pass);
  await hours();
  expect(await status()).toMatchObject({ kind: 'active', channel: 'mpesa', autoRenew: null });
  await buyPack(ctx, player, { do: 'buy', pack: 'pack-4500', channel: 'card' });
  const pack = await latest();
  paystack.pay(pack);
  await hours();
  expect(await getBalance(ctx, player)).toBe(5350);
  paystack.refund(pack);
  await hours();
  expect(await getBalance(ctx, player)).toBe(400);

  await subscribe(ctx, player, { plan: 'pro', channel: 'card' });
  paystack.pay(await latest());
  await hours();
  expect(await status()).toMatchObject({ kind: 'active', planId: 'pro', channel: 'card', autoRenew: true });
  const [code = ''] = paystack.subscriptions.keys();
  await setAutoRenew(ctx, player, false);
  await hours();
  expect(await status()).toMatchObject({ kind: 'active', autoRenew: false });
  await setAutoRenew(ctx, player, true);
  await hours();
  expect(await status()).toMatchObject({ kind: 'active', autoRenew: true });
  await cancelSubscription(ctx, player);
  await hours();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect(paystack.subscriptions.get(code)?.status).not.toBe('active');
});

test('Paystack in test mode on a live address: nothing is given', async () => {
  const { ctx, paystack, player, latest, hours } = await withPaystack('live', { times: 1 });
  await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' });
  paystack.pay(await latest());
  await hours();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  expect(await ctx.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'held' }]);
});
