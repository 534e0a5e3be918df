import { expect, test } from 'vitest';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import { findPaymentState } from '../../../../tests/payment-records.ts';
import { PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { hasPremium } from '../../premium/service.server.ts';
import { getBalance } from '../../wallet/service.server.ts';
import { recordRefundRequest } from '../refund-requests/service.server.ts';
import { sendDisputeAlerts } from './alerts.service.server.ts';
import { sendDisputeAnswer, sendDisputeAnswerJob, syncDisputes } from './sending.service.server.ts';
import { answerDispute, getWaitingDisputes, getDispute, listDisputes } from './service.server.ts';

const DAY = 24 * 3600;
const CLIENT: ClientInfo = { address: '41.90.64.9', userAgent: 'test', cookies: '' };
const CONTEST = {
  do: 'contest',
  statement: 'Delivered at once, and used for 12 of 30 days.',
  note: 'The receipt went to the same address',
  password: 'secret1',
};
const ACCEPT = { do: 'accept', note: 'The payer is right', password: 'secret1' };

/** A player who bought Premium and used it for 12 days; then their bank opened a dispute, and we heard of it. */
async function openDisputed({ withEvent = true } = {}) {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const [player, operator] = [await world.addPlayer(), await world.addPlayer({ role: 'operator', email: 'ops@example.com' })];
  const reference = await paying.buy(player, 'premium', 'mpesa');
  world.advanceClock(11.5 * DAY);
  const providerId = fake.disputes.open({ reference });
  let events = 0;
  /** The provider tells that something happened to the dispute. */
  const tell = async (kind: 'disputed' | 'dispute-won' | 'refunded') => {
    await paying.sendWebhook({ key: `${kind} ${providerId} ${events++}`, isLive: true, kind, reference, disputeId: providerId });
    await paying.runJobs();
  };
  if (withEvent) await tell('disputed');
  const decide = (state: 'won' | 'lost') => void Object.assign(fake.disputes.all.get(providerId) ?? {}, { state });
  const findId = async () => (await listDisputes(ctx, operator)).disputes[0]?.id ?? '';
  const send = () => ctx.jobs.drain(ctx, sendDisputeAnswerJob, 10);
  return { ...paying, player, operator, reference, providerId, tell, decide, findId, send };
}

test('a dispute comes in with our evidence, is contested, and won: the player has the rest again', async () => {
  const disputed = await openDisputed();
  const { ctx, fake, player, operator, reference, tell, decide, findId, send } = disputed;
  expect([await findPaymentState(disputed, reference), await hasPremium(ctx, player.id)]).toEqual(['disputed', false]);
  const id = await findId();
  const view = await getDispute(ctx, operator, id);
  expect(view).toMatchObject({
    reference,
    amount: { minor: 9900, currency: 'KES' },
    state: 'awaiting-us',
    canAnswer: true,
    reason: 'I do not know this payment',
    evidence: { days: { used: 12, total: 30 }, kiddocash: { given: 400, spent: 0 }, player: { id: player.id } },
    proof: 'password',
  });
  expect(view.suggestion).toContain('12 of its 30 days were delivered.');
  expect(view.suggestion).not.toContain(player.username);
  expect(await getWaitingDisputes(ctx, operator)).toEqual({ count: 1, dueAt: expect.any(String) });
  expect(await answerDispute(ctx, operator, id, CONTEST, CLIENT)).toEqual({ ok: true, answer: 'contest' });
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isSending: true, canAnswer: false, sentAt: null });
  expect(await send()).toBe(1);
  expect(await getWaitingDisputes(ctx, operator)).toEqual({ count: 0, dueAt: null });
  expect(fake.disputes.answers).toMatchObject([{ resolution: 'contest', statement: CONTEST.statement, amountMinor: 0 }]);
  expect(await getDispute(ctx, operator, id)).toMatchObject({ state: 'answered', isSending: false, sentAt: expect.any(String) });
  decide('won');
  await tell('dispute-won');
  await tell('dispute-won');
  expect([await findPaymentState(disputed, reference), await hasPremium(ctx, player.id), await getBalance(ctx, player)]).toEqual([
    'success',
    true,
    400,
  ]);
  const won = await getDispute(ctx, operator, id);
  expect([won.state, won.closedAt, won.log.map(({ action, note }) => [action, note])]).toEqual([
    'won',
    expect.any(String),
    [['contest-dispute', CONTEST.note]],
  ]);
});

test('an accepted dispute sends the money back: nothing is given, and it is done', async () => {
  const disputed = await openDisputed();
  const { ctx, fake, player, operator, reference, findId, send, tell } = disputed;
  const id = await findId();
  await answerDispute(ctx, operator, id, ACCEPT, CLIENT);
  await send();
  await tell('refunded');
  expect(fake.disputes.answers).toMatchObject([{ resolution: 'accept', amountMinor: 9900 }]);
  expect([
    await findPaymentState(disputed, reference),
    await hasPremium(ctx, player.id),
    (await getDispute(ctx, operator, id)).state,
  ]).toEqual(['refunded', false, 'lost']);
  await expect(answerDispute(ctx, operator, id, CONTEST, CLIENT)).rejects.toMatchObject({ code: 'not-available' });
});

test('an answer that the provider took and whose connection was cut off is given once', async () => {
  const { ctx, fake, operator, findId, send, world } = await openDisputed();
  const id = await findId();
  await answerDispute(ctx, operator, id, CONTEST, CLIENT);
  const { answer } = fake.disputes;
  fake.disputes.answer = async (...given) => {
    await answer(...given);
    throw new PaymentsUnavailableError('cut off');
  };
  await send();
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isSending: true, isRefused: false });
  await syncDisputes(ctx, SYSTEM);
  expect([fake.disputes.answers.length, await getDispute(ctx, operator, id)]).toMatchObject([1, { isSending: false, state: 'answered' }]);
  expect(world.logged.filter(({ msg }) => msg === 'a dispute waits for the next run')).toEqual([]);
});

test('a process that is killed while it sends leaves the answer to another one, and two at once give it once', async () => {
  const { ctx, fake, operator, findId, world } = await openDisputed();
  const id = await findId();
  await answerDispute(ctx, operator, id, CONTEST, CLIENT);
  // It claimed the answer, gave it to the provider, and was killed.
  await ctx.db
    .updateTable('disputes')
    .set({ sending_until: new Date(ctx.now().getTime() + 60_000), send_tries: 1 })
    .where('id', '=', id)
    .execute();
  await fake.disputes.answer(fake.disputes.all.keys().next().value ?? '', {
    resolution: 'contest',
    amountMinor: 9900,
    statement: CONTEST.statement,
    deliveredOn: '2026-06-23',
  });
  await sendDisputeAnswer(ctx, SYSTEM, id);
  expect((await getDispute(ctx, operator, id)).isSending).toBe(true);
  world.advanceClock(61);
  await Promise.all([sendDisputeAnswer(ctx, SYSTEM, id), sendDisputeAnswer(ctx, SYSTEM, id), syncDisputes(ctx, SYSTEM)]);
  expect([fake.disputes.answers.length, await getDispute(ctx, operator, id)]).toMatchObject([1, { state: 'answered', isRefused: false }]);
});

test('what the provider refuses is said in its words, and can be answered again', async () => {
  const { ctx, fake, operator, findId, send } = await openDisputed();
  const id = await findId();
  fake.disputes.refusal = 'Evidence is too short';
  await answerDispute(ctx, operator, id, CONTEST, CLIENT);
  await send();
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isRefused: true, refusal: 'Evidence is too short', canAnswer: true });
  fake.disputes.refusal = null;
  await answerDispute(ctx, operator, id, { ...CONTEST, note: 'Once more' }, CLIENT);
  await send();
  expect([fake.disputes.answers.length, await getDispute(ctx, operator, id)]).toMatchObject([1, { isRefused: false, state: 'answered' }]);
});

/** Somebody refunded a part of the payment before its dispute came. */
async function openRefundedInPart(minor: number) {
  const paying = await openDisputed({ withEvent: false });
  const { ctx, fake, reference } = paying;
  const refund = { currency: 'KES', note: '', providerMessage: '', state: 'processed' as const };
  fake.refunds.push({ id: 'hand', reference, amountMinor: minor, ...refund });
  await paying.sendWebhook({ key: 'hand', isLive: true, kind: 'refund-changed', reference, isProcessed: true });
  await paying.runJobs();
  await syncDisputes(ctx, SYSTEM);
  return paying;
}

test('of a payment that was refunded in part, accepting sends back what is left; the evidence says what went back', async () => {
  const { ctx, fake, operator, findId, send, reference } = await openRefundedInPart(5000);
  const id = await findId();
  const view = await getDispute(ctx, operator, id);
  expect([view.acceptObstacle, view.evidence?.refunded]).toEqual([null, { minor: 5000, leftMinor: 4900 }]);
  expect(view.suggestion).toContain('KSH 50 of it was already paid back to the payer.');
  // Half of the rest went back in the provider's dashboard, and no event told it.
  const refund = { currency: 'KES', note: '', providerMessage: '', state: 'processed' as const };
  fake.refunds.push({ id: 'hand 2', reference, amountMinor: 1000, ...refund });
  await answerDispute(ctx, operator, id, ACCEPT, CLIENT);
  await send();
  expect(fake.disputes.answers).toMatchObject([{ resolution: 'accept', amountMinor: 3900 }]);
});

test('what went back already, or is on its way, is not accepted once more', async () => {
  const { ctx, fake, operator, findId, send } = await openRefundedInPart(9900);
  const id = await findId();
  const view = await getDispute(ctx, operator, id);
  expect([view.acceptObstacle, view.canAnswer]).toEqual(['nothing-left', true]);
  expect(view.suggestion).toContain('All of it (KSH 99) was already paid back to the payer.');
  expect(await answerDispute(ctx, operator, id, ACCEPT, CLIENT)).toMatchObject({ ok: false, error: expect.stringContaining('twice') });
  await answerDispute(ctx, operator, id, CONTEST, CLIENT);
  await send();
  expect(fake.disputes.answers.map(({ resolution }) => resolution)).toEqual(['contest']);

  const other = await openDisputed({ withEvent: false });
  const request = { amountMinor: 9900, shown: { minor: 9900, currency: 'KES' as const }, reason: 'asked' as const };
  await recordRefundRequest(other.ctx, { reference: other.reference, ...request }, async () => {});
  await other.runJobs();
  await syncDisputes(other.ctx, SYSTEM);
  const otherId = await other.findId();
  expect(await getDispute(other.ctx, other.operator, otherId)).toMatchObject({
    acceptObstacle: 'refund-open',
    evidence: { refundingMinor: 9900 },
  });
  expect(await answerDispute(other.ctx, other.operator, otherId, ACCEPT, CLIENT)).toMatchObject({ ok: false });
});

test('an answer that does not get there: operators are called, the list is read, and after an hour another answer can be given', async () => {
  const disputed = await openDisputed();
  const { ctx, world, fake, operator, reference, findId, send } = disputed;
  const id = await findId();
  await sendDisputeAlerts(ctx, SYSTEM);
  const { answer } = fake.disputes;
  fake.disputes.answer = async () => {
    throw new PaymentsUnavailableError('the file is not taken');
  };
  await answerDispute(ctx, operator, id, ACCEPT, CLIENT);
  await send();
  // Another bank asks for another payment, while this answer does not get there.
  fake.disputes.open({ reference: 'somebody-else-1' });
  await syncDisputes(ctx, SYSTEM);
  expect((await listDisputes(ctx, operator)).waiting).toBe(2);
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isSending: true, isStuck: false, canAnswer: false });
  world.advanceClock(2.5 * DAY);
  await sendDisputeAlerts(ctx, SYSTEM);
  const late = (await world.mails()).filter(({ subject, text }) => /less than a day/.test(subject) && text.includes(reference));
  expect(late).toHaveLength(1);
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isStuck: true, canAnswer: true });
  fake.disputes.answer = answer;
  expect(await answerDispute(ctx, operator, id, CONTEST, CLIENT)).toMatchObject({ ok: true });
  await send();
  expect(fake.disputes.answers.map(({ resolution }) => resolution)).toEqual(['contest']);
  expect(await getDispute(ctx, operator, id)).toMatchObject({ state: 'answered', isStuck: false, answer: 'contest' });
});

test('of two disputes about one payment, only the last one that is won gives back what was taken', async () => {
  const disputed = await openDisputed();
  const { ctx, fake, player, reference, decide } = disputed;
  const second = fake.disputes.open({ reference });
  await syncDisputes(ctx, SYSTEM);
  decide('won');
  await syncDisputes(ctx, SYSTEM);
  expect([await findPaymentState(disputed, reference), await hasPremium(ctx, player.id)]).toEqual(['disputed', false]);
  Object.assign(fake.disputes.all.get(second) ?? {}, { state: 'won' });
  await syncDisputes(ctx, SYSTEM);
  expect([await findPaymentState(disputed, reference), await hasPremium(ctx, player.id)]).toEqual(['success', true]);
});

test('a dispute that was lost before its payment was known takes back what it bought once it is', async () => {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer();
  fake.disputes.open({ reference: 'kiddo-late-0001', state: 'lost' });
  await syncDisputes(ctx, SYSTEM);
  const reference = await paying.buy(player, 'premium', 'mpesa');
  await ctx.db.updateTable('disputes').set({ reference }).execute();
  for (const dispute of fake.disputes.all.values()) dispute.reference = reference;
  expect(await hasPremium(ctx, player.id)).toBe(true);
  await syncDisputes(ctx, SYSTEM);
  await syncDisputes(ctx, SYSTEM);
  expect([await findPaymentState(paying, reference), await hasPremium(ctx, player.id)]).toEqual(['refunded', false]);
});

test('what was answered at the provider meanwhile is not called our answer', async () => {
  const disputed = await openDisputed();
  const { ctx, fake, operator, reference, findId, send, decide } = disputed;
  const id = await findId();
  await answerDispute(ctx, operator, id, CONTEST, CLIENT);
  decide('lost');
  await send();
  expect(fake.disputes.answers).toEqual([]);
  expect(await getDispute(ctx, operator, id)).toMatchObject({ isRefused: true, sentAt: null, state: 'lost', canAnswer: false });
  expect(await findPaymentState(disputed, reference)).toBe('refunded');
});

test('a dispute without any event is found by asking, also when it is about no payment of ours; an old event changes nothing', async () => {
  const disputed = await openDisputed({ withEvent: false });
  const { ctx, fake, player, operator, reference, decide, tell } = disputed;
  fake.disputes.open({ reference: 'somebody-else-1' });
  await Promise.all([syncDisputes(ctx, SYSTEM), syncDisputes(ctx, SYSTEM)]);
  const { disputes, waiting } = await listDisputes(ctx, operator);
  expect([disputes.map((each) => each.reference).toSorted(), waiting]).toEqual([[reference, 'somebody-else-1'].toSorted(), 2]);
  const unknown = disputes.find((each) => each.reference === 'somebody-else-1');
  expect(await getDispute(ctx, operator, unknown?.id ?? '')).toMatchObject({ evidence: null, suggestion: '' });
  expect(await hasPremium(ctx, player.id)).toBe(false);
  decide('won');
  await syncDisputes(ctx, SYSTEM);
  expect(await hasPremium(ctx, player.id)).toBe(true);
  // Its first event comes now.
  await tell('disputed');
  expect([await hasPremium(ctx, player.id), await findPaymentState(disputed, reference)]).toEqual([true, 'success']);
});

test('operators are told when a dispute comes and a day before its time is over, once each, by two processes', async () => {
  const { ctx, world, fake, operator, reference, findId } = await openDisputed();
  await world.addPlayer({ role: 'moderator' });
  const call = () => Promise.all([sendDisputeAlerts(ctx, SYSTEM), sendDisputeAlerts(ctx, SYSTEM)]);
  const mailsTo = async () =>
    (await world.mails()).filter(({ subject }) => /dispute/i.test(subject)).map(({ to, subject }) => [to, subject]);
  await call();
  await call();
  const first = [operator.email, 'A payment is disputed on Kiddo'];
  expect(await mailsTo()).toEqual([first]);
  world.advanceClock(2.5 * DAY);
  await call();
  await call();
  const second = [operator.email, 'A dispute has less than a day left'];
  expect(await mailsTo()).toEqual(expect.arrayContaining([first, second]));
  expect(await mailsTo()).toHaveLength(2);
  // One that is answered calls nobody; one that comes late calls once.
  await answerDispute(ctx, operator, await findId(), ACCEPT, CLIENT);
  fake.disputes.open({ reference, dueAt: new Date(ctx.now().getTime() + 3600_000) });
  await syncDisputes(ctx, SYSTEM);
  await call();
  await call();
  expect((await mailsTo()).length).toBe(3);
});

test('the forms say what is missing, keep what was typed, and do nothing without the second step', async () => {
  const { ctx, fake, operator, findId, send } = await openDisputed();
  const id = await findId();
  for (const [fields, field] of [
    [{ ...CONTEST, note: '' }, 'note'],
    [{ ...CONTEST, statement: 'Too short' }, 'statement'],
    [{ do: 'contest', note: 'A reason' }, 'statement'],
  ] as const)
    expect(await answerDispute(ctx, operator, id, fields, CLIENT)).toMatchObject({
      ok: false,
      fieldErrors: { [field]: expect.any(String) },
      values: { do: 'contest' },
    });
  expect(await answerDispute(ctx, operator, id, { ...CONTEST, password: 'no' }, CLIENT)).toMatchObject({
    ok: false,
    fieldErrors: { password: 'This is not your password.' },
    values: { do: 'contest', statement: CONTEST.statement, note: CONTEST.note },
  });
  expect([await send(), fake.disputes.answers, (await getDispute(ctx, operator, id)).canAnswer]).toEqual([0, [], true]);
  await expect(answerDispute(ctx, operator, id, { do: 'win', note: 'A reason' }, CLIENT)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(answerDispute(ctx, operator, ctx.newId(), CONTEST, CLIENT)).rejects.toMatchObject({ code: 'not-found' });
  // Two operators at once: one answer.
  const both = await Promise.allSettled([CONTEST, ACCEPT].map((fields) => answerDispute(ctx, operator, id, fields, CLIENT)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('disputes are for operators alone, and asking the provider is for jobs', async () => {
  const { ctx, world, player, operator, findId } = await openDisputed();
  const id = await findId();
  for (const actor of [VISITOR, player, await world.addPlayer({ role: 'moderator' })]) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    for (const call of [
      () => listDisputes(ctx, actor),
      () => getDispute(ctx, actor, id),
      () => answerDispute(ctx, actor, id, CONTEST, CLIENT),
      () => syncDisputes(ctx, actor),
    ])
      await expect(call()).rejects.toMatchObject({ code });
  }
  for (const call of [
    () => syncDisputes(ctx, operator),
    () => sendDisputeAnswer(ctx, operator, id),
    () => sendDisputeAlerts(ctx, operator),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'not-allowed' });
});
