import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, can, type Actor } from '../../../shared/permissions.ts';
import { deleteBannedEmail, deleteBannedEmailsByHash, listBannedEmails } from '../../accounts/banned-emails/queries.server.ts';
import { hashEmail } from '../../accounts/banned-emails/service.server.ts';
import { getUsername, insertAuditEntry } from '../../audit-log/queries.server.ts';
import { lockCaseHolds } from '../retention/queries.server.ts';
import { getRetentionEnd } from '../retention/rules.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX } from '../rules.ts';
import { freeAddressForm, holdForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { CASES_PAGE_SIZE } from './rules.ts';
import {
  CASE_SEARCH_MAX,
  type CaseAction,
  type ErasedAccount,
  type FreeAddressResult,
  type HoldResult,
  type RetainedCasePage,
} from './schema.ts';
import { texts } from './texts.ts';

/** What is kept of an erased player's case. `erased` says until when. */
export type ErasedCase = {
  subject: queries.CaseSubject;
  erased: ErasedAccount;
  reports: queries.CaseReportRow[];
  sanctions: queries.CaseSanctionRow[];
};

/** The case of a player who was erased. Moderators do not learn that there is one. @throws AppError 'not-found' */
export async function getErasedCase(ctx: AppContext, actor: Actor, id: string): Promise<ErasedCase> {
  const isAllowed = can(actor, 'case:read-erased') && isId(id);
  const subject = isAllowed ? await queries.findRetainedCase(ctx.db, id) : undefined;
  if (!subject?.erased) throw new AppError('not-found');
  const [reports, sanctions] = await Promise.all([
    queries.listRetainedReports(ctx.db, id, CASE_REPORTS_MAX),
    queries.listRetainedSanctions(ctx.db, id, CASE_LOG_MAX),
  ]);
  return { subject, erased: toErasedAccount(subject.erased.at, subject.erased.closedAt), reports, sanctions };
}

/**
 * Cases of erased players, the latest erasure first.
 * @param search the beginning of a name, or a player's id; '' for all
 * @throws AppError 'not-allowed', 'sign-in-required'
 */
export async function listRetainedCases(ctx: AppContext, actor: Actor, search: string, after: string | null): Promise<RetainedCasePage> {
  authorize(actor, 'case:read-erased');
  const start = search.trim().replace(/^@/, '').slice(0, CASE_SEARCH_MAX).replaceAll('\0', '').toWellFormed();
  const found = await queries.listRetainedCases(ctx.db, start, CASES_PAGE_SIZE + 1, decodeTimeCursor(after));
  const { rows, next } = toPage(found, CASES_PAGE_SIZE, (row) => encodeTimeCursor(row.erased_at, row.player_id));
  return {
    items: rows.map((row) => ({
      playerId: row.player_id,
      username: row.username,
      displayName: row.display_name,
      heldSince: row.held_at?.toISOString() ?? null,
      ...toErasedAccount(row.erased_at, row.closed_at),
    })),
    next,
  };
}

/**
 * Marks a case for the police, so that it is kept until it is released, or releases it. Writes the reason to the audit log. It does not
 * hold up the deletion of the account: the case is copied then.
 * @returns the action, or a failure if the reason is missing
 * @throws AppError 'not-allowed', 'not-found', 'not-available' (it is marked or released already, or it is about the actor)
 */
export async function holdCase(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<HoldResult> {
  authorize(actor, 'case:hold');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(holdForm, fields, (field) => (field === 'reason' ? texts.reasonRequired : texts.failed), ['do', 'reason']);
  if (!form.ok) return form;
  const { do: action, reason } = form.value;
  if (actor.id === id) throw new AppError('not-available', 'nobody decides about their own case');
  await ctx.db.transaction().execute(async (trx) => {
    await lockCaseHolds(trx);
    const subject = isId(id) ? await queries.lockCaseSubject(trx, id) : undefined;
    if (!subject) throw new AppError('not-found');
    const isDone = action === 'hold' ? await queries.insertHold(trx, id, ctx.now()) : await queries.deleteHold(trx, id);
    if (!isDone) throw new AppError('not-available', 'somebody was faster');
    await logCaseAction(ctx, trx, actor.id, subject, { action: action === 'hold' ? 'hold-case' : 'release-case', note: reason });
  });
  return { ok: true, do: action };
}

/** Adds what an operator did with a case to the audit log. The entry does not have the id of a player who was erased. */
export async function logCaseAction(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  subject: queries.CaseSubject,
  { action, note }: { action: CaseAction | 'lift'; note: string },
): Promise<void> {
  await insertAuditEntry(trx, {
    id: ctx.newId(),
    actorId,
    actorName: await getUsername(trx, actorId),
    action,
    subjectKind: 'player',
    subjectId: subject.erased?.replacementId ?? subject.id,
    note,
    details: {},
  });
}

/**
 * Lifts the ban of a player who was erased, which frees the address. Only other services call this.
 * @throws AppError 'not-found' (also for moderators), 'not-available' (no ban holds)
 */
export async function liftErasedBan(
  ctx: AppContext,
  trx: Transaction<DB>,
  actor: Extract<Actor, { kind: 'player' }>,
  id: string,
  note: string,
): Promise<void> {
  const done = can(actor, 'case:read-erased') ? await liftRetainedBan(ctx, trx, actor.id, id, note) : 'no-case';
  if (done === 'no-case') throw new AppError('not-found');
  if (done === 'nothing-holds') throw new AppError('not-available', 'nothing holds any more');
  await deleteBannedEmail(trx, id);
}

/**
 * Frees an address that a ban of an erased player holds, also where nothing else is kept of the player. Writes the note, without the
 * address, to the audit log.
 * @returns a failure if the note is missing, the address is not banned, or its account still exists
 * @throws AppError 'not-allowed', 'sign-in-required'
 */
export async function freeAddress(ctx: AppContext, actor: Actor, fields: FormFields): Promise<FreeAddressResult> {
  authorize(actor, 'address:free');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const describe = (field: string) => (field === 'email' ? texts.free.emailRequired : texts.free.noteRequired);
  const form = parseForm(freeAddressForm, fields, describe, ['email', 'note']);
  if (!form.ok) return form;
  const { email, note } = form.value;
  const failField = (why: string) => actionFailure('not-available', { fieldErrors: { email: why }, values: { email, note } });
  return ctx.db.transaction().execute(async (trx): Promise<FreeAddressResult> => {
    const emailHash = hashEmail(ctx, email);
    const banned = await listBannedEmails(trx, emailHash);
    if (banned.some((row) => row.has_account)) return failField(texts.free.accountExists);
    // Cases are locked before addresses, as everywhere.
    for (const { player_id: playerId } of banned) if (playerId !== null) await liftRetainedBan(ctx, trx, actor.id, playerId, note);
    const freedIds = await deleteBannedEmailsByHash(trx, emailHash);
    if (freedIds.length === 0) return failField(texts.free.notBanned);
    const actorName = await getUsername(trx, actor.id);
    const entry = { actorId: actor.id, actorName, action: 'free-address', subjectKind: 'address', note, details: {} };
    for (const subjectId of freedIds) await insertAuditEntry(trx, { id: ctx.newId(), ...entry, subjectId });
    return { ok: true };
  });
}

async function liftRetainedBan(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  id: string,
  note: string,
): Promise<'lifted' | 'nothing-holds' | 'no-case'> {
  const subject = await queries.lockRetainedCase(trx, id);
  if (!subject) return 'no-case';
  if ((await queries.liftRetainedSanctions(trx, id, ctx.now())) === 0) return 'nothing-holds';
  await logCaseAction(ctx, trx, actorId, subject, { action: 'lift', note });
  return 'lifted';
}

/** When an account was erased, and when its case is deleted unless it is for the police. */
export function toErasedAccount(at: Date, closedAt: Date): ErasedAccount {
  return { at: at.toISOString(), keptUntil: getRetentionEnd(closedAt).toISOString() };
}
