import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.server.ts';
import { PasswordHasherBusyError } from '../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { isMailReady } from '../mail/service.server.ts';
import { EMAIL_REQUEST_LIMIT, SIGN_UP_LIMIT } from './sign-in-limits/rules.ts';
import { moderateNames } from '../safety/service.server.ts';
import { consumeRateLimit, createDeviceCookie, registerSignInAttempt } from './sign-in-limits/service.server.ts';
import { PASSWORD_MIN } from './schema.ts';
import {
  sendPasswordChangedEmail,
  sendConfirmationEmail,
  sendAccountExistsEmail,
  sendPasswordResetEmail,
} from './emails/service.server.ts';
import * as queries from './queries.server.ts';
import {
  RESPONSE_STEP_MS,
  isReservedUsername,
  revealsPersonalInfo,
  getReplacementDisplayName,
  DEFAULT_DISPLAY_NAME,
  UNCONFIRMED_DAYS,
} from './rules.ts';
import * as forms from './forms.server.ts';
import type { ConfirmState, FormResult, FlashMessage } from './schema.ts';
import {
  readCookie,
  endSession,
  endAllSessions,
  serializeCookie,
  prefixedCookieName,
  endSessionIfBanned,
} from './sessions/service.server.ts';
import { texts } from './texts.ts';

/** The outcome of a form: a response on its own page, or a flash message on another page. */
export type Outcome =
  | { kind: 'answer'; answer: FormResult; cookies: string[] }
  | { kind: 'news'; flashMessage: FlashMessage; cookies: string[] };
/** Signed in. `link`: the player also wants to connect the Google account they came with. */
export type SignedIn = { kind: 'in'; cookies: string[]; link: boolean };
type Fields = Record<string, string>;

const CLAIM_COOKIE = 'kiddo_claim';
const { toasts, failures } = texts;

/** Sign-up (spec 1, sections 2, 5 and 8). Known and unknown addresses get the same answer in the same time. */
export async function signUp(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const claim = getUsernameClaim(ctx, clientInfo);
  const { username = '', displayName = '', email = '' } = fields;
  const fail = (fieldErrors: Fields, message = Object.values(fieldErrors)[0] ?? failures.form) =>
    formResult('sign-up', { fieldErrors, values: { username, displayName, email }, toast: errorToast(toasts.signUpFailed(message)) }, [
      claim.cookie,
    ]);
  const parsed = forms.signUpForm.safeParse(fields);
  if (!parsed.success) return fail(toFieldErrors(parsed.error), failures.form);
  const form = parsed.data;
  if (isReservedUsername(form.username)) return fail({ username: texts.fieldErrors.username.reserved });
  const nameErrors = await getNameErrors(ctx, form);
  if (nameErrors === 'unknown') return fail({}, failures.busy);
  if (nameErrors) return fail(nameErrors);
  if (await consumeRateLimit(ctx, SIGN_UP_LIMIT, clientInfo.address)) return fail({}, failures.tooManyForms);
  return padResponseTime(RESPONSE_STEP_MS, async () => {
    const until = new Date(ctx.now().getTime() + UNCONFIRMED_DAYS * 86_400_000);
    const taken = () => fail({ username: texts.fieldErrors.username.taken });
    if (!(await queries.reserveUsername(ctx.db, form.username, claim.hash, until, ctx.now()))) return taken();
    try {
      // Signing up again replaces an earlier unconfirmed account. Links that were emailed for that account stop working.
      await queries.deleteUnconfirmedPlayers(ctx.db, { username: form.username });
      await queries.deleteUnconfirmedPlayers(ctx.db, { email: form.email });
      const done = await catchBusy(ctx.auth.signUp(form, clientInfo));
      if (done === 'busy' || (done.state === 'taken' && done.what === 'username')) {
        await queries.releaseUsername(ctx.db, form.username, claim.hash);
        return done === 'busy' ? fail({}, failures.busy) : taken();
      }
      if (done.state === 'created') await sendConfirmationEmail(ctx, form, done.token, clientInfo);
      if (done.state === 'known') {
        await queries.saveSignUpAttempt(ctx.db, form.username, form.email, done.passwordHash);
        await sendAccountExistsEmail(ctx, done.user);
      }
    } catch (error) {
      await queries.releaseUsername(ctx.db, form.username, claim.hash);
      throw error;
    }
    const news: FlashMessage = (await isMailReady(ctx)) ? 'check-email' : 'check-email-late';
    return { kind: 'news', flashMessage: news, cookies: [claim.cookie] };
  });
}

/** Sign-in by e-mail or username (spec 1, sections 2, 5 and 8). */
export async function signIn(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:enter');
  const values = { identifier: fields['identifier'] ?? '' };
  const fail = (message: string, fieldErrors: Fields = {}) =>
    formResult('sign-in', { fieldErrors, values, toast: errorToast(toasts.signInFailed(message)) });
  const parsed = forms.signInForm.safeParse(fields);
  if (!parsed.success) return fail(failures.form, toFieldErrors(parsed.error));
  const { identifier, password, remember } = parsed.data;
  const player = await queries.findPlayerByIdentifier(ctx.db, identifier);
  const attempt = await registerSignInAttempt(ctx, { identifier, playerId: player?.id ?? null }, clientInfo);
  if (!('undo' in attempt)) return fail(failures.tooMany(Math.ceil(attempt.wait / 60)));
  const unconfirmed = (email: string) =>
    formResult('sign-in', { values: { email }, view: 'confirm', toast: errorToast(toasts.unconfirmed) });
  try {
    // If the address is unknown, do the same work for a dummy account, so that timing does not reveal it.
    const credentials = { email: player?.email ?? 'nobody@kiddo.invalid', password, remember: remember === 'on' };
    const done = await catchBusy(ctx.auth.signIn(credentials, clientInfo));
    const pendingEmail = done !== 'busy' && done.state === 'wrong' ? await findPendingSignUpEmail(ctx, identifier, password) : null;
    if (done !== 'busy' && done.state === 'wrong' && pendingEmail === null) return fail(failures.wrong);
    await attempt.undo();
    if (done === 'busy') return fail(failures.busy);
    if (done.state !== 'in' && done.state !== 'code') return unconfirmed(pendingEmail ?? credentials.email);
    const now = await queries.findPlayerById(ctx.db, done.state === 'in' ? done.playerId : (player?.id ?? ''));
    // Reject if the password was changed during the sign-in (this also ends the session or the pending two-factor step), or if the account
    // has reached its deletion date.
    const isGone = now?.deletes_at != null && now.deletes_at <= ctx.now();
    if (now?.password_hash !== done.verifiedHash || isGone) {
      if (done.state === 'in') await endSession(ctx, toCookieHeader(done.cookies));
      return fail(failures.wrong);
    }
    if (done.state === 'code') return formResult('sign-in', { ok: true, view: 'code' }, done.cookies);
    const ban = await endSessionIfBanned(ctx, toCookieHeader(done.cookies));
    if (ban) return formResult('sign-in', { values, ban, toast: errorToast(toasts.signInFailed(failures.banned)) });
    return { kind: 'in', cookies: await finishSignIn(ctx, now, done.cookies, clientInfo), link: fields['link'] === 'google' };
  } catch (error) {
    await attempt.undo();
    throw error;
  }
}

/** 'Resend Confirmation Email' (spec 1, section 8). */
export async function resendConfirmation(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  return requestByEmail(ctx, 'resend', fields, clientInfo, async (email) => {
    const token = await ctx.auth.createConfirmationToken(email);
    const player = await queries.findPlayerByIdentifier(ctx.db, email);
    if (token !== null && player) await sendConfirmationEmail(ctx, { email, username: player.username }, token, clientInfo);
  });
}

/** 'Send Reset Email' (spec 2, section 8). */
export async function requestPasswordReset(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  return requestByEmail(ctx, 'ask-reset', fields, clientInfo, async (email) => {
    const token = await ctx.auth.createResetToken(email);
    const player = await queries.findPlayerByIdentifier(ctx.db, email);
    if (token !== null && player) await sendPasswordResetEmail(ctx, { email, username: player.username }, token, clientInfo);
  });
}

/** What a confirmation link can do in this browser. Changes nothing. */
export async function checkConfirmationToken(
  ctx: AppContext,
  actor: Actor,
  token: string | null,
  clientInfo: ClientInfo,
): Promise<ConfirmState> {
  authorize(actor, 'account:enter');
  const player = await findPlayerToConfirm(ctx, token);
  if (player === null) return 'invalid';
  if (player.email_confirmed) return 'already';
  return (await queries.hasReservedUsername(ctx.db, player.username, getUsernameClaim(ctx, clientInfo).hash)) ? 'mine' : 'elsewhere';
}

/**
 * Confirms the address with the emailed link and signs in. The browser that signed up needs nothing else; any other browser needs the
 * password. Otherwise somebody could sign up with another person's address and have them confirm an account whose password they know.
 */
export async function confirmEmail(ctx: AppContext, actor: Actor, fields: Fields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const token = fields['token'] ?? null;
  const player = await findPlayerToConfirm(ctx, token);
  if (token === null || player === null) return formResult('confirm', {});
  if (player.email_confirmed) return { kind: 'news', flashMessage: 'already-confirmed', cookies: [] };
  const claim = getUsernameClaim(ctx, clientInfo).hash;
  if (!(await queries.hasReservedUsername(ctx.db, player.username, claim))) {
    const wrong = await getPasswordError(ctx, player, fields['password'] ?? '', clientInfo);
    if (wrong !== null) return formResult('confirm', { fieldErrors: { password: wrong } });
  }
  const done = await ctx.auth.confirmEmail(token, clientInfo);
  if (done.state === 'invalid') return formResult('confirm', {});
  if (done.state === 'already') return { kind: 'news', flashMessage: 'already-confirmed', cookies: [] };
  await queries.releaseUsername(ctx.db, player.username, claim);
  return { kind: 'news', flashMessage: 'confirmed', cookies: await completeSignIn(ctx, player.id, done.cookies, clientInfo) };
}

/** Whether the reset link still works (spec 2, section 4: the page validates first). */
export async function checkResetToken(ctx: AppContext, actor: Actor, token: string | null): Promise<boolean> {
  authorize(actor, 'account:enter');
  const parsed = forms.tokenSchema.safeParse(token);
  return parsed.success && ctx.auth.isResetTokenValid(parsed.data);
}

/**
 * Sets a new password with the emailed reset link (spec 2, sections 5 and 8). Ends every session of the account.
 * @param token null: the browser lost the cookie with the token.
 */
export async function resetPassword(
  ctx: AppContext,
  actor: Actor,
  token: string | null,
  fields: Fields,
  clientInfo: ClientInfo,
): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const fail = (toast: ToastText, fieldErrors: Fields = {}) => formResult('new-password', { fieldErrors, toast: errorToast(toast) });
  const form = forms.newPasswordForm.safeParse(fields);
  if (!form.success) return fail(toasts.passwordFailed(texts.fieldErrors.password.long));
  if (form.data.password !== form.data.confirm) return fail(toasts.differ, { confirm: texts.fieldErrors.differ });
  if (form.data.password.length < PASSWORD_MIN) return fail(toasts.short, { password: texts.fieldErrors.password.short });
  const password = z.object({ password: forms.passwordSchema }).safeParse(form.data);
  if (!password.success) {
    const fieldErrors = toFieldErrors(password.error);
    return fail(toasts.passwordFailed(fieldErrors['password'] ?? texts.fieldErrors.characters), fieldErrors);
  }
  const known = forms.tokenSchema.safeParse(token);
  if (!known.success) return fail(toasts.resetExpired);
  const done = await catchBusy(ctx.auth.resetPassword(known.data, password.data.password).then((of) => of ?? ('invalid' as const)));
  if (done === 'busy') return fail(toasts.passwordFailed(failures.busy));
  if (done === 'invalid') return fail(toasts.invalidReset);
  await endAllSessions(ctx, done.playerId);
  await queries.deleteVerificationTokens(ctx.db, done.playerId);
  // The link arrived by email, so using it also confirms the address.
  await queries.markEmailConfirmed(ctx.db, done.playerId);
  const player = await queries.findPlayerById(ctx.db, done.playerId);
  if (player) await sendPasswordChangedEmail(ctx, player);
  return { kind: 'news', flashMessage: 'password-updated', cookies: [createDeviceCookie(ctx, done.playerId, clientInfo)] };
}

/** Ends the session of this browser (spec 1, section 8). */
export async function signOut(ctx: AppContext, actor: Actor, clientInfo: ClientInfo): Promise<Outcome> {
  if (actor.kind === 'player') authorize(actor, 'account:leave');
  const { cookies } = await ctx.auth.signOut(clientInfo);
  await endSession(ctx, clientInfo.cookies);
  return { kind: 'news', flashMessage: 'signed-out', cookies };
}

/**
 * Runs after each sign-in: ends the browser's previous session, replaces a placeholder name (spec 1, section 4) and sets the device cookie.
 */
export async function completeSignIn(ctx: AppContext, playerId: string, cookies: string[], clientInfo: ClientInfo): Promise<string[]> {
  const player = await queries.findPlayerById(ctx.db, playerId);
  return player ? finishSignIn(ctx, player, cookies, clientInfo) : cookies;
}

async function finishSignIn(ctx: AppContext, player: queries.Player, cookies: string[], clientInfo: ClientInfo): Promise<string[]> {
  await endSession(ctx, clientInfo.cookies);
  const replacement = getReplacementDisplayName(player.display_name, player.email);
  if (replacement !== null) await queries.setDisplayName(ctx.db, player.id, await getAllowedDisplayName(ctx, replacement), ctx.now());
  return [...cookies, createDeviceCookie(ctx, player.id, clientInfo)];
}

/** Moderation errors for the chosen names by field, or null. 'unknown' if the filter is unavailable: the caller must not save then. */
export async function getNameErrors(ctx: AppContext, form: { username: string; displayName: string }): Promise<Fields | 'unknown' | null> {
  const verdicts = await moderateNames(ctx, [form.username, form.displayName]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  });
  if (verdicts === null) return 'unknown';
  const [username, displayName] = verdicts;
  if (!username && !displayName) return null;
  return {
    ...(username && { username: texts.fieldErrors.username[revealsPersonalInfo(username.kind) ? 'telling' : 'unkind'] }),
    ...(displayName && { displayName: texts.fieldErrors.displayName[revealsPersonalInfo(displayName.kind) ? 'telling' : 'unkind'] }),
  };
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

type ToastText = { title: string; text: string };
const errorToast = (text: ToastText) => ({ ...text, kind: 'bad' as const });

function formResult(form: FormResult['form'], rest: Partial<FormResult>, cookies: string[] = []): Outcome {
  return { kind: 'answer', answer: { form, ok: false, toast: null, fieldErrors: {}, values: {}, ...rest }, cookies };
}

/** Resend and reset: the same response in the same time, whether or not the address is known. */
async function requestByEmail(
  ctx: AppContext,
  form: 'resend' | 'ask-reset',
  fields: Fields,
  clientInfo: ClientInfo,
  sendEmail: (to: string) => Promise<void>,
): Promise<Outcome> {
  const values = { email: fields['email'] ?? '' };
  const parsed = forms.emailForm.safeParse(fields);
  const view = form === 'resend' ? 'confirm' : 'reset';
  const fail = (message: string, fieldErrors: Fields = {}) =>
    formResult(form, { fieldErrors, values, view, toast: errorToast(toasts.error(message)) });
  if (!parsed.success) {
    const fieldErrors = toFieldErrors(parsed.error);
    return fail(fieldErrors['email'] ?? failures.form, fieldErrors);
  }
  if (await consumeRateLimit(ctx, EMAIL_REQUEST_LIMIT, clientInfo.address)) return fail(failures.tooManyForms);
  return padResponseTime(RESPONSE_STEP_MS, async () => {
    await sendEmail(parsed.data.email);
    const toastText = form === 'resend' ? toasts.resent : toasts.resetSent;
    const text = (await isMailReady(ctx)) ? toastText.text : `${toastText.text} ${failures.mailLate}`;
    return formResult(form, { ok: true, view: 'sign-in', toast: { title: toastText.title, text, kind: 'good' } });
  });
}

async function findPlayerToConfirm(ctx: AppContext, token: string | null) {
  const parsed = forms.tokenSchema.safeParse(token);
  const read = parsed.success ? await ctx.auth.parseConfirmationToken(parsed.data) : null;
  const player = read ? await queries.findPlayerById(ctx.db, read.playerId) : undefined;
  return player && player.email === read?.email ? player : null;
}

/** The error for the password of an unconfirmed account, or null if it is correct. */
async function getPasswordError(
  ctx: AppContext,
  player: { id: string; email: string },
  password: string,
  clientInfo: ClientInfo,
): Promise<string | null> {
  if (password === '') return texts.fieldErrors.empty;
  const attempt = await registerSignInAttempt(ctx, { identifier: player.email, playerId: player.id }, clientInfo);
  if (!('undo' in attempt)) return failures.tooMany(Math.ceil(attempt.wait / 60));
  const done = await catchBusy(ctx.auth.signIn({ email: player.email, password, remember: false }, clientInfo));
  if (done !== 'busy' && done.state === 'wrong') return texts.confirmPage.wrong;
  await attempt.undo();
  return done === 'busy' ? failures.busy : null;
}

/**
 * Handles a sign-up with an address that already had an account. To the person who signed up, it must look as if their account still waits
 * for confirmation.
 * @returns the address they signed up with, or null. Costs one password hash either way.
 */
async function findPendingSignUpEmail(ctx: AppContext, identifier: string, password: string): Promise<string | null> {
  const signUpAttempt = await queries.findSignUpAttempt(ctx.db, identifier, ctx.now());
  const dummyHash = await ctx.cached('a hash of nothing', 86_400_000, () => ctx.passwordHasher.hash(randomBytes(16).toString('hex')));
  const isSame = await catchBusy(ctx.passwordHasher.verify(signUpAttempt?.password_hash ?? dummyHash, password));
  return signUpAttempt !== null && isSame === true ? signUpAttempt.email : null;
}

/** A cookie identifies the browser that started a sign-up. It can correct a typo in the form, and it confirms without the password. */
function getUsernameClaim(ctx: AppContext, clientInfo: ClientInfo): { hash: string; cookie: string } {
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

async function catchBusy<T>(work: Promise<T>): Promise<T | 'busy'> {
  return work.catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return 'busy' as const;
    throw error;
  });
}

/** User-facing messages for the schema's errors, by field. */
export function toFieldErrors(error: z.ZodError): Fields {
  const fieldErrors: Fields = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    fieldErrors[field] ??= errorTextFor(field, issue);
  }
  return fieldErrors;
}

function errorTextFor(field: string, issue: z.core.$ZodIssue): string {
  const { fieldErrors } = texts;
  const { username, displayName, email, password } = fieldErrors;
  const byField: Record<string, Record<string, string>> = { username, displayName, email, password };
  if (issue.code === 'invalid_type') return fieldErrors.empty;
  if (issue.message === 'differ') return fieldErrors.differ;
  const shared: Record<string, string> = { empty: fieldErrors.empty, long: fieldErrors.long, characters: fieldErrors.characters };
  return byField[field]?.[issue.message] ?? shared[issue.message] ?? fieldErrors.characters;
}
