import type { Kysely, Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { toCounterKey } from '../../infra/counter-key.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, needsGuardian, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import { hasBannedEmail } from '../accounts/banned-emails/queries.server.ts';
import { hashEmail } from '../accounts/banned-emails/service.server.ts';
import { wasSignedInHere } from '../accounts/sign-in-limits/service.server.ts';
import { canRemindAt, findReminderFlaw, getDoorState, hasRemindedEnough } from './allowances/rules.ts';
import { getOwnAllowances } from './allowances/service.server.ts';
import { listNamedAdults } from './decisions/adults.queries.server.ts';
import { isUnwanted } from './emails/queries.server.ts';
import { findDeliveryProblem, UNTAKEN_DAYS } from './emails/rules.ts';
import { queueGuardianMail } from './emails/service.server.ts';
import { askForm, guardianActionForm } from './forms.server.ts';
import { hashUnwantedMailbox, toGuardianMailbox } from './mailboxes.service.server.ts';
import * as queries from './queries.server.ts';
import {
  ADDRESSES_LIMIT,
  ATTEMPTS_LIMIT,
  canAskOtherAt,
  findEndOfTakingBack,
  CONFIRMATION_HOURS,
  IP_ATTEMPTS_LIMIT,
  IP_LIMIT,
  isSlip,
  MAILBOX_LIMIT,
  nextStartOfDay,
  PAGE_SIZE,
  shortenAddress,
  startOfDay,
  UNANSWERED_DAYS,
} from './rules.ts';
import { CHILDREN_MAX, REFUSAL_DAYS, type GuardianResult, type GuardianView } from './schema.ts';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;

/**
 * What the player's page shows: whom they asked, and what was chosen.
 * @param returnUrl where the player came from; anything but a path of ours is ignored
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function getGuardianView(ctx: AppContext, actor: Actor, returnUrl: string | null): Promise<GuardianView> {
  authorize(actor, 'guardian:ask');
  const playerId = requirePlayerId(actor);
  const [player, row, allowances] = await Promise.all([
    queries.findPlayer(ctx.db, playerId),
    queries.findGuardianship(ctx.db, playerId),
    getOwnAllowances(ctx, actor),
  ]);
  if (!player) throw new AppError('sign-in-required');
  const view: GuardianView = { ...NOBODY, hasPhrases: allowances.chat === 'phrases-by-code', returnPath: safeReturnPath(returnUrl) };
  if (!needsGuardian(player.age_band)) return { ...view, state: 'not-needed' };
  const takenBack = row?.state === 'asked' || row?.state === 'given' ? null : await findWaitingTakenBack(ctx, ctx.db, playerId);
  if (takenBack) view.takenBack = { address: shortenAddress(takenBack.email), until: takenBack.until.toISOString() };
  if (!row) return view;
  const canAskFrom = await findEndOfRefusal(ctx, ctx.db, playerId, row);
  const isAsked = row.state === 'asked';
  return {
    ...view,
    state: getDoorState(row),
    address: shortenAddress(row.email),
    askedAt: row.asked_at.toISOString(),
    remindedAt: row.reminded_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    choices: toChoices(row),
    adults: row.state === 'given' ? await listNamedAdults(ctx.db, row.id) : [],
    areAdultsOpen: row.confirmation_taken_at !== null,
    undelivered: toShownLoss(row, ctx.now()),
    canAskOtherFrom: isAsked ? (findEndOfWaiting(row, ctx.now())?.toISOString() ?? null) : null,
    isAskedByTeam: isAsked && row.is_asked_by_team,
    canRemind: (isAsked || row.state === 'given') && findMailFlaw(row, ctx.now()) === null,
    hasRemindedEnough: isAsked && findMailFlaw(row, ctx.now()) === 'reminded-enough',
    canAskFrom: canAskFrom?.toISOString() ?? null,
  };
}

const NOBODY: GuardianView = {
  state: 'none',
  address: null,
  askedAt: null,
  remindedAt: null,
  decidedAt: null,
  choices: null,
  adults: [],
  areAdultsOpen: false,
  undelivered: null,
  canAskOtherFrom: null,
  isAskedByTeam: false,
  takenBack: null,
  canRemind: false,
  hasRemindedEnough: false,
  hasPhrases: false,
  canAskFrom: null,
  returnPath: null,
};

function toChoices({ chat, buying, monthly_limit_minor: limit }: queries.GuardianshipRow): GuardianView['choices'] {
  return chat === null || buying === null ? null : { chat, buying, sum: limit === null ? null : limit / 100 };
}

function findLoss(row: queries.GuardianshipRow, now: Date): GuardianView['undelivered'] {
  if (row.mail_queued_at === null) return null;
  return findDeliveryProblem({ queuedAt: row.mail_queued_at, takenAt: row.mail_taken_at, refusedAt: row.mail_refused_at }, now);
}

/** Of whoever has agreed only what is certain: a mail that is late says nothing of the mailbox. */
function toShownLoss(row: queries.GuardianshipRow, now: Date): GuardianView['undelivered'] {
  const loss = findLoss(row, now);
  return row.state === 'asked' || (row.state === 'given' && loss === 'refused') ? loss : null;
}

/**
 * Until when nobody else can be asked in place of the one who was asked, and can still answer; null: now, as where our mail came back. An address
 * of our team's that takes no mail is put right by our team: the player would name anybody in its place.
 */
function findEndOfWaiting(row: queries.GuardianshipRow, now: Date): Date | null {
  const end = canAskOtherAt(row.asked_at);
  return (findLoss(row, now) === 'refused' && !row.is_asked_by_team) || end <= now ? null : end;
}

/** Why whom a player asked cannot be mailed again now, or the link not be sent again to who has agreed; null: it can. */
function findMailFlaw(row: queries.GuardianshipRow, now: Date): 'too-soon' | 'reminded-enough' | null {
  if (row.state !== 'given') return findReminderFlaw(row, now);
  return canRemindAt(row.decided_at, row.reminded_at) > now ? 'too-soon' : null;
}

/**
 * Until when nobody can be asked, because a guardian said no or took a consent back; null: somebody can be asked now, or has agreed. The start
 * of a day in Nairobi.
 */
async function findEndOfRefusal(
  ctx: AppContext,
  db: Kysely<DB>,
  playerId: string,
  row: queries.GuardianshipRow | undefined,
): Promise<Date | null> {
  if (row?.state !== 'refused' && row?.state !== 'withdrawn') return null;
  const refusedAt = await queries.findLastRefusal(db, playerId);
  // The page names a day, and it is open from the first minute of it.
  const end = refusedAt === null ? null : startOfDay(new Date(refusedAt.getTime() + REFUSAL_DAYS * DAY_MS));
  return end !== null && end > ctx.now() ? end : null;
}

/**
 * Asks a guardian, or reminds the one who was asked, or takes that request back, or sends the link again to the one who has agreed. Asking the same address again reminds;
 * asking another one takes the place of the first request: that puts a slip of the finger right, or our mail came back, or nobody answered for
 * some days. A guardian who has agreed is replaced by operators alone.
 * @param fields `do`, and to ask `email`
 * @returns a failure has the code 'bad-input' (the address cannot be asked), 'not-needed', 'given', 'wait' (somebody said no a short time ago),
 *   'nothing-asked', 'still-asked' (the one who was asked can still answer), 'taken-back' (they took a request back a short time ago), 'too-soon' (once a day), 'reminded-enough', 'too-many-requests', or 'again' (something changed at the same moment)
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input' if `do` is unknown
 */
export async function runGuardianAction(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<GuardianResult> {
  authorize(actor, 'guardian:ask');
  const playerId = requirePlayerId(actor);
  const { do: action } = parseFormOrThrow(guardianActionForm, fields);
  if (action === 'take-back') return takeBack(ctx, playerId);
  if (action === 'remind') return applyRequest(ctx, { playerId, email: null }, clientInfo);
  const form = parseForm(askForm, fields, describeIssue, ['email']);
  if (!form.ok) return form;
  const result = await applyRequest(ctx, { playerId, email: form.value.email }, clientInfo);
  return result.ok ? result : { ...result, values: { email: form.value.email } };
}

/** Takes the request of a player back who typed a wrong address: whoever owns that mailbox must not decide. One of our team's stays. */
async function takeBack(ctx: AppContext, playerId: string): Promise<GuardianResult> {
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    // As everybody who changes a guardianship: whoever answers at this moment was faster, or finds it taken back.
    await queries.lockPlayer(trx, playerId);
    return queries.takeRequestBack(trx, playerId, ctx.now());
  });
  return isDone ? { ok: true, do: 'take-back' } : actionFailure('nothing-asked', { error: texts.failed['nothing-to-take-back'] });
}

/** A request that the player took back, while nobody else can be asked because of it; null: none. */
async function findWaitingTakenBack(ctx: AppContext, db: Kysely<DB>, playerId: string) {
  const row = await queries.findTakenBack(db, playerId);
  const until = row ? findEndOfTakingBack({ askedAt: row.asked_at, takenBackAt: row.taken_back_at }, ctx.now()) : null;
  return row && until ? { email: row.email, mailbox: row.mailbox, until } : null;
}

/** What a player wants. `email`: whom to ask; null: remind who was asked or has agreed. */
type GuardianRequest = { playerId: string; email: string | null };

/** What a request leads to. `email` is where the mail goes. */
type Step =
  | { kind: 'ask'; email: string; replaced: string | null; isByTeam: boolean }
  | { kind: 'remind' | 'resend'; email: string; id: string }
  | ActionFailure;

async function applyRequest(ctx: AppContext, request: GuardianRequest, clientInfo: ClientInfo): Promise<GuardianResult> {
  // Before the address is looked at, so that nobody finds out much about addresses.
  const tried = request.email === null ? null : await countAttempt(ctx, request.playerId, clientInfo);
  if (tried !== null) return tried;
  const planned = await planStep(ctx, ctx.db, request, clientInfo);
  if (!('kind' in planned)) return planned;
  // Counted before the lock is taken, and only what can be sent.
  const exceeded = await countRequest(ctx, request.playerId, planned, clientInfo);
  if (exceeded !== null) return exceeded;
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockPlayer(trx, request.playerId);
    await queries.lockGuardian(trx, toGuardianMailbox(planned.email));
    // Again: another tab may have asked, or a guardian answered.
    const step = await planStep(ctx, trx, request, clientInfo);
    if (!('kind' in step)) return step;
    if (step.kind !== planned.kind) return actionFailure('again', { error: texts.failed.again });
    const now = ctx.now();
    if (step.kind === 'ask') await saveNewRequest(ctx, trx, request.playerId, step, now);
    else if (step.kind === 'remind') {
      await queries.saveReminder(trx, step.id, now);
      await queueGuardianMail(ctx, trx, step.id, 'reminder');
    } else {
      await queries.saveResent(trx, step.id, now);
      await queueGuardianMail(ctx, trx, step.id, 'link');
    }
    return { ok: true, do: step.kind === 'ask' ? 'ask' : 'remind' };
  });
}

/** Stores a request and queues its mail, as a part of the transaction, which holds the locks of the player and the guardian. Only other services call this. */
export async function saveNewRequest(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  { email, replaced, isByTeam }: Pick<Extract<Step, { kind: 'ask' }>, 'email' | 'replaced' | 'isByTeam'>,
  at: Date,
): Promise<void> {
  // The links of the first mail must not decide any more.
  if (replaced !== null) await queries.replaceRequest(trx, replaced);
  const guardianId = await queries.saveGuardian(trx, { id: ctx.newId(), mailbox: toGuardianMailbox(email), at });
  const id = await queries.saveRequest(trx, { id: ctx.newId(), playerId, guardianId, email, isByTeam, at });
  await queueGuardianMail(ctx, trx, id, 'request', { at });
}

/** What a request leads to as things stand, or why to nothing. Changes nothing. */
async function planStep(ctx: AppContext, db: Kysely<DB>, request: GuardianRequest, clientInfo: ClientInfo): Promise<Step> {
  const { playerId, email } = request;
  const { failed } = texts;
  const player = await queries.findPlayer(db, playerId);
  if (!player) throw new AppError('sign-in-required');
  if (!needsGuardian(player.age_band)) return actionFailure('not-needed', { error: failed['not-needed'] });
  const row = await queries.findGuardianship(db, playerId);
  const asked = row?.state === 'asked' ? row : null;
  if (row?.state === 'given' && email !== null) return actionFailure('given', { error: failed.given });
  const mailed = row?.state === 'given' || (asked !== null && (email === null || toGuardianMailbox(email) === asked.mailbox)) ? row : null;
  if (mailed) {
    const flaw = findMailFlaw(mailed, ctx.now());
    if (flaw !== null) return actionFailure(flaw, { error: failed[flaw] });
    if (mailed.state === 'asked' && hasRemindedEnough(mailed.reminder_count))
      return { kind: 'ask', email: mailed.email, replaced: null, isByTeam: mailed.is_asked_by_team };
    return { kind: mailed.state === 'given' ? 'resend' : 'remind', email: mailed.email, id: mailed.id };
  }
  if (email === null) return actionFailure('nothing-asked', { error: failed['nothing-asked'] });
  const until = await findEndOfRefusal(ctx, db, playerId, row);
  if (until !== null) return actionFailure('wait', { error: failed.wait(until.toISOString()) });
  const waitsUntil = asked && !isSlipOf(asked, email) ? findEndOfWaiting(asked, ctx.now()) : null;
  if (waitsUntil !== null) return actionFailure('still-asked', { error: failed['still-asked'](waitsUntil.toISOString()) });
  const takenBack = asked ? null : await findWaitingTakenBack(ctx, db, playerId);
  if (takenBack && !isSlip(takenBack.mailbox, toGuardianMailbox(email)))
    return actionFailure('taken-back', { error: failed['taken-back'](takenBack.until.toISOString()) });
  const flaw = await findAddressFlaw(ctx, db, player, email, clientInfo);
  if (flaw !== null) return actionFailure('bad-input', { fieldErrors: { email: texts.fieldErrors.email[flaw] } });
  return { kind: 'ask', email, replaced: asked?.id ?? null, isByTeam: false };
}

/** Whether an address puts right how the player typed the one who was asked. What our team typed is put right by our team. */
function isSlipOf(asked: queries.GuardianshipRow, email: string): boolean {
  return !asked.is_asked_by_team && isSlip(asked.mailbox, toGuardianMailbox(email));
}

/** Why an address cannot be that of a guardian; null: it can. Only other services call this. @param clientInfo of the player; null: an operator types it */
export async function findAddressFlaw(
  ctx: AppContext,
  db: Kysely<DB>,
  player: queries.AskingPlayer,
  email: string,
  clientInfo: ClientInfo | null,
): Promise<'own' | 'device' | 'blocked' | 'children' | null> {
  const mailbox = toGuardianMailbox(email);
  if ([player.email, player.next_email].some((own) => own !== null && toGuardianMailbox(own) === mailbox)) return 'own';
  const others = clientInfo === null ? [] : await queries.listAccountsOfMailbox(db, player.id, mailbox);
  if (clientInfo !== null && others.some(({ id }) => wasSignedInHere(ctx, id, clientInfo))) return 'device';
  // The same words for all: that a banned player had an address is nobody's business. The own address of such an account counts too.
  if (await isUnwanted(db, hashUnwantedMailbox(ctx, email))) return 'blocked';
  for (const each of new Set([email, mailbox])) if (await hasBannedEmail(db, hashEmail(ctx, each), '')) return 'blocked';
  return (await queries.countOtherChildren(db, mailbox, player.id)) >= CHILDREN_MAX ? 'children' : null;
}

/** Counts an address that a player types, whether it can be asked or not. @returns why it is too many; null: it is not */
async function countAttempt(ctx: AppContext, playerId: string, clientInfo: ClientInfo): Promise<ActionFailure | null> {
  const counts: [RateLimit, string][] = [
    [ATTEMPTS_LIMIT, keyOf(ctx, playerId)],
    [IP_ATTEMPTS_LIMIT, keyOf(ctx, clientInfo.address)],
  ];
  const usages = await ctx.rateLimiter.increment(counts);
  const isExceeded = counts.map(([limit], at) => (usages[at]?.used ?? 0) > limit.points);
  const { failed } = texts;
  if (!isExceeded.includes(true)) return null;
  return actionFailure('too-many-requests', { error: isExceeded[0] ? failed.attempts : failed['many-requests'] });
}

/** Counts a mail that a player asks for. @returns why it is too many; then nothing was used up of the limits that it did not exceed */
async function countRequest(
  ctx: AppContext,
  playerId: string,
  step: Exclude<Step, ActionFailure>,
  clientInfo: ClientInfo,
): Promise<ActionFailure | null> {
  const counts: [RateLimit, string][] = [
    [IP_LIMIT, keyOf(ctx, clientInfo.address)],
    [MAILBOX_LIMIT, keyOf(ctx, toGuardianMailbox(step.email))],
    // Only another address counts: who is reminded was counted.
    ...(step.kind === 'ask' ? [[ADDRESSES_LIMIT, keyOf(ctx, playerId)] as [RateLimit, string]] : []),
  ];
  const usages = await ctx.rateLimiter.increment(counts);
  const exceeded = counts.findLastIndex(([limit], at) => (usages[at]?.used ?? 0) > limit.points);
  if (exceeded === -1) return null;
  await ctx.rateLimiter.decrement(counts.filter(([limit], at) => (usages[at]?.used ?? 0) <= limit.points));
  const limit = counts[exceeded]?.[0];
  const end = nextStartOfDay(new Date(ctx.now().getTime() + (usages[exceeded]?.seconds ?? 0) * 1000));
  const { failed } = texts;
  const error =
    limit === ADDRESSES_LIMIT ? failed.addresses(end.toISOString()) : limit === MAILBOX_LIMIT ? failed.mailbox : failed['many-requests'];
  return actionFailure('too-many-requests', { error });
}

/** No counter says whom it is about. */
function keyOf(ctx: AppContext, text: string): string {
  return toCounterKey(ctx.secret, `guardian ${text}`);
}

/** The text for an issue of the address. */
function describeIssue(_field: string, issue: string): string {
  const byIssue: Partial<Record<string, string>> = texts.fieldErrors.email;
  return byIssue[issue] ?? texts.failed.again;
}

/**
 * Queues the second mail to guardians who agreed a day ago: it asks whether it was they, and offers to take it back. Until a mail server took
 * it, it is queued again. Concurrent runs are safe: each is marked and its mail queued in one transaction. @returns the number of mails queued
 */
export async function sendConfirmations(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'guardian:run');
  const now = ctx.now();
  const givenBefore = new Date(now.getTime() - CONFIRMATION_HOURS * 3_600_000);
  const requeueCutoff = new Date(now.getTime() - UNTAKEN_DAYS * DAY_MS);
  for (let count = 0; ;) {
    const ids = await ctx.db.transaction().execute(async (trx) => {
      const due = await queries.queueConfirmations(trx, { now, givenBefore, requeueCutoff, limit: PAGE_SIZE });
      for (const id of due) await queueGuardianMail(ctx, trx, id, 'confirmation');
      return due;
    });
    count += ids.length;
    if (ids.length < PAGE_SIZE) return count;
  }
}

/**
 * Deletes requests that nobody answered, also those in whose place another one was asked, with the addresses of the guardians. It may run
 * twice. @returns how many were deleted
 */
export async function deleteUnansweredRequests(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'guardian:run');
  const before = new Date(ctx.now().getTime() - UNANSWERED_DAYS * DAY_MS);
  for (let count = 0; ;) {
    const page = await queries.listUnanswered(ctx.db, before, PAGE_SIZE);
    const countBefore = count;
    for (const { id, player_id: playerId } of page) {
      const isDeleted = await ctx.db.transaction().execute(async (trx) => {
        // As everybody who changes a guardianship: the player is locked first.
        await queries.lockPlayer(trx, playerId);
        return queries.deleteUnanswered(trx, id, before);
      });
      if (isDeleted) count++;
    }
    // The rest is deleted by another run, or was reminded meanwhile.
    if (page.length < PAGE_SIZE || count === countBefore) return count;
  }
}
