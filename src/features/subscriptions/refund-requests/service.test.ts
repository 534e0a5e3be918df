import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { findPaymentState, openCheckout } from '../../../../tests/payment-records.ts';
import { createCrashableContext, SimulatedCrash } from '../../../../tests/payment-story.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance, postEntry } from '../../wallet/service.server.ts';
import { subscribe } from '../checkout/service.server.ts';
import { syncDisputes } from '../dispute-answers/sending.service.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { reconcilePayments } from '../jobs.server.ts';
import { findPayment } from '../payments/queries.server.ts';
import { getRefundable, previewRefund, recordRefundRequest, sendRefund } from './service.server.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
type Paying = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** A world with helpers that ask for refunds, and that act as the provider's bank. */
async function createRefundWorld() {
  const paying = await createPaymentsWorld();
  const { ctx, fake, world } = paying;
  const find = async (reference: string) => {
    const payment = await findPayment(ctx.db, reference);
    if (!payment) throw new Error(`no payment ${reference}`);
    return payment;
  };
  let events = 0;
  return {
    ...paying,
    find,
    /** Asks for a refund; without an amount, of all that is left. */
    async ask(reference: string, amountMinor?: number) {
      const { left } = await getRefundable(ctx, await find(reference));
      const shown = left ?? { minor: 0, currency: 'KES' as const };
      const request = { reference, amountMinor: amountMinor ?? shown.minor, shown, reason: 'twice' as const };
      return recordRefundRequest(ctx, request, async () => {});
    },
    /** The bank decides about what is pending, and the provider tells it `times` times, each time as another event. */
    async decide(reference: string, state: 'processed' | 'failed', times = 1) {
      for (const refund of fake.refunds)
        if (refund.reference === reference && refund.state === 'pending') Object.assign(refund, { state, providerMessage: state });
      const isProcessed = state === 'processed';
      for (let i = 0; i < times; i++)
        await paying.sendWebhook({ key: `refund ${++events}`, isLive: true, kind: 'refund-changed', reference, isProcessed });
      await paying.runJobs();
    },
    listRequests: () => ctx.db.selectFrom('refund_requests').selectAll().orderBy('created_at').execute(),
    listBell: () => ctx.db.selectFrom('notifications').select('title').orderBy('id').execute(),
    mailsAbout: async (subject: string) => (await world.mails()).filter((mail) => mail.subject === subject),
  };
}

test('a whole refund takes back what its preview said, tells who paid why, and stops the card', async () => {
  const { ctx, world, fake, buy, ask, decide, find, listRequests, mailsAbout, runJobs } = await createRefundWorld();
  const player = await world.addPlayer();
  const reference = await buy(player, 'premium', 'card');
  await ctx.db
    .transaction()
    .execute((trx) => postEntry(ctx, trx, { playerId: player.id, amount: -150, source: 'purchase', sourceRef: 'a hat' }));
  const effects = await previewRefund(ctx, await find(reference));
  expect(effects).toEqual({
    premium: { now: expect.any(String), after: null },
    kiddocash: { given: 400, taken: 250 },
    stopsRenewal: true,
    notifiesPayer: true,
    guardian: null,
  });
  // Looking changes nothing.
  await runJobs();
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player), await findPaymentState({ ctx } as Paying, reference)]).toEqual([
    true,
    250,
    'success',
  ]);
  expect(await mailsAbout('A payment was taken back')).toEqual([]);

  await ask(reference);
  await runJobs();
  // The provider took it; as long as nobody says that the money went, nothing is taken.
  expect(await listRequests()).toMatchObject([{ state: 'sent', provider_id: 'RF_1', amount_minor: 9900, finished_at: null }]);
  expect(fake.refunds).toMatchObject([{ reference, amountMinor: 9900, note: expect.stringContaining('Kiddo refund ') }]);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  await decide(reference, 'processed', 3);
  expect(await listRequests()).toMatchObject([{ state: 'processed', error: null, next_check_at: null }]);
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([false, 0]);
  expect([...fake.subscriptions.values()].map(({ state }) => state)).toEqual(['non-renewing']);
  expect(await find(reference)).toMatchObject({ state: 'refunded', refunded_minor: 9900, reclaimed_kiddocash: 250 });
  const mails = await mailsAbout('A payment was taken back');
  expect([mails.length, mails[0]?.text]).toEqual([1, expect.stringContaining('It was paid twice.')]);
});

test('a part takes nothing and counts once, however often it is told; parts that are all take back what was bought', async () => {
  const { ctx, world, buy, ask, decide, find, listBell, mailsAbout, runJobs } = await createRefundWorld();
  const player = await world.addPlayer();
  const reference = await buy(player, 'premium', 'mpesa');
  await ask(reference, 900);
  await runJobs();
  await decide(reference, 'processed', 2);
  expect(await find(reference)).toMatchObject({ state: 'success', refunded_minor: 900 });
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([true, 400]);
  expect((await listBell()).map(({ title }) => title)).toEqual(['Thank you!', 'A part of a payment goes back']);
  expect((await mailsAbout('A part of a payment goes back'))[0]?.text).toContain('KSH 9 of payment');
  // The rest by two more, of the same amount.
  for (const amount of [4500, 4500]) {
    await ask(reference, amount);
    await runJobs();
    await decide(reference, 'processed');
  }
  expect(await find(reference)).toMatchObject({ state: 'refunded', refunded_minor: 9900 });
  expect([await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([false, 0]);
});

test('one refund at a time, of no more than is left, and of nothing that is not paid, disputed or back already', async () => {
  const refunding = await createRefundWorld();
  const { ctx, world, buy, ask, decide, find, sendWebhook, runJobs } = refunding;
  const reference = await buy(await world.addPlayer(), 'premium', 'mpesa');
  await expect(ask(reference, 9901)).rejects.toMatchObject({ code: 'bad-input' });
  // Two operators at once, with the same page before them.
  const both = await Promise.allSettled([ask(reference, 5000), ask(reference, 5000)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(ask(reference)).rejects.toMatchObject({ code: 'not-available' });
  expect(await getRefundable(ctx, await find(reference))).toMatchObject({ obstacle: 'open' });
  await runJobs();
  await decide(reference, 'processed');
  // What was left on a page that is old by now.
  const old = { reference, amountMinor: 100, shown: { minor: 9900, currency: 'KES' as const }, reason: 'asked' as const };
  await expect(recordRefundRequest(ctx, old, async () => {})).rejects.toMatchObject({ code: 'not-available' });
  await ask(reference);
  await runJobs();
  await decide(reference, 'processed');

  const disputed = await buy(await world.addPlayer(), 'premium', 'mpesa');
  await sendWebhook({ key: 'dispute', isLive: true, kind: 'disputed', reference: disputed });
  await runJobs();
  const { reference: open } = await openCheckout(refunding);
  const elsewhere = await buy(await world.addPlayer(), 'premium', 'mpesa');
  await ctx.db.updateTable('payments').set({ provider: 'paystack' }).where('reference', '=', elsewhere).execute();
  const obstacles = { [reference]: 'refunded', [disputed]: 'disputed', [open]: 'not-paid', [elsewhere]: 'other-provider' };
  for (const [each, obstacle] of Object.entries(obstacles)) {
    expect(await getRefundable(ctx, await find(each))).toMatchObject({ obstacle });
    await expect(ask(each, 100)).rejects.toMatchObject({ code: 'not-available' });
  }
});

test('what is held goes back whole, by the sum that was really paid, and brought nothing that could be taken', async () => {
  const { ctx, world, fake, ask, decide, find, mailsAbout, sendWebhook, runJobs } = await createRefundWorld();
  const reference = getReference((await subscribe(ctx, await world.addPlayer(), { plan: 'premium', channel: 'mpesa' })).url);
  fake.pay(reference, { amountMinor: 100 });
  await sendWebhook(createChargedEvent(reference));
  await runJobs();
  expect(await getRefundable(ctx, await find(reference))).toEqual({ obstacle: null, left: { minor: 100, currency: 'KES' } });
  expect(await previewRefund(ctx, await find(reference))).toMatchObject({ premium: null, kiddocash: null, stopsRenewal: false });
  await expect(ask(reference, 50)).rejects.toMatchObject({ code: 'bad-input' });
  await ask(reference);
  await runJobs();
  await decide(reference, 'processed');
  // What went back is what came in, and not what was asked.
  expect(await find(reference)).toMatchObject({ state: 'refunded', refunded_minor: 100 });
  expect(await mailsAbout('A payment goes back')).toHaveLength(1);
  // Another one that was underpaid is disputed, and all of it goes back in two parts: then it is refunded.
  const other = getReference((await subscribe(ctx, await world.addPlayer(), { plan: 'premium', channel: 'mpesa' })).url);
  fake.pay(other, { amountMinor: 5000 });
  await sendWebhook(createChargedEvent(other));
  await sendWebhook({ key: 'disputed', isLive: true, kind: 'disputed', reference: other });
  await runJobs();
  expect(await find(other)).toMatchObject({ state: 'disputed', paid_minor: 5000 });
  for (const id of ['one', 'two'])
    fake.refunds.push({ id, reference: other, amountMinor: 2500, currency: 'KES', note: '', state: 'processed', providerMessage: '' });
  await sendWebhook({ key: 'parts', isLive: true, kind: 'refund-changed', reference: other, isProcessed: true });
  await runJobs();
  expect(await find(other)).toMatchObject({ state: 'refunded', refunded_minor: 5000 });
  // One that was overpaid, from before the sum was stored: the provider is asked what came in.
  const more = getReference((await subscribe(ctx, await world.addPlayer(), { plan: 'premium', channel: 'mpesa' })).url);
  fake.pay(more, { amountMinor: 12_000 });
  await sendWebhook(createChargedEvent(more));
  await runJobs();
  await ctx.db.updateTable('payments').set({ paid_minor: null }).where('reference', '=', more).execute();
  await ask(more);
  await runJobs();
  await decide(more, 'processed');
  expect(await find(more)).toMatchObject({ state: 'refunded', paid_minor: 12_000, refunded_minor: 12_000 });
  fake.fail = 'before';
  // One from before the sum was stored.
  expect(await getRefundable(ctx, { ...(await find(reference)), state: 'held', paid_minor: null })).toEqual({
    obstacle: 'unknown-sum',
    left: null,
  });
});

test('an answer that is lost: the refund is looked for before it is asked for again', async () => {
  const { ctx, world, fake, buy, ask, listRequests, runJobs } = await createRefundWorld();
  const states = async () => (await listRequests()).map(({ state }) => state);
  for (const [fail, count] of [
    ['after', 1],
    ['before', 2],
  ] as const) {
    const reference = await buy(await world.addPlayer(), 'premium', 'mpesa');
    // Another refund of the same amount, that somebody made at the provider, is not this one.
    const note = 'Refund by hand';
    fake.refunds.push({
      id: `hand ${fail}`,
      reference,
      amountMinor: 900,
      currency: 'KES',
      note,
      state: 'pending',
      providerMessage: 'pending',
    });
    const id = await ask(reference, 900);
    fake.fail = fail;
    await runJobs();
    expect([fail, (await states()).at(-1)]).toEqual([fail, 'requested']);
    // Nobody else calls while the first call could still arrive.
    await sendRefund(ctx, id);
    expect(fake.refunds.filter((refund) => refund.reference === reference)).toHaveLength(fail === 'after' ? 2 : 1);
    world.advanceClock(3 * MINUTE);
    await reconcilePayments(ctx);
    expect([fail, (await states()).at(-1)]).toEqual([fail, 'sent']);
    expect(fake.refunds.filter((refund) => refund.note.includes('Kiddo refund'))).toHaveLength(count);
  }
});

test('killed between any two steps: the money goes back once, and what it bought is taken once', { timeout: 120_000 }, async () => {
  const { ctx: real, world, fake, buy, ask, find } = await createRefundWorld();
  const { ctx, breakAt } = createCrashableContext(real);
  await world.mails();
  let steps = 0;
  for (let isBroken = true; isBroken; steps++) {
    const player = await world.addPlayer();
    const reference = await buy(player, 'premium', 'mpesa');
    const id = await ask(reference);
    // The provider decides at once, so that the answer is applied in the same run.
    const payments = {
      ...fake,
      refund: async (order: Parameters<typeof fake.refund>[0]) => {
        const made = await fake.refund(order);
        Object.assign(fake.refunds.at(-1) ?? {}, { state: 'processed' });
        return { ...made, state: 'processed' as const };
      },
    };
    breakAt(steps + 1);
    isBroken = await sendRefund({ ...ctx, payments }, id).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof SimulatedCrash)) throw error;
        return true;
      },
    );
    breakAt(0);
    world.advanceClock(6 * MINUTE);
    await reconcilePayments({ ...real, payments });
    expect([steps, fake.refunds.filter((refund) => refund.reference === reference).length]).toEqual([steps, 1]);
    expect([steps, (await find(reference)).state, await hasPremium(real, player.id), await getBalance(real, player)]).toEqual([
      steps,
      'refunded',
      false,
      0,
    ]);
  }
  expect(steps).toBeGreaterThan(8);
});

test('a dispute that comes before the refund is sent decides: the refund is not sent as well', async () => {
  const { ctx, world, fake, buy, ask, find, listRequests, runJobs } = await createRefundWorld();
  const reference = await buy(await world.addPlayer(), 'premium', 'mpesa');
  const id = await ask(reference);
  fake.fail = 'before';
  await runJobs();
  fake.disputes.open({ reference });
  await syncDisputes(ctx, SYSTEM);
  world.advanceClock(3 * MINUTE);
  await reconcilePayments(ctx);
  await sendRefund(ctx, id);
  expect([fake.refunds, await listRequests()]).toMatchObject([[], [{ state: 'failed', error: 'disputed', next_check_at: null }]]);
  await ctx.db.updateTable('payments').set({ state: 'success' }).where('reference', '=', reference).execute();
  expect(await getRefundable(ctx, await find(reference))).toMatchObject({ obstacle: 'disputed' });
  await expect(ask(reference)).rejects.toMatchObject({ code: 'not-available' });

  // Less is left than was asked for: somebody refunded a part at the provider.
  const other = await buy(await world.addPlayer(), 'premium', 'mpesa');
  const whole = await ask(other);
  await ctx.db.updateTable('payments').set({ refunded_minor: 100 }).where('reference', '=', other).execute();
  await sendRefund(ctx, whole);
  expect([fake.refunds, (await listRequests())[1]]).toMatchObject([[], { state: 'failed', error: 'less-left' }]);
});

test('two processes send one refund once; its webhook may come before the answer', async () => {
  const { ctx, world, fake, buy, ask, decide, find, listRequests } = await createRefundWorld();
  const reference = await buy(await world.addPlayer(), 'premium', 'mpesa');
  const id = await ask(reference);
  const payments = {
    ...fake,
    refund: async (order: Parameters<typeof fake.refund>[0]) => {
      const made = await fake.refund(order);
      await decide(reference, 'processed');
      return made;
    },
  };
  const twice = { ...ctx, payments };
  await Promise.all([sendRefund(twice, id), sendRefund(twice, id)]);
  expect(fake.refunds).toHaveLength(1);
  expect(await listRequests()).toMatchObject([{ state: 'processed', provider_id: 'RF_1' }]);
  expect(await find(reference)).toMatchObject({ state: 'refunded', refunded_minor: 9900 });
});

test('what the provider rejects, or the bank refuses, has failed with their words, and can be asked for again', async () => {
  const { ctx, world, fake, buy, ask, decide, find, listRequests, runJobs } = await createRefundWorld();
  const player = await world.addPlayer();
  const reference = await buy(player, 'premium', 'mpesa');
  fake.rejectsRefunds = 'Your balance is too low';
  await ask(reference);
  await runJobs();
  fake.rejectsRefunds = null;
  await ask(reference);
  await runJobs();
  await decide(reference, 'failed');
  const failedAt = (await listRequests())[1]?.finished_at;
  world.advanceClock(MINUTE);
  await decide(reference, 'failed');
  expect((await listRequests())[1]?.finished_at).toEqual(failedAt);
  expect(await listRequests()).toMatchObject([
    { state: 'failed', error: 'Your balance is too low', provider_id: null },
    { state: 'failed', error: 'failed', provider_id: 'RF_1' },
  ]);
  expect([(await find(reference)).state, await hasPremium(ctx, player.id)]).toEqual(['success', true]);
  await ask(reference);
  await runJobs();
  await decide(reference, 'processed');
  expect((await find(reference)).state).toBe('refunded');
});

test('no webhook at all: the sweep sends what no job sent, and asks what became of it; refunds made at the provider count too', async () => {
  const { ctx, world, fake, buy, ask, find, listRequests, sendWebhook, runJobs } = await createRefundWorld();
  const reference = await buy(await world.addPlayer(), 'premium', 'mpesa');
  const hand = { id: 'hand', reference, amountMinor: 900, currency: 'KES', note: '', state: 'processed' as const, providerMessage: '' };
  // The event may come before the provider lists the refund.
  await sendWebhook({ key: 'hand', isLive: true, kind: 'refund-changed', reference, isProcessed: true, amountMinor: 900 });
  await runJobs();
  expect((await find(reference)).refunded_minor).toBe(0);
  fake.refunds.push(hand);
  world.advanceClock(11 * MINUTE);
  await reconcilePayments(ctx);
  expect((await find(reference)).refunded_minor).toBe(900);
  await ask(reference);
  // Its job is lost.
  world.advanceClock(2 * MINUTE);
  await reconcilePayments(ctx);
  expect(await listRequests()).toMatchObject([{ state: 'sent', amount_minor: 9000 }]);
  Object.assign(fake.refunds[1] ?? {}, { state: 'processed' });
  world.advanceClock(6 * MINUTE);
  await reconcilePayments(ctx);
  expect(await listRequests()).toMatchObject([{ state: 'processed' }]);
  expect(await find(reference)).toMatchObject({ state: 'refunded', refunded_minor: 9900 });

  // Two refunds of the same amount, by hand: the second one's event comes before the list shows it.
  const twice = await buy(await world.addPlayer(), 'premium', 'mpesa');
  for (const count of [1, 2]) {
    await sendWebhook({
      key: `same ${count}`,
      isLive: true,
      kind: 'refund-changed',
      reference: twice,
      isProcessed: true,
      amountMinor: 700,
    });
    if (count === 1) fake.refunds.push({ ...hand, id: 'same 1', reference: twice, amountMinor: 700 });
    await runJobs();
    expect((await find(twice)).refunded_minor).toBe(700);
  }
  fake.refunds.push({ ...hand, id: 'same 2', reference: twice, amountMinor: 700 });
  world.advanceClock(11 * MINUTE);
  await reconcilePayments(ctx);
  expect((await find(twice)).refunded_minor).toBe(1400);
  // The same is told once more, much later: it is done, and counts no more.
  await sendWebhook({ key: 'same 3', isLive: true, kind: 'refund-changed', reference: twice, isProcessed: true, amountMinor: 700 });
  world.advanceClock(2 * 60 * MINUTE);
  await reconcilePayments(ctx);
  expect((await find(twice)).refunded_minor).toBe(1400);
  expect(await ctx.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute()).toEqual([]);

  // An event of a refund that the provider never lists counts after days, because it is signed.
  const other = await buy(await world.addPlayer(), 'premium', 'mpesa');
  await sendWebhook({ key: 'never', isLive: true, kind: 'refund-changed', reference: other, isProcessed: true, amountMinor: 9900 });
  world.advanceClock(4 * DAY);
  await reconcilePayments(ctx);
  expect((await find(other)).state).toBe('refunded');
});
