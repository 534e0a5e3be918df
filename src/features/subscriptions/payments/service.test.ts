import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { reconcilePayments } from '../jobs.server.ts';

const HOUR = 3600;

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
  // Both months count; the kiddocash of the second comes when that begins.
  expect(await getBalance(ctx, player)).toBe(400);
  expect((await getSubscriptionView(ctx, player)).kiddocashPlan?.next).toMatchObject({ amount: 400 });
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
