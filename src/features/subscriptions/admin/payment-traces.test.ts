import { expect, it } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as subscription from '../pages/subscription.tsx';
import { cancelSubscription } from '../service.server.ts';
import { listPaymentTraces } from './service.server.ts';

it('an operator sees what a payment bought, how it ended, and what the provider said', async () => {
  const { ctx, world, player, buy, post } = await createPaymentsPages();
  const operator: Actor = await world.addPlayer({ role: 'operator' });
  const reference = await buy(player, 'premium', 'card');
  const [paid] = await listPaymentTraces(ctx, operator, [reference]);
  expect(paid).toMatchObject({ reference, nextCheck: null, backMinor: 0, taken: 0, period: { endedFor: null } });
  expect(paid?.statusMessage).not.toBe('');
  expect(Date.parse(paid?.period?.until ?? '')).toBeGreaterThan(ctx.now().getTime());

  await cancelSubscription(ctx, player);
  expect(await listPaymentTraces(ctx, operator, [reference])).toMatchObject([{ period: { endedFor: 'cancel' } }]);

  const begun = await post(subscription, { do: 'subscribe', plan: 'pro', channel: 'mpesa' });
  const [waits] = await listPaymentTraces(ctx, operator, [begun.to?.split('/').at(-1) ?? '']);
  expect(waits).toMatchObject({ period: null });
  expect(Date.parse(waits?.nextCheck ?? '')).toBeGreaterThan(ctx.now().getTime());
});

it('nobody else sees it, and what nobody knows is not there', async () => {
  const { ctx, world, player, buy } = await createPaymentsPages();
  const reference = await buy(player, 'premium', 'card');
  const moderator = await world.addPlayer({ role: 'moderator' });
  for (const actor of [player, moderator])
    await expect(listPaymentTraces(ctx, actor, [reference])).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(listPaymentTraces(ctx, VISITOR, [reference])).rejects.toMatchObject({ code: 'sign-in-required' });
  const operator: Actor = await world.addPlayer({ role: 'operator' });
  expect(await listPaymentTraces(ctx, operator, [])).toEqual([]);
  expect(await listPaymentTraces(ctx, operator, ['kd-unknown-0000'])).toEqual([]);
});
