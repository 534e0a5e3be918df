import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../audit-log/queries.server.ts';
import { recordDataAccess } from '../audit-log/service.server.ts';
import { confirmTeamMember, getProofKind } from '../accounts/reauthentication/service.server.ts';
import { listPaymentTraces } from '../subscriptions/admin/service.server.ts';
import * as payments from '../subscriptions/payments/queries.server.ts';
import { listRefunds, settleFailedRefund, type RefundRow } from '../subscriptions/refund-requests/queries.server.ts';
import { getRefundable, previewRefund, recordRefundRequest } from '../subscriptions/refund-requests/service.server.ts';
import { toPaymentSummary } from '../subscriptions/service.server.ts';
import { refundForm, settleForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { PaymentDetails, PaymentMoment, RefundEntry, RefundResult, RefundView, SettleResult } from './schema.ts';
import { texts } from './texts.ts';

type Operator = Extract<Actor, { kind: 'player' }>;
/** What the form keeps after an error; never a code or a password. */
const ECHOED = ['amount', 'reason', 'note'] as const;

/**
 * One payment, with all that happened to it, and what refunding it would take back. Reading it is in the audit log, because of the address.
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found'
 */
export async function getPaymentDetails(ctx: AppContext, actor: Actor, reference: string): Promise<PaymentDetails> {
  authorize(actor, 'payment:read-all');
  const me = requireOperator(actor);
  const row = await payments.findPayment(ctx.db, reference);
  const receipt = row && (await payments.findReceipt(ctx.db, reference));
  const [trace] = row ? await listPaymentTraces(ctx, actor, [reference]) : [];
  if (!row || !receipt || !trace) throw new AppError('not-found');
  if (row.player_id !== null) await recordDataAccess(ctx, actor, 'read-address', [{ subjectId: row.player_id }]);
  const [end, ledger, requests, notes, disputes, refund] = await Promise.all([
    queries.findPeriodEnd(ctx.db, reference),
    queries.listPaymentLedger(ctx.db, reference),
    listRefunds(ctx.db, reference),
    queries.listRefundNotes(ctx.db, reference),
    queries.listDisputeIds(ctx.db, reference),
    getRefundView(ctx, me, row),
  ]);
  return {
    payment: toPaymentSummary(receipt),
    provider: row.provider,
    player: row.player_id === null ? null : { id: row.player_id, username: receipt.username ?? '', email: receipt.email ?? '' },
    trace,
    kiddocash: row.kiddocash > 0 ? { amount: row.kiddocash, isGiven: ledger.some(({ amount }) => amount > 0) } : null,
    timeline: toTimeline(row, end, ledger, requests),
    refunds: requests.map((request) => toRefundEntry(request, row, notes)),
    disputes,
    refund,
  };
}

async function getRefundView(ctx: AppContext, me: Operator, row: payments.PaymentRow): Promise<RefundView> {
  const [{ obstacle, left }, proof] = await Promise.all([getRefundable(ctx, row), getProofKind(ctx, me.id)]);
  return {
    obstacle,
    left,
    isWholeOnly: row.state === 'held',
    effects: obstacle === null ? await previewRefund(ctx, row) : null,
    proof,
  };
}

/**
 * Asks for a refund: the request and the entry of the audit log are written, then a job calls the provider. Asks for the second step again.
 * @param fields `amount`, `left` (as the page showed it, in minor units), `reason`, `note`, and `code` or `password`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (a hidden field)
 */
export async function requestRefund(
  ctx: AppContext,
  actor: Actor,
  reference: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<RefundResult> {
  authorize(actor, 'payment:refund');
  const me = requireOperator(actor);
  const values = pickFields(fields, ECHOED);
  const parsed = parseForm(refundForm, fields, describeIssue, ECHOED);
  if (!parsed.ok && parsed.fieldErrors['left'] !== undefined)
    throw new AppError('bad-input', 'a hidden field is invalid', { field: 'left' });
  if (!parsed.ok) return parsed;
  const { amount: amountMinor, left: shownMinor, reason, note, code, password } = parsed.value;
  const row = await payments.findPayment(ctx.db, reference);
  if (!row) throw new AppError('not-found');
  const { obstacle, left } = await getRefundable(ctx, row);
  if (obstacle !== null) return actionFailure('not-available', { error: texts.obstacles[obstacle], values });
  if (left.minor !== shownMinor) return actionFailure('not-available', { error: texts.refund.changed, values });
  if (amountMinor > left.minor || (row.state === 'held' && amountMinor !== left.minor))
    return actionFailure('bad-input', {
      fieldErrors: { amount: texts.refund.amountErrors[row.state === 'held' ? 'whole' : 'more'] },
      values,
    });
  // Last, so that a mistake in the form does not use up a code.
  const refused = await confirmTeamMember(ctx, me.id, { code, password }, clientInfo);
  if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values });
  try {
    await recordRefundRequest(ctx, { reference, amountMinor, shown: left, reason }, async (trx, id) =>
      insertAuditEntry(trx, {
        id: ctx.newId(),
        actorId: me.id,
        actorName: await getUsername(trx, me.id),
        action: 'refund-payment',
        subjectKind: 'payment',
        subjectId: reference,
        note,
        details: {
          refund: id,
          amount: amountMinor,
          currency: left.currency,
          reason,
          ...(row.player_id !== null && { player: row.player_id }),
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-available') throw error;
    return actionFailure('not-available', { error: texts.refund.somebodyElse, values });
  }
  return { ok: true, do: 'refund', amount: { minor: amountMinor, currency: left.currency } };
}

/**
 * Says that nothing more is to do about a refund that failed: its payment does not need a look any more, and the note stands in the audit log.
 * @param fields `refund` (its id) and `note`
 * @returns a failure with the code 'bad-input', or 'not-available' if somebody else was faster
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function settleRefund(ctx: AppContext, actor: Actor, reference: string, fields: FormFields): Promise<SettleResult> {
  authorize(actor, 'payment:refund');
  const me = requireOperator(actor);
  const echoed = ['refund', 'note'] as const;
  const parsed = parseForm(settleForm, fields, () => texts.refunds.settle.noteRequired, echoed);
  if (!parsed.ok) return parsed;
  const { refund, note } = parsed.value;
  const isSettled = await ctx.db.transaction().execute(async (trx) => {
    if (!(await settleFailedRefund(trx, refund, reference, ctx.now()))) return false;
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: me.id,
      actorName: await getUsername(trx, me.id),
      action: 'settle-refund',
      subjectKind: 'payment',
      subjectId: reference,
      note,
      details: { refund },
    });
    return true;
  });
  if (!isSettled) return actionFailure('not-available', { error: texts.refunds.settle.already, values: pickFields(fields, echoed) });
  return { ok: true, do: 'settle' };
}

function describeIssue(field: string): string {
  if (field === 'amount') return texts.refund.amountErrors.wrong;
  return field === 'reason' ? texts.refund.reasonRequired : texts.refund.noteRequired;
}

function requireOperator(actor: Actor): Operator {
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

function toRefundEntry(row: RefundRow, payment: payments.PaymentRow, notes: queries.RefundNote[]): RefundEntry {
  const find = (action: queries.RefundNote['action']) => notes.find((one) => one.refund === row.id && one.action === action);
  const [asked, settled] = [find('refund-payment'), find('settle-refund')];
  return {
    id: row.id,
    amount: { minor: row.amount_minor, currency: row.currency },
    reason: row.reason,
    state: row.state,
    error: row.error ?? '',
    providerId: row.provider_id,
    at: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    by: asked?.by ?? '',
    note: asked?.note ?? '',
    // What is held or disputed needs a look for that.
    needsLook: row.state === 'failed' && row.settled_at === null && payment.state === 'success',
    settled: settled === undefined ? null : { by: settled.by, note: settled.note },
  };
}

/** All that is stored of when something happened to a payment, the earliest first. */
function toTimeline(
  row: payments.PaymentRow,
  end: queries.PeriodEndRow | undefined,
  ledger: { amount: number; at: Date }[],
  requests: RefundRow[],
): PaymentMoment[] {
  const moments: { kind: PaymentMoment['kind']; at: Date | null }[] = [
    { kind: 'created', at: row.created_at },
    { kind: 'paid', at: row.paid_at },
    ...ledger.map(({ amount, at }) => ({ kind: amount > 0 ? ('kiddocash-given' as const) : ('kiddocash-taken' as const), at })),
    ...(end ? [{ kind: end.revoked_for, at: end.revoked_at }] : []),
    ...requests
      .toReversed()
      .flatMap((request) => [
        { kind: 'refund-requested' as const, at: request.created_at },
        ...(request.finished_at ? [{ kind: `refund-${request.state}` as const, at: request.finished_at }] : []),
      ]),
  ];
  return moments
    .flatMap(({ kind, at }) => (at === null ? [] : [{ kind, at: at.toISOString() }]))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
