import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { EVEN_MS, isKeptUsername } from '../../accounts/rules.ts';
import { countAsked } from '../../accounts/guarding/service.server.ts';
import { deleteProofsOf, deleteUnconfirmed, holdUsername, releaseHold } from '../../accounts/queries.server.ts';
import { evenly, faultsOf, faultsOfNames } from '../../accounts/service.server.ts';
import { avatarOf } from '../../accounts/sessions/rules.ts';
import { REDRAW, type Redraw } from '../../avatars/redrawing/schema.ts';
import type { Letter } from '../../mail/schema.ts';
import { postLetter } from '../../mail/service.server.ts';
import { provePassword } from '../proving/service.server.ts';
import type { SettingsAnswer } from '../schema.ts';
import * as queries from './queries.server.ts';
import { EMAIL_ASKS, EMAIL_HOURS, EMAIL_MAILS, nextRename, RENAME_DAYS, RENAMES_MAX, renamesSince } from './rules.ts';
import { emailForm, emailToken, profileForm, type AccountView, type EmailLink } from './schema.ts';
import { letters, texts } from './texts.ts';

type Fields = Record<string, string>;

/** The Account tab of the actor. */
export async function viewAccount(ctx: AppContext, actor: Actor): Promise<AccountView> {
  authorize(actor, 'settings:read');
  const playerId = requirePlayerId(actor);
  const [row, renames] = await Promise.all([
    queries.accountOf(ctx.db, playerId, ctx.now()),
    queries.renamesOf(ctx.db, playerId, renamesSince(ctx.now())),
  ]);
  if (!row) throw new AppError('not-found');
  return {
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    avatar: avatarOf(playerId, row.avatar_url),
    hasAvatar: row.style === 'template' || row.style === 'custom',
    renamesLeft: Math.max(0, RENAMES_MAX - renames.length),
    renameFrom: nextRename(renames)?.toISOString() ?? null,
    hasPassword: row.password_hash !== null,
    newEmail: row.new_email,
  };
}

/**
 * Saves the names, and lets go of the avatar where `avatar` is sent empty (spec 2, section 5). Names that did not change are not
 * judged again: what was taken once stays. @throws Refusal 'not-found', 'bad-input'
 */
export async function saveProfile(ctx: AppContext, actor: Actor, fields: Fields): Promise<SettingsAnswer> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const { username = '', displayName = '' } = fields;
  const refuse = (faults: Fields, said: string = texts.faults.form) =>
    answer('profile', { faults, typed: { username, displayName }, said });
  const parsed = profileForm.safeParse(fields);
  if (!parsed.success) return refuse(faultsOf(parsed.error));
  const names = parsed.data;
  const before = await queries.accountOf(ctx.db, playerId, ctx.now());
  if (!before) throw new AppError('not-found');
  const avatar = fields['avatar']?.trim();
  if (avatar !== undefined && avatar !== '' && avatar !== avatarOf(playerId, before.avatar_url))
    return refuse({ avatar: texts.faults.avatar });
  const isRenamed = names.username !== before.username;
  if (isRenamed && isKeptUsername(names.username)) return refuse({ username: texts.faults.kept });
  const unfit = await faultsOfNames(ctx, names);
  if (unfit === 'unknown') return refuse({}, texts.faults.filter);
  const faults = Object.fromEntries(
    Object.entries(unfit ?? {}).filter(([field]) => (field === 'username' ? isRenamed : names.displayName !== before.display_name)),
  );
  if (Object.keys(faults).length > 0) return refuse(faults);
  const change = async (trx: Transaction<DB>): Promise<Fields | null> => {
    const held = await queries.holdNames(trx, playerId);
    if (!held) throw new AppError('not-found');
    if (names.username !== held.username) {
      const now = ctx.now();
      const next = nextRename(await queries.renamesOf(trx, playerId, renamesSince(now)));
      if (next) return { username: texts.usernameLater(next.toISOString()) };
      const claim = claimOf(playerId);
      const until = new Date(now.getTime() + RENAME_DAYS * 86_400_000);
      if (!(await holdUsername(trx, names.username, claim, until, now))) return { username: texts.faults.taken };
      await queries.setNames(trx, playerId, names, now);
      await releaseHold(trx, names.username, claim);
      // Nobody else may pass for who they were a moment ago; they themselves may go back.
      await holdUsername(trx, held.username, claim, until, now);
      await queries.noteRename(trx, playerId, now, renamesSince(now));
    } else if (names.displayName !== held.display_name) {
      await queries.setNames(trx, playerId, names, ctx.now());
    }
    if (avatar === '' && (await queries.dropAvatar(trx, playerId, ctx.now())))
      await ctx.jobs.enqueue(REDRAW, { playerId } satisfies Redraw, trx as never);
    return null;
  };
  const done = await ctx.db
    .transaction()
    .execute(change)
    .catch((error: unknown) => {
      // Somebody else took the name in the same moment.
      if (isTaken(error)) return { username: texts.faults.taken };
      throw error;
    });
  if (done) return refuse(done);
  // Other tabs and phones of the player show it too.
  ctx.bus.publish({ kind: 'rights', playerId });
  return answer('profile', { ok: true, toast: texts.toasts.saved });
}

/**
 * Asks for another address. It is the player's once its link was opened; who asks for one that somebody has gets the same answer
 * in the same time. The old address is told at once: a new password stops it.
 */
export async function askEmailChange(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<SettingsAnswer> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const refuse = (faults: Fields, said: string = texts.faults.form) =>
    answer('change-email', { faults, typed: { email: fields['email'] ?? '' }, said });
  const parsed = emailForm.safeParse(fields);
  if (!parsed.success) return refuse(faultsOf(parsed.error));
  const { email } = parsed.data;
  const proof = await provePassword(ctx, playerId, fields['password'] ?? '', visit);
  if (proof.state === 'none') return refuse({}, texts.noPassword);
  if (proof.state === 'busy') return refuse({}, texts.faults.busy);
  if (proof.state === 'too-many') return refuse({ password: texts.faults.tooMany(Math.ceil(proof.wait / 60)) });
  if (proof.state !== 'right') return refuse({ password: texts.faults[proof.state] });
  if (email === proof.email) return refuse({ email: texts.faults.same });
  if ((await countAsked(ctx, EMAIL_ASKS, playerId)) > 0) return refuse({}, texts.faults.tooOften);
  return evenly(EVEN_MS, async () => {
    const token = randomBytes(24).toString('base64url');
    const until = new Date(ctx.now().getTime() + EMAIL_HOURS * 3_600_000);
    const owner = await queries.ownerOfEmail(ctx.db, email);
    await queries.putEmailChange(ctx.db, { playerId, email, tokenHash: hashOf(token), passwordMark: hashOf(proof.hash), until });
    const { origin } = ctx.config;
    const letter: Letter = owner
      ? letters.taken(email, owner.username)
      : { ...letters.prove(email, proof.username, `${origin}/settings/email/${token}`), until: until.toISOString() };
    if ((await countAsked(ctx, EMAIL_MAILS, email)) === 0) await postLetter(ctx, letter);
    await postLetter(ctx, letters.asked(proof.email, proof.username, `${origin}/settings?tab=security`));
    return answer('change-email', { ok: true, toast: texts.toasts.sent });
  });
}

/** What the link to a new address can do for who opens it. Changes nothing. */
export async function checkEmailChange(ctx: AppContext, actor: Actor, token: string): Promise<EmailLink> {
  if (actor.kind === 'visitor') return { state: 'log-in' };
  authorize(actor, 'settings:read');
  const known = await changeBy(ctx, actor, token);
  return known ? { state: 'ready', email: known.email } : { state: 'invalid' };
}

/** The address is proved: it is the player's from now on. The old one is told, and what was mailed to it opens nothing any more. */
export async function confirmEmailChange(ctx: AppContext, actor: Actor, token: string): Promise<EmailLink> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const known = await changeBy(ctx, actor, token);
  if (!known) return { state: 'invalid' };
  // An account that never proved the address makes way, as at sign-up.
  await deleteUnconfirmed(ctx.db, { email: known.email });
  const isDone = await ctx.db
    .transaction()
    .execute(async (trx) => {
      // Asked again under a lock: a new password that is being chosen now ends this.
      if (!(await changeBy(ctx, actor, token, trx))) return false;
      if (!(await queries.takeEmailChange(trx, playerId, hashOf(token)))) return false;
      if (!(await queries.setEmail(trx, playerId, known.email, ctx.now()))) return false;
      await deleteProofsOf(trx, playerId);
      await postLetter(ctx, letters.changed(known.old_email, known.username, `${ctx.config.origin}/contact`), trx as never);
      return true;
    })
    .catch((error: unknown) => {
      // Somebody else proved it in the same moment.
      if (isTaken(error)) return false;
      throw error;
    });
  if (!isDone) return { state: 'invalid' };
  ctx.bus.publish({ kind: 'rights', playerId });
  return { state: 'done' };
}

/** What a link proves, unless the password was changed since: then who asked may not be who owns the account. */
async function changeBy(ctx: AppContext, actor: Actor, token: string, trx?: Transaction<DB>) {
  const parsed = emailToken.safeParse(token);
  const known = parsed.success ? await queries.emailChangeBy(ctx.db, requirePlayerId(actor), hashOf(parsed.data), ctx.now(), trx) : undefined;
  return known && known.password_hash !== null && hashOf(known.password_hash) === known.password_mark ? known : null;
}

/** The database's word for what can be only once and is there already. */
function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}

/** By this mark a player's own former name is known to be theirs. */
export function claimOf(playerId: string): string {
  return hashOf(`renamed ${playerId}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

type Rest = { ok?: true; faults?: Fields; typed?: Fields; said?: string; toast?: { title: string; text: string } };

function answer(form: string, { ok, faults = {}, typed = {}, said = '', toast = texts.toasts.failed(said) }: Rest): SettingsAnswer {
  return { form, ok: ok === true, toast: { ...toast, kind: ok === true ? 'good' : 'bad' }, faults, typed };
}
