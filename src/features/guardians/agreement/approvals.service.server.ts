import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import { toCounterKey } from '../../../infra/counter-key.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import { moderateNames } from '../../safety/service.server.ts';
import * as queries from '../decisions/adults.queries.server.ts';
import { lockPlayersAndGuardian } from '../decisions/queries.server.ts';
import { holdApproved, publishDecisions, recordDecision, type Decided } from '../decisions/service.server.ts';
import { queueReceipt } from '../emails/service.server.ts';
import { parseAgreementKey } from '../links.service.server.ts';
import { APPROVED_ADULTS_MAX, type AdultAction, type AgreementResult, type Language } from '../schema.ts';
import { adultActionForm, approveForm, removeForm } from './forms.server.ts';
import { getAdultTexts } from './adults.texts.ts';
import { findByMail, type AgreementRecord } from './queries.server.ts';
import { AGREEMENT_VERSION, APPROVALS_LIMIT, isForChild, isOfRequest } from './rules.ts';

const ECHO = ['do', 'username'];

/** What a guardian does about a name, by which mail's link, and with which texts before them. */
type Change = { do: AdultAction; username: string; mailId: string; language: Language; textVersion: string | null };
type Applied = { kind: 'done'; decided: Decided | null } | { kind: 'closed' | 'full' };

/**
 * A guardian approves a grown-up by name for the child, or takes one out. The answer, the list and the mails are the same whether or not there
 * is such a player, and however old they are: what was typed is shown, and nobody learns more by trying names. Who has the name at this moment
 * is stored beside it, because a name can have another owner later. Approving takes the link of the present request and the present texts;
 * taking out works by every link, as a no does.
 * @param fields `do`, `lang`, `textVersion`, and `username`, or `adult`
 * @returns a failure has the code 'bad-input', 'again' (the texts have changed), 'too-many-requests', 'full' (as many as one can approve) or
 *   'closed' (nothing is to be decided by this link)
 * @throws AppError 'not-found' if we did not make the key, 'bad-input' if `do` is unknown, 'unavailable' (names cannot be checked now)
 */
export async function changeApprovedAdults(ctx: AppContext, actor: Actor, key: string, fields: FormFields): Promise<AgreementResult> {
  authorize(actor, 'guardian:answer');
  const mailId = parseAgreementKey(ctx, key);
  if (mailId === null) throw new AppError('not-found');
  const { do: action, lang, textVersion = null } = parseFormOrThrow(adultActionForm, fields);
  const found = await findByMail(ctx.db, mailId);
  const language = lang ?? found?.language ?? 'en';
  const { failed, fieldErrors } = getAdultTexts(language);
  const failure = (code: keyof typeof failed) => actionFailure(code, { error: failed[code], values: pickFields(fields, ECHO) });
  const refuse = (error: string) => actionFailure('bad-input', { fieldErrors: { username: error }, values: pickFields(fields, ECHO) });
  if (!found) return failure('closed');
  if (action === 'remove-adult') {
    const { adult: username } = parseFormOrThrow(removeForm, fields);
    return applyAndPublish(ctx, actor, found, { do: action, username, mailId, language, textVersion }, failure);
  }
  if (textVersion !== AGREEMENT_VERSION) return failure('again');
  const describe = (_field: string, issue: string) => fieldErrors[issue === 'empty' || issue === 'long' ? issue : 'characters'];
  const form = parseForm(approveForm, fields, describe, ECHO);
  if (!form.ok) return form;
  const { username } = form.value;
  // Known to whoever reads the page.
  if (username === found.username) return refuse(fieldErrors.own);
  if (await hasApprovedTooOften(ctx, found.id)) return failure('too-many-requests');
  // The child reads it, and no player can have such a name.
  const [flaw] = await moderateNames(ctx, [username]);
  if (flaw) return refuse(fieldErrors.refused);
  return applyAndPublish(ctx, actor, found, { do: action, username, mailId, language, textVersion }, failure);
}

async function hasApprovedTooOften(ctx: AppContext, guardianshipId: string): Promise<boolean> {
  const key = toCounterKey(ctx.secret, `guardian adults ${guardianshipId}`);
  const [usage] = await ctx.rateLimiter.increment([[APPROVALS_LIMIT, key]]);
  return (usage?.used ?? 0) > APPROVALS_LIMIT.points;
}

async function applyAndPublish(
  ctx: AppContext,
  actor: Actor,
  found: AgreementRecord,
  change: Change,
  failure: (code: 'closed' | 'full') => AgreementResult,
): Promise<AgreementResult> {
  const applied = await ctx.db.transaction().execute(async (trx): Promise<Applied> => {
    // Whoever sends a message, asks or answers a request locks the player's row too: what is taken out here comes before it, or waits.
    // Not the guardian: other players are locked below, and players come before guardians.
    await lockPlayersAndGuardian(trx, [found.player_id], null);
    const current = await findByMail(trx, change.mailId);
    if (!current || current.state !== 'given' || !isForChild(current)) return { kind: 'closed' };
    return change.do === 'approve-adult' ? approve(ctx, trx, current, change) : remove(ctx, trx, current, change);
  });
  if (applied.kind !== 'done') return failure(applied.kind);
  if (applied.decided !== null) await publishDecisions(ctx, actor, [applied.decided]);
  return { ok: true, do: change.do, username: change.username };
}

async function approve(ctx: AppContext, trx: Transaction<DB>, current: AgreementRecord, change: Change): Promise<Applied> {
  if (!isOfRequest(current)) return { kind: 'closed' };
  const { username } = change;
  const known = await queries.listAdults(trx, current.id);
  const before = known.find((one) => one.username === username);
  if (!before && known.length >= APPROVED_ADULTS_MAX) return { kind: 'full' };
  await holdApproved(trx, [current.id]);
  const ownerId = await queries.holdOwner(trx, username);
  // Whoever has the name now is not put in the place of the one who was approved by it: the guardian cannot see that it is another one.
  if (before && (before.adult_id !== null || ownerId === null)) return { kind: 'done', decided: null };
  await queries.saveAdult(trx, current.id, { username, adult_id: ownerId }, ctx.now());
  if (ownerId !== null) await queries.saveApprover(trx, ownerId, current.guardian_id, ctx.now());
  return record(ctx, trx, current, change, { adultId: ownerId, usernames: [username] });
}

async function remove(ctx: AppContext, trx: Transaction<DB>, current: AgreementRecord, change: Change): Promise<Applied> {
  const before = (await queries.listAdults(trx, current.id)).find(({ username }) => username === change.username);
  // Erased at this moment, with everything about them.
  if (!before || (before.adult_id !== null && !(await queries.holdAdult(trx, before.adult_id)))) return { kind: 'done', decided: null };
  await holdApproved(trx, [current.id]);
  const usernames = await queries.deleteAdult(trx, current.id, before);
  return record(ctx, trx, current, change, { adultId: before.adult_id, usernames });
}

/** What follows from a change: friendships, the record of each name, what the child is told, and the mail. */
async function record(
  ctx: AppContext,
  trx: Transaction<DB>,
  current: AgreementRecord,
  { do: action, language, textVersion }: Change,
  { adultId, usernames }: { adultId: string | null; usernames: readonly string[] },
): Promise<Applied> {
  const { player_id: playerId, email, relation, chat, buying, monthly_limit_minor: monthlyLimitMinor } = current;
  // The table has them for every consent that is given.
  if (relation === null || chat === null || buying === null) throw new Error('a consent that is given says nothing of what was chosen');
  const publish = await applyAgeBand(ctx, trx, playerId);
  const decision = {
    playerId,
    email,
    mail: { id: current.mail_id, kind: current.mail_kind, queuedAt: current.mail_queued_at },
    decision: 'changed',
    textVersion,
    language,
    consent: { relation, chat, buying, monthlyLimitMinor },
  } as const;
  const adult = {
    change: action === 'approve-adult' ? 'approved' : 'removed',
    id: adultId,
    isOpen: current.confirmation_taken_at !== null,
  } as const;
  for (const username of usernames)
    await recordDecision(ctx, trx, { ...decision, adult: { ...adult, username } }, { isForChild: true, changesChat: false });
  await queueReceipt(ctx, trx, current.id);
  return { kind: 'done', decided: { playerId, decision: 'changed', changesChat: false, publish } };
}
