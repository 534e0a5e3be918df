import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { askOf, giveConsent } from '../../../../tests/guardian-world.ts';
import { findPaymentState } from '../../../../tests/payment-records.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { listFlaggedPayments } from '../admin/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { getSpending } from '../spending/service.server.ts';

// What somebody pays although the guardian of a player under 18 does not allow it (any more): the page of the provider stays payable.

const PACK = 9900;
const DAY = 86_400;
const WITHDRAWN = { state: 'withdrawn', relation: null, chat: null, buying: null, monthly_limit_minor: null } as const;

/** A player of 13 to 15 whose guardian allows a sum a month. @param shillings the sum */
async function start(shillings: number) {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer(ageOf(13));
  await giveConsent(askOf(ctx), player.id, { chat: 'friends', buying: 'up-to-a-sum', sum: shillings });
  const begin = async (channel = 'mpesa') => getReference((await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel })).url);
  const beginPlan = async (channel: string) => getReference((await subscribe(ctx, player, { plan: 'premium', channel })).url);
  const settle = async (reference: string) => {
    await confirmCheckoutReturn(ctx, player, reference);
    return findPaymentState(paying, reference);
  };
  const pay = (reference: string) => {
    fake.pay(reference);
    return settle(reference);
  };
  const change = (guardianship: object) =>
    ctx.db.updateTable('guardianships').set(guardianship).where('player_id', '=', player.id).execute();
  return { ...paying, player, begin, beginPlan, settle, pay, change };
}

test('declined checkouts that are paid later give no more than the sum', async () => {
  const { ctx, world, fake, player, begin, settle } = await start(99);
  const references: string[] = [];
  for (let i = 0; i < 5; i++) {
    const reference = await begin();
    fake.decline(reference);
    expect(await settle(reference)).toBe('failed');
    references.push(reference);
  }
  // The provider lets the payer try again on the same page.
  for (const reference of references) fake.pay(reference);
  world.advanceClock(DAY + 60);
  await reconcilePayments(ctx);
  expect(await getBalance(ctx, player)).toBe(400);
  const { payments } = await getSubscriptionView(ctx, player);
  expect(payments.map(({ state }) => state).toSorted()).toEqual([...Array<string>(4).fill('not-allowed'), 'success']);
});

test('a checkout that is paid after the consent ended gives nothing, and its card is stopped', async () => {
  const { ctx, fake, player, begin, beginPlan, pay, change, runJobs } = await start(500);
  const [pack, pass, card] = [await begin(), await beginPlan('mpesa'), await beginPlan('card')];
  await change(WITHDRAWN);
  // The provider names the card later.
  fake.omitsSubscriptions = true;
  expect([await pay(pack), await pay(pass), await pay(card)]).toEqual(['held', 'held', 'held']);
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([false, 0]);
  fake.omitsSubscriptions = false;
  await ctx.db.deleteFrom('guardianships').execute();
  await reconcilePayments(ctx);
  await runJobs();
  expect(fake.subscriptions.get('SUB_1')?.state).toBe('non-renewing');
  // What is held stays so, whatever is allowed later.
  await giveConsent(askOf(ctx), player.id);
  expect(await pay(pack)).toBe('held');
});

test('the same when buying was closed alone, and when the sum became too small', async () => {
  const { begin, pay, change } = await start(500);
  const first = await begin();
  await change({ buying: 'none', monthly_limit_minor: null });
  expect(await pay(first)).toBe('held');
  await change({ buying: 'up-to-a-sum', monthly_limit_minor: 3 * PACK });
  const second = await begin();
  await change({ monthly_limit_minor: 2 * PACK - 1 });
  expect(await pay(second)).toBe('held');
});

test('exactly the sum is within it, whatever else is open, and a card in dollars counts by the price in shillings', async () => {
  const { begin, pay } = await start(198);
  const [shillings, dollars] = [await begin('mpesa'), await begin('card')];
  expect([await pay(dollars), await pay(shillings)]).toEqual(['success', 'success']);
});

test('two tabs and a slow provider: of two pages that can be paid, one counts', async () => {
  const { ctx, fake, player, begin, pay } = await start(99);
  fake.fail = 'after';
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' });
  await begin();
  const references = [...fake.charges.keys()];
  expect(references).toHaveLength(2);
  const states = await Promise.all(references.map(pay));
  expect(states.map(String).toSorted()).toEqual(['held', 'success']);
  expect(await getBalance(ctx, player)).toBe(400);
});

test('a consent that is taken back while a payment is settled counts', async () => {
  const { ctx, player, begin, pay } = await start(500);
  const reference = await begin();
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const withdrawal = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${player.id} for no key update`.execute(trx);
    locked.resolve();
    await held.promise;
    await trx.updateTable('guardianships').set(WITHDRAWN).where('player_id', '=', player.id).execute();
  });
  await locked.promise;
  const settling = pay(reference);
  await waitForLocks(ctx.db, 1);
  held.resolve();
  await withdrawal;
  expect(await settling).toBe('held');
});

test('what was paid in a month counts in that month, also if we learn of it in the next', async () => {
  const { ctx, world, fake, begin, pay, settle } = await start(99);
  const goTo = (iso: string) => world.advanceClock((Date.parse(iso) - ctx.now().getTime()) / 1000);
  const year = ctx.now().getUTCFullYear();
  goTo(`${year}-07-31T20:00:00.000Z`);
  const late = await begin();
  fake.decline(late);
  expect(await pay(await begin())).toBe('success');
  fake.pay(late);
  goTo(`${year}-07-31T21:30:00.000Z`);
  expect(await settle(late)).toBe('held');
  expect(await pay(await begin())).toBe('success');
});

test('the player, and the operators, are told what it is; paid back, it counts no more', async () => {
  const { ctx, world, player, begin, pay, change, sendWebhook, runJobs } = await start(500);
  const reference = await begin();
  await change({ monthly_limit_minor: PACK - 1 });
  await pay(reference);
  const newest = async () => (await listNotifications(ctx, player, null)).items[0];
  expect(await newest()).toMatchObject({
    title: 'A payment was not allowed',
    message: 'Your parent or guardian does not allow this, so it brings nothing. Somebody of our team pays it back.',
  });
  expect((await getSubscriptionView(ctx, player)).payments).toMatchObject([{ reference, state: 'not-allowed' }]);
  const operator = await world.addPlayer({ role: 'operator' });
  const { payments } = await listFlaggedPayments(ctx, operator);
  expect(payments).toMatchObject([
    {
      reference,
      state: 'not-allowed',
      statusMessage: 'not allowed by the guardian: 9900 cents in this month of 9899; the fake says success',
    },
  ]);
  await change({ monthly_limit_minor: 2 * PACK });
  // Until then it has left the payer's account.
  expect((await getSpending(ctx, player))?.sum?.leftMinor).toBe(PACK);
  // The bank asks for it, gives it back to us, and then it is paid back.
  for (const kind of ['disputed', 'dispute-won', 'refunded'] as const) {
    await sendWebhook({ key: kind, isLive: true, kind, reference });
    await runJobs();
    const [payment] = (await getSubscriptionView(ctx, player)).payments;
    expect(payment?.state).toBe({ disputed: 'disputed', 'dispute-won': 'not-allowed', refunded: 'refunded' }[kind]);
  }
  expect((await newest())?.title).toBe('A payment goes back');
  expect((await getSpending(ctx, player))?.sum?.leftMinor).toBe(2 * PACK);
  expect(await getBalance(ctx, player)).toBe(0);
});

test('players of age, and those whose age is not known yet, get what is paid', async () => {
  const { ctx, player, begin, pay, change, beginPlan } = await start(500);
  const [before, unknown] = [await begin(), await beginPlan('mpesa')];
  await change(WITHDRAWN);
  const setAge = (band: 18 | null) => ctx.db.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
  await setAge(18);
  expect(await pay(before)).toBe('success');
  await setAge(null);
  expect(await pay(unknown)).toBe('success');
});
