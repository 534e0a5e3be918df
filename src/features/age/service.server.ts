import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actorId } from '../../infra/security-log.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { getAgeBand, getBirthMonthLimit, getCurrentMonth } from '../../shared/age.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, isTeamRole, SYSTEM, type Actor, type AgeBand } from '../../shared/permissions.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import type { FlashMessage } from '../accounts/schema.ts';
import { prefixedCookieName, readCookie, serializeCookie } from '../accounts/sessions/service.server.ts';
import { getUsername, insertAuditEntry } from '../audit-log/queries.server.ts';
import { recordDataAccess } from '../audit-log/service.server.ts';
import { applyAgeBand } from '../friends/age-bands/service.server.ts';
import { GUARDIAN_PATH } from '../guardians/schema.ts';
import { GET_HELP_PATH } from '../help-requests/schema.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import type { AgeAction } from '../moderation/players/schema.ts';
import { CLOSED_ACCOUNT_DAYS } from '../settings/account-deletion/schema.ts';
import { cancelRenewalJob, revokeAccess } from '../settings/account-deletion/service.server.ts';
import { eraseDueAccount } from '../settings/erasure/service.server.ts';
import { birthForm, playerAgeForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { BAND_PAGE_SIZE, FIRST_ANSWER_SECONDS, listBirthYears, NEW_ACCOUNT_DAYS, toBirthMonth } from './rules.ts';
import { AGE_PATH, type AgeAnswerResult, type AgeQuestion, type PlayerAge, type PlayerAgeResult, type Under13Outcome } from './schema.ts';
import { describeBirthIssue, emailTemplates, texts } from './texts.ts';

/** What an answer leads to: its failure, another page, or the page for somebody under 13. */
export type AgeOutcome =
  | { kind: 'result'; answer: AgeAnswerResult }
  | { kind: 'known'; band: AgeBand; returnPath: string; flashMessage: FlashMessage | null; cookies: string[] }
  | { kind: 'under-13'; outcome: Under13Outcome; isFirstAnswer: boolean; cookies: string[] };

const FIRST_ANSWER_COOKIE = 'kiddo_birth';
const DAY_MS = 86_400_000;
/**
 * The pages that are open to somebody who has not answered: the question, who helps, whom to write to, what we promise, the end of mails, and
 * those of guardians, who may read our mail on the player's phone.
 */
const OPEN_PATHS: readonly string[] = [AGE_PATH, GET_HELP_PATH, '/contact', '/privacy', '/cookies', '/terms', '/parents'];
const OPEN_FOLDERS: readonly string[] = ['/mails/stop/', '/newsletter/leave/', `${GUARDIAN_PATH}/`];

/**
 * Where to redirect somebody who has not said their age, for any page; null: no redirect.
 * @param url the requested path, and its query
 */
export function redirectForUnknownAge(actor: Actor, url: { pathname: string; search: string }): string | null {
  if (actor.kind !== 'age-unknown' || OPEN_PATHS.includes(url.pathname)) return null;
  if (OPEN_FOLDERS.some((folder) => url.pathname.startsWith(folder))) return null;
  const path = safeReturnPath(`${url.pathname}${url.search}`);
  return path === null || path === '/' ? AGE_PATH : `${AGE_PATH}?returnUrl=${encodeURIComponent(path)}`;
}

/** What the page of the question shows. @param returnUrl where to go on afterwards; anything but a path of ours is ignored */
export function getAgeQuestion(ctx: AppContext, actor: Actor, returnUrl: string | null): AgeQuestion {
  authorize(actor, 'age:answer');
  return { years: listBirthYears(ctx.now()), returnPath: safeReturnPath(returnUrl) };
}

/**
 * Stores when a player was born. Of the answers that are given on a device in a day the first one counts, and a younger one after it: nobody
 * gets older by another try. Under 13 the account is erased at once if it is new, else it is closed.
 * @param fields `month`, `year`, and `returnUrl`
 * @throws AppError 'sign-in-required' if the account was closed or erased in this moment
 */
export async function answerAge(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<AgeOutcome> {
  authorize(actor, 'age:answer');
  if (actor.kind !== 'age-unknown') throw new AppError('not-allowed');
  const parsed = parseBirth(ctx, fields);
  if (!parsed.ok) return { kind: 'result', answer: parsed };
  const answer = { birthMonth: parsed.birthMonth, first: readFirstAnswer(ctx, clientInfo) };
  const done = await ctx.db.transaction().execute((trx) => applyAnswer(ctx, trx, actor.id, answer));
  if (done.kind === 'team') return { kind: 'result', answer: actionFailure('team', { error: texts.failed.team }) };
  if (done.kind === 'closed' || done.kind === 'known') done.publish();
  // What counted, for whoever answers next on this device.
  const cookies = done.counted === null || done.counted === answer.first ? [] : [createFirstAnswerCookie(ctx, done.counted)];
  const isFirstAnswer = done.counted !== null && done.counted !== answer.birthMonth;
  if (done.kind === 'known') {
    const returnPath = safeReturnPath(fields['returnUrl']) ?? '/';
    return { kind: 'known', band: done.band, returnPath, flashMessage: isFirstAnswer ? 'first-answer' : null, cookies };
  }
  const { cookies: signedOut } = await ctx.auth.signOut(clientInfo);
  const outcome = done.kind === 'closed' ? await finishClosing(ctx, actor, actor.id, done.isDue) : 'kept';
  return { kind: 'under-13', outcome, isFirstAnswer, cookies: [...cookies, ...signedOut] };
}

/** What an answer did. `counted`: the month that counts on this device too, null for none. */
type AppliedAnswer = { counted: string | null } & (
  | { kind: 'known'; band: AgeBand; publish: () => void }
  | { kind: 'closed'; isDue: boolean; publish: () => void }
  /** Somebody else said on this device that they are under 13: that closes no account with a history. */
  | { kind: 'kept' }
  | { kind: 'team' }
);

async function applyAnswer(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  { birthMonth, first }: { birthMonth: string; first: string | null },
): Promise<AppliedAnswer> {
  const player = await queries.lockPlayer(trx, playerId);
  // Erased, or closed by the team or in another tab, after this request was authenticated.
  if (!player || player.closed_as !== null) throw new AppError('sign-in-required');
  // Answered in another tab.
  if (player.age_band !== null) return { kind: 'known', counted: null, band: player.age_band, publish: () => {} };
  const isTeam = isTeamRole(player.role);
  const counted = first !== null && first > birthMonth && !isTeam ? first : birthMonth;
  const band = getAgeBand(counted, ctx.now());
  if (isTeam && band !== 18) return { kind: 'team', counted: null };
  if (band !== null) {
    await queries.saveBirth(trx, playerId, { month: counted, band });
    // An answer of the team's is no first answer of the device: it would make the next one older.
    const publish = await applyAgeBand(ctx, trx, playerId, { wasAgeUnknown: true });
    return { kind: 'known', counted: isTeam ? null : counted, band, publish };
  }
  const isNew = await isNewAccount(ctx, trx, player);
  if (!isNew && getAgeBand(birthMonth, ctx.now()) !== null) return { kind: 'kept', counted };
  return { kind: 'closed', counted, isDue: isNew, publish: await closeAccount(ctx, trx, player, isNew ? 'at-once' : 'with-grace') };
}

/** Whether an account has hardly more than what was typed to sign up: it is a few days old, and has paid nothing. */
async function isNewAccount(ctx: AppContext, trx: Transaction<DB>, player: queries.AgeRecord): Promise<boolean> {
  const age = ctx.now().getTime() - player.created_at.getTime();
  return age < NEW_ACCOUNT_DAYS * DAY_MS && !(await queries.hasPayments(trx, player.id));
}

function parseBirth(ctx: AppContext, fields: FormFields): { ok: true; birthMonth: string } | Extract<AgeAnswerResult, { ok: false }> {
  const parsed = parseForm(birthForm, fields, describeBirthIssue, ['month', 'year']);
  if (!parsed.ok) return parsed;
  const birthMonth = toBirthMonth(parsed.value.year, parsed.value.month);
  const current = getCurrentMonth(ctx.now());
  if (birthMonth <= current) return { ok: true, birthMonth };
  const field = birthMonth.slice(0, 4) > current.slice(0, 4) ? 'year' : 'month';
  const values = { month: fields['month'] ?? '', year: fields['year'] ?? '' };
  return actionFailure('bad-input', { fieldErrors: { [field]: describeBirthIssue(field, 'future') }, values });
}

/** The first answer that was given on this device in the last 24 hours, or null. */
function readFirstAnswer(ctx: AppContext, clientInfo: ClientInfo): string | null {
  const value = readCookie(clientInfo.cookies, prefixedCookieName(ctx, FIRST_ANSWER_COOKIE)) ?? '';
  const [, birthMonth = '', until = '', given = ''] = /^(\d{4}-\d\d)\.(\d{10})\.([\w-]{43})$/.exec(value) ?? [];
  if (birthMonth === '' || Number(until) * 1000 < ctx.now().getTime()) return null;
  const own = sign(ctx, birthMonth, until);
  return timingSafeEqual(Buffer.from(own), Buffer.from(given)) ? birthMonth : null;
}

function createFirstAnswerCookie(ctx: AppContext, birthMonth: string): string {
  const until = String(Math.trunc(ctx.now().getTime() / 1000) + FIRST_ANSWER_SECONDS);
  return serializeCookie(ctx, FIRST_ANSWER_COOKIE, `${birthMonth}.${until}.${sign(ctx, birthMonth, until)}`, FIRST_ANSWER_SECONDS);
}

function sign(ctx: AppContext, birthMonth: string, until: string): string {
  return createHmac('sha256', ctx.secret).update(`first answer ${birthMonth} ${until}`).digest('base64url');
}

/**
 * Closes the account of somebody under 13. Its friends lose sight of it, and a card is not charged again.
 * @param grace 'at-once': the account is due now, and nobody gets a mail; 'with-grace': its address gets one
 * @returns what publishes the change after the commit
 */
async function closeAccount(
  ctx: AppContext,
  trx: Transaction<DB>,
  player: queries.AgeRecord,
  grace: 'at-once' | 'with-grace',
): Promise<() => void> {
  const due = grace === 'at-once' ? ctx.now() : new Date(ctx.now().getTime() + CLOSED_ACCOUNT_DAYS * DAY_MS);
  const erasedAt = await queries.markClosed(trx, player.id, due);
  await ctx.jobs.enqueue(cancelRenewalJob, { playerId: player.id }, trx);
  if (grace === 'with-grace') {
    const template = emailTemplates.closed(player.email, player.username, erasedAt.toISOString(), `${ctx.config.origin}/contact`);
    await enqueueEmail(ctx, template, trx);
  }
  return applyAgeBand(ctx, trx, player.id);
}

/** After the commit: signs the player out everywhere, and erases an account that is due. */
async function finishClosing(ctx: AppContext, actor: Actor, playerId: string, isDue: boolean): Promise<Under13Outcome> {
  ctx.logSecurity('user_archived', [actorId(actor), playerId]);
  await revokeAccess(ctx, playerId);
  if (!isDue) return 'closed';
  // What cannot be erased now (its payment provider does not answer, a report is open) is closed, and the nightly job erases it.
  return (await eraseDueAccount(ctx, SYSTEM, playerId)) ? 'erased' : 'due';
}

/** Moves players to the next band who have reached its age. It may run twice, and in two processes. @returns how many were moved */
export async function moveBands(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'age:move-bands');
  let moved = 0;
  for (const [from, next] of [
    [16, 18],
    [13, 16],
  ] as const) {
    const before = getBirthMonthLimit(next, ctx.now());
    for (;;) {
      const ids = await queries.listPlayersToMove(ctx.db, { from, before }, BAND_PAGE_SIZE);
      const movedBefore = moved;
      for (const id of ids) if (await tryToMoveBand(ctx, id)) moved++;
      // The rest is moved by another run, or tried again by the next one.
      if (ids.length < BAND_PAGE_SIZE || moved === movedBefore) break;
    }
  }
  return moved;
}

/** One player who cannot be moved now must not keep the others back; the next run tries again. */
async function tryToMoveBand(ctx: AppContext, id: string): Promise<boolean> {
  try {
    return await moveBand(ctx, id);
  } catch (error) {
    ctx.log.error({ err: error }, 'a player was not moved to the next age band; it is tried again');
    return false;
  }
}

async function moveBand(ctx: AppContext, id: string): Promise<boolean> {
  const publish = await ctx.db.transaction().execute(async (trx) => {
    const player = await queries.lockPlayer(trx, id);
    // Another run was faster, or the account was closed meanwhile.
    if (!player || player.birth_month === null || player.age_band === null) return null;
    const band = getAgeBand(player.birth_month, ctx.now());
    if (band === null || band === player.age_band) return null;
    await queries.saveBand(trx, id, band);
    return applyAgeBand(ctx, trx, id);
  });
  publish?.();
  // What they may do has changed: what a guardian decided until now, or whom they find.
  if (publish !== null) ctx.bus.publish({ kind: 'rights', playerId: id });
  return publish !== null;
}

/** A player's age for the team; the month of birth for operators alone. @throws AppError 'not-allowed', 'not-found' */
export async function getPlayerAge(ctx: AppContext, actor: Actor, id: string): Promise<PlayerAge> {
  authorize(actor, 'age:review');
  const player = isId(id) ? await queries.findPlayer(ctx.db, id) : undefined;
  if (!player) throw new AppError('not-found');
  await recordDataAccess(ctx, actor, 'read-age', [{ subjectId: id }]);
  const isClosed = player.closed_as !== null;
  const isOther = actor.kind === 'player' && actor.id !== id && player.role === 'player';
  return {
    player: { id, username: player.username, displayName: player.display_name },
    band: player.age_band,
    birthMonth: can(actor, 'age:change') ? player.birth_month : null,
    erasedAt: isClosed ? (player.deletes_at?.toISOString() ?? null) : null,
    can: { close: isOther && !isClosed, change: isOther && can(actor, 'age:change') },
    years: listBirthYears(ctx.now()),
  };
}

/**
 * Closes the account of a player who is under 13, or corrects a month of birth, with a reason for the audit log. The log has no date of birth.
 * @param fields `do`, `note`, and to correct `month` and `year`
 * @throws AppError 'not-allowed', 'not-found', 'not-available' (the account is closed already, or the player is of the team)
 */
export async function changePlayerAge(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<PlayerAgeResult> {
  authorize(actor, 'age:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(playerAgeForm, fields, describeTeamIssue, ['do', 'note', 'month', 'year']);
  if (!form.ok) return form;
  const { do: action, note } = form.value;
  const birth = action === 'change' ? parseBirth(ctx, fields) : null;
  if (birth !== null) authorize(actor, 'age:change');
  if (birth?.ok === false) return { ...birth, values: { ...birth.values, do: action, note } };
  if (!isId(id)) throw new AppError('not-found');
  const { isClosed, publish } = await ctx.db.transaction().execute(async (trx) => {
    const player = await queries.lockPlayer(trx, id);
    if (!player) throw new AppError('not-found');
    if (actor.id === id || player.role !== 'player') throw new AppError('not-available');
    const band = birth === null ? null : getAgeBand(birth.birthMonth, ctx.now());
    if (band === null && player.closed_as !== null) throw new AppError('not-available');
    const logged = { actorId: actor.id, actorName: await getUsername(trx, actor.id), subjectKind: 'player', subjectId: id, note };
    await insertAuditEntry(trx, {
      ...logged,
      id: ctx.newId(),
      action: toLoggedAction(player, band),
      details: { from: player.age_band, to: band },
    });
    if (birth === null || band === null) {
      return { isClosed: true, publish: await closeAccount(ctx, trx, player, 'with-grace') };
    }
    await queries.saveBirth(trx, id, { month: birth.birthMonth, band });
    if (player.closed_as !== null) {
      await queries.reopenAccount(trx, id, ctx.now());
      await enqueueEmail(ctx, emailTemplates.reopened(player.email, player.username, `${ctx.config.origin}/login`), trx);
    }
    return { isClosed: false, publish: await applyAgeBand(ctx, trx, id) };
  });
  publish();
  if (!isClosed) ctx.bus.publish({ kind: 'rights', playerId: id });
  ctx.logSecurity('user_updated', [actor.id, id, isClosed ? 'under-13' : 'age']);
  if (isClosed) await finishClosing(ctx, actor, id, false);
  return { ok: true, do: action, isClosed };
}

function describeTeamIssue(field: string, issue: string): string {
  return field === 'note' ? texts.team.noteRequired : describeBirthIssue(field, issue);
}

function toLoggedAction(player: queries.AgeRecord, band: AgeBand | null): AgeAction {
  if (band === null) return 'close-under-13';
  return player.closed_as === null ? 'change-birth' : 'reopen-account';
}
