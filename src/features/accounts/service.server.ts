import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../../context.server.ts';
import { tokenHash } from '../../infra/auth/hashed-sessions.ts';
import { PasswordHasherBusyError } from '../../infra/auth/password-hasher.ts';
import type { Auth, ClientInfo } from '../../infra/auth/auth.ts';
import type { SignInMethod } from '../../infra/security-log.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import { isFeatureEnabled } from '../feature-flags/service.server.ts';
import { isMailReady } from '../mail/service.server.ts';
import { EMAIL_REQUEST_LIMIT, SIGN_UP_LIMIT } from './sign-in-limits/rules.ts';
import { keepSubscription } from '../push/service.server.ts';
import { moderateNames } from '../safety/service.server.ts';
import { consumeRateLimit, createDeviceCookie, registerSignInAttempt } from './sign-in-limits/service.server.ts';
import { hashEmail, isEmailBanned } from './banned-emails/service.server.ts';
import { sendConfirmationEmail, sendAccountExistsEmail, sendRefusedAddressEmail } from './emails.service.server.ts';
import * as queries from './queries.server.ts';
import {
  RESPONSE_STEP_MS,
  getNameRefusal,
  type NameRefusal,
  getReplacementDisplayName,
  DEFAULT_DISPLAY_NAME,
  UNCONFIRMED_DAYS,
} from './rules.ts';
import * as forms from './forms.server.ts';
import type { AccountForm, AccountResult, FlashMessage } from './schema.ts';
import { findPasswordFlaw } from './passwords/service.server.ts';
import {
  readCookie,
  endSession,
  serializeCookie,
  prefixedCookieName,
  endRefusedSession,
  readSessionToken,
  type SignInRefusal,
} from './sessions/service.server.ts';
import { texts } from './texts.ts';

/** The outcome of a form: a response on its own page, or a flash message on another page. */
export type Outcome =
  | { kind: 'result'; answer: AccountResult; cookies: string[] }
  | { kind: 'flash'; flashMessage: FlashMessage; cookies: string[] };
/** Signed in. `link`: the player also wants to connect the Google account they came with. */
export type SignedIn = { kind: 'signed-in'; cookies: string[]; link: boolean };
type FieldErrors = Record<string, string>;

const CLAIM_COOKIE = 'kiddo_claim';
const SIGN_UP_ECHO = ['username', 'displayName', 'email'] as const;
const { toasts, failures } = texts;

/** Sign-up (spec 1, sections 2, 5 and 8). Known and unknown addresses get the same answer in the same time. */
export async function signUp(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:sign-in');
  const claim = getUsernameClaim(ctx, clientInfo);
  const values = pickFields(fields, SIGN_UP_ECHO);
  const fail = (code: string, text: string, fieldErrors: FieldErrors = {}) =>
    failure('sign-up', actionFailure(code, { fieldErrors, values }), { toast: errorToast(toasts.signUpFailed(text)) }, [claim.cookie]);
  const failField = (fieldErrors: FieldErrors) => fail('bad-input', Object.values(fieldErrors)[0] ?? failures.form, fieldErrors);
  if (!(await isFeatureEnabled(ctx, 'sign-ups'))) return fail('switched-off', failures.signUpsClosed);
  const parsed = parseForm(forms.signUpForm, fields, describeIssue, SIGN_UP_ECHO);
  if (!parsed.ok) return failure('sign-up', parsed, { toast: errorToast(toasts.signUpFailed(failures.form)) }, [claim.cookie]);
  const form = parsed.value;
  const nameErrors = await getNameErrors(ctx, form);
  if (nameErrors === 'unknown') return fail('unavailable', failures.busy);
  if (nameErrors) return failField(nameErrors);
  const passwordFlaw = await findPasswordFlaw(ctx, form.password, form);
  if (passwordFlaw !== null) return failField({ password: passwordFlaw });
  if (await consumeRateLimit(ctx, SIGN_UP_LIMIT, clientInfo.address)) return fail('too-many-requests', failures.tooManyForms);
  return padResponseTime(RESPONSE_STEP_MS, async () => {
    const until = new Date(ctx.now().getTime() + UNCONFIRMED_DAYS * 86_400_000);
    const taken = () => failField({ username: texts.fieldErrors.username.taken });
    if (!(await queries.reserveUsername(ctx.db, { username: form.username, claimHash: claim.hash, playerId: null }, until, ctx.now())))
      return taken();
    try {
      // Signing up again replaces an earlier unconfirmed account. Links that were emailed for that account stop working.
      await queries.deleteUnconfirmedPlayers(ctx.db, { username: form.username });
      await queries.deleteUnconfirmedPlayers(ctx.db, { email: form.email });
      const done = await catchBusy(createUnconfirmedPlayer(ctx, form, clientInfo));
      if (done === 'busy' || (done.state === 'duplicate' && done.what === 'username')) {
        await queries.releaseUsername(ctx.db, form.username, claim.hash);
        return done === 'busy' ? fail('unavailable', failures.busy) : taken();
      }
      if (done.state === 'created') {
        ctx.logSecurity('user_created', [done.user.id, done.user.id, 'player'], { method: 'password', requestId: clientInfo.requestId });
        await sendConfirmationEmail(ctx, form, done.token, clientInfo);
      }
      if (done.state === 'email-exists') {
        await queries.saveSignUpAttempt(ctx.db, form.username, form.email, done.passwordHash);
        await sendAccountExistsEmail(ctx, done.user);
      }
      if (done.state === 'email-banned') {
        await queries.saveSignUpAttempt(ctx.db, form.username, form.email, done.passwordHash);
        await sendRefusedAddressEmail(ctx, form.email);
      }
    } catch (error) {
      await queries.releaseUsername(ctx.db, form.username, claim.hash);
      throw error;
    }
    const flashMessage: FlashMessage = (await isMailReady(ctx)) ? 'check-email' : 'check-email-late';
    return { kind: 'flash', flashMessage: flashMessage, cookies: [claim.cookie] };
  });
}

/** Makes the account of a sign-up. The database has the last word on the address: it may be banned in this moment. */
async function createUnconfirmedPlayer(
  ctx: AppContext,
  form: { username: string; displayName: string; email: string; password: string },
  clientInfo: ClientInfo,
): ReturnType<Auth['signUp']> {
  if (await isEmailBanned(ctx, form.email)) return { state: 'email-banned', passwordHash: await ctx.passwordHasher.hash(form.password) };
  return ctx.auth.signUp({ ...form, emailHash: hashEmail(ctx, form.email) }, clientInfo);
}

/** Sign-in by e-mail or username (spec 1, sections 2, 5 and 8). */
export async function signIn(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:sign-in');
  const values = pickFields(fields, ['identifier']);
  const fail = (code: string, text: string, details: { ban?: Ban } = {}) =>
    failure('sign-in', actionFailure(code, { values }), { ...details, toast: errorToast(toasts.signInFailed(text)) });
  const parsed = parseForm(forms.signInForm, fields, describeIssue, ['identifier']);
  if (!parsed.ok) return failure('sign-in', parsed, { toast: errorToast(toasts.signInFailed(failures.form)) });
  const { identifier, password, remember, link } = parsed.value;
  const player = await queries.findPlayerByIdentifier(ctx.db, identifier);
  const attempt = await registerSignInAttempt(ctx, { identifier, playerId: player?.id ?? null }, clientInfo);
  if (!('undo' in attempt)) return fail('too-many-requests', failures.tooMany(Math.ceil(attempt.wait / 60)));
  const logFailure = (reason: string) =>
    ctx.logSecurity('authn_login_fail', [player?.id ?? null], { method: 'password', reason, requestId: clientInfo.requestId });
  const refuse = (reason: string, text: string, details: { ban?: Ban } = {}) => {
    logFailure(reason);
    return fail(reason, text, details);
  };
  try {
    // If the address is unknown, do the same work for a dummy account, so that timing does not reveal it.
    const credentials = { email: player?.email ?? 'nobody@kiddo.invalid', password, remember: remember === 'on' };
    const done = await catchBusy(ctx.auth.signIn(credentials, clientInfo));
    const pendingEmail = done !== 'busy' && done.state === 'wrong' ? await findPendingSignUpEmail(ctx, identifier, password) : null;
    if (done !== 'busy' && done.state === 'wrong' && pendingEmail === null) return refuse('wrong-password', failures.wrong);
    await attempt.undo();
    if (done === 'busy') return fail('unavailable', failures.busy);
    if (done.state !== 'signed-in' && done.state !== 'two-factor-required') {
      logFailure('unconfirmed');
      return unconfirmed(pendingEmail ?? credentials.email);
    }
    const now = await queries.findPlayerById(ctx.db, done.state === 'signed-in' ? done.playerId : (player?.id ?? ''));
    // Reject if the password was changed during the sign-in (this also ends the session or the pending two-factor step), or if two-factor was
    // turned on, which has to end this session too.
    const isTooLate = done.state === 'signed-in' && now?.two_factor === true;
    if (now?.password_hash !== done.verifiedHash || isTooLate) {
      if (done.state === 'signed-in') await endSession(ctx, toCookieHeader(done.cookies));
      return refuse('wrong-password', failures.wrong);
    }
    if (done.state === 'two-factor-required') {
      // No code is asked for where it would open nothing.
      const isGone = now.deletes_at !== null && now.deletes_at <= ctx.now();
      return isGone
        ? refuse('deletion-due', describeRefusedSignIn('deletion-due'))
        : success('sign-in', { toast: null, view: 'code' }, done.cookies);
    }
    const refusal = await endRefusedSession(ctx, toCookieHeader(done.cookies));
    if (refusal)
      return refuse(refusal.reason, describeRefusedSignIn(refusal.reason), refusal.reason === 'banned' ? { ban: refusal.ban } : {});
    const cookies = await finishSignIn(ctx, now, done.cookies, clientInfo, { method: 'password', failures: attempt.failures });
    return { kind: 'signed-in', cookies, link: link !== undefined };
  } catch (error) {
    await attempt.undo();
    throw error;
  }
}

/** Why nobody may sign in to an account, in words. */
export function describeRefusedSignIn(reason: SignInRefusal['reason']): string {
  return { banned: failures.banned, 'deletion-due': failures.deletionDue, 'under-13': failures.under13 }[reason];
}

/** The right password of an account whose address is not confirmed: the page offers to send the link again. */
function unconfirmed(email: string): Outcome {
  const result = actionFailure('email-not-confirmed', { values: { email } });
  return failure('sign-in', result, { view: 'confirm', toast: errorToast(toasts.unconfirmed) });
}

/** Which form of the login page was submitted, and where to go after signing in. */
export function parseLoginTarget(fields: FormFields): { form: 'sign-in' | 'code' | 'resend' | 'ask-reset'; returnPath: string | null } {
  const { form, returnUrl } = parseFormOrThrow(forms.loginTarget, fields);
  return { form, returnPath: safeReturnPath(returnUrl) };
}

/** Ends the session of this browser (spec 1, section 8). */
export async function signOut(ctx: AppContext, actor: Actor, clientInfo: ClientInfo): Promise<Outcome> {
  if (actor.kind === 'player') {
    authorize(actor, 'account:sign-out');
    ctx.logSecurity('session_logout', [actor.id], { requestId: clientInfo.requestId });
  }
  const { cookies } = await ctx.auth.signOut(clientInfo);
  await endSession(ctx, clientInfo.cookies);
  return { kind: 'flash', flashMessage: 'signed-out', cookies };
}

/**
 * Runs after each sign-in: writes it into the security log, ends the browser's previous session (push stays on for the same player), replaces a placeholder name (spec 1,
 * section 4) and sets the device cookie.
 */
export async function completeSignIn(
  ctx: AppContext,
  playerId: string,
  cookies: string[],
  clientInfo: ClientInfo,
  method: SignInMethod,
): Promise<string[]> {
  const player = await queries.findPlayerById(ctx.db, playerId);
  return player ? finishSignIn(ctx, player, cookies, clientInfo, { method, failures: 0 }) : cookies;
}

async function finishSignIn(
  ctx: AppContext,
  player: queries.Player,
  cookies: string[],
  clientInfo: ClientInfo,
  { method, failures: failed }: { method: SignInMethod; failures: number },
): Promise<string[]> {
  const { requestId } = clientInfo;
  if (failed > 0) ctx.logSecurity('authn_login_successafterfail', [player.id, failed], { method, requestId });
  else ctx.logSecurity('authn_login_success', [player.id], { method, requestId });
  const [before, after] = [clientInfo.cookies, toCookieHeader(cookies)].map((header) => readSessionToken(ctx, header));
  if (before && after) await keepSubscription(ctx, tokenHash(before), tokenHash(after));
  await endSession(ctx, clientInfo.cookies);
  const replacement = getReplacementDisplayName(player.display_name, player.email);
  if (replacement !== null) await queries.setDisplayName(ctx.db, player.id, await getAllowedDisplayName(ctx, replacement), ctx.now());
  return [...cookies, createDeviceCookie(ctx, player.id, clientInfo)];
}

/** Why the chosen names are refused, by field, or null. 'unknown' if the filter is unavailable: the caller must not save then. */
export async function getNameErrors(
  ctx: AppContext,
  form: { username: string; displayName: string },
): Promise<FieldErrors | 'unknown' | null> {
  const verdicts = await moderateNames(ctx, [form.username, form.displayName]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  });
  if (verdicts === null) return 'unknown';
  const [username, displayName] = verdicts;
  if (!username && !displayName) return null;
  return {
    ...(username && { username: describeRefusal(texts.fieldErrors.username, username.kind) }),
    ...(displayName && { displayName: describeRefusal(texts.fieldErrors.displayName, displayName.kind) }),
  };
}

function describeRefusal(
  fieldTexts: { characters: string } & Partial<Record<NameRefusal, string>>,
  kind: Parameters<typeof getNameRefusal>[0],
): string {
  return fieldTexts[getNameRefusal(kind)] ?? fieldTexts.characters;
}

/** The derived name, or a neutral default if moderation rejects it. */
export async function getAllowedDisplayName(ctx: AppContext, name: string): Promise<string> {
  const [verdict] = await moderateNames(ctx, [name]);
  return verdict ? DEFAULT_DISPLAY_NAME : name;
}

/** Converts Set-Cookie lines to the Cookie header that the browser would send. */
export function toCookieHeader(cookies: string[]): string {
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

export type ToastText = { title: string; text: string };
/** A toast about a failure. */
export const errorToast = (text: ToastText) => ({ ...text, kind: 'bad' as const });

type Done = Omit<Extract<AccountResult, { ok: true }>, 'ok' | 'action'>;
type Failed = Omit<Extract<AccountResult, { ok: false }>, keyof ActionFailure | 'action'>;
type Ban = NonNullable<Failed['ban']>;

function success(action: AccountForm, done: Done, cookies: string[] = []): Outcome {
  return { kind: 'result', answer: { ok: true, action, ...done }, cookies };
}

/** The outcome of a form that could not do what it is for. */
export function failure(action: AccountForm, result: ActionFailure, details: Failed = {}, cookies: string[] = []): Outcome {
  return { kind: 'result', answer: { ...result, action, ...details }, cookies };
}

/** Resend and reset: the same response in the same time, whether or not the address is known. */
export async function requestByEmail(
  ctx: AppContext,
  form: 'resend' | 'ask-reset',
  fields: FormFields,
  clientInfo: ClientInfo,
  sendEmail: (to: string) => Promise<void>,
): Promise<Outcome> {
  const parsed = parseForm(forms.emailForm, fields, describeIssue, ['email']);
  const view = form === 'resend' ? 'confirm' : 'reset';
  const fail = (result: ActionFailure, text: string) => failure(form, result, { view, toast: errorToast(toasts.error(text)) });
  if (!parsed.ok) return fail(parsed, parsed.fieldErrors['email'] ?? failures.form);
  if (await consumeRateLimit(ctx, EMAIL_REQUEST_LIMIT, clientInfo.address))
    return fail(actionFailure('too-many-requests', { values: pickFields(fields, ['email']) }), failures.tooManyForms);
  return padResponseTime(RESPONSE_STEP_MS, async () => {
    await sendEmail(parsed.value.email);
    const toastText = form === 'resend' ? toasts.resent : toasts.resetSent;
    const text = (await isMailReady(ctx)) ? toastText.text : `${toastText.text} ${failures.mailLate}`;
    return success(form, { view: 'sign-in', toast: { title: toastText.title, text, kind: 'good' } });
  });
}

/**
 * Handles a sign-up with an address that already had an account, or is banned. To the person who signed up, it must look as if their account
 * still waits for confirmation.
 * @returns the address they signed up with, or null. Costs one password hash either way.
 */
async function findPendingSignUpEmail(ctx: AppContext, identifier: string, password: string): Promise<string | null> {
  const signUpAttempt = await queries.findSignUpAttempt(ctx.db, identifier, ctx.now());
  const dummyHash = await ctx.cached('a hash of nothing', 86_400_000, () => ctx.passwordHasher.hash(randomBytes(16).toString('hex')));
  const isSame = await catchBusy(ctx.passwordHasher.verify(signUpAttempt?.password_hash ?? dummyHash, password));
  return signUpAttempt !== null && isSame === true ? signUpAttempt.email : null;
}

/** A cookie identifies the browser that started a sign-up. It can correct a typo in the form, and it confirms without the password. */
export function getUsernameClaim(ctx: AppContext, clientInfo: ClientInfo): { hash: string; cookie: string } {
  const given = readCookie(clientInfo.cookies, prefixedCookieName(ctx, CLAIM_COOKIE));
  const claim = given && /^[\w-]{20,40}$/.test(given) ? given : randomBytes(18).toString('base64url');
  const hash = createHash('sha256').update(claim).digest('base64url');
  return { hash, cookie: serializeCookie(ctx, CLAIM_COOKIE, claim, UNCONFIRMED_DAYS * 86_400) };
}

/** Delays the response to a multiple of `step` milliseconds, so that its duration does not reveal how long the work took. */
export async function padResponseTime<T>(step: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const elapsed = performance.now() - startedAt;
    await setTimeout(Math.ceil(elapsed / step) * step - elapsed);
  }
}

/** Waits for work that hashes a password. 'busy': too many others wait for that already. */
export async function catchBusy<T>(work: Promise<T>): Promise<T | 'busy'> {
  return work.catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return 'busy' as const;
    throw error;
  });
}

/** The text for an issue of a field of the account forms. */
export function describeIssue(field: string, issue: string): string {
  const { fieldErrors } = texts;
  const { username, displayName, email, password } = fieldErrors;
  const byField: Record<string, Record<string, string>> = { username, displayName, email, password };
  const shared: Record<string, string> = {
    empty: fieldErrors.empty,
    long: fieldErrors.long,
    characters: fieldErrors.characters,
    differ: fieldErrors.differ,
  };
  return byField[field]?.[issue] ?? shared[issue] ?? fieldErrors.characters;
}
