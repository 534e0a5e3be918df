import { expect, test } from 'vitest';
import { createPaymentsWorld } from '../../../tests/fake-payments.ts';
import { ageOf } from '../../../tests/friendship-world.ts';
import { giveConsent } from '../../../tests/guardian-world.ts';
import { countDaysLeft, setPlanPrice } from '../../../tests/payment-records.ts';
import { PaymentsUnavailableError } from '../../infra/payments/payments.ts';
import { paymentsQueuedJobs } from './jobs.server.ts';
import { checkRenewalJob } from './renewals/coverage.service.server.ts';
import { getSubscriptionView } from './service.server.ts';

/** A player under 18 with a card that renews, whose guardian allows it. */
async function createYoungPayer() {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer(ageOf(16));
  await giveConsent((text, values) => ctx.queryPrepared({ name: text.slice(0, 40), text }, values), player.id);
  await paying.buy(player, 'premium', 'card');
  const [code = ''] = fake.subscriptions.keys();
  const setConsent = (columns: object) =>
    ctx.db
      .updateTable('guardianships')
      .set({ monthly_limit_minor: null, ...columns })
      .execute();
  const withdraw = () => setConsent({ state: 'withdrawn', relation: null, chat: null, buying: null });
  const check = () => checkRenewalJob.run(ctx, { playerId: player.id });
  const renews = async () => {
    const { status } = await getSubscriptionView(ctx, player);
    return [status?.kind === 'active' && status.autoRenew, fake.subscriptions.get(code)?.state];
  };
  return { ...paying, player, code, setConsent, withdraw, check, renews };
}

test('the card of a player who may not buy any more does not pay again, and what was paid stays', async () => {
  const { setConsent, withdraw, check, renews, player, ...paying } = await createYoungPayer();
  const days = await countDaysLeft(paying, player);
  await check();
  expect(await renews()).toEqual([true, 'active']);
  await withdraw();
  await check();
  expect(await renews()).toEqual([false, 'non-renewing']);
  expect(await countDaysLeft(paying, player)).toBe(days);
  // It may run twice.
  await check();
  await setConsent({ state: 'given', relation: 'mother', chat: 'friends', buying: 'none' });
  await check();
  expect(await renews()).toEqual([false, 'non-renewing']);
});

test('the same when only buying was taken back; who is of age by then, or may buy again, is left alone', async () => {
  const { ctx, setConsent, withdraw, check, renews, player } = await createYoungPayer();
  await setConsent({ buying: 'up-to-a-sum', monthly_limit_minor: 99_00 });
  await check();
  await withdraw();
  await ctx.db.updateTable('players').set(ageOf(18)).where('id', '=', player.id).execute();
  await check();
  expect(await renews()).toEqual([true, 'active']);
  await ctx.db.updateTable('players').set(ageOf(16)).where('id', '=', player.id).execute();
  await setConsent({ state: 'given', relation: 'mother', chat: 'friends', buying: 'none' });
  await check();
  expect(await renews()).toEqual([false, 'non-renewing']);
});

test('a sum that the next charge would exceed stops the card too, by the price that it really pays', async () => {
  const { setConsent, check, renews, ...paying } = await createYoungPayer();
  // For whoever comes later.
  await setPlanPrice(paying, 'premium', 199_00);
  await setConsent({ monthly_limit_minor: 99_00 });
  await check();
  expect(await renews()).toEqual([true, 'active']);
  await setConsent({ monthly_limit_minor: 98_00 });
  await check();
  expect(await renews()).toEqual([false, 'non-renewing']);
});

test('it is tried again while the provider does not answer', async () => {
  const { ctx, fake, withdraw, check, renews } = await createYoungPayer();
  await withdraw();
  fake.fail = 'before';
  await expect(check()).rejects.toThrow(PaymentsUnavailableError);
  await check();
  expect(await renews()).toEqual([false, 'non-renewing']);
  // An erased player has no card of ours.
  await checkRenewalJob.run(ctx, { playerId: ctx.newId() });
  expect(paymentsQueuedJobs).toContain(checkRenewalJob);
});
