import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { codeOf } from '../../../../tests/age-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { findPaymentState } from '../../../../tests/payment-records.ts';
import { createPurchaseWorld, DAY, WITHDRAWN } from '../../../../tests/purchase-requests.ts';
import { createChargedEvent, getReference } from '../../../../tests/fake-payments.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { listFlaggedPayments } from '../admin/service.server.ts';
import { subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { applyDispute, applyRefund } from '../refunds/service.server.ts';
import { withBillingTransaction } from '../payments/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { findRenewalObstacle, getSpending } from '../spending/service.server.ts';

async function startAsked(wanted: Record<string, string> = { plan: 'premium' }, choices = {}) {
  const world = await createPurchaseWorld(choices);
  await world.ask(wanted);
  return { ...world, key: await world.keyOfLastMail() };
}

describe('paying', () => {
  test.each(['mpesa', 'card'])('a plan by %s is a pass that never renews; the payer is the guardian', async (channel) => {
    const { ctx, fake, player, email, key, page, pay, mails, view } = await startAsked();
    expect(await page(key)).toMatchObject({ state: 'open', language: 'en', item: { priceMinor: 9900 }, monthMinor: 0, isNotPaid: false });
    expect(await pay(key, channel)).toMatchObject({ state: 'paid', monthMinor: 9900 });
    expect(await hasPremium(ctx, player.id)).toBe(true);
    const [charge] = [...fake.charges.values()];
    expect(charge?.charge).toMatchObject({ email, renews: null, channel, currency: 'KES', amountMinor: 9900 });
    expect(fake.subscriptions.size).toBe(0);
    const { status, payments, processing } = await getSubscriptionView(ctx, player);
    expect(status).toMatchObject({ kind: 'active', planId: 'premium', nextBilling: null, autoRenew: null });
    expect(payments).toMatchObject([{ state: 'success', channel }]);
    expect(processing).toBe(false);
    expect(await view()).toMatchObject({ request: { state: 'paid' }, obstacle: null });
    const { items } = await listNotifications(ctx, player, null);
    expect(items).toMatchObject([{ title: 'Paid at home' }]);
    const receipt = (await mails()).at(-1);
    expect(receipt?.subject).toContain('Receipt: Premium, 30 days');
    expect(receipt?.text).toContain('Then it ends by itself');
  });

  test('a pack, by card in shillings too', async () => {
    const { ctx, fake, player, key, pay } = await startAsked({ pack: 'pack-400' });
    expect(await pay(key, 'card')).toMatchObject({ state: 'paid' });
    expect(await getBalance(ctx, player)).toBe(400);
    expect([...fake.charges.values()][0]?.charge).toMatchObject({ currency: 'KES', renews: null });
  });

  test('the price is that of when it was asked', async () => {
    const { ctx, fake, key, pay } = await startAsked();
    await ctx.db.updateTable('plans').set({ price_minor: 50_000, kiddocash: 1 }).where('id', '=', 'premium').execute();
    expect(await pay(key)).toMatchObject({ state: 'paid', item: { priceMinor: 9900, kiddocash: 400 } });
    expect([...fake.charges.values()][0]?.charge?.amountMinor).toBe(9900);
  });

  test('pressed again it leads to the same checkout; by another way to another, and only one of them is granted', async () => {
    const asked = await startAsked();
    const { ctx, fake, player, key, begin, page, mails } = asked;
    const first = await begin(key, 'mpesa');
    expect(await begin(key, 'mpesa')).toBe(first);
    const second = await begin(key, 'card');
    expect(second).not.toBe(first);
    fake.pay(first);
    fake.pay(second);
    const pages = await Promise.all([page(key, first), page(key, second)]);
    expect(pages.map(({ state }) => state)).toContain('paid');
    const states = await Promise.all([first, second].map((each) => findPaymentState(asked, each)));
    expect(new Set(states)).toEqual(new Set(['held', 'success']));
    const operator = { kind: 'player', id: ctx.newId(), role: 'operator', premium: false } as const;
    const flagged = await listFlaggedPayments(ctx, operator);
    expect(JSON.stringify(flagged)).toContain('paid a second time by the guardian');
    expect((await mails()).map(({ subject }) => subject.split(':')[0])).toContainEqual(
      expect.stringContaining('We are looking at your payment'),
    );
    // Nobody learns of a second payment but the guardian.
    expect((await listNotifications(ctx, player, null)).items).toHaveLength(1);
    // Paid back, the first one stays.
    const held = states[0] === 'held' ? first : second;
    await withBillingTransaction(ctx, player.id, (billing) => applyRefund(ctx, billing, held, null, null));
    expect(await findPaymentState(asked, held)).toBe('refunded');
    expect(await hasPremium(ctx, player.id)).toBe(true);
    expect((await mails()).at(-1)?.text).toContain('had brought nothing');
  });

  test('nobody comes back: the webhook and the job settle it', async () => {
    const { fake, key, begin, page, sendWebhook, runJobs } = await startAsked();
    const reference = await begin(key);
    expect(await page(key, reference)).toMatchObject({ state: 'confirming' });
    // Opened by the mail: it can be paid, and says that a payment was begun.
    expect(await page(key)).toMatchObject({ state: 'open', isBegun: true });
    fake.pay(reference);
    await sendWebhook(createChargedEvent(reference));
    await runJobs();
    expect(await page(key)).toMatchObject({ state: 'paid' });
  });

  test('a checkout that was declined can be paid later', async () => {
    const other = await startAsked();
    const abandoned = await other.begin(other.key);
    other.fake.decline(abandoned);
    expect(await other.page(other.key, abandoned)).toMatchObject({ state: 'open', isNotPaid: true });
    other.fake.pay(abandoned);
    other.world.advanceClock(DAY + 60);
    await reconcilePayments(other.ctx);
    expect(await other.page(other.key)).toMatchObject({ state: 'paid' });
  });

  test('paid after a no of the same guardian it counts: they changed their mind', async () => {
    const { key, fake, begin, act, page } = await startAsked();
    const reference = await begin(key);
    await act(key, { do: 'refuse', reply: '' });
    fake.pay(reference);
    expect(await page(key, reference)).toMatchObject({ state: 'paid', reply: null });
  });

  test('what is paid after buying was closed is held, and the guardian hears of it', async () => {
    for (const choice of [WITHDRAWN, { buying: 'none' }]) {
      const { ctx, player, key, fake, begin, page, change, mails } = await startAsked();
      const reference = await begin(key);
      await change(choice);
      expect(await page(key)).toMatchObject({ state: 'closed' });
      expect(await codeOf(begin(key))).not.toBe('open');
      fake.pay(reference);
      expect(await page(key, reference)).toMatchObject({ state: 'held' });
      expect(await hasPremium(ctx, player.id)).toBe(false);
      expect((await mails()).at(-1)?.text).toContain('It did not bring anything');
      expect((await listNotifications(ctx, player, null)).items).toMatchObject([{ title: 'We are looking at a payment' }]);
    }
  });

  test('whoever came of age meanwhile can still be given something', async () => {
    const { ctx, player, key, pay } = await startAsked();
    await ctx.db.updateTable('players').set(ageOf(18)).where('id', '=', player.id).execute();
    expect(await pay(key)).toMatchObject({ state: 'paid' });
    expect(await hasPremium(ctx, player.id)).toBe(true);
  });
});

describe('the monthly sum', () => {
  test('counts what a guardian paid, and does not refuse it', async () => {
    const { ctx, player, key, pay } = await startAsked({ plan: 'premium' }, { buying: 'up-to-a-sum', sum: 150 });
    expect(await pay(key)).toMatchObject({ state: 'paid', monthMinor: 9900 });
    expect((await getSpending(ctx, player))?.sum?.leftMinor).toBe(5100);
    const over = await startAsked({ pack: 'pack-10000' }, { buying: 'up-to-a-sum', sum: 100 });
    expect(await over.pay(over.key)).toMatchObject({ state: 'paid' });
    expect((await getSpending(over.ctx, over.player))?.sum?.leftMinor).toBeLessThan(0);
  });

  test('an open checkout of a guardian takes nothing of it, and is not what the player takes up', async () => {
    const { ctx, player, key, begin } = await startAsked({ plan: 'premium' }, { buying: 'up-to-a-sum', sum: 100 });
    const guardians = await begin(key, 'mpesa');
    expect((await getSpending(ctx, player))?.sum).toMatchObject({ leftMinor: 10_000, open: [] });
    const { url } = await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' });
    expect(getReference(url)).not.toBe(guardians);
    // And the other way round.
    expect(await begin(key, 'mpesa')).toBe(guardians);
  });
});

describe('what runs already', () => {
  test('a bigger plan begins at once, the kiddocash of its month later; the same or a smaller one begins when the paid days end', async () => {
    const { ctx, player, ask, view, keyOfLastMail, pay, page, mails, takeBack } = await createPurchaseWorld();
    await ask();
    expect(await view({ plan: 'premium' })).toMatchObject({ timing: { beginsAt: null, kiddocashAt: null, endsCardOf: null } });
    await pay(await keyOfLastMail());
    const { status, kiddocashPlan } = await getSubscriptionView(ctx, player);
    const until = status?.kind === 'active' ? status.until : '';
    expect(await view({ plan: 'premium' })).toMatchObject({ timing: { beginsAt: until, kiddocashAt: until, endsCardOf: null } });
    expect(await view({ pack: 'pack-400' })).toMatchObject({ timing: { beginsAt: null, kiddocashAt: null } });
    await ask({ plan: 'pro' });
    expect(await page(await keyOfLastMail())).toMatchObject({ timing: { beginsAt: null, kiddocashAt: kiddocashPlan?.monthEndsAt } });
    expect((await mails()).find(({ subject }) => subject.includes('asks you for Pro'))?.text).toContain('The kiddocash comes on');
    await takeBack();
    expect(await getBalance(ctx, player)).toBe(400);
  });

  test('a card that renews another plan is named, because it ends', async () => {
    const { fake, buy, player, view } = await createPurchaseWorld({ buying: 'up-to-a-sum', sum: 1000 });
    await buy(player, 'premium', 'card');
    expect(fake.subscriptions.size).toBe(1);
    expect(await view({ plan: 'pro' })).toMatchObject({ timing: { endsCardOf: 'Premium' } });
    expect(await view({ plan: 'premium' })).toMatchObject({ timing: { endsCardOf: null } });
  });

  test('what a guardian pays does not end the plan that a card renews', async () => {
    const { ctx, buy, player, ask, keyOfLastMail, pay } = await createPurchaseWorld({ buying: 'up-to-a-sum', sum: 200 });
    await buy(player, 'premium', 'card');
    await ask({ pack: 'pack-4500' });
    await pay(await keyOfLastMail());
    expect((await getSpending(ctx, player))?.canRenew).toBe(true);
    expect(await findRenewalObstacle(ctx, player.id)).toBeNull();
  });

  test('a plan that the player buys alone is not asked for any more', async () => {
    const { buy, player, key, act, page, view } = await startAsked({ plan: 'premium' }, { buying: 'up-to-a-sum', sum: 1000 });
    await buy(player, 'premium', 'mpesa');
    expect(await view()).toMatchObject({ request: { state: 'cancelled' }, obstacle: null });
    expect(await page(key)).toMatchObject({ state: 'cancelled' });
    expect(await act(key, { do: 'pay', channel: 'card' })).toMatchObject({ ok: false, code: 'closed' });
  });
});

describe('a payment whose payer did not come back', () => {
  test('is found before another one begins', async () => {
    const { fake, key, begin, act, page } = await startAsked();
    const reference = await begin(key, 'mpesa');
    fake.pay(reference);
    const outcome = await act(key, { do: 'pay', channel: 'card' });
    expect(outcome).toMatchObject({ url: expect.stringContaining(`reference=${reference}`) });
    expect(fake.charges.size).toBe(1);
    expect(await page(key)).toMatchObject({ state: 'paid' });
  });

  test('is found too when the checkout was declined before', async () => {
    const asked = await startAsked();
    const { world, fake, key, begin, act, page } = asked;
    const reference = await begin(key, 'mpesa');
    fake.decline(reference);
    await page(key);
    expect(await findPaymentState(asked, reference)).toBe('failed');
    world.advanceClock(3700);
    fake.pay(reference);
    // Another press, without the address of the checkout.
    expect(await act(key, { do: 'pay', channel: 'card' })).toMatchObject({ url: expect.stringContaining(reference) });
    const other = await startAsked();
    const declined = await other.begin(other.key);
    other.fake.decline(declined);
    expect(await other.page(other.key, declined)).toMatchObject({ isNotPaid: true });
    other.fake.pay(declined);
    expect(await other.page(other.key, declined)).toMatchObject({ state: 'paid' });
  });

  test('is found by whoever opens the page', async () => {
    const { fake, key, begin, page } = await startAsked();
    fake.pay(await begin(key, 'mpesa'));
    expect(await page(key)).toMatchObject({ state: 'paid' });
  });
});

test('an account that is closed, or about to be deleted, is not paid for', async () => {
  const closings = [{ closed_as: 'under-13' as const, deletes_at: new Date() }, { deletes_at: new Date() }];
  for (const closing of closings) {
    const { ctx, fake, player, key, begin, page, mails } = await startAsked();
    const reference = await begin(key);
    await ctx.db.updateTable('players').set(closing).where('id', '=', player.id).execute();
    expect(await page(key)).toMatchObject({ state: 'closed' });
    fake.pay(reference);
    expect(await page(key, reference)).toMatchObject({ state: 'held' });
    expect((await mails()).at(-1)?.text).toContain('It did not bring anything');
  }
});

test('while a bank only asks for the money, nothing says that it went back', async () => {
  const { ctx, player, key, begin, fake, page } = await startAsked();
  const reference = await begin(key);
  fake.pay(reference);
  await page(key);
  await withBillingTransaction(ctx, player.id, (billing) => applyDispute(ctx, billing, reference, null));
  expect(await page(key)).toMatchObject({ state: 'paid' });
});

test('a payment that does not fit is looked at, and both sides read so', async () => {
  const { ctx, player, key, begin, fake, page, view } = await startAsked();
  const reference = await begin(key);
  fake.pay(reference, { amountMinor: 100 });
  expect(await page(key)).toMatchObject({ state: 'held' });
  expect(await view()).toMatchObject({ request: { state: 'held' }, obstacle: null });
  expect((await listNotifications(ctx, player, null)).items).toMatchObject([{ title: 'We are looking at a payment' }]);
});

describe('saying no', () => {
  test('with a word or without; once', async () => {
    const { key, act, page, view } = await startAsked();
    expect(await act(key, { do: 'refuse', reply: '  Maybe after the exams ' })).toEqual({ ok: true, do: 'refuse' });
    expect(await act(key, { do: 'refuse', reply: 'Another word' })).toEqual({ ok: true, do: 'refuse' });
    expect(await page(key)).toMatchObject({ state: 'refused', reply: 'Maybe after the exams' });
    expect(await view()).toMatchObject({ request: { state: 'refused', reply: 'Maybe after the exams' }, obstacle: null });
    expect(await act(key, { do: 'pay', channel: 'card' })).toMatchObject({ ok: false, code: 'closed' });
    const quiet = await startAsked();
    expect(await quiet.act(quiet.key, { do: 'refuse' })).toMatchObject({ ok: true });
    expect(await quiet.page(quiet.key)).toMatchObject({ reply: null });
  });

  test('words that the filter refuses, and too many of them', async () => {
    const { ctx, player, key, act, page } = await startAsked();
    const unreadable = `nice${String.fromCodePoint(0)}`;
    const turned = `nice ${String.fromCodePoint(0x202e)}ecin`;
    for (const reply of ['call me on 0712 345 678', 'you stupid bitch', 'x'.repeat(101), unreadable, turned]) {
      const refused = await act(key, { do: 'refuse', reply });
      expect(refused).toMatchObject({ ok: false, code: 'bad-input', values: { reply } });
      expect(refused).toHaveProperty('fieldErrors.reply');
    }
    expect(await page(key)).toMatchObject({ state: 'open' });
    expect((await listNotifications(ctx, player, null)).items).toEqual([]);
    for (let i = 0; i < 20; i++) await act(key, { do: 'refuse', reply: 'call 0712 345 678' });
    expect(await act(key, { do: 'refuse', reply: 'fine words' })).toMatchObject({ ok: false, code: 'too-many-requests' });
    // A no without words is always possible.
    expect(await act(key, { do: 'refuse', reply: '' })).toMatchObject({ ok: true });
  });
});

test('a number that is spread over several noes', async () => {
  const { world, ask, keyOfLastMail, act } = await createPurchaseWorld();
  const say = async (reply: string) => {
    await ask();
    const outcome = await act(await keyOfLastMail(), { do: 'refuse', reply });
    world.advanceClock(60);
    return outcome;
  };
  expect(await say('my number is 0712')).toMatchObject({ ok: true });
  expect(await say('345 678')).toMatchObject({ ok: false, code: 'bad-input' });
});

test('links: forged, of another request, without an end; bad forms', async () => {
  const { ctx, key, page, act } = await startAsked();
  const other = await startAsked();
  const [id = '', signature = ''] = key.split('.');
  const [otherId = ''] = other.key.split('.');
  for (const forged of ['', 'x', id, `${otherId}.${signature}`, `${id}.${signature.slice(0, -1)}`, `${key}x`, `${id}.${'A'.repeat(43)}`]) {
    expect(await page(forged)).toMatchObject({ state: 'unknown', username: null, item: null });
    expect(await codeOf(act(forged, { do: 'refuse' }))).toBe('not-found');
  }
  expect(await codeOf(act(key, { do: 'agree' }))).toBe('bad-input');
  expect(await codeOf(act(key, { do: 'pay', channel: 'cash' }))).toBe('bad-input');
  expect(await page(key, 'no-such-reference', 'fr')).toMatchObject({ state: 'open', language: 'en', isNotPaid: false });
  expect(await page(key, null, 'sw')).toMatchObject({ language: 'sw' });
  // Opening the page changed nothing, pressing in Kiswahili does.
  expect((await ctx.db.selectFrom('guardians').select('language').execute())[0]?.language).toBe('en');
  await act(key, { do: 'refuse', lang: 'sw' });
  expect(await page(key)).toMatchObject({ language: 'sw', state: 'refused' });
});

test('a consent that is taken back at this moment counts: no checkout begins after it', async () => {
  const { ctx, player, key, act } = await startAsked();
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const withdrawal = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${player.id} for no key update`.execute(trx);
    await trx.updateTable('guardianships').set(WITHDRAWN).where('player_id', '=', player.id).execute();
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const paying = act(key, { do: 'pay', channel: 'mpesa' });
  await waitForLocks(ctx.db, 1);
  released.resolve();
  await withdrawal;
  expect(await paying).toMatchObject({ ok: false, code: 'closed' });
  expect(await ctx.db.selectFrom('payments').select('state').execute()).toEqual([]);
});
