import { expect, test } from 'vitest';
import { createPurchaseWorld, WITHDRAWN } from '../../../../tests/purchase-requests.ts';
import { findPayment } from '../payments/queries.server.ts';
import { withBillingTransaction } from '../payments/service.server.ts';
import { previewRefund } from '../refund-requests/service.server.ts';
import { applyDispute, applyRefund } from '../refunds/service.server.ts';

// What a guardian who paid is told when money goes back, and who is not told.

async function startAsked() {
  const world = await createPurchaseWorld();
  await world.ask();
  return { ...world, key: await world.keyOfLastMail() };
}

test('both pages say that the money went back, and mails tell the guardian of a part and of the rest, once', async () => {
  const { ctx, player, key, begin, fake, page, view, mails } = await startAsked();
  const reference = await begin(key);
  fake.pay(reference);
  await page(key);
  const refund = (minor: number | null) =>
    withBillingTransaction(ctx, player.id, (billing) => applyRefund(ctx, billing, reference, minor, null, 'mistake'));
  const told = async () => (await mails()).filter(({ subject }) => subject.startsWith('Money back: Premium, 30 days'));
  await refund(900);
  const part = (await told())[0]?.text;
  expect(part).toContain('you paid KSH 99 for the player');
  expect(part).toContain('KSH 9 goes back to you, the way you paid: to the M-Pesa number that you used.');
  expect(part).toContain('What it bought stays');
  expect(part).toContain('It was paid by mistake.');
  expect(part).toContain('/contact');
  await refund(null);
  await refund(null);
  expect((await told()).map(({ text }) => /KSH [\d.]+ goes back/.exec(text)?.[0])).toEqual(['KSH 9 goes back', 'KSH 90 goes back']);
  expect(await page(key)).toMatchObject({ state: 'paid-back' });
  expect(await view()).toMatchObject({ request: { state: 'paid-back' } });
});

test('a dispute that is lost: the guardian reads in their language that the bank gives the money back, and no sum of ours', async () => {
  const { ctx, player, key, begin, fake, page, mails } = await startAsked();
  await ctx.db.updateTable('guardians').set({ language: 'sw' }).execute();
  const reference = await begin(key, 'card');
  fake.pay(reference);
  await page(key);
  const run = (work: typeof applyDispute) => withBillingTransaction(ctx, player.id, (billing) => work(ctx, billing, reference, null));
  await run(applyDispute);
  const before = (await mails()).length;
  await run((...[, billing]) => applyRefund(ctx, billing, reference, null, null, 'dispute'));
  const [told, ...others] = (await mails()).slice(before);
  expect(others).toEqual([]);
  expect(told?.subject).toContain('Pesa zinarudi');
  expect(told?.text).toContain('Benki yako inakurudishia');
  expect(told?.text).not.toContain('zinarudi kwako kwa njia');
});

test('what a mail says of a payment that brought nothing is true: also after a lost dispute, and without a sum where other money came in', async () => {
  for (const { paid, isDisputed, sums } of [
    { paid: { amountMinor: 100 }, isDisputed: true, sums: ['KSH 1'] },
    { paid: { amountMinor: 300, currency: 'USD' }, isDisputed: false, sums: [] },
  ]) {
    const { ctx, player, key, begin, fake, page, mails } = await startAsked();
    const reference = await begin(key, 'card');
    fake.pay(reference, paid);
    expect(await page(key)).toMatchObject({ state: 'held' });
    const run = (work: typeof applyDispute) => withBillingTransaction(ctx, player.id, (billing) => work(ctx, billing, reference, null));
    if (isDisputed) await run(applyDispute);
    await run((...[, billing]) => applyRefund(ctx, billing, reference, null, null, isDisputed ? 'dispute' : null));
    const told = (await mails()).at(-1)?.text;
    expect(told).toContain('The payment had brought nothing, so nothing is taken away.');
    expect(told?.match(/(?:KSH|USD) ?[\d.]+/g) ?? []).toEqual(sums);
  }
});

test('a guardian whose mailbox is gone gets no mail about money that goes back, and neither does one whose request is deleted; the preview says so', async () => {
  const { ctx, player, key, begin, fake, page, mails, change } = await startAsked();
  const reference = await begin(key);
  fake.pay(reference);
  await page(key);
  const reach = async () => {
    const payment = await findPayment(ctx.db, reference);
    return payment && (await previewRefund(ctx, payment)).guardian;
  };
  expect(await reach()).toBe('mail');
  await change({ ...WITHDRAWN, is_ended_by_team: true });
  expect(await reach()).toBe('mailbox-gone');
  const before = (await mails()).length;
  const refund = (minor: number | null) =>
    withBillingTransaction(ctx, player.id, (billing) => applyRefund(ctx, billing, reference, minor, null));
  await refund(900);
  expect(await mails()).toHaveLength(before);
  await ctx.db.deleteFrom('purchase_requests').execute();
  expect(await reach()).toBe('forgotten');
  await refund(null);
  expect(await mails()).toHaveLength(before);
});
