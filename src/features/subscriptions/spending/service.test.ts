import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { askOf, giveConsent, setGuardianship } from '../../../../tests/guardian-world.ts';
import { ADULT } from '../../../../tests/test-players.ts';
import { createWorld } from '../../../../tests/world.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { applyRefund } from '../refunds/service.server.ts';
import { withBillingTransaction } from '../payments/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { getSpending } from './service.server.ts';

const TEEN = { age_band: 13, birth_month: '2012-01' } as const;
const PREMIUM = 9900;
const PACK = 9900;

/** A player of 13 to 15 whose guardian allows a sum a month. @param shillings the sum */
async function start(shillings: number) {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer(TEEN);
  await giveConsent(askOf(ctx), player.id, { chat: 'friends', buying: 'up-to-a-sum', sum: shillings });
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'open',
      ({ code }: AppError) => code,
    );
  const plan = (channel = 'mpesa', id = 'premium') => subscribe(ctx, player, { plan: id, channel });
  const pack = (channel = 'mpesa', id = 'pack-400') => buyPack(ctx, player, { do: 'buy', pack: id, channel });
  /** Buys something, and pays it. @returns the reference */
  const pay = async (checkout: Promise<{ url: string }>, overrides = {}) => {
    const reference = getReference((await checkout).url);
    fake.pay(reference, overrides);
    await confirmCheckoutReturn(ctx, player, reference);
    return reference;
  };
  const leftMinor = async () => (await getSpending(ctx, player))?.sum?.leftMinor;
  /** Moves the world's clock to a moment. */
  const goTo = (iso: string) => world.advanceClock((Date.parse(iso) - ctx.now().getTime()) / 1000);
  const year = ctx.now().getUTCFullYear();
  return { ...paying, player, codeOf, plan, pack, pay, leftMinor, goTo, year };
}

test('who may pay: each age with each answer of a guardian, for a plan and a pack, by each way of paying', async () => {
  const { ctx, world } = await createPaymentsWorld();
  const ask = askOf(ctx);
  const answers: Record<string, (id: string) => Promise<unknown>> = {
    'nobody asked': async () => {},
    asked: (id) => setGuardianship(ask, id, 'asked'),
    refused: (id) => setGuardianship(ask, id, 'refused'),
    withdrawn: (id) => setGuardianship(ask, id, 'withdrawn'),
    'given without buying': (id) => giveConsent(ask, id, { chat: 'friends', buying: 'none', sum: null }),
    'given, asking each time': (id) => giveConsent(ask, id, { chat: 'friends', buying: 'ask', sum: null }),
    'given up to a sum': (id) => giveConsent(ask, id, { chat: 'off', buying: 'up-to-a-sum', sum: 1000 }),
    // Somebody else agreed after a first no: that counts.
    'refused, then given': async (id) => {
      await setGuardianship(ask, id, 'refused');
      await giveConsent(ask, id, { chat: 'off', buying: 'up-to-a-sum', sum: 1000 });
    },
  };
  const ages = [TEEN, { age_band: 16, birth_month: '2009-06' }, ADULT] as const;
  for (const age of ages)
    for (const [name, answer] of Object.entries(answers)) {
      const player = await world.addPlayer(age);
      await answer(player.id);
      const attempts = [
        () => subscribe(ctx, player, { plan: 'premium', channel: 'card' }),
        () => subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' }),
        () => buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'card' }),
        () => buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'mpesa' }),
      ];
      const codes = await Promise.all(
        attempts.map((attempt) =>
          attempt().then(
            () => 'open',
            ({ code }: AppError) => code,
          ),
        ),
      );
      const mayPay = age === ADULT || name.endsWith('sum') || name.endsWith('given');
      expect([age.age_band, name, ...codes]).toEqual([age.age_band, name, ...Array(4).fill(mayPay ? 'open' : 'guardian-required')]);
      const { spending } = await getSubscriptionView(ctx, player);
      expect([spending === null, spending?.door?.state ?? null]).toEqual(
        age === ADULT
          ? [true, null]
          : [false, mayPay || name.endsWith('each time') ? null : ({ 'nobody asked': 'none' }[name] ?? name.split(/[ ,]/)[0])],
      );
    }
  expect(await ctx.db.selectFrom('payments').select('player_id').distinct().execute()).toHaveLength(12);
});

test('everything that is paid in a month counts, by each way of paying, and exactly the sum is within it', async () => {
  const { plan, pack, pay, leftMinor, codeOf } = await start(198);
  await pay(plan());
  expect(await leftMinor()).toBe(9900);
  await expect(plan('mpesa', 'pro')).rejects.toMatchObject({
    code: 'over-monthly-sum',
    status: 403,
    message: '9900 of 19800 cents are left in this month',
  });
  // USD 4.99 count as KSH 99.
  const byCard = await pay(pack('card'));
  expect(byCard).toMatch(/^kd-/);
  expect(await leftMinor()).toBe(0);
  expect(await codeOf(pack())).toBe('over-monthly-sum');
});

test('what a card paid in dollars counts by the prices of when it began, whatever the lists say later', async () => {
  const { pack, plan, pay, leftMinor, ctx } = await start(1000);
  const old = await pay(pack('card'));
  await pay(plan('card'));
  expect(await leftMinor()).toBe(100_000 - PACK - PREMIUM);
  await ctx.db.updateTable('packs').set({ price_kes_minor: 20_000 }).where('id', '=', 'pack-400').execute();
  expect(await leftMinor()).toBe(100_000 - PACK - PREMIUM);
  // From before that was stored: the prices of now are all there is.
  await ctx.db.updateTable('payments').set({ shillings_minor: null }).where('reference', '=', old).execute();
  expect(await leftMinor()).toBe(100_000 - 20_000 - PREMIUM);
});

test('one shilling less than it costs is not enough', async () => {
  const { plan, pack, codeOf, leftMinor } = await start(98);
  expect([await codeOf(plan('card')), await codeOf(plan()), await codeOf(pack('card')), await codeOf(pack())]).toEqual(
    Array(4).fill('over-monthly-sum'),
  );
  expect(await leftMinor()).toBe(9800);
});

test('a month begins at midnight in Nairobi, and a payment counts in the month in which it is paid', async () => {
  const { plan, pack, pay, goTo, leftMinor, codeOf, year, ctx, player, fake } = await start(99);
  goTo(`${year}-06-30T20:50:00.000Z`);
  await pay(plan());
  expect(await codeOf(pack())).toBe('over-monthly-sum');
  goTo(`${year}-06-30T20:59:58.000Z`);
  expect(await leftMinor()).toBe(0);
  goTo(`${year}-06-30T21:00:01.000Z`);
  expect(await leftMinor()).toBe(PACK);
  // Pressed in July, and paid in August.
  goTo(`${year}-07-31T20:59:50.000Z`);
  const reference = getReference((await pack()).url);
  expect(await leftMinor()).toBe(0);
  goTo(`${year}-07-31T21:00:10.000Z`);
  expect(await leftMinor()).toBe(0);
  fake.pay(reference);
  await confirmCheckoutReturn(ctx, player, reference);
  expect(await leftMinor()).toBe(0);
  goTo(`${year}-08-31T21:00:10.000Z`);
  expect(await leftMinor()).toBe(PACK);
});

test('of two different checkouts at once, only what fits the sum is opened', async () => {
  const { plan, pack, codeOf, leftMinor, ctx } = await start(150);
  const codes = await Promise.all([codeOf(plan()), codeOf(pack()), codeOf(pack('card')), codeOf(plan('card'))]);
  expect(codes.toSorted()).toEqual(['open', ...Array<string>(3).fill('payment-unfinished')]);
  expect(await leftMinor()).toBe(15_000 - PREMIUM);
  expect(await ctx.db.selectFrom('payments').select('reference').execute()).toHaveLength(1);
});

test('who presses twice, or comes back later, gets the same checkout, which counts once', async () => {
  const { plan, world, fake, leftMinor, ctx, player } = await start(99);
  const first = await plan();
  expect(await plan()).toEqual(first);
  expect((await getSpending(ctx, player))?.sum?.open).toEqual([{ product: 'premium', channel: 'mpesa', minor: PREMIUM }]);
  world.advanceClock(3 * 3600);
  expect(await plan()).toEqual(first);
  expect(fake.charges.size).toBe(1);
  // What was declined does not count any more.
  fake.decline(getReference(first.url));
  expect((await plan()).url).not.toBe(first.url);
  expect(await leftMinor()).toBe(0);
});

test('a checkout that broke off, and whose address is lost, does not count beside the one that takes its place', async () => {
  const { plan, fake, codeOf, ctx } = await start(99);
  fake.fail = 'after';
  expect(await codeOf(plan())).toBe('unavailable');
  expect(fake.charges.size).toBe(1);
  expect(await codeOf(plan())).toBe('open');
  expect(await ctx.db.selectFrom('payments').select('reference').execute()).toHaveLength(2);
});

test('before an open checkout stands in the way, the provider is asked what became of it', async () => {
  const { plan, pack, fake, codeOf } = await start(99);
  const reference = getReference((await plan()).url);
  // More than the sum is too much whatever becomes of it.
  expect([await codeOf(pack()), await codeOf(plan('card')), await codeOf(plan('mpesa', 'pro'))]).toEqual([
    'payment-unfinished',
    'payment-unfinished',
    'over-monthly-sum',
  ]);
  fake.decline(reference);
  expect(await codeOf(pack())).toBe('open');
});

test('what nobody pays can be used again after an hour, without anybody pressing', async () => {
  const world = await createWorld();
  const player = await world.addPlayer(TEEN);
  await giveConsent(askOf(world.ctx), player.id, { chat: 'off', buying: 'up-to-a-sum', sum: 99 });
  const leftMinor = async () => (await getSpending(world.ctx, player))?.sum?.leftMinor;
  // The sandbox provider, which counts the hour itself.
  await subscribe(world.ctx, player, { plan: 'premium', channel: 'mpesa' });
  for (const minutes of [2, 4, 25, 29]) {
    world.advanceClock(minutes * 60);
    await reconcilePayments(world.ctx);
  }
  expect(await leftMinor()).toBe(0);
  world.advanceClock(60);
  await reconcilePayments(world.ctx);
  expect(await leftMinor()).toBe(PREMIUM);
});

test('an open checkout is given back only while the sum still covers it', async () => {
  const { plan, ctx, codeOf } = await start(99);
  await plan();
  await ctx.db.updateTable('guardianships').set({ monthly_limit_minor: 5000 }).execute();
  expect(await codeOf(plan())).toBe('over-monthly-sum');
});

test('what is paid back does not count, a part of it in part; what is held or disputed does', async () => {
  const { pack, pay, leftMinor, ctx, player, sendWebhook, runJobs } = await start(300);
  const [first, second] = [await pay(pack()), await pay(pack('card'))];
  expect(await leftMinor()).toBe(30_000 - 2 * PACK);
  // A third of the dollars: what stays counts in shillings, rounded up.
  await withBillingTransaction(ctx, player.id, (billing) => applyRefund(ctx, billing, second, 166, null));
  expect(await leftMinor()).toBe(30_000 - PACK - Math.ceil((PACK * (499 - 166)) / 499));
  await sendWebhook({ key: 'refund', isLive: true, kind: 'refunded', reference: first });
  await runJobs();
  expect(await leftMinor()).toBe(30_000 - Math.ceil((PACK * (499 - 166)) / 499));
  await sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: second });
  await runJobs();
  expect(await leftMinor()).toBe(30_000 - Math.ceil((PACK * (499 - 166)) / 499));
  await pay(pack(), { amountMinor: 1 });
  expect(await ctx.db.selectFrom('payments').select('state').where('state', '=', 'held').execute()).toHaveLength(1);
  // Of what is held, what was really paid.
  expect(await leftMinor()).toBe(30_000 - 1 - Math.ceil((PACK * (499 - 166)) / 499));
});

test('when the sum became less than what is paid, what is left is below zero, and an open checkout does not make it more', async () => {
  const { pack, plan, pay, leftMinor, ctx, codeOf } = await start(400);
  await pay(pack());
  await plan();
  await ctx.db.updateTable('guardianships').set({ monthly_limit_minor: 5000 }).execute();
  expect(await leftMinor()).toBe(5000 - PACK - PREMIUM);
  expect(await codeOf(plan())).toBe('over-monthly-sum');
});

test('a checkout that was paid, and is held, counts beside the one that takes its place', async () => {
  const { pack, fake, codeOf } = await start(99);
  fake.pay(getReference((await pack()).url), { amountMinor: 1 });
  expect(await codeOf(pack())).toBe('over-monthly-sum');
});

test('a consent that is taken back while the checkout begins counts', async () => {
  const { ctx, player, plan, codeOf } = await start(500);
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const withdrawal = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${player.id} for no key update`.execute(trx);
    locked.resolve();
    await held.promise;
    await sql`update guardianships set state = 'withdrawn', decided_at = now(), relation = null, chat = null, buying = null,
      monthly_limit_minor = null where player_id = ${player.id}`.execute(trx);
  });
  await locked.promise;
  const attempt = codeOf(plan());
  // The checkout waits for the lock of the player's row.
  await waitForLocks(ctx.db, 1);
  held.resolve();
  await withdrawal;
  expect(await attempt).toBe('guardian-required');
});

test('what a renewing card is charged this month is kept for it, but not from a plan that ends the card', async () => {
  const { plan, pack, pay, goTo, year, leftMinor, codeOf, fake, ctx, player, sendWebhook, runJobs } = await start(250);
  await pay(plan('card'));
  goTo(`${year}-07-10T09:00:00.000Z`);
  expect((await getSpending(ctx, player))?.sum).toEqual({
    limitMinor: 25_000,
    leftMinor: 25_000 - PREMIUM,
    open: [],
    dueMinor: PREMIUM,
  });
  expect(await codeOf(plan('mpesa', 'pro'))).toBe('open');
  fake.decline(getReference((await plan('mpesa', 'pro')).url));
  await pay(pack());
  expect(await leftMinor()).toBe(25_000 - PREMIUM - PACK);
  expect(await codeOf(pack())).toBe('over-monthly-sum');
  goTo(`${year}-07-23T11:00:00.000Z`);
  const reference = fake.renew('SUB_1');
  await sendWebhook(createChargedEvent(reference, { customer: `CUS_${player.email}`, planId: 'premium' }));
  await runJobs();
  // It was charged, and is not counted twice.
  expect(await leftMinor()).toBe(25_000 - PREMIUM - PACK);
  expect((await getSpending(ctx, player))?.sum?.dueMinor).toBe(0);
});
