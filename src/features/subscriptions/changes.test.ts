import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../tests/fake-payments.ts';
import type { Actor } from '../../shared/permissions.ts';
import { getBalance } from '../wallet/service.server.ts';
import { hasPremiumAt } from '../premium/queries.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from './checkout/service.server.ts';
import { cancelSubscription, setAutoRenew, getReceipt, getSubscriptionView } from './service.server.ts';
import { reconcilePayments } from './reconciliation/service.server.ts';
import { processEvent } from './webhooks/service.server.ts';

// Changes between two steps of a payment: prices, packs, cards, accounts, and the order in which updates arrive.

const HOUR = 3600;
const DAY = 24 * HOUR;
type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;

const daysLeft = async ({ ctx }: Paying, actor: Actor) => {
  const { status } = await getSubscriptionView(ctx, actor);
  return status?.kind === 'active' ? Math.round((Date.parse(status.until) - ctx.now().getTime()) / 86_400_000) : null;
};
const stateOf = async ({ ctx }: Paying, reference: string) =>
  (await ctx.db.selectFrom('payments').select('state').where('reference', '=', reference).executeTakeFirst())?.state;
const setPrice = ({ ctx }: Paying, plan: 'premium' | 'pro', minor: number) =>
  ctx.db.updateTable('plans').set({ price_minor: minor }).where('id', '=', plan).execute();
const hintOf = ({ fake }: Paying, code: string) => ({ customer: fake.subscriptions.get(code)?.customer ?? '', planId: 'premium' });

test('a new price is for who comes after it: a card goes on at its own, and is told that one', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  await setPrice(paying, 'premium', 14900);
  expect((await getSubscriptionView(ctx, player)).status).toMatchObject({ kind: 'active', price: { minor: 9900, currency: 'KES' } });
  world.advanceClock(28.5 * DAY);
  await reconcilePayments(ctx);
  const mail = (await world.mails()).find((one) => one.subject.startsWith('Premium renews on'));
  expect(mail?.text).toContain('KSH 99 ');
  world.advanceClock(3 * DAY);
  const renewal = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(renewal, hintOf(paying, code)));
  await paying.runJobs();
  expect([await stateOf(paying, renewal), await getBalance(ctx, player)]).toEqual(['success', 800]);
});

test('a pass that joins a card does not change what the card is charged', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const card = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  await setPrice(paying, 'premium', 14900);
  const pass = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  for (const reference of [card, pass]) {
    fake.pay(reference);
    world.advanceClock(60);
    await paying.sendWebhook(createChargedEvent(reference));
    await paying.runJobs();
  }
  expect([await stateOf(paying, card), await stateOf(paying, pass)]).toEqual(['success', 'success']);
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(31 * DAY);
  const renewal = fake.renew(code);
  await paying.sendWebhook(createChargedEvent(renewal, hintOf(paying, code)));
  await paying.runJobs();
  expect(await stateOf(paying, renewal)).toBe('success');
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

test('unused days count for what was paid for them, whatever the plans cost by now', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  await setPrice(paying, 'premium', 4900);
  const reference = getReference((await subscribe(ctx, player, { plan: 'pro', channel: 'mpesa' })).url);
  await setPrice(paying, 'pro', 99900);
  fake.pay(reference);
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  expect(await daysLeft(paying, player)).toBe(30 + Math.ceil((30 * 99) / 199));
  // The same plan at another price is not an upgrade, so all of its days stay.
  const other = await world.addPlayer();
  await paying.buy(other, 'premium', 'mpesa');
  await setPrice(paying, 'premium', 9900);
  await paying.buy(other, 'premium', 'mpesa');
  expect(await daysLeft(paying, other)).toBe(60);
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
  await paying.sendWebhook(createChargedEvent(renewal, hintOf(paying, code)));
  await paying.runJobs();
  expect([await stateOf(paying, renewal), there?.state]).toEqual(['held', 'non-renewing']);
});

test('a provider that takes one subscription for another does not keep back what was paid', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  const first = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  world.advanceClock(31 * 60);
  const second = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  fake.pay(second);
  expect(await confirmCheckoutReturn(ctx, player, second)).toBe('success');
  fake.pay(first);
  const [one, two] = [...fake.subscriptions.keys()];
  const charge = fake.charges.get(first);
  if (charge) charge.code = one ?? null;
  expect(await confirmCheckoutReturn(ctx, player, first)).toBe('success');
  expect(await getBalance(ctx, player)).toBe(800);
  // Once the provider sends the correct code, each subscription has its own code, and only one is still charged.
  if (charge) charge.code = two ?? null;
  await paying.sendWebhook({ key: 'two made', isLive: true, kind: 'subscription', code: two ?? '' });
  for (let i = 0; i < 3; i++) {
    await paying.runJobs();
    world.advanceClock(HOUR + 1);
    await reconcilePayments(ctx);
  }
  const known = await ctx.db.selectFrom('subscriptions').select(['code', 'state']).orderBy('code').execute();
  expect(known).toEqual([
    { code: one, state: 'ended' },
    { code: two, state: 'active' },
  ]);
  expect([fake.subscriptions.get(one ?? '')?.state, fake.subscriptions.get(two ?? '')?.state]).toEqual(['non-renewing', 'active']);
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
  await paying.sendWebhook(createChargedEvent('stray-charge', hintOf(paying, code)));
  await paying.runJobs();
  expect(await stateOf(paying, 'stray-charge')).toBeUndefined();
  expect(await getBalance(ctx, player)).toBe(400);
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

test('what was held and goes back is told to who was told that it is looked at', async () => {
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
  expect([await stateOf(paying, reference), await hasPremium(ctx, player.id)]).toEqual(['refunded', false]);
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
  expect([await stateOf(paying, reference), await getBalance(ctx, player), await hasPremium(ctx, player.id)]).toEqual([
    'success',
    400,
    true,
  ]);
  // A different dispute counts.
  await paying.sendWebhook({ key: 'create:8', isLive: true, kind: 'disputed', reference, decidedBy: 'resolve:8' });
  await paying.runJobs();
  expect(await stateOf(paying, reference)).toBe('disputed');
});

test('a dispute of an upgrade whose old days are over gives back all that was left, when it is won', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'mpesa');
  const upgrade = await paying.buy(player, 'pro', 'mpesa');
  world.advanceClock(40 * DAY);
  expect(await daysLeft(paying, player)).toBe(5);
  await paying.sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: upgrade });
  await paying.runJobs();
  expect(await hasPremium(ctx, player.id)).toBe(false);
  world.advanceClock(60 * DAY);
  await paying.sendWebhook({ key: 'won', isLive: true, kind: 'dispute-won', reference: upgrade });
  await paying.runJobs();
  expect(await daysLeft(paying, player)).toBe(5);
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

test('who switches on and off all the time is asked to wait, and the provider has peace', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world } = paying;
  const player = await world.addPlayer();
  await paying.buy(player, 'premium', 'card');
  const codes: string[] = [];
  for (let i = 0; i < 40; i++) await setAutoRenew(ctx, player, i % 2 === 1).catch((error: { code: string }) => codes.push(error.code));
  expect(new Set(codes)).toEqual(new Set(['too-many-requests']));
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
  await paying.sendWebhook(createChargedEvent(odd, hintOf(paying, code)));
  await paying.runJobs();
  world.advanceClock(40 * DAY);
  await reconcilePayments(ctx);
  expect((await getSubscriptionView(ctx, player)).status?.kind).toBe('expired');
  expect(await ctx.db.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'ended' }]);
  const waiting = await ctx.db.selectFrom('webhook_events').select('id').where('done_at', 'is', null).execute();
  expect(waiting).toEqual([]);
  expect(world.logged.some((line) => line.level === 50 && line.msg.includes('reference'))).toBe(true);
});
