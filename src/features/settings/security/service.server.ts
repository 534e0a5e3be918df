import { encode } from 'uqr';
import type { AppContext } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/sign-in/hashed-sessions.ts';
import { PasswordHasherBusyError } from '../../../infra/sign-in/password.ts';
import { SESSION_SECONDS, type ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { countAsked } from '../../accounts/guarding/service.server.ts';
import { mailReset } from '../../accounts/letters/service.server.ts';
import { deleteProofsOf } from '../../accounts/queries.server.ts';
import { password as passwordForm } from '../../accounts/schema.ts';
import { headerOf } from '../../accounts/service.server.ts';
import { deleteOtherSessions } from '../../accounts/sessions/queries.server.ts';
import { endOtherSessions, sessionToken } from '../../accounts/sessions/service.server.ts';
import { postLetter } from '../../mail/service.server.ts';
import { provePassword, type Proof } from '../proving/service.server.ts';
import * as queries from './queries.server.ts';
import { appAddress, CONFIRMS, deviceOf, isKey, LINKS, pathOf, roughAddress, SESSIONS_SHOWN } from './rules.ts';
import { SECURITY_FORMS, type SecurityAnswer, type SecurityForm, type SecurityView, type SessionLine } from './schema.ts';
import { letters, texts } from './texts.ts';

type Fields = Record<string, string>;
/** What a form led to. The cookies are to be set: a session can get another token. */
export type Done = { answer: SecurityAnswer; cookies: string[] };
const { faults: words, toasts } = texts;

/** The Security tab of the actor. */
export async function viewSecurity(ctx: AppContext, actor: Actor, visit: ClientInfo): Promise<SecurityView> {
  authorize(actor, 'security:read');
  const playerId = requirePlayerId(actor);
  const own = hashOf(ctx, visit.cookies);
  const [player, rows] = await Promise.all([
    queries.signInOf(ctx.db, playerId),
    queries.sessionsOf(ctx.db, playerId, own, ctx.now(), SESSIONS_SHOWN + 1),
  ]);
  if (!player) throw new AppError('not-found');
  return {
    hasPassword: player.password_hash !== null,
    sessions: rows.slice(0, SESSIONS_SHOWN).map((row) => present(row, own)),
    hasMore: rows.length > SESSIONS_SHOWN,
    second: player.two_factor ? { codesLeft: await ctx.auth.countBackupCodes(playerId) } : null,
  };
}

/** Does what a form of the Security tab asks for, by its field `do`. @throws Refusal 'bad-input', 'not-found' */
export async function doSecurity(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  const form = SECURITY_FORMS.find((each) => each === fields['do']);
  const deed = form && DEEDS[form];
  if (!deed) throw new AppError('bad-input', `do is one of ${SECURITY_FORMS.join(', ')}`);
  return deed(ctx, actor, fields, visit);
}

type Deed = (ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo) => Promise<Done>;
const DEEDS: Record<SecurityForm, Deed> = {
  password: changePassword,
  'password-link': mailPasswordLink,
  'session-out': endOneSession,
  'others-out': endOthers,
  'second-begin': beginSecond,
  'second-confirm': confirmSecond,
  'second-off': endSecond,
  'second-codes': renewCodes,
};

/** Another password (spec 2, section 5). The one before is asked for; all other sessions end, and the player is written to. */
export async function changePassword(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const { current = '', password = '', confirm = '' } = fields;
  const refuse = (faults: Fields, why = Object.values(faults)[0] ?? '') => failed('password', toasts.notUpdated(why), faults);
  const empty = Object.entries({ current, password, confirm }).filter(([, value]) => value === '');
  if (empty.length > 0) return refuse(Object.fromEntries(empty.map(([name]) => [name, words.empty])));
  if (password !== confirm) return refuse({ confirm: words.differ });
  const parsed = passwordForm.safeParse(password);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]?.message;
    return refuse({ password: issue === 'short' || issue === 'long' ? words[issue] : words.characters });
  }
  const proof = await provePassword(ctx, playerId, current, visit);
  if (proof.state !== 'right') return refuse(proof.state === 'wrong' ? { current: words.wrong } : {}, whyNot(proof));
  const hash = await ctx.passwordHasher.hash(parsed.data).catch((error: unknown) => {
    if (error instanceof PasswordHasherBusyError) return null;
    throw error;
  });
  if (hash === null) return refuse({}, words.busy);
  // Together, so that no session and no link outlives the password should this process end here.
  const ended = await ctx.db.transaction().execute(async (trx) => {
    // Two at once: the second one knew a password that is none any more.
    if (!(await queries.changePassword(trx, playerId, proof.hash, hash, ctx.now()))) return null;
    await deleteProofsOf(trx, playerId);
    await postLetter(ctx, letters.password(proof.email, proof.username, resetAddress(ctx)), trx as never);
    return deleteOtherSessions(trx, playerId, hashOf(ctx, visit.cookies));
  });
  if (ended === null) return refuse({ current: words.wrong });
  for (const sessionHash of ended) ctx.bus.publish({ kind: 'signed-out', sessionHash });
  // Those that were made with the password before while it was being changed.
  await endOtherSessions(ctx, playerId, visit.cookies);
  await deleteProofsOf(ctx.db, playerId);
  return done('password', toasts.updated);
}

/** Who came by another site gets a link to choose their first password. */
export async function mailPasswordLink(ctx: AppContext, actor: Actor, _fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.signInOf(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password');
  if (await countAsked(ctx, LINKS, playerId)) return failed('password-link', toasts.notDone(words.tooOften));
  const token = await ctx.auth.createResetToken(player.email);
  if (token !== null) await mailReset(ctx, player, token, visit);
  return done('password-link', toasts.linked);
}

/** Signs out one of the player's phones or computers; another than this one. Its open tabs hear of it at once. */
export async function endOneSession(ctx: AppContext, actor: Actor, fields: Fields): Promise<Done> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const id = fields['session'];
  const sessionHash = isId(id) ? await queries.deleteSessionOf(ctx.db, playerId, id) : null;
  if (sessionHash === null) return failed('session-out', toasts.notDone(words.gone));
  ctx.bus.publish({ kind: 'signed-out', sessionHash });
  return done('session-out', toasts.ended);
}

/** Signs out everywhere but here. */
export async function endOthers(ctx: AppContext, actor: Actor, _fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  await endOtherSessions(ctx, requirePlayerId(actor), visit.cookies);
  return done('others-out', toasts.othersEnded);
}

/** Begins with a second step: makes a key for an app. Nothing is asked for yet when signing in. */
export async function beginSecond(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const proof = await provePassword(ctx, requirePlayerId(actor), fields['current'] ?? '', visit);
  if (proof.state !== 'right') return unproved('second-begin', proof);
  const begun = await ctx.auth.startTwoFactorSetup(fields['current'] ?? '', visit);
  if (begun.state === 'wrong') return unproved('second-begin', begun);
  if (begun.state !== 'begun') return failed('second-begin', toasts.notDone(words.again));
  return { answer: { ...blank('second-begin'), ok: true, setUp: setUpOf(proof.username, begun.key) }, cookies: [] };
}

/** The app has the key: it gave a code. From now on a code is asked for; backup codes are shown, once. */
export async function confirmSecond(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const playerId = requirePlayerId(actor);
  const player = await queries.signInOf(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  const { key = '' } = fields;
  const again = (why: string): Done => {
    const refused = failed('second-confirm', toasts.notDone(why), { code: why });
    return isKey(key) ? { ...refused, answer: { ...refused.answer, setUp: setUpOf(player.username, key) } } : refused;
  };
  if (await countAsked(ctx, CONFIRMS, playerId)) return again(words.tooOften);
  const code = (fields['code'] ?? '').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return again(words.code);
  const remembered = await queries.isRemembered(ctx.db, hashOf(ctx, visit.cookies));
  const confirmed = await ctx.auth.confirmTwoFactorSetup(code, visit);
  if (confirmed.state === 'wrong') return again(words.code);
  if (confirmed.state === 'none') return failed('second-confirm', toasts.notDone(words.again));
  await postLetter(ctx, letters.second('on', player.email, player.username, resetAddress(ctx)));
  const { answer } = done('second-confirm', toasts.on);
  return { answer: { ...answer, codes: confirmed.codes }, cookies: await rememberedAs(ctx, remembered, confirmed.cookies) };
}

/** No second step any more. */
export async function endSecond(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const proof = await provePassword(ctx, requirePlayerId(actor), fields['current'] ?? '', visit);
  if (proof.state !== 'right') return unproved('second-off', proof);
  const remembered = await queries.isRemembered(ctx.db, hashOf(ctx, visit.cookies));
  const ended = await ctx.auth.disableTwoFactor(fields['current'] ?? '', visit);
  if (ended.state === 'wrong') return unproved('second-off', ended);
  await postLetter(ctx, letters.second('off', proof.email, proof.username, resetAddress(ctx)));
  return { ...done('second-off', toasts.off), cookies: await rememberedAs(ctx, remembered, ended.cookies) };
}

/** New backup codes, shown once; those before do not work any more. */
export async function renewCodes(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Done> {
  authorize(actor, 'security:write');
  const proof = await provePassword(ctx, requirePlayerId(actor), fields['current'] ?? '', visit);
  if (proof.state !== 'right') return unproved('second-codes', proof);
  const made = await ctx.auth.regenerateBackupCodes(fields['current'] ?? '', visit);
  if (made.state === 'wrong') return unproved('second-codes', made);
  if (made.state === 'none') return failed('second-codes', toasts.notDone(words.again));
  await postLetter(ctx, letters.second('codes', proof.email, proof.username, resetAddress(ctx)));
  const { answer } = done('second-codes', toasts.codes);
  return { answer: { ...answer, codes: made.codes }, cookies: [] };
}

type Said = { title: string; text: string };

const blank = (form: SecurityForm): SecurityAnswer => ({ form, ok: false, toast: null, faults: {}, typed: {} });

function done(form: SecurityForm, said: Said): Done {
  return { answer: { ...blank(form), ok: true, toast: { ...said, kind: 'good' } }, cookies: [] };
}

function failed(form: SecurityForm, said: Said, faults: Fields = {}): Done {
  return { answer: { ...blank(form), faults, toast: { ...said, kind: 'bad' } }, cookies: [] };
}

function unproved(form: SecurityForm, proof: Exclude<Proof, { state: 'right' }> | { state: 'wrong' }): Done {
  const why = whyNot(proof);
  return failed(form, toasts.notDone(why), { current: why });
}

function whyNot(proof: Exclude<Proof, { state: 'right' }> | { state: 'wrong' }): string {
  if ('wait' in proof) return words.tooMany(Math.ceil(proof.wait / 60));
  return { empty: words.empty, wrong: words.wrong, none: texts.second.needsPassword, busy: words.busy }[proof.state];
}

function setUpOf(username: string, key: string) {
  const { data, size } = encode(appAddress(username, key), { border: 2 });
  return { key, drawing: { size, path: pathOf(data) } };
}

const resetAddress = (ctx: AppContext) => `${ctx.config.origin}/login?view=reset`;

/** The hash of the session in a Cookie header. */
const hashOf = (ctx: AppContext, cookies: string) => tokenHash(sessionToken(ctx, cookies) ?? '');

/** The session that takes the place of another is remembered no longer than that one was: it may be somebody else's phone. */
async function rememberedAs(ctx: AppContext, remembered: boolean, cookies: string[]): Promise<string[]> {
  if (remembered) return cookies;
  await queries.forgetWithBrowser(ctx.db, hashOf(ctx, headerOf(cookies)), new Date(ctx.now().getTime() + SESSION_SECONDS * 1000));
  return cookies.map((line) => (line.startsWith(`${ctx.cookie.name}=`) ? line.replace(/; Max-Age=[1-9]\d*/, '') : line));
}

function present(row: queries.SessionRow, own: string): SessionLine {
  const { browser, system } = deviceOf(row.device ?? '');
  const device = browser && system ? texts.sessions.on(browser, system) : (browser ?? system ?? texts.sessions.unknown);
  return {
    id: row.id,
    device,
    place: roughAddress(row.address) ?? '',
    since: row.created_at.toISOString(),
    used: row.updated_at.toISOString(),
    isThis: row.token_hash === own,
  };
}
