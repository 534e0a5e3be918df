import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { subscribe } from '../checkout/service.server.ts';
import { listFlaggedPayments } from './service.server.ts';

test('operators see what is held and disputed, of whom and why, the newest first; nobody else does', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const operator = await world.addPlayer({ role: 'operator' });
  const [fine, less, unsure, gone] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await paying.buy(fine, 'premium', 'mpesa');
  const held: string[] = [];
  for (const player of [less, gone]) {
    world.advanceClock(60);
    const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
    fake.pay(reference, { amountMinor: 100 });
    await paying.sendWebhook(createChargedEvent(reference));
    await paying.runJobs();
    held.push(reference);
  }
  world.advanceClock(60);
  const disputed = await paying.buy(unsure, 'pro', 'mpesa');
  await paying.sendWebhook({ key: 'd', isLive: true, kind: 'disputed', reference: disputed });
  await paying.runJobs();
  await ctx.db.deleteFrom('players').where('id', '=', gone.id).execute();

  const { payments, next } = await listFlaggedPayments(ctx, operator);
  expect(next).toBeNull();
  expect(payments.map((one) => [one.reference, one.state, one.player?.username ?? null])).toEqual([
    [disputed, 'disputed', unsure.username],
    [held[1], 'held', null],
    [held[0], 'held', less.username],
  ]);
  expect(payments[2]).toMatchObject({
    what: 'Premium, 30 days',
    price: { minor: 9900, currency: 'KES' },
    provider: 'till',
    player: { id: less.id, username: less.username },
    statusMessage: 'paid 100, asked was 9900; the fake says success',
  });
  for (const actor of [fine, await world.addPlayer({ role: 'moderator' })])
    await expect(listFlaggedPayments(ctx, actor)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(listFlaggedPayments(ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('the list has pages that neither repeat nor skip; a cursor that is none begins at the top', async () => {
  const { ctx, world } = await createPaymentsWorld();
  const operator = await world.addPlayer({ role: 'operator' });
  const at = ctx.now();
  for (let i = 0; i < 70; i++)
    await ctx.db
      .insertInto('payments')
      .values({
        reference: `test-payment-${String(i).padStart(2, '0')}`,
        provider: 'till',
        product: 'pack',
        pack_id: 'pack-400',
        channel: 'card',
        amount_minor: 499,
        currency: 'USD',
        state: i % 2 === 0 ? 'held' : 'disputed',
        created_at: new Date(at.getTime() - Math.floor(i / 4)),
      })
      .execute();
  const seen: string[] = [];
  let after: string | null = 'no cursor at all';
  do {
    const page = await listFlaggedPayments(ctx, operator, after);
    seen.push(...page.payments.map((one) => one.reference));
    after = page.next;
  } while (after !== null);
  expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
});
