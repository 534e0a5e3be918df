import { expect, test } from 'vitest';
import { createPaymentsPages, type RouteResult } from '../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { listFlaggedPayments } from '../subscriptions/admin/service.server.ts';
import { reconcilePayments } from '../subscriptions/jobs.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import type { PaymentList } from './list/schema.ts';
import * as onePayment from './pages/payment.tsx';
import * as allPayments from './pages/payments.tsx';
import type { PaymentDetails } from './schema.ts';
import { getPaymentDetails, requestRefund } from './service.server.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const note = 'The mother wrote that it was paid twice.';

async function createOffice() {
  const paid = await createPaymentsPages();
  const { ctx, world, player, buy } = paid;
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  const reference = await buy(player, 'premium', 'mpesa');
  const form = { amount: '99', left: '9900', reason: 'twice', note, password: 'secret1' };
  return {
    ...paid,
    operator,
    reference,
    form,
    look: () => getPaymentDetails(ctx, operator, reference),
    refund: (fields: Partial<typeof form>, actor: Actor = operator) => requestRefund(ctx, actor, reference, { ...form, ...fields }, visit),
    listRequests: () => ctx.db.selectFrom('refund_requests').selectAll().execute(),
    listLog: () =>
      ctx.db
        .selectFrom('audit_log')
        .select(['actor_name', 'action', 'subject_kind', 'subject_id', 'note'])
        .where('action', '<>', 'read-address')
        .execute(),
  };
}

test('an operator reads all about a payment, which is in the log; refunds it, and sees what becomes of it', async () => {
  const { ctx, fake, player, operator, reference, look, refund, listLog, sendWebhook, runJobs } = await createOffice();
  expect(await look()).toMatchObject({
    payment: { reference, state: 'success', what: 'Premium, 30 days' },
    player: { id: player.id, username: 'amani', email: player.email },
    kiddocash: { amount: 400, isGiven: true },
    timeline: [{ kind: 'created' }, { kind: 'paid' }, { kind: 'kiddocash-given' }],
    refunds: [],
    refund: {
      obstacle: null,
      left: { minor: 9900, currency: 'KES' },
      effects: { kiddocash: { given: 400, taken: 400 }, premium: { after: null } },
      proof: 'password',
    },
  } satisfies Record<string, unknown>);
  expect(await ctx.db.selectFrom('audit_log').select(['actor_id', 'action', 'subject_id']).execute()).toEqual([
    { actor_id: operator.id, action: 'read-address', subject_id: player.id },
  ]);

  expect(await refund({ amount: '9' })).toEqual({ ok: true, do: 'refund', amount: { minor: 900, currency: 'KES' } });
  expect(await listLog()).toEqual([
    { actor_name: 'otieno', action: 'refund-payment', subject_kind: 'payment', subject_id: reference, note },
  ]);
  const asked = await look();
  expect(asked).toMatchObject({ refund: { obstacle: 'open' }, refunds: [{ state: 'requested', by: 'otieno', note, reason: 'twice' }] });
  // Somebody else sees that they were not the first, and what they typed stays.
  expect(await refund({ amount: '50' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('under way'),
    values: { amount: '50', note },
  });
  await runJobs();
  Object.assign(fake.refunds[0] ?? {}, { state: 'processed' });
  await sendWebhook({ key: 'back', isLive: true, kind: 'refund-changed', reference, isProcessed: true });
  await runJobs();
  // The page that was open all the time shows what is not left any more.
  expect(await refund({})).toMatchObject({ ok: false, error: expect.stringContaining('changed') });
  expect(await refund({ amount: '90', left: '9000' })).toMatchObject({ ok: true });
  await runJobs();
  Object.assign(fake.refunds[1] ?? {}, { state: 'processed' });
  await sendWebhook({ key: 'back again', isLive: true, kind: 'refund-changed', reference, isProcessed: true });
  await runJobs();
  expect(await look()).toMatchObject({
    payment: { state: 'refunded' },
    refund: { obstacle: 'refunded', effects: null },
    refunds: [
      { state: 'processed', providerId: 'RF_2' },
      { state: 'processed', providerId: 'RF_1' },
    ],
  });
  expect(new Set((await look()).timeline.map(({ kind }) => kind))).toEqual(
    new Set(['created', 'paid', 'kiddocash-given', 'kiddocash-taken', 'refund', 'refund-requested', 'refund-processed']),
  );
  expect(await hasPremium(ctx, player.id)).toBe(false);
});

test('a refund needs an amount that is left, a reason, a note and the second step; what was typed stays', async () => {
  const { refund, listRequests, listLog } = await createOffice();
  for (const [fields, field] of [
    [{ amount: '' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '1.234' }, 'amount'],
    [{ amount: '99.01' }, 'amount'],
    [{ reason: '' }, 'reason'],
    [{ note: ' ' }, 'note'],
    [{ password: 'guess1' }, 'password'],
    [{ password: '' }, 'password'],
  ] as const) {
    const result = await refund(fields);
    expect([fields, result]).toEqual([fields, expect.objectContaining({ ok: false, fieldErrors: { [field]: expect.any(String) } })]);
    expect(JSON.stringify(result)).not.toContain('secret1');
    expect(result.ok ? {} : result.values).toMatchObject({ amount: 'amount' in fields ? fields.amount : '99' });
  }
  await expect(refund({ left: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
  expect([await listRequests(), await listLog()]).toEqual([[], []]);
});

test('visitors are led to sign in, players and moderators are refused, and nothing of what they send is done', async () => {
  const { ctx, world, player, operator, reference, form, get, post, refund, listRequests } = await createOffice();
  const moderator = await world.addPlayer({ role: 'moderator' });
  const actors: Actor[] = [VISITOR, player, moderator, operator];
  const given = ({ status, to }: RouteResult) => to ?? status;
  const login = (address: string) => `/login?returnUrl=${encodeURIComponent(address)}`;
  const address = `/operator/payments/${reference}`;
  const seen = [];
  for (const actor of actors)
    seen.push([given(await get(allPayments, '/operator/payments', actor)), given(await get(onePayment, address, actor, { reference }))]);
  expect(seen).toEqual([
    [login('/operator/payments'), login(address)],
    [403, 403],
    [403, 403],
    [200, 200],
  ]);
  const sent = [];
  for (const actor of actors.slice(0, 3)) sent.push(given(await post(onePayment, form, actor, { reference })));
  expect(sent).toEqual([401, 403, 403]);
  for (const actor of [player, moderator]) {
    await expect(refund({}, actor)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(getPaymentDetails(ctx, actor, reference)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect(await listRequests()).toEqual([]);
  for (const unknown of ['kd-unknown-0000', 'x', "a'b"])
    expect((await get(onePayment, `/operator/payments/${unknown}`, operator, { reference: unknown })).status).toBe(404);
  expect((await get(onePayment, address, operator, { reference })).data as { details: PaymentDetails }).toMatchObject({
    details: { payment: { reference } },
  });
});

test('a refund that failed needs a look until somebody tries again, or says why nothing more is to do', async () => {
  const { ctx, world, fake, player, operator, reference, form, get, post, look, refund, listLog, runJobs } = await createOffice();
  const waiting = async () => {
    const { list, waiting: counted } = (await get(allPayments, '/operator/payments?state=needs-look', operator)).data as {
      list: PaymentList;
      waiting: { count: number };
    };
    // What the overview counts.
    const { payments } = await listFlaggedPayments(ctx, operator);
    return [list.payments.map((one) => [one.reference, one.hasFailedRefund]), counted.count, payments.length];
  };
  const fail = async () => {
    fake.rejectsRefunds = 'Your balance is too low';
    expect(await refund({ amount: '9' })).toMatchObject({ ok: true });
    await runJobs();
  };
  expect(await waiting()).toEqual([[], 0, 0]);
  await fail();
  expect(await waiting()).toEqual([[[reference, true]], 1, 1]);
  expect((await look()).refunds).toMatchObject([{ state: 'failed', needsLook: true, settled: null }]);
  // Tried again: as long as that is under way nobody has to look.
  fake.rejectsRefunds = null;
  expect(await refund({ amount: '9' })).toMatchObject({ ok: true });
  await runJobs();
  expect(await waiting()).toEqual([[], 0, 0]);
  Object.assign(fake.refunds[0] ?? {}, { state: 'processed' });
  world.advanceClock(3600);
  await reconcilePayments(ctx);
  await runJobs();
  await ctx.db
    .updateTable('refund_requests')
    .set({ created_at: new Date(0) })
    .execute();
  form.left = '9000';
  await fail();
  const [failed] = (await look()).refunds;
  const settle = (fields: Record<string, string>, actor: Actor = operator) =>
    post(onePayment, { do: 'settle', refund: failed?.id ?? '', note, ...fields }, actor, { reference });
  const moderator = await world.addPlayer({ role: 'moderator' });
  const refused = [];
  for (const actor of [VISITOR, player, moderator]) refused.push((await settle({}, actor)).status);
  expect(refused).toEqual([401, 403, 403]);
  expect(await settle({ note: ' ' })).toMatchObject({
    status: 400,
    data: { fieldErrors: { note: expect.any(String) }, values: { note: ' ' } },
  });
  expect(await waiting()).toEqual([[[reference, true]], 1, 1]);
  const both = await Promise.all([settle({}), settle({})]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect(await waiting()).toEqual([[], 0, 0]);
  expect((await look()).refunds[0]).toMatchObject({ needsLook: false, settled: { by: 'otieno', note } });
  expect((await listLog()).filter(({ action }) => action === 'settle-refund')).toHaveLength(1);
});

test('a payment of a deleted account can still go back, and tells nobody', async () => {
  const { ctx, fake, player, look, refund, runJobs, sendWebhook, reference } = await createOffice();
  await ctx.db.deleteFrom('players').where('id', '=', player.id).execute();
  expect(await look()).toMatchObject({
    player: null,
    refund: { obstacle: null, effects: { premium: null, kiddocash: null, notifiesPayer: false, guardian: null } },
  });
  expect(await refund({})).toMatchObject({ ok: true });
  await runJobs();
  Object.assign(fake.refunds[0] ?? {}, { state: 'processed' });
  await sendWebhook({ key: 'back', isLive: true, kind: 'refund-changed', reference, isProcessed: true });
  await runJobs();
  expect(await look()).toMatchObject({ payment: { state: 'refunded' }, refunds: [{ state: 'processed' }] });
});
