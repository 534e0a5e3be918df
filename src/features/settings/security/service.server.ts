import { encode } from 'uqr';
import type { AppContext } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import { PasswordHasherBusyError } from '../../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { maskIpAddress } from '../../../shared/ip-address.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseUserAgent } from '../../../shared/user-agent.ts';
import { consumeRateLimit } from '../../accounts/sign-in-limits/service.server.ts';
import { sendPasswordResetEmail } from '../../accounts/emails.service.server.ts';
import { findPasswordFlaw } from '../../accounts/passwords/service.server.ts';
import { deleteVerificationTokens } from '../../accounts/queries.server.ts';
import { toCookieHeader } from '../../accounts/service.server.ts';
import { deleteOtherSessions } from '../../accounts/sessions/queries.server.ts';
import { endOtherSessions, endSession, readSessionToken } from '../../accounts/sessions/service.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { keepSubscription } from '../../push/service.server.ts';
import { reauthenticate, reauthenticateWithCode, type ReauthResult } from '../../accounts/reauthentication/service.server.ts';
import { changePasswordForm, confirmTwoFactorForm, endSessionForm, reauthenticationForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { getOtpAuthUrl, TWO_FACTOR_CONFIRM_LIMIT, PASSWORD_LINK_LIMIT, toSvgPath, SESSIONS_SHOWN } from './rules.ts';
import type { SecurityForm, SecurityResult, SecurityView, SessionItem, TwoFactorSetup } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

/** The outcome of a form. `cookies` must be set, because the session can get a new token. */
export type SecurityOutcome = { answer: SecurityResult; cookies: string[] };
const { fieldErrors, toasts } = texts;

/** The data of the actor's Security tab. */
export async function viewSecurity(ctx: AppContext, actor: Actor, clientInfo: ClientInfo): Promise<SecurityView> {
  authorize(actor, 'security:read');
  const playerId = requirePlayerId(actor);
  const own = currentSessionHash(ctx, clientInfo.cookies);
  const [player, rows] = await Promise.all([
    queries.findSignIn(ctx.db, playerId),
    queries.listSessions(ctx.db, playerId, own, ctx.now(), SESSIONS_SHOWN + 1),
  ]);
  if (!player) throw new AppError('not-found');
  return {
    hasPassword: player.password_hash !== null,
    sessions: rows.slice(0, SESSIONS_SHOWN).map((row) => toSessionItem(row, own)),
    hasMore: rows.length > SESSIONS_SHOWN,
    twoFactor: player.two_factor ? { codesLeft: await ctx.auth.countBackupCodes(playerId) } : null,
  };
}

/** Handles a form of the Security tab. @throws AppError 'bad-input', 'not-found' */
export async function handleSecurityForm(
  ctx: AppContext,
  actor: Actor,
  form: SecurityForm,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<SecurityOutcome> {
  return HANDLERS[form](ctx, actor, fields, clientInfo);
}

type Handler = (ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo) => Promise<SecurityOutcome>;
const HANDLERS: Record<SecurityForm, Handler> = {
  password: changePassword,
  'password-link': sendPasswordLink,
  'session-out': signOutOneSession,
  'others-out': signOutOtherSessions,
  'second-begin': beginTwoFactorSetup,
  'second-confirm': confirmTwoFactorSetup,
  'second-off': disableTwoFactor,
  'second-codes': renewBackupCodes,
};

/** Changes the password (spec 2, section 5). Requires the current one, ends all other sessions and emails the player. */
async function changePassword(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const fail = (result: ActionFailure, why = Object.values(result.fieldErrors)[0] ?? '') =>
    failure('password', result, toasts.notUpdated(why));
  const wrongPassword = actionFailure('wrong-password', { fieldErrors: { current: fieldErrors.wrong } });
  const form = parseForm(changePasswordForm, fields, describePasswordIssue, []);
  if (!form.ok) return fail(form);
  const { current, password } = form.value;
  const reauth = await reauthenticate(ctx, playerId, current, clientInfo);
  const { requestId } = clientInfo;
  if (reauth.state === 'wrong') {
    ctx.logSecurity('authn_password_change_fail', [playerId], { method: 'reauthentication', reason: 'wrong-password', requestId });
    return fail(wrongPassword);
  }
  if (reauth.state !== 'verified') return fail(actionFailure(REAUTH_CODES[reauth.state]), getReauthError(reauth));
  const player = await queries.findSignIn(ctx.db, playerId);
  const flaw = player && (await findPasswordFlaw(ctx, password, { ...player, displayName: player.display_name }));
  if (flaw) return fail(actionFailure('bad-input', { fieldErrors: { password: flaw } }));
  const hash = await ctx.passwordHasher.hash(password).catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return null;
    throw error;
  });
  if (hash === null) return fail(actionFailure('unavailable'), fieldErrors.busy);
  // In one transaction, so that no session and no link outlives the old password if the process crashes here.
  const ended = await ctx.db.transaction().execute(async (trx) => {
    // Concurrent changes: the second one verified a password that is no longer valid.
    if (!(await queries.changePassword(trx, playerId, reauth.hash, hash, ctx.now()))) return null;
    await deleteVerificationTokens(trx, playerId);
    await enqueueEmail(ctx, emailTemplates.password(reauth.email, reauth.username, getResetUrl(ctx)), trx);
    return deleteOtherSessions(trx, playerId, currentSessionHash(ctx, clientInfo.cookies));
  });
  if (ended === null) return fail(wrongPassword);
  ctx.logSecurity('authn_password_change', [playerId], { method: 'reauthentication', requestId });
  for (const sessionHash of ended) ctx.bus.publish({ kind: 'signed-out', sessionHash });
  // End the sessions and links that were created with the old password while it was being changed.
  await endOtherSessions(ctx, playerId, clientInfo.cookies);
  await deleteVerificationTokens(ctx.db, playerId);
  return success('password', toasts.updated);
}

/** Emails a link to set a first password to a player who signs in with Google. */
async function sendPasswordLink(ctx: AppContext, actor: Actor, _fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.findSignIn(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password');
  if (await consumeRateLimit(ctx, PASSWORD_LINK_LIMIT, playerId))
    return failure('password-link', actionFailure('too-many-requests'), toasts.notDone(fieldErrors.tooOften));
  const token = await ctx.auth.createResetToken(player.email);
  if (token !== null) {
    ctx.logSecurity('authn_token_created', [playerId, 'password-reset'], { requestId: clientInfo.requestId });
    await sendPasswordResetEmail(ctx, player, token, clientInfo);
  }
  return success('password-link', toasts.linked);
}

/** Ends one of the player's sessions, selected by id, and notifies its open tabs. */
async function signOutOneSession(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const { session } = parseFormOrThrow(endSessionForm, fields);
  const sessionHash = session === undefined ? null : await queries.deleteOwnSession(ctx.db, playerId, session);
  if (sessionHash === null) return failure('session-out', actionFailure('not-found'), toasts.notDone(fieldErrors.gone));
  ctx.bus.publish({ kind: 'signed-out', sessionHash });
  ctx.logSecurity('session_expired', [playerId, 'revoked']);
  return success('session-out', toasts.ended);
}

/** Ends all of the player's sessions except the current one. */
async function signOutOtherSessions(ctx: AppContext, actor: Actor, _fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  await endOtherSessions(ctx, requirePlayerId(actor), clientInfo.cookies);
  return success('others-out', toasts.othersEnded);
}

/** Starts the two-factor setup: creates a key for an authenticator app. Sign-in does not require a code yet. */
async function beginTwoFactorSetup(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const { current } = parseFormOrThrow(reauthenticationForm, fields);
  const proof = await reauthenticate(ctx, requirePlayerId(actor), current, clientInfo);
  if (proof.state !== 'verified') return reauthFailure('second-begin', proof);
  const begun = await ctx.auth.startTwoFactorSetup(current, clientInfo);
  if (begun.state === 'wrong') return reauthFailure('second-begin', begun);
  if (begun.state !== 'started') return failure('second-begin', actionFailure('not-available'), toasts.notDone(fieldErrors.again));
  return success('second-begin', null, { setUp: createTwoFactorSetup(proof.username, begun.key) });
}

/**
 * Turns on two-factor authentication when a code proves that the app has the key, and ends the player's other sessions. Returns backup
 * codes, which are shown once.
 */
async function confirmTwoFactorSetup(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.findSignIn(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  // It would make new backup codes, for a code and without the password.
  if (player.two_factor) return failure('second-confirm', actionFailure('not-available'), toasts.notDone(fieldErrors.again));
  const { key, code } = parseFormOrThrow(confirmTwoFactorForm, fields);
  const retry = (failureCode: string, why: string): SecurityOutcome => {
    const setUp = key === undefined ? undefined : createTwoFactorSetup(player.username, key);
    return failure('second-confirm', actionFailure(failureCode, { fieldErrors: { code: why } }), toasts.notDone(why), { setUp });
  };
  if (await consumeRateLimit(ctx, TWO_FACTOR_CONFIRM_LIMIT, playerId)) return retry('too-many-requests', fieldErrors.tooOften);
  if (!/^\d{6}$/.test(code)) return retry('wrong-code', fieldErrors.code);
  const own = currentSessionHash(ctx, clientInfo.cookies);
  const lifetime = await queries.findLifetime(ctx.db, own);
  const confirmed = await ctx.auth.confirmTwoFactorSetup(code, clientInfo, (hash) => keepSubscription(ctx, own, hash));
  if (confirmed.state === 'wrong') {
    ctx.logSecurity('authn_login_fail', [playerId], { method: 'code', reason: 'wrong-code', requestId: clientInfo.requestId });
    return retry('wrong-code', fieldErrors.code);
  }
  if (confirmed.state === 'none') return failure('second-confirm', actionFailure('not-available'), toasts.notDone(fieldErrors.again));
  logTwoFactorChange(ctx, playerId, 'two-factor-on', clientInfo);
  const cookies = await keepLifetime(ctx, lifetime, confirmed.cookies);
  // Whoever is signed in elsewhere got in with the password alone.
  await endOtherSessions(ctx, playerId, toCookieHeader(confirmed.cookies));
  await enqueueEmail(ctx, emailTemplates.second('on', player.email, player.username, getResetUrl(ctx)));
  return { ...success('second-confirm', toasts.on, { codes: confirmed.codes }), cookies };
}

/** Turns off two-factor authentication. */
async function disableTwoFactor(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const proof = await reauthenticateWithPasswordAndCode(ctx, playerId, 'second-off', fields, clientInfo);
  if (proof.state === 'refused') return proof.outcome;
  const own = currentSessionHash(ctx, clientInfo.cookies);
  const ended = await ctx.auth.disableTwoFactor(proof.password, clientInfo, (hash) => keepSubscription(ctx, own, hash));
  if (ended.state === 'wrong') return reauthFailure('second-off', ended);
  if (ended.state !== 'disabled') return failure('second-off', actionFailure('not-available'), toasts.notDone(fieldErrors.again));
  logTwoFactorChange(ctx, playerId, 'two-factor-off', clientInfo);
  await enqueueEmail(ctx, emailTemplates.second('off', proof.email, proof.username, getResetUrl(ctx)));
  return { ...success('second-off', toasts.off), cookies: await keepLifetime(ctx, proof.lifetime, ended.cookies) };
}

/** Creates new backup codes, which are shown once. The old ones stop working. */
async function renewBackupCodes(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const proof = await reauthenticateWithPasswordAndCode(ctx, playerId, 'second-codes', fields, clientInfo);
  if (proof.state === 'refused') return proof.outcome;
  const made = await ctx.auth.regenerateBackupCodes(proof.password, clientInfo);
  if (made.state === 'wrong') return reauthFailure('second-codes', made);
  if (made.state !== 'regenerated') return failure('second-codes', actionFailure('not-available'), toasts.notDone(fieldErrors.again));
  logTwoFactorChange(ctx, playerId, 'backup-codes', clientInfo);
  await enqueueEmail(ctx, emailTemplates.second('codes', proof.email, proof.username, getResetUrl(ctx)));
  return success('second-codes', toasts.codes, { codes: made.codes });
}

type TwoFactorProof =
  | { state: 'verified'; password: string; email: string; username: string; lifetime: queries.SessionLifetime }
  | { state: 'refused'; outcome: SecurityOutcome };

/**
 * Asks for the password and for a code, before the second factor is taken away or replaced. The session may not have passed the second step:
 * Google's way in asks for no code of ours. Refused with 'not-available' if two-factor is off, or if the session has ended.
 */
async function reauthenticateWithPasswordAndCode(
  ctx: AppContext,
  playerId: string,
  form: SecurityForm,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<TwoFactorProof> {
  const { current, code } = parseFormOrThrow(reauthenticationForm, fields);
  const proof = await reauthenticate(ctx, playerId, current, clientInfo);
  if (proof.state !== 'verified') return { state: 'refused', outcome: reauthFailure(form, proof) };
  const lifetime = await queries.findLifetime(ctx.db, currentSessionHash(ctx, clientInfo.cookies));
  if (!proof.twoFactor || lifetime === undefined)
    return { state: 'refused', outcome: failure(form, actionFailure('not-available'), toasts.notDone(fieldErrors.again)) };
  const second = await reauthenticateWithCode(ctx, playerId, code, clientInfo);
  if (second.state === 'verified') return { state: 'verified', password: current, email: proof.email, username: proof.username, lifetime };
  const result = actionFailure(second.resultCode, { fieldErrors: { code: second.why } });
  return { state: 'refused', outcome: failure(form, result, toasts.notDone(second.why)) };
}

function logTwoFactorChange(ctx: AppContext, playerId: string, what: string, { requestId }: ClientInfo): void {
  ctx.logSecurity('user_updated', [playerId, playerId, what], { requestId });
}

type ToastText = { title: string; text: string };

function success(
  action: SecurityForm,
  text: ToastText | null,
  details: { setUp?: TwoFactorSetup; codes?: string[] } = {},
): SecurityOutcome {
  return { answer: { ok: true, action, toast: text && { ...text, kind: 'good' }, ...details }, cookies: [] };
}

function failure(action: SecurityForm, result: ActionFailure, text: ToastText, details: { setUp?: TwoFactorSetup } = {}): SecurityOutcome {
  return { answer: { ...result, action, toast: { ...text, kind: 'bad' }, ...details }, cookies: [] };
}

type ReauthFailure = Exclude<ReauthResult, { state: 'verified' }> | { state: 'wrong' };

const REAUTH_CODES: Record<ReauthFailure['state'], string> = {
  empty: 'bad-input',
  wrong: 'wrong-password',
  none: 'no-password',
  busy: 'unavailable',
  'too-many': 'too-many-requests',
};

function reauthFailure(form: SecurityForm, proof: ReauthFailure): SecurityOutcome {
  const why = getReauthError(proof);
  return failure(form, actionFailure(REAUTH_CODES[proof.state], { fieldErrors: { current: why } }), toasts.notDone(why));
}

function getReauthError(proof: ReauthFailure): string {
  if (proof.state === 'too-many') return proof.why;
  return { empty: fieldErrors.empty, wrong: fieldErrors.wrong, none: texts.twoFactor.needsPassword, busy: fieldErrors.busy }[proof.state];
}

function describePasswordIssue(_field: string, issue: string): string {
  const { empty, differ, short, long, characters } = fieldErrors;
  const byIssue: Record<string, string> = { empty, differ, short, long };
  return byIssue[issue] ?? characters;
}

function createTwoFactorSetup(username: string, key: string): TwoFactorSetup {
  const { data, size } = encode(getOtpAuthUrl(username, key), { border: 2 });
  return { key, qrCode: { size, path: toSvgPath(data) } };
}

const getResetUrl = (ctx: AppContext) => `${ctx.config.origin}/login?view=reset`;

/** Token hash of the session in a Cookie header. */
const currentSessionHash = (ctx: AppContext, cookies: string) => tokenHash(readSessionToken(ctx, cookies) ?? '');

/**
 * A session that replaces another must not last longer than that one: the device may belong to somebody else.
 * @param cookies Set-Cookie lines with the new session. @returns the lines to send
 */
async function keepLifetime(ctx: AppContext, lifetime: queries.SessionLifetime | undefined, cookies: string[]): Promise<string[]> {
  // The session was ended by another request while this one ran: the new one must not remain either.
  if (lifetime === undefined) {
    await endSession(ctx, toCookieHeader(cookies));
    return cookies;
  }
  await queries.setLifetime(ctx.db, currentSessionHash(ctx, toCookieHeader(cookies)), lifetime);
  if (lifetime.remembered) return cookies;
  return cookies.map((line) => (line.startsWith(`${ctx.cookie.name}=`) ? line.replace(/; Max-Age=[1-9]\d*/, '') : line));
}

function toSessionItem(row: queries.SessionRow, own: string): SessionItem {
  const { browser, system } = parseUserAgent(row.user_agent ?? '');
  const device = browser && system ? texts.sessions.on(browser, system) : (browser ?? system ?? texts.sessions.unknown);
  return {
    id: row.id,
    device,
    ipRange: maskIpAddress(row.ip_address) ?? '',
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    isCurrent: row.token_hash === own,
  };
}
