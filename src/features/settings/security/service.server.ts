import { encode } from 'uqr';
import type { AppContext } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import { PasswordHasherBusyError } from '../../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { SESSION_SECONDS } from '../../../infra/auth/lifetimes.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { consumeRateLimit } from '../../accounts/sign-in-limits/service.server.ts';
import { sendPasswordResetEmail } from '../../accounts/emails/service.server.ts';
import { deleteVerificationTokens } from '../../accounts/queries.server.ts';
import { passwordSchema as passwordForm } from '../../accounts/schema.ts';
import { toCookieHeader } from '../../accounts/service.server.ts';
import { deleteOtherSessions } from '../../accounts/sessions/queries.server.ts';
import { endOtherSessions, readSessionToken } from '../../accounts/sessions/service.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { reauthenticate, type ReauthResult } from '../reauthentication/service.server.ts';
import * as queries from './queries.server.ts';
import {
  getOtpAuthUrl,
  TWO_FACTOR_CONFIRM_LIMIT,
  parseUserAgent,
  isTotpKey,
  PASSWORD_LINK_LIMIT,
  toSvgPath,
  maskIpAddress,
  SESSIONS_SHOWN,
} from './rules.ts';
import { SECURITY_FORMS, type SecurityResult, type SecurityForm, type SecurityView, type SessionItem } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

type Fields = Record<string, string>;
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

/** Handles a form of the Security tab, selected by its field `do`. @throws AppError 'bad-input', 'not-found' */
export async function handleSecurityForm(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  const form = SECURITY_FORMS.find((each) => each === fields['do']);
  const handler = form && HANDLERS[form];
  if (!handler) throw new AppError('bad-input', `do is one of ${SECURITY_FORMS.join(', ')}`);
  return handler(ctx, actor, fields, clientInfo);
}

type Handler = (ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo) => Promise<SecurityOutcome>;
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
async function changePassword(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const { current = '', password = '', confirm = '' } = fields;
  const fail = (errors: Fields, why = Object.values(errors)[0] ?? '') => failure('password', toasts.notUpdated(why), errors);
  const empty = Object.entries({ current, password, confirm }).filter(([, value]) => value === '');
  if (empty.length > 0) return fail(Object.fromEntries(empty.map(([name]) => [name, fieldErrors.empty])));
  if (password !== confirm) return fail({ confirm: fieldErrors.differ });
  const parsed = passwordForm.safeParse(password);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]?.message;
    return fail({ password: issue === 'short' || issue === 'long' ? fieldErrors[issue] : fieldErrors.characters });
  }
  const reauth = await reauthenticate(ctx, playerId, current, clientInfo);
  if (reauth.state !== 'right') return fail(reauth.state === 'wrong' ? { current: fieldErrors.wrong } : {}, getReauthError(reauth));
  const hash = await ctx.passwordHasher.hash(parsed.data).catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return null;
    throw error;
  });
  if (hash === null) return fail({}, fieldErrors.busy);
  // In one transaction, so that no session and no link outlives the old password if the process crashes here.
  const ended = await ctx.db.transaction().execute(async (trx) => {
    // Concurrent changes: the second one verified a password that is no longer valid.
    if (!(await queries.changePassword(trx, playerId, reauth.hash, hash, ctx.now()))) return null;
    await deleteVerificationTokens(trx, playerId);
    await enqueueEmail(ctx, emailTemplates.password(reauth.email, reauth.username, getResetUrl(ctx)), trx as never);
    return deleteOtherSessions(trx, playerId, currentSessionHash(ctx, clientInfo.cookies));
  });
  if (ended === null) return fail({ current: fieldErrors.wrong });
  for (const sessionHash of ended) ctx.bus.publish({ kind: 'signed-out', sessionHash });
  // End the sessions and links that were created with the old password while it was being changed.
  await endOtherSessions(ctx, playerId, clientInfo.cookies);
  await deleteVerificationTokens(ctx.db, playerId);
  return success('password', toasts.updated);
}

/** Emails a link to set a first password to a player who signs in with Google. */
async function sendPasswordLink(ctx: AppContext, actor: Actor, _fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.findSignIn(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password');
  if (await consumeRateLimit(ctx, PASSWORD_LINK_LIMIT, playerId)) return failure('password-link', toasts.notDone(fieldErrors.tooOften));
  const token = await ctx.auth.createResetToken(player.email);
  if (token !== null) await sendPasswordResetEmail(ctx, player, token, clientInfo);
  return success('password-link', toasts.linked);
}

/** Ends one of the player's sessions, selected by id, and notifies its open tabs. */
async function signOutOneSession(ctx: AppContext, actor: Actor, fields: Fields): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const id = fields['session'];
  const sessionHash = isId(id) ? await queries.deleteOwnSession(ctx.db, playerId, id) : null;
  if (sessionHash === null) return failure('session-out', toasts.notDone(fieldErrors.gone));
  ctx.bus.publish({ kind: 'signed-out', sessionHash });
  return success('session-out', toasts.ended);
}

/** Ends all of the player's sessions except the current one. */
async function signOutOtherSessions(ctx: AppContext, actor: Actor, _fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  await endOtherSessions(ctx, requirePlayerId(actor), clientInfo.cookies);
  return success('others-out', toasts.othersEnded);
}

/** Starts the two-factor setup: creates a key for an authenticator app. Sign-in does not require a code yet. */
async function beginTwoFactorSetup(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const proof = await reauthenticate(ctx, requirePlayerId(actor), fields['current'] ?? '', clientInfo);
  if (proof.state !== 'right') return reauthFailure('second-begin', proof);
  const begun = await ctx.auth.startTwoFactorSetup(fields['current'] ?? '', clientInfo);
  if (begun.state === 'wrong') return reauthFailure('second-begin', begun);
  if (begun.state !== 'begun') return failure('second-begin', toasts.notDone(fieldErrors.again));
  return { answer: { ...emptyResult('second-begin'), ok: true, setUp: createTwoFactorSetup(proof.username, begun.key) }, cookies: [] };
}

/** Turns on two-factor authentication when a code proves that the app has the key. Returns backup codes, which are shown once. */
async function confirmTwoFactorSetup(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.findSignIn(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  const { key = '' } = fields;
  const retry = (why: string): SecurityOutcome => {
    const refused = failure('second-confirm', toasts.notDone(why), { code: why });
    return isTotpKey(key) ? { ...refused, answer: { ...refused.answer, setUp: createTwoFactorSetup(player.username, key) } } : refused;
  };
  if (await consumeRateLimit(ctx, TWO_FACTOR_CONFIRM_LIMIT, playerId)) return retry(fieldErrors.tooOften);
  const code = (fields['code'] ?? '').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return retry(fieldErrors.code);
  const remembered = await queries.isRemembered(ctx.db, currentSessionHash(ctx, clientInfo.cookies));
  const confirmed = await ctx.auth.confirmTwoFactorSetup(code, clientInfo);
  if (confirmed.state === 'wrong') return retry(fieldErrors.code);
  if (confirmed.state === 'none') return failure('second-confirm', toasts.notDone(fieldErrors.again));
  await enqueueEmail(ctx, emailTemplates.second('on', player.email, player.username, getResetUrl(ctx)));
  const { answer } = success('second-confirm', toasts.on);
  return { answer: { ...answer, codes: confirmed.codes }, cookies: await keepRememberChoice(ctx, remembered, confirmed.cookies) };
}

/** Turns off two-factor authentication. */
async function disableTwoFactor(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const proof = await reauthenticate(ctx, requirePlayerId(actor), fields['current'] ?? '', clientInfo);
  if (proof.state !== 'right') return reauthFailure('second-off', proof);
  const remembered = await queries.isRemembered(ctx.db, currentSessionHash(ctx, clientInfo.cookies));
  const ended = await ctx.auth.disableTwoFactor(fields['current'] ?? '', clientInfo);
  if (ended.state === 'wrong') return reauthFailure('second-off', ended);
  await enqueueEmail(ctx, emailTemplates.second('off', proof.email, proof.username, getResetUrl(ctx)));
  return { ...success('second-off', toasts.off), cookies: await keepRememberChoice(ctx, remembered, ended.cookies) };
}

/** Creates new backup codes, which are shown once. The old ones stop working. */
async function renewBackupCodes(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<SecurityOutcome> {
  authorize(actor, 'security:write');
  const proof = await reauthenticate(ctx, requirePlayerId(actor), fields['current'] ?? '', clientInfo);
  if (proof.state !== 'right') return reauthFailure('second-codes', proof);
  const made = await ctx.auth.regenerateBackupCodes(fields['current'] ?? '', clientInfo);
  if (made.state === 'wrong') return reauthFailure('second-codes', made);
  if (made.state === 'none') return failure('second-codes', toasts.notDone(fieldErrors.again));
  await enqueueEmail(ctx, emailTemplates.second('codes', proof.email, proof.username, getResetUrl(ctx)));
  const { answer } = success('second-codes', toasts.codes);
  return { answer: { ...answer, codes: made.codes }, cookies: [] };
}

type ToastText = { title: string; text: string };

const emptyResult = (form: SecurityForm): SecurityResult => ({ form, ok: false, toast: null, fieldErrors: {}, values: {} });

function success(form: SecurityForm, text: ToastText): SecurityOutcome {
  return { answer: { ...emptyResult(form), ok: true, toast: { ...text, kind: 'good' } }, cookies: [] };
}

function failure(form: SecurityForm, text: ToastText, errors: Fields = {}): SecurityOutcome {
  return { answer: { ...emptyResult(form), fieldErrors: errors, toast: { ...text, kind: 'bad' } }, cookies: [] };
}

function reauthFailure(form: SecurityForm, proof: Exclude<ReauthResult, { state: 'right' }> | { state: 'wrong' }): SecurityOutcome {
  const why = getReauthError(proof);
  return failure(form, toasts.notDone(why), { current: why });
}

function getReauthError(proof: Exclude<ReauthResult, { state: 'right' }> | { state: 'wrong' }): string {
  if ('wait' in proof) return fieldErrors.tooMany(Math.ceil(proof.wait / 60));
  return { empty: fieldErrors.empty, wrong: fieldErrors.wrong, none: texts.twoFactor.needsPassword, busy: fieldErrors.busy }[proof.state];
}

function createTwoFactorSetup(username: string, key: string) {
  const { data, size } = encode(getOtpAuthUrl(username, key), { border: 2 });
  return { key, qrCode: { size, path: toSvgPath(data) } };
}

const getResetUrl = (ctx: AppContext) => `${ctx.config.origin}/login?view=reset`;

/** Token hash of the session in a Cookie header. */
const currentSessionHash = (ctx: AppContext, cookies: string) => tokenHash(readSessionToken(ctx, cookies) ?? '');

/** A session that replaces another must not be remembered longer than that one: the device may belong to somebody else. */
async function keepRememberChoice(ctx: AppContext, remembered: boolean, cookies: string[]): Promise<string[]> {
  if (remembered) return cookies;
  await queries.endSessionWithBrowser(
    ctx.db,
    currentSessionHash(ctx, toCookieHeader(cookies)),
    new Date(ctx.now().getTime() + SESSION_SECONDS * 1000),
  );
  return cookies.map((line) => (line.startsWith(`${ctx.cookie.name}=`) ? line.replace(/; Max-Age=[1-9]\d*/, '') : line));
}

function toSessionItem(row: queries.SessionRow, own: string): SessionItem {
  const { browser, system } = parseUserAgent(row.device ?? '');
  const device = browser && system ? texts.sessions.on(browser, system) : (browser ?? system ?? texts.sessions.unknown);
  return {
    id: row.id,
    device,
    ipRange: maskIpAddress(row.address) ?? '',
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    isCurrent: row.token_hash === own,
  };
}
