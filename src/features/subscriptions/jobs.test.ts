import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import type { SandboxAction } from '../../infra/payments/sandbox-actions.ts';
import { getBalance } from '../wallet/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { subscribe } from './checkout/service.server.ts';
import { stopCardJob } from './renewals/service.server.ts';
import { cancelSubscription, setAutoRenew, getSubscriptionView } from './service.server.ts';
import { receiveWebhook, processEventJob } from './webhooks/service.server.ts';
import { reconcilePayments } from './jobs.server.ts';

const DAY = 24 * 3600;

/** The sandbox provider of demo mode. Its webhooks either reach the site or get lost. */
async function atTheTill(isHeard: boolean) {
  const world = await createWorld();
  const { ctx } = world;
  const { sandboxProvider: till } = ctx;
  if (till === null) throw new Error('demo mode has a till');
  const player = await world.addPlayer();
  const buy = async (plan: string, channel: string) => {
    const { url } = await subscribe(ctx, player, { plan, channel });
    return decodeURIComponent(url.split('/').at(-1) ?? '');
  };
  /** Delivers all webhooks so far, first in reverse order and then again in order; then runs jobs and reconciliation for some hours. */
  const hear = async (reference: string) => {
    const news = isHeard ? await till.listEvents(reference) : [];
    for (const { raw, headers } of [...news.toReversed(), ...news]) expect(await receiveWebhook(ctx, raw, headers)).toBe('stored');
    for (let round = 0; round < 3; round++) {
      while ((await ctx.jobs.drain(ctx, processEventJob, 50)) + (await ctx.jobs.drain(ctx, stopCardJob, 50)) > 0);
      await reconcilePayments(ctx);
      world.advanceClock(3700);
    }
  };
  const act = async (reference: string, action: SandboxAction, charge?: string) => {
    expect(await till.runAction(reference, action, charge)).toBe(true);
    await hear(reference);
  };
  const status = async () => (await getSubscriptionView(ctx, player)).status;
  return { world, ctx, till, player, buy, hear, act, status };
}

test.each([['webhooks in reverse order and twice', true] as const, ['no webhooks at all', false] as const])(
  'the till of demo mode, %s: a card for some months, an upgrade, money back',
  { timeout: 60_000 },
  async (_, isHeard) => {
    const { world, ctx, till, player, buy, hear, act, status } = await atTheTill(isHeard);
    const first = await buy('premium', 'card');
    await act(first, 'pay');
    expect(await status()).toMatchObject({ kind: 'active', planId: 'premium', autoRenew: true, graceUntil: null });
    const due = (await till.findPurchase(first))?.subscription?.nextChargeAt;
    expect(await status()).toMatchObject({ until: due, nextBilling: due });

    // Two months pass. The card's next charge then fails.
    world.advanceClock(31 * DAY);
    await hear(first);
    world.advanceClock(DAY);
    await hear(first);
    expect(await getBalance(ctx, player)).toBe(800);
    expect(await till.runAction(first, 'fail-next')).toBe(true);
    const second = (await till.findPurchase(first))?.subscription?.nextChargeAt ?? '';
    world.advanceClock((Date.parse(second) - ctx.now().getTime()) / 1000 + 3600);
    await hear(first);
    world.advanceClock(DAY);
    await hear(first);
    expect(await status()).toMatchObject({ kind: 'active', graceUntil: new Date(Date.parse(second) + 3 * DAY * 1000).toISOString() });

    // An adult pays for Pro by M-Pesa instead, so the card is stopped for good.
    const pro = await buy('pro', 'mpesa');
    await act(pro, 'pay');
    expect(await status()).toMatchObject({ kind: 'active', planId: 'pro', channel: 'mpesa', autoRenew: null, nextBilling: null });
    expect((await till.findPurchase(first))?.subscription?.state).toBe('non-renewing');
    expect(await getBalance(ctx, player)).toBe(1800);
    world.advanceClock(40 * DAY);
    await hear(first);
    expect(await hasPremium(ctx, player.id)).toBe(false);
    expect((await till.findPurchase(first))?.charges.filter((charge) => charge.state === 'success').length).toBe(2);
  },
);

test('the till of demo mode: auto-renew, money back, cancelling', { timeout: 60_000 }, async () => {
  const { world, ctx, till, player, buy, hear, act, status } = await atTheTill(true);
  const first = await buy('pro', 'card');
  await act(first, 'pay');
  await setAutoRenew(ctx, player, false);
  await hear(first);
  expect(await status()).toMatchObject({ autoRenew: false });
  await setAutoRenew(ctx, player, true);
  expect(await status()).toMatchObject({ autoRenew: true });
  await act(first, 'dispute', first);
  expect([await status(), await getBalance(ctx, player)]).toEqual([{ kind: 'free' }, 0]);
  await act(first, 'dispute-won', first);
  expect([(await status())?.kind, await getBalance(ctx, player)]).toEqual(['active', 1000]);
  await act(first, 'refund', first);
  expect([await status(), await getBalance(ctx, player)]).toEqual([{ kind: 'free' }, 0]);
  expect((await till.findPurchase(first))?.subscription?.state).toBe('non-renewing');

  const again = await buy('premium', 'card');
  await act(again, 'pay');
  await cancelSubscription(ctx, player);
  await hear(again);
  expect((await till.findPurchase(again))?.subscription?.state).toBe('non-renewing');
  world.advanceClock(40 * DAY);
  await hear(again);
  expect((await till.findPurchase(again))?.charges.length).toBe(1);
  expect(await hasPremium(ctx, player.id)).toBe(false);
});
