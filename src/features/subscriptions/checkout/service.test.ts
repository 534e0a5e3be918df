import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from './service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { getReceipt, getSubscriptionView } from '../service.server.ts';

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

test('what a pack holds is what it held when it was bought, also on its receipt', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const reference = getReference((await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'card' })).url);
  await ctx.db.updateTable('packs').set({ amount: 100 }).where('id', '=', 'pack-400').execute();
  fake.pay(reference);
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  expect(await getBalance(ctx, player)).toBe(400);
  expect((await getReceipt(ctx, player, reference)).what).toBe('400 kiddocash');
});

test('what nobody was sent to pay is not being processed', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer();
  fake.fail = 'before';
  await expect(subscribe(ctx, player, { plan: 'premium', channel: 'card' })).rejects.toMatchObject({ code: 'unavailable' });
  expect((await getSubscriptionView(ctx, player)).processing).toBe(false);
  await subscribe(ctx, player, { plan: 'premium', channel: 'card' });
  expect((await getSubscriptionView(ctx, player)).processing).toBe(true);
});
