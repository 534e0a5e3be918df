import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { countDaysLeft, setPlanPrice } from '../../../../tests/payment-records.ts';
import { hasPremiumAt } from '../../premium/queries.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { getSubscriptionView, setAutoRenew } from '../service.server.ts';

const DAY = 24 * 3600;

test('upgrade: at once, with unused days in proportion; the old card is stopped; taken back, the old days come back', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [old = ''] = fake.subscriptions.keys();
  world.advanceClock(10 * DAY);
  const left = await countDaysLeft(paying, player);
  const upgrade = await paying.buy(player, 'pro', 'mpesa');
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'pro', channel: 'mpesa' });
  expect(await countDaysLeft(paying, player)).toBe(30 + Math.ceil(((left ?? 0) * 99) / 199));
  expect(fake.subscriptions.get(old)?.state).toBe('non-renewing');
  world.advanceClock(5 * DAY);
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: upgrade });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'premium', autoRenew: null, nextBilling: null });
  expect(await countDaysLeft(paying, player)).toBe((left ?? 0) - 5);
  expect(await getBalance(ctx, player)).toBe(400);
});

test('downgrade: the dearer days end first; a refund of those brings the others forward', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const pro = await paying.buy(player, 'pro', 'card');
  const [old = ''] = fake.subscriptions.keys();
  const proDays = (await countDaysLeft(paying, player)) ?? 0;
  world.advanceClock(10 * DAY);
  await paying.buy(player, 'premium', 'mpesa');
  expect(fake.subscriptions.get(old)?.state).toBe('non-renewing');
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'pro' });
  expect(await countDaysLeft(paying, player)).toBe(proDays - 10 + 30);
  await paying.sendWebhook({ key: 'back', isLive: true, kind: 'refunded', reference: pro });
  await paying.runJobs();
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ planId: 'premium' });
  expect(await countDaysLeft(paying, player)).toBe(30);
  world.advanceClock(31 * DAY);
  expect(await hasPremium(ctx, player.id)).toBe(false);
});

test('unused days count for what was paid for them, whatever the plans cost by now', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  await setPlanPrice(paying, 'premium', 4900);
  const reference = getReference((await subscribe(ctx, player, { plan: 'pro', channel: 'mpesa' })).url);
  await setPlanPrice(paying, 'pro', 99900);
  fake.pay(reference);
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  expect(await countDaysLeft(paying, player)).toBe(30 + Math.ceil((30 * 99) / 199));
  // The same plan at another price is not an upgrade, so all of its days stay.
  const other = await world.addPlayer();
  await paying.buy(other, 'premium', 'mpesa');
  await setPlanPrice(paying, 'premium', 9900);
  await paying.buy(other, 'premium', 'mpesa');
  expect(await countDaysLeft(paying, other)).toBe(60);
});

test('premium holds to the very moment, without a gap where the next month begins', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(DAY);
  await paying.buy(player, 'premium', 'mpesa');
  const [first, second] = await ctx.db.selectFrom('paid_periods').select(['begins_at', 'ends_at']).orderBy('begins_at').execute();
  if (!first || !second) throw new Error('two were bought');
  const at = (moment: Date, ms: number) => hasPremiumAt(ctx.queryPrepared, player.id, new Date(moment.getTime() + ms));
  expect([await at(first.begins_at, -1), await at(first.begins_at, 0)]).toEqual([false, true]);
  expect([await at(first.ends_at, -1), await at(first.ends_at, 0)]).toEqual([true, true]);
  expect([await at(second.ends_at, -1), await at(second.ends_at, 0)]).toEqual([true, false]);
  // Without auto-renewal a card has no grace days. With it, the grace period ends at exactly the stored time.
  const other = await world.addPlayer();
  await paying.buy(other, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  const { grace_until: grace } = await ctx.db
    .selectFrom('subscriptions')
    .select('grace_until')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const held = (ms: number) => hasPremiumAt(ctx.queryPrepared, other.id, new Date((grace?.getTime() ?? 0) + ms));
  expect([await held(-1), await held(0)]).toEqual([true, false]);
  await setAutoRenew(ctx, other, false);
  expect(await held(-1)).toBe(false);
  // Turning auto-renewal back on after everything has ended does not grant grace days either.
  world.advanceClock(32 * DAY);
  await expect(setAutoRenew(ctx, other, true)).rejects.toMatchObject({ code: 'not-available' });
  expect(await hasPremium(ctx, other.id)).toBe(false);
});
