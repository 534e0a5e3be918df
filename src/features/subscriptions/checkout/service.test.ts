import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance, getStatement } from '../../wallet/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from './service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { getReceipt, getSubscriptionView } from '../service.server.ts';

test('price and currency come from our tables; who presses twice gets the same checkout', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer();
  for (const fields of [{ plan: 'basic', channel: 'card' }, { plan: 'gold', channel: 'card' }, { plan: 'pro', channel: 'cash' }, {}])
    await expect(subscribe(ctx, player, fields as never)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(buyPack(ctx, player, { do: 'buy', pack: 'pack-1', channel: 'card' })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'cash' })).rejects.toMatchObject({ code: 'bad-input' });
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

test('a press while the checkout of the one before is on its way leads to the same checkout', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer();
  const want = { plan: 'premium', channel: 'mpesa' };
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const start = fake.startCheckout;
  // The provider knows the checkout at once, but its answer takes until the second press has asked for the same one.
  fake.startCheckout = async (charge) => {
    asked++;
    if (asked > 1) answer.resolve();
    const checkout = await start(charge);
    await answer.promise;
    return checkout;
  };
  const first = subscribe(ctx, player, want);
  await expect.poll(() => fake.charges.size).toBe(1);
  const second = await subscribe(ctx, player, want);
  expect(second).toEqual(await first);
  expect([asked, fake.charges.size]).toEqual([2, 1]);
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

test('M-Pesa pays a pack in shillings and a card in dollars, which the provider, the receipt, the mail and the statement name', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const [note, mail] = [async () => (await getStatement(ctx, player, null)).items[0]?.note, async () => (await world.mails())[0]];
  for (const [channel, price, words] of [
    ['mpesa', { minor: 109_900, currency: 'KES' }, 'KSH 1,099'],
    ['card', { minor: 4999, currency: 'USD' }, 'USD 49.99'],
  ] as const) {
    const reference = getReference((await buyPack(ctx, player, { do: 'buy', pack: 'pack-4500', channel })).url);
    expect(fake.charges.get(reference)?.charge).toMatchObject({
      channel,
      amountMinor: price.minor,
      currency: price.currency,
      renews: null,
    });
    fake.pay(reference);
    expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
    expect((await getReceipt(ctx, player, reference)).price).toEqual(price);
    expect(await note()).toBe(`4,950 kiddocash for ${words}`);
    expect((await mail())?.text).toContain(`We received ${words} on`);
    await paying.sendWebhook({ key: `back ${channel}`, isLive: true, kind: 'refunded', reference });
    await paying.runJobs();
    expect(await note()).toBe(`A payment of ${words} was refunded`);
    expect((await mail())?.text).toContain(`Payment ${reference} of ${words} for the player`);
  }
});

test('who changes from M-Pesa to the card gets a checkout in dollars, not the open one in shillings', async () => {
  const { ctx, world } = await createPaymentsWorld();
  const player = await world.addPlayer();
  const buy = async (channel: string) => getReference((await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel })).url);
  const [shillings, again, dollars] = [await buy('mpesa'), await buy('mpesa'), await buy('card')];
  expect([again === shillings, dollars === shillings]).toEqual([true, false]);
});

test('the database takes no M-Pesa payment in dollars', async () => {
  const { ctx } = await createPaymentsWorld();
  const row = {
    reference: 'kd-0123456789',
    provider: 'till',
    product: 'pack',
    pack_id: 'pack-400',
    amount_minor: 499,
    currency: 'USD',
  } as const;
  await expect(
    ctx.db
      .insertInto('payments')
      .values({ ...row, channel: 'mpesa' })
      .execute(),
  ).rejects.toThrow('payments_check');
  await ctx.db
    .insertInto('payments')
    .values({ ...row, channel: 'card' })
    .execute();
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
