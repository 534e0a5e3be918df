import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { askOf, giveConsent } from '../../../../tests/guardian-world.ts';
import { CHECK_RENEWAL_JOB } from '../../guardians/renewal.schema.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { getCardUpdateLink, getSubscriptionView, setAutoRenew } from '../service.server.ts';
import { getSpending } from '../spending/service.server.ts';
import { checkRenewalJob } from './coverage.service.server.ts';

const DAY = 24 * 3600;
const TEEN = { age_band: 13, birth_month: '2012-01' } as const;
const WITHDRAWN = {
  state: 'withdrawn',
  decided_at: new Date(),
  relation: null,
  chat: null,
  buying: null,
  monthly_limit_minor: null,
} as const;

/** A player under 18 whose guardian allows a sum a month, with Premium by a card that renews. */
async function start(shillings = 500) {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer(TEEN);
  await giveConsent(askOf(ctx), player.id, { chat: 'friends', buying: 'up-to-a-sum', sum: shillings });
  await paying.buy(player, 'premium', 'card');
  await ctx.jobs.drain(ctx, checkRenewalJob, 10);
  const autoRenew = async () => {
    const { status } = await getSubscriptionView(ctx, player);
    return status?.kind === 'active' ? status.autoRenew : null;
  };
  const change = (guardianship: object) =>
    ctx.db.updateTable('guardianships').set(guardianship).where('player_id', '=', player.id).execute();
  /** What the guardian's page does when it changes what is allowed. */
  const check = async () => {
    await ctx.jobs.enqueue(CHECK_RENEWAL_JOB, { playerId: player.id });
    await ctx.jobs.drain(ctx, checkRenewalJob, 10);
  };
  const titles = async () => (await listNotifications(ctx, player, null)).items.map(({ title }) => title);
  const atProvider = () => fake.subscriptions.get('SUB_1')?.state;
  return { ...paying, player, autoRenew, change, check, titles, atProvider };
}

test('a card renews while a guardian allows what it is charged, and not a day longer', async () => {
  const { ctx, player, autoRenew, change, check, titles, atProvider } = await start(99);
  await check();
  expect([await autoRenew(), atProvider()]).toEqual([true, 'active']);
  await change(WITHDRAWN);
  await check();
  await check();
  expect([await autoRenew(), atProvider()]).toEqual([false, 'non-renewing']);
  // What is paid stays, and the player is told once.
  expect(await hasPremium(ctx, player.id)).toBe(true);
  expect((await titles()).filter((title) => title === 'Premium does not renew any more')).toHaveLength(1);
});

test.each([
  ['the sum became less than the plan', { monthly_limit_minor: 9800 }],
  ['buying is not allowed any more', { buying: 'none', monthly_limit_minor: null }],
])('a card stops when %s', async (_, guardianship) => {
  const { autoRenew, change, check } = await start();
  await change(guardianship);
  await check();
  expect(await autoRenew()).toBe(false);
});

test('a card that was missed is found by the reconciliation; that of a player of age goes on', async () => {
  const paying = await start();
  const { ctx, world, change, autoRenew, atProvider, fake } = paying;
  const adult = await world.addPlayer();
  await paying.buy(adult, 'premium', 'card');
  await change(WITHDRAWN);
  world.advanceClock(DAY);
  await reconcilePayments(ctx);
  expect([await autoRenew(), atProvider(), fake.subscriptions.get('SUB_2')?.state]).toEqual([false, 'non-renewing', 'active']);
});

test('on the day of an upgrade: a card goes on while the age is not known, and stops with a mail when nobody has answered', async () => {
  const paying = await start();
  const { ctx, world, fake, player, autoRenew, check, atProvider } = paying;
  await ctx.db.deleteFrom('guardianships').execute();
  const setBand = (band: 16 | null) => ctx.db.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
  await setBand(null);
  await check();
  world.advanceClock(DAY);
  await reconcilePayments(ctx);
  expect([await autoRenew(), atProvider()]).toEqual([true, 'active']);
  await setBand(16);
  fake.fail = 'before';
  world.advanceClock(DAY);
  await reconcilePayments(ctx);
  await check();
  expect([await autoRenew(), atProvider()]).toEqual([false, 'non-renewing']);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  const mails = (await world.mails()).filter(({ subject }) => subject === 'Premium does not renew any more');
  expect(mails).toHaveLength(1);
  const text = mails[0]?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'The card that pays Premium of the player ' +
      `${player.username} is not charged again. Under 18 a parent or guardian decides about buying, and nobody has answered us yet.`,
  );
  expect(text).toMatch(/All days that are paid stay, until [A-Z][a-z]+ \d+, \d+\./);
  expect(text).toContain('Until then, Auto-renew can be turned on again on the plans page, as soon as a parent or guardian allows it.');
  expect(text).toContain(`${ctx.config.origin}/guardian`);
});

test('who was told no, or may pay less, gets no mail that nobody has answered', async () => {
  const { world, change, check, titles } = await start();
  await change(WITHDRAWN);
  await check();
  expect(await titles()).toContain('Premium does not renew any more');
  expect((await world.mails()).map(({ subject }) => subject)).not.toContain('Premium does not renew any more');
});

test('a provider that does not answer is asked again', async () => {
  const { ctx, fake, autoRenew, change, check, atProvider, player } = await start();
  await change(WITHDRAWN);
  fake.fail = 'before';
  await check();
  expect(atProvider()).toBe('active');
  await expect(checkRenewalJob.run(ctx, { playerId: player.id })).resolves.toBeUndefined();
  expect([await autoRenew(), atProvider()]).toEqual([false, 'non-renewing']);
});

test('a card that the provider names later is stopped too, when the consent ended just after it was paid', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer(TEEN);
  await giveConsent(askOf(ctx), player.id);
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  fake.pay(reference);
  fake.omitsSubscriptions = true;
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('success');
  await ctx.db.updateTable('guardianships').set(WITHDRAWN).execute();
  await ctx.jobs.drain(ctx, checkRenewalJob, 10);
  expect(fake.subscriptions.get('SUB_1')?.state).toBe('active');
  fake.omitsSubscriptions = false;
  await checkRenewalJob.run(ctx, { playerId: player.id });
  expect(fake.subscriptions.get('SUB_1')?.state).toBe('non-renewing');
  expect(await hasPremium(ctx, player.id)).toBe(true);
});

test('a checkout that is paid after the consent ended gives nothing', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const player = await world.addPlayer(TEEN);
  await giveConsent(askOf(ctx), player.id);
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'card' })).url);
  await ctx.db.updateTable('guardianships').set(WITHDRAWN).execute();
  fake.pay(reference);
  expect(await confirmCheckoutReturn(ctx, player, reference)).toBe('processing');
  expect(await hasPremium(ctx, player.id)).toBe(false);
});

test('a charge of a card that arrives after the consent ended is given and counted', async () => {
  const { ctx, world, fake, player, change, sendWebhook, runJobs, titles } = await start(150);
  await change(WITHDRAWN);
  world.advanceClock(30 * DAY);
  const reference = fake.renew('SUB_1');
  await sendWebhook(createChargedEvent(reference, { customer: `CUS_${player.email}`, planId: 'premium' }));
  await runJobs();
  expect((await getSubscriptionView(ctx, player)).payments).toMatchObject([{ reference, state: 'success' }, { state: 'success' }]);
  await ctx.jobs.drain(ctx, checkRenewalJob, 10);
  expect(fake.subscriptions.get('SUB_1')?.state).toBe('non-renewing');
  expect(await titles()).toContain('Premium does not renew any more');
  await ctx.db.deleteFrom('guardianships').execute();
  await giveConsent(askOf(ctx), player.id, { chat: 'off', buying: 'up-to-a-sum', sum: 150 });
  expect((await getSpending(ctx, player))?.sum?.leftMinor).toBe(5100);
});

test('Auto-renew is turned on again, and the card changed, only if a guardian allows it; off it goes always', async () => {
  const { ctx, player, change, autoRenew } = await start();
  await change({ monthly_limit_minor: 9800 });
  await setAutoRenew(ctx, player, false);
  expect((await getSpending(ctx, player))?.canRenew).toBe(false);
  await expect(setAutoRenew(ctx, player, true)).rejects.toMatchObject({ code: 'over-monthly-sum' });
  await expect(getCardUpdateLink(ctx, player)).rejects.toMatchObject({ code: 'over-monthly-sum' });
  await change({ buying: 'ask', monthly_limit_minor: null });
  await expect(setAutoRenew(ctx, player, true)).rejects.toMatchObject({ code: 'guardian-required' });
  await expect(getCardUpdateLink(ctx, player)).rejects.toMatchObject({ code: 'guardian-required' });
  await change({ buying: 'up-to-a-sum', monthly_limit_minor: 9900 });
  expect((await getSpending(ctx, player))?.canRenew).toBe(true);
  expect((await getCardUpdateLink(ctx, player)).url).toContain('SUB_1');
  await setAutoRenew(ctx, player, true);
  expect(await autoRenew()).toBe(true);
});

test('a consent that is taken back while Auto-renew is turned on leaves it off', async () => {
  const { ctx, fake, player, change, check, autoRenew } = await start();
  await setAutoRenew(ctx, player, false);
  const enable = fake.enableAutoRenew;
  fake.enableAutoRenew = async (...card) => {
    await change(WITHDRAWN);
    await check();
    await enable(...card);
  };
  await expect(setAutoRenew(ctx, player, true)).rejects.toMatchObject({ code: 'guardian-required' });
  expect(await autoRenew()).toBe(false);
});
