import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.server.ts';
import { PasswordHasherBusyError } from '../../infra/sign-in/password.ts';
import type { ClientInfo } from '../../infra/sign-in/sign-in.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { isMailReady } from '../mail/service.server.ts';
import { ASKED, SIGN_UPS } from './guarding/rules.ts';
import { judgeNames } from '../safety/service.server.ts';
import { countAsked, deviceCookie, tryAccount } from './guarding/service.server.ts';
import { PASSWORD_MIN } from './limits/schema.ts';
import { mailChanged, mailConfirmation, mailKnown, mailReset } from './letters/service.server.ts';
import * as queries from './queries.server.ts';
import { EVEN_MS, isKeptUsername, isTelling, mendedDisplayName, PLAIN_NAME, UNCONFIRMED_DAYS } from './rules.ts';
import * as forms from './schema.ts';
import type { ConfirmState, FormAnswer, News } from './schema.ts';
import { cookieOf, endSession, endSessionsOf, ownCookie, ownCookieName, turnAwayBanned } from './sessions/service.server.ts';
import { texts } from './texts.ts';

/** What a form led to: an answer on its own page, or news to be told elsewhere. */
export type Outcome = { kind: 'answer'; answer: FormAnswer; cookies: string[] } | { kind: 'news'; news: News; cookies: string[] };
/** Signed in. `link`: the person wants to connect the other site's account that they came with. */
export type SignedIn = { kind: 'in'; cookies: string[]; link: boolean };
type Fields = Record<string, string>;

const CLAIM_COOKIE = 'kiddo_claim';
const { toasts, why } = texts;

/** Sign-up (spec 1, sections 2, 5 and 8). Known and unknown addresses get the same answer in the same time. */
export async function signUp(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const claim = claimOf(ctx, visit);
  const { username = '', displayName = '', email = '' } = fields;
  const refuse = (faults: Fields, said = Object.values(faults)[0] ?? why.form) =>
    answer('sign-up', { faults, typed: { username, displayName, email }, toast: bad(toasts.signUpFailed(said)) }, [claim.cookie]);
  const parsed = forms.signUpForm.safeParse(fields);
  if (!parsed.success) return refuse(faultsOf(parsed.error), why.form);
  const form = parsed.data;
  if (isKeptUsername(form.username)) return refuse({ username: texts.faults.username.kept });
  const unfit = await faultsOfNames(ctx, form);
  if (unfit === 'unknown') return refuse({}, why.busy);
  if (unfit) return refuse(unfit);
  if (await countAsked(ctx, SIGN_UPS, visit.address)) return refuse({}, why.tooManyForms);
  return evenly(EVEN_MS, async () => {
    const until = new Date(ctx.now().getTime() + UNCONFIRMED_DAYS * 86_400_000);
    const taken = () => refuse({ username: texts.faults.username.taken });
    if (!(await queries.holdUsername(ctx.db, form.username, claim.hash, until, ctx.now()))) return taken();
    try {
      // Who signs up again means it: an account that nobody confirmed makes way, its mailed links die with it.
      await queries.deleteUnconfirmed(ctx.db, { username: form.username });
      await queries.deleteUnconfirmed(ctx.db, { email: form.email });
      const done = await refusable(ctx.auth.signUp(form, visit));
      if (done === 'busy' || (done.state === 'taken' && done.what === 'username')) {
        await queries.releaseHold(ctx.db, form.username, claim.hash);
        return done === 'busy' ? refuse({}, why.busy) : taken();
      }
      if (done.state === 'created') await mailConfirmation(ctx, form, done.token, visit);
      if (done.state === 'known') {
        await queries.noteAttempt(ctx.db, form.username, form.email, done.passwordHash);
        await mailKnown(ctx, done.user);
      }
    } catch (error) {
      await queries.releaseHold(ctx.db, form.username, claim.hash);
      throw error;
    }
    const news: News = (await isMailReady(ctx)) ? 'check-email' : 'check-email-late';
    return { kind: 'news', news, cookies: [claim.cookie] };
  });
}

/** Sign-in by e-mail or username (spec 1, sections 2, 5 and 8). */
export async function signIn(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:enter');
  const typed = { identifier: fields['identifier'] ?? '' };
  const refuse = (said: string, faults: Fields = {}) => answer('sign-in', { faults, typed, toast: bad(toasts.signInFailed(said)) });
  const parsed = forms.signInForm.safeParse(fields);
  if (!parsed.success) return refuse(why.form, faultsOf(parsed.error));
  const { identifier, password, remember } = parsed.data;
  const player = await queries.playerByIdentifier(ctx.db, identifier);
  const attempt = await tryAccount(ctx, { typed: identifier, playerId: player?.id ?? null }, visit);
  if (!('undo' in attempt)) return refuse(why.tooMany(Math.ceil(attempt.wait / 60)));
  const unconfirmed = (email: string) => answer('sign-in', { typed: { email }, view: 'confirm', toast: bad(toasts.unconfirmed) });
  try {
    // Nobody has this address: the same work is done for a name that is nobody's.
    const asked = { email: player?.email ?? 'nobody@kiddo.invalid', password, remember: remember === 'on' };
    const done = await refusable(ctx.auth.signIn(asked, visit));
    const waiting = done !== 'busy' && done.state === 'wrong' ? await waitingAs(ctx, identifier, password) : null;
    if (done !== 'busy' && done.state === 'wrong' && waiting === null) return refuse(why.wrong);
    await attempt.undo();
    if (done === 'busy') return refuse(why.busy);
    if (done.state !== 'in' && done.state !== 'code') return unconfirmed(waiting ?? asked.email);
    const now = await queries.playerById(ctx.db, done.state === 'in' ? done.playerId : (player?.id ?? ''));
    // A new password that was chosen meanwhile ends this session too, and the way to a code; an account whose time has come is gone.
    const isGone = now?.deletes_at != null && now.deletes_at <= ctx.now();
    if (now?.password_hash !== done.verifiedHash || isGone) {
      if (done.state === 'in') await endSession(ctx, headerOf(done.cookies));
      return refuse(why.wrong);
    }
    if (done.state === 'code') return answer('sign-in', { ok: true, view: 'code' }, done.cookies);
    const ban = await turnAwayBanned(ctx, headerOf(done.cookies));
    if (ban) return answer('sign-in', { typed, ban, toast: bad(toasts.signInFailed(why.banned)) });
    return { kind: 'in', cookies: await greet(ctx, now, done.cookies, visit), link: fields['link'] === 'google' };
  } catch (error) {
    await attempt.undo();
    throw error;
  }
}

/** 'Resend Confirmation Email' (spec 1, section 8). */
export async function resendConfirmation(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  return askByMail(ctx, 'resend', fields, visit, async (email) => {
    const token = await ctx.auth.createConfirmationToken(email);
    const player = await queries.playerByIdentifier(ctx.db, email);
    if (token !== null && player) await mailConfirmation(ctx, { email, username: player.username }, token, visit);
  });
}

/** 'Send Reset Email' (spec 2, section 8). */
export async function askReset(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  return askByMail(ctx, 'ask-reset', fields, visit, async (email) => {
    const token = await ctx.auth.createResetToken(email);
    const player = await queries.playerByIdentifier(ctx.db, email);
    if (token !== null && player) await mailReset(ctx, { email, username: player.username }, token, visit);
  });
}

/** What the link of a confirmation mail can do in this browser. Changes nothing. */
export async function checkConfirm(ctx: AppContext, actor: Actor, token: string | null, visit: ClientInfo): Promise<ConfirmState> {
  authorize(actor, 'account:enter');
  const player = await playerToConfirm(ctx, token);
  if (player === null) return 'invalid';
  if (player.email_confirmed) return 'already';
  return (await queries.isHolder(ctx.db, player.username, claimOf(ctx, visit).hash)) ? 'mine' : 'elsewhere';
}

/**
 * The link of the confirmation mail proves the address and signs in: at once in the browser that signed up, elsewhere
 * with the password. Or who signs up with somebody else's address would have them confirm a stranger's password.
 */
export async function confirmEmail(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const token = fields['token'] ?? null;
  const player = await playerToConfirm(ctx, token);
  if (token === null || player === null) return answer('confirm', {});
  if (player.email_confirmed) return { kind: 'news', news: 'already-confirmed', cookies: [] };
  const claim = claimOf(ctx, visit).hash;
  if (!(await queries.isHolder(ctx.db, player.username, claim))) {
    const wrong = await wrongPassword(ctx, player, fields['password'] ?? '', visit);
    if (wrong !== null) return answer('confirm', { faults: { password: wrong } });
  }
  const done = await ctx.auth.confirmEmail(token, visit);
  if (done.state === 'invalid') return answer('confirm', {});
  if (done.state === 'already') return { kind: 'news', news: 'already-confirmed', cookies: [] };
  await queries.releaseHold(ctx.db, player.username, claim);
  return { kind: 'news', news: 'confirmed', cookies: await welcome(ctx, player.id, done.cookies, visit) };
}

/** Whether the link to choose a new password still works (spec 2, section 4: the page validates first). */
export async function checkReset(ctx: AppContext, actor: Actor, token: string | null): Promise<boolean> {
  authorize(actor, 'account:enter');
  const parsed = forms.token.safeParse(token);
  return parsed.success && ctx.auth.isResetTokenValid(parsed.data);
}

/** A new password by the mailed link (spec 2, sections 5 and 8). Every session of the account ends. @param token null: the browser has lost it. */
export async function resetPassword(ctx: AppContext, actor: Actor, token: string | null, fields: Fields, visit: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:enter');
  const refuse = (toast: Said, faults: Fields = {}) => answer('new-password', { faults, toast: bad(toast) });
  const form = forms.newPasswordForm.safeParse(fields);
  if (!form.success) return refuse(toasts.passwordFailed(texts.faults.password.long));
  if (form.data.password !== form.data.confirm) return refuse(toasts.differ, { confirm: texts.faults.differ });
  if (form.data.password.length < PASSWORD_MIN) return refuse(toasts.short, { password: texts.faults.password.short });
  const password = z.object({ password: forms.password }).safeParse(form.data);
  if (!password.success) {
    const faults = faultsOf(password.error);
    return refuse(toasts.passwordFailed(faults['password'] ?? texts.faults.characters), faults);
  }
  const known = forms.token.safeParse(token);
  if (!known.success) return refuse(toasts.resetExpired);
  const done = await refusable(ctx.auth.resetPassword(known.data, password.data.password).then((of) => of ?? ('invalid' as const)));
  if (done === 'busy') return refuse(toasts.passwordFailed(why.busy));
  if (done === 'invalid') return refuse(toasts.invalidReset);
  await endSessionsOf(ctx, done.playerId);
  await queries.deleteProofsOf(ctx.db, done.playerId);
  // Who opened the mail has proved the address.
  await queries.confirmEmailOf(ctx.db, done.playerId);
  const player = await queries.playerById(ctx.db, done.playerId);
  if (player) await mailChanged(ctx, player);
  return { kind: 'news', news: 'password-updated', cookies: [deviceCookie(ctx, done.playerId, visit)] };
}

/** Ends the session of this browser (spec 1, section 8). */
export async function signOut(ctx: AppContext, actor: Actor, visit: ClientInfo): Promise<Outcome> {
  if (actor.kind === 'player') authorize(actor, 'account:leave');
  const { cookies } = await ctx.auth.signOut(visit);
  await endSession(ctx, visit.cookies);
  return { kind: 'news', news: 'signed-out', cookies };
}

/** After each sign-in: the session before ends, names that only hold the place are mended (spec 1, section 4), the browser is known. */
export async function welcome(ctx: AppContext, playerId: string, cookies: string[], visit: ClientInfo): Promise<string[]> {
  const player = await queries.playerById(ctx.db, playerId);
  return player ? greet(ctx, player, cookies, visit) : cookies;
}

async function greet(ctx: AppContext, player: queries.Player, cookies: string[], visit: ClientInfo): Promise<string[]> {
  await endSession(ctx, visit.cookies);
  const mended = mendedDisplayName(player.display_name, player.email);
  if (mended !== null) await queries.setDisplayName(ctx.db, player.id, await fitName(ctx, mended), ctx.now());
  return [...cookies, deviceCookie(ctx, player.id, visit)];
}

/** What is to be said against the names that somebody chose; 'unknown' where the filter cannot run: then nothing is kept. */
export async function faultsOfNames(ctx: AppContext, form: { username: string; displayName: string }): Promise<Fields | 'unknown' | null> {
  const verdicts = await judgeNames(ctx, [form.username, form.displayName]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  });
  if (verdicts === null) return 'unknown';
  const [username, displayName] = verdicts;
  if (!username && !displayName) return null;
  return {
    ...(username && { username: texts.faults.username[isTelling(username.kind) ? 'telling' : 'unkind'] }),
    ...(displayName && { displayName: texts.faults.displayName[isTelling(displayName.kind) ? 'telling' : 'unkind'] }),
  };
}

/** A name that was derived from an address, or a plain one where it is none to show. */
export async function fitName(ctx: AppContext, name: string): Promise<string> {
  const [verdict] = await judgeNames(ctx, [name]);
  return verdict ? PLAIN_NAME : name;
}

/** Set-Cookie lines as the browser would send them back. */
export function headerOf(cookies: string[]): string {
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

type Said = { title: string; text: string };
const bad = (said: Said) => ({ ...said, kind: 'bad' as const });

function answer(form: FormAnswer['form'], rest: Partial<FormAnswer>, cookies: string[] = []): Outcome {
  return { kind: 'answer', answer: { form, ok: false, toast: null, faults: {}, typed: {}, ...rest }, cookies };
}

/** Resend and reset: the same words in the same time, whether the address is known or not. */
async function askByMail(
  ctx: AppContext,
  form: 'resend' | 'ask-reset',
  fields: Fields,
  visit: ClientInfo,
  mail: (to: string) => Promise<void>,
): Promise<Outcome> {
  const typed = { email: fields['email'] ?? '' };
  const parsed = forms.emailForm.safeParse(fields);
  const view = form === 'resend' ? 'confirm' : 'reset';
  const refuse = (said: string, faults: Fields = {}) => answer(form, { faults, typed, view, toast: bad(toasts.error(said)) });
  if (!parsed.success) {
    const faults = faultsOf(parsed.error);
    return refuse(faults['email'] ?? why.form, faults);
  }
  if (await countAsked(ctx, ASKED, visit.address)) return refuse(why.tooManyForms);
  return evenly(EVEN_MS, async () => {
    await mail(parsed.data.email);
    const said = form === 'resend' ? toasts.resent : toasts.resetSent;
    const text = (await isMailReady(ctx)) ? said.text : `${said.text} ${why.mailLate}`;
    return answer(form, { ok: true, view: 'sign-in', toast: { title: said.title, text, kind: 'good' } });
  });
}

async function playerToConfirm(ctx: AppContext, token: string | null) {
  const parsed = forms.token.safeParse(token);
  const read = parsed.success ? await ctx.auth.parseConfirmationToken(parsed.data) : null;
  const player = read ? await queries.playerById(ctx.db, read.playerId) : undefined;
  return player && player.email === read?.email ? player : null;
}

/** What is wrong with the password of an account that waits to be confirmed, or null. */
async function wrongPassword(ctx: AppContext, player: { id: string; email: string }, password: string, visit: ClientInfo): Promise<string | null> {
  if (password === '') return texts.faults.empty;
  const attempt = await tryAccount(ctx, { typed: player.email, playerId: player.id }, visit);
  if (!('undo' in attempt)) return why.tooMany(Math.ceil(attempt.wait / 60));
  const done = await refusable(ctx.auth.signIn({ email: player.email, password, remember: false }, visit));
  if (done !== 'busy' && done.state === 'wrong') return texts.confirmPage.wrong;
  await attempt.undo();
  return done === 'busy' ? why.busy : null;
}

/**
 * Somebody signed up with an address that had an account already. To them it looks as if theirs waited to be confirmed.
 * @returns the address they signed up with, or null. Takes one hash either way.
 */
async function waitingAs(ctx: AppContext, identifier: string, password: string): Promise<string | null> {
  const tried = await queries.attemptAs(ctx.db, identifier, ctx.now());
  const nobodys = await ctx.cached('a hash of nothing', 86_400_000, () => ctx.passwordHasher.hash(randomBytes(16).toString('hex')));
  const same = await refusable(ctx.passwordHasher.verify(tried?.password_hash ?? nobodys, password));
  return tried !== null && same === true ? tried.email : null;
}

/** Who started a sign-up may change a slip of the pen, and confirms without typing: a cookie knows them again. */
function claimOf(ctx: AppContext, visit: ClientInfo): { hash: string; cookie: string } {
  const given = cookieOf(visit.cookies, ownCookieName(ctx, CLAIM_COOKIE));
  const claim = given && /^[\w-]{20,40}$/.test(given) ? given : randomBytes(18).toString('base64url');
  const hash = createHash('sha256').update(claim).digest('base64url');
  return { hash, cookie: ownCookie(ctx, CLAIM_COOKIE, claim, UNCONFIRMED_DAYS * 86_400) };
}

/** Answers after `step` milliseconds, or a multiple of it: how long the work took cannot be seen. */
export async function evenly<T>(step: number, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - from;
    await setTimeout(Math.ceil(took / step) * step - took);
  }
}

async function refusable<T>(work: Promise<T>): Promise<T | 'busy'> {
  return work.catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return 'busy' as const;
    throw error;
  });
}

/** Our words for what the schema found, by field. */
export function faultsOf(error: z.ZodError): Fields {
  const faults: Fields = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    faults[field] ??= wordFor(field, issue);
  }
  return faults;
}

function wordFor(field: string, issue: z.core.$ZodIssue): string {
  const { faults } = texts;
  const byField: Record<string, Record<string, string>> = {
    username: faults.username,
    displayName: faults.displayName,
    email: faults.email,
    password: faults.password,
  };
  if (issue.code === 'invalid_type') return faults.empty;
  if (issue.message === 'differ') return faults.differ;
  const shared: Record<string, string> = { empty: faults.empty, long: faults.long, characters: faults.characters };
  return byField[field]?.[issue.message] ?? shared[issue.message] ?? faults.characters;
}
