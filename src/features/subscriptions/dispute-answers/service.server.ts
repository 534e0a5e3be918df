import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { confirmTeamMember, getProofKind } from '../../accounts/reauthentication/service.server.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { getPaidMinor } from '../payments/rules.ts';
import { toPaymentSummary } from '../service.server.ts';
import { disputeForm } from './forms.server.ts';
import * as queries from '../disputes/queries.server.ts';
import { canAnswer, countDays, findAcceptObstacle, isStuck } from '../disputes/rules.ts';
import { sendDisputeAnswerJob } from './sending.service.server.ts';
import type { AcceptObstacle, DisputeEvidence, DisputeList, DisputeResult, DisputeSummary, DisputeView } from '../disputes/schema.ts';
import { suggestStatement, texts } from './texts.ts';

/** Disputes per page of the list. */
const PAGE_SIZE = 30;
/** Entries of the log that a dispute's page shows. */
const LOG_MAX = 50;
const SUBJECT_KIND = 'dispute';
/** What the form keeps after an error; never a code or a password. */
const ECHOED = ['do', 'statement', 'note'] as const;

/**
 * Disputes of all players, newest first, and how many wait for an answer.
 * @param after cursor, from `next` of the previous page
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function listDisputes(ctx: AppContext, actor: Actor, after: string | null = null): Promise<DisputeList & { waiting: number }> {
  authorize(actor, 'dispute:answer');
  const [found, waiting] = await Promise.all([
    queries.listDisputes(ctx.db, PAGE_SIZE + 1, decodeTimeCursor(after)),
    queries.findWaiting(ctx.db),
  ]);
  const { rows, next } = toPage(found, PAGE_SIZE, (row) => encodeTimeCursor(row.opened_at, row.id));
  return { disputes: rows.map(toSummary), next, waiting: waiting.count };
}

/** How many disputes wait for our answer, and until when the first does (ISO). @throws AppError 'sign-in-required', 'not-allowed' */
export async function getWaitingDisputes(ctx: AppContext, actor: Actor): Promise<{ count: number; dueAt: string | null }> {
  authorize(actor, 'dispute:answer');
  const { count, due_at: dueAt } = await queries.findWaiting(ctx.db);
  return { count, dueAt: dueAt?.toISOString() ?? null };
}

/** One dispute with our evidence. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getDispute(ctx: AppContext, actor: Actor, id: string): Promise<DisputeView> {
  authorize(actor, 'dispute:answer');
  const row = isId(id) ? await queries.findDispute(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  const [payment, entries, proof] = await Promise.all([
    queries.findDisputedPayment(ctx.db, row.reference),
    listAuditEntries(ctx.db, SUBJECT_KIND, id, LOG_MAX),
    getProofKind(ctx, requirePlayerId(actor)),
  ]);
  const evidence = payment ? toEvidence(payment, ctx.now()) : null;
  return {
    ...toSummary(row),
    providerId: row.provider_id,
    provider: row.provider,
    reason: row.reason,
    statement: row.statement ?? '',
    sentAt: row.sent_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    refusal: row.answer_error ?? '',
    evidence,
    suggestion: row.statement ?? (evidence ? suggestStatement(evidence) : ''),
    proof,
    canAnswer: canAnswer(row, ctx.now()),
    isStuck: isStuck(row, ctx.now()),
    acceptObstacle: toAcceptObstacle(payment),
    log: entries.map(({ id: entryId, at, actor_name: name, action, note }) => ({
      id: entryId,
      at: at.toISOString(),
      actor: name,
      action,
      note,
    })),
  };
}

/**
 * Accepts or contests a dispute. The answer is stored with its reason, and a job gives it to the provider. What went back already, or is on its
 * way, cannot go back once more: then it can only be contested.
 * @param fields `do`, `statement` (to contest), `note`, and `code` or `password`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'not-available' (it waits for no answer), 'bad-input' (a hidden field)
 */
export async function answerDispute(
  ctx: AppContext,
  actor: Actor,
  id: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<DisputeResult> {
  authorize(actor, 'dispute:answer');
  const operatorId = requirePlayerId(actor);
  const values = pickFields(fields, ECHOED);
  const parsed = parseForm(disputeForm, fields, describeField, ECHOED);
  if (!parsed.ok) {
    if (parsed.fieldErrors['note'] === undefined && parsed.fieldErrors['statement'] === undefined)
      throw new AppError('bad-input', 'a hidden field is invalid');
    return parsed;
  }
  const { do: answer, statement, note, code, password } = parsed.value;
  if (answer === 'contest' && statement === undefined)
    return actionFailure('bad-input', { fieldErrors: { statement: texts.statementRequired }, values });
  const row = isId(id) ? await queries.findDispute(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  if (!canAnswer(row, ctx.now())) throw new AppError('not-available');
  const obstacle = answer === 'accept' ? toAcceptObstacle(await queries.findDisputedPayment(ctx.db, row.reference)) : null;
  if (obstacle !== null) return actionFailure('not-available', { error: texts.acceptObstacles[obstacle], values });
  const refused = await confirmTeamMember(ctx, operatorId, { code, password }, clientInfo);
  if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values });
  await ctx.db.transaction().execute(async (trx) => {
    const dispute = await queries.lockDisputeById(trx, id);
    if (!dispute || !canAnswer(dispute, ctx.now())) throw new AppError('not-available');
    if (answer === 'accept' && toAcceptObstacle(await queries.findDisputedPayment(trx, dispute.reference)) !== null)
      throw new AppError('not-available');
    await queries.updateDispute(trx, id, {
      answer,
      statement: answer === 'contest' ? (statement ?? '') : texts.acceptStatement,
      answered_at: ctx.now(),
      answer_error: null,
      sending_until: null,
      // An answer that did not get there may have: then its tries still tell that what stands there is ours.
      ...(dispute.answer_error !== null && { send_tries: 0 }),
    });
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: operatorId,
      actorName: await getUsername(trx, operatorId),
      action: `${answer}-dispute`,
      subjectKind: SUBJECT_KIND,
      subjectId: id,
      note,
      details: { reference: dispute.reference },
    });
    await ctx.jobs.enqueue(sendDisputeAnswerJob, { id }, trx);
  });
  return { ok: true, answer };
}

/** Why accepting would send back what is not there. */
function toAcceptObstacle(payment: queries.DisputedPaymentRow | undefined): AcceptObstacle | null {
  if (!payment) return null;
  const leftMinor = payment.state === 'refunded' ? 0 : getPaidMinor(payment) - payment.refunded_minor;
  return findAcceptObstacle({ leftMinor, isRefunding: payment.open_refund_minor !== null });
}

const describeField = (field: string): string =>
  field === 'note' ? texts.noteRequired : field === 'statement' ? texts.statementRequired : texts.failed;

function toSummary(row: queries.DisputeRow): DisputeSummary {
  return {
    id: row.id,
    reference: row.reference,
    amount: row.amount_minor === null ? null : { minor: row.amount_minor, currency: row.currency },
    category: row.category,
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    answer: row.answer,
    isSending: row.answer !== null && row.sent_at === null && row.answer_error === null,
    isRefused: row.answer_error !== null && row.sent_at === null,
  };
}

function toEvidence(payment: queries.DisputedPaymentRow, now: Date): DisputeEvidence {
  const { player_id: playerId, username, begins_at: begins, ends_at: ends, revoked_at: revokedAt, given, taken } = payment;
  return {
    payment: toPaymentSummary(payment),
    player: playerId === null ? null : { id: playerId, username: username ?? '' },
    days: begins && ends ? { ...toDays(begins, ends, revokedAt, now), from: begins.toISOString(), until: ends.toISOString() } : null,
    // What could not be taken back was spent. While nothing was taken back, coins have no mark of where they came from.
    kiddocash:
      given === null ? null : { given, spent: payment.state === 'disputed' || payment.state === 'refunded' ? given - taken : null },
    refunded:
      payment.refunded_minor === 0
        ? null
        : { minor: payment.refunded_minor, leftMinor: Math.max(0, getPaidMinor(payment) - payment.refunded_minor) },
    refundingMinor: payment.open_refund_minor,
  };
}

function toDays(begins: Date, ends: Date, revokedAt: Date | null, now: Date): { used: number; total: number } {
  return countDays({ begins_at: begins, ends_at: ends }, revokedAt ?? now);
}
