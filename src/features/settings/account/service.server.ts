import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { RESPONSE_STEP_MS } from '../../accounts/rules.ts';
import { isBannedEmailError } from '../../accounts/banned-emails/rules.ts';
import { hashEmail, isEmailBanned } from '../../accounts/banned-emails/service.server.ts';
import { sendRefusedAddressEmail } from '../../accounts/emails.service.server.ts';
import { consumeRateLimit } from '../../accounts/sign-in-limits/service.server.ts';
import { deleteVerificationTokens, deleteUnconfirmedPlayers, reserveUsername, releaseUsername } from '../../accounts/queries.server.ts';
import { describeIssue, getNameErrors, padResponseTime } from '../../accounts/service.server.ts';
import { RERENDER_AVATAR, type RerenderAvatarPayload } from '../../avatars/rerender.schema.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { reauthenticate, reauthenticateWithCode } from '../../accounts/reauthentication/service.server.ts';
import type { SettingsResult } from '../schema.ts';
import * as queries from './queries.server.ts';
import {
  EMAIL_CHANGE_LIMIT,
  EMAIL_LINK_HOURS,
  EMAIL_CHANGE_MAILBOX_LIMIT,
  DISPLAY_NAME_CHANGES_MAX,
  getNextDisplayNameDate,
  getNextRenameDate,
  RENAME_DAYS,
  RENAMES_MAX,
  getRenameWindowStart,
} from './rules.ts';
import { emailChangeToken, emailForm, profileForm } from './forms.server.ts';
import type { AccountView, EmailLinkState } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';

type FieldErrors = Record<string, string>;
/** The fields of the profile that people type. */
const NAMES = ['username', 'displayName'] as const;

type ChangedNames = { username: boolean; displayName: boolean };
type RecordNameChange = (trx: Transaction<DB>, changed: ChangedNames) => Promise<void>;

/** The data of the actor's Account tab. */
export async function getAccountView(ctx: AppContext, actor: Actor): Promise<AccountView> {
  authorize(actor, 'settings:read');
  const playerId = requirePlayerId(actor);
  const since = getRenameWindowStart(ctx.now());
  const [row, renames, displayNameChanges] = await Promise.all([
    queries.findAccount(ctx.db, playerId, ctx.now()),
    queries.listNameChanges(ctx.db, 'username_changes', playerId, since),
    queries.listNameChanges(ctx.db, 'display_name_changes', playerId, since),
  ]);
  if (!row) throw new AppError('not-found');
  return {
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    avatar: urlForAvatar(playerId, row.avatar_url),
    hasAvatar: row.style === 'template' || row.style === 'custom',
    renamesLeft: Math.max(0, RENAMES_MAX - renames.length),
    renameAllowedAt: getNextRenameDate(renames)?.toISOString() ?? null,
    displayNameChangesLeft: Math.max(0, DISPLAY_NAME_CHANGES_MAX - displayNameChanges.length),
    displayNameChangeAllowedAt: getNextDisplayNameDate(displayNameChanges)?.toISOString() ?? null,
    hasPassword: row.password_hash !== null,
    hasTwoFactor: row.two_factor,
    newEmail: row.new_email,
    birthMonth: row.birth_month,
  };
}

/**
 * Saves the names, and removes the avatar if `avatar` is empty (spec 2, section 5). Unchanged names are not moderated again: an accepted
 * name stays accepted.
 * @param recordChange writes down in the same transaction which names it changes
 * @throws AppError 'not-found', 'bad-input'
 */
export async function saveProfile(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  recordChange?: RecordNameChange,
): Promise<SettingsResult> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const failField = (fieldErrors: FieldErrors) =>
    failure('profile', actionFailure('bad-input', { fieldErrors, values: pickFields(fields, NAMES) }), texts.fieldErrors.form);
  const parsed = parseForm(profileForm, fields, describeIssue, NAMES);
  if (!parsed.ok) return failure('profile', parsed, texts.fieldErrors.form);
  const { avatar, ...names } = parsed.value;
  const before = await queries.findAccount(ctx.db, playerId, ctx.now());
  if (!before) throw new AppError('not-found');
  if (avatar !== undefined && avatar !== '' && avatar !== urlForAvatar(playerId, before.avatar_url))
    return failField({ avatar: texts.fieldErrors.avatar });
  const isRenamed = names.username !== before.username;
  const nameErrors = await getNameErrors(ctx, names);
  if (nameErrors === 'unknown')
    return failure('profile', actionFailure('unavailable', { values: pickFields(fields, NAMES) }), texts.fieldErrors.filter);
  const fieldErrors = Object.fromEntries(
    Object.entries(nameErrors ?? {}).filter(([field]) => (field === 'username' ? isRenamed : names.displayName !== before.display_name)),
  );
  if (Object.keys(fieldErrors).length > 0) return failField(fieldErrors);
  const errors = await ctx.db
    .transaction()
    .execute((trx) => writeProfile(ctx, trx, playerId, { ...names, isAvatarRemoved: avatar === '' }, recordChange))
    .catch((error: unknown) => {
      // Somebody else took the name concurrently.
      if (isUniqueViolation(error)) return { username: texts.fieldErrors.taken };
      throw error;
    });
  if (errors) return failField(errors);
  // Update the player's other tabs and devices.
  ctx.bus.publish({ kind: 'rights', playerId });
  return success('profile', texts.toasts.saved);
}

/**
 * Writes the names and removes the avatar. The player's row is locked meanwhile, so that saves at the same time are counted one by one.
 * @returns errors by field if a name cannot be changed, or null
 */
async function writeProfile(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  { isAvatarRemoved, ...names }: { username: string; displayName: string; isAvatarRemoved: boolean },
  recordChange?: RecordNameChange,
): Promise<FieldErrors | null> {
  const locked = await queries.lockPlayerNames(trx, playerId);
  if (!locked) throw new AppError('not-found');
  const isRenamed = names.username !== locked.username;
  const isDisplayNameChanged = names.displayName !== locked.display_name;
  const errors = {
    ...(isRenamed && (await findRenameError(ctx, trx, playerId))),
    ...(isDisplayNameChanged && (await findDisplayNameError(ctx, trx, playerId))),
  };
  if (Object.keys(errors).length > 0) return errors;
  const now = ctx.now();
  const since = getRenameWindowStart(now);
  const claim = getUsernameClaim(playerId);
  const until = new Date(now.getTime() + RENAME_DAYS * 86_400_000);
  const reserve = (username: string) => reserveUsername(trx, { username, claimHash: claim, playerId }, until, now);
  if (isRenamed && !(await reserve(names.username))) return { username: texts.fieldErrors.taken };
  if (isRenamed || isDisplayNameChanged) await queries.updateNames(trx, playerId, names, now);
  if (isRenamed) {
    await releaseUsername(trx, names.username, claim);
    // Reserve the old username, so that nobody else can impersonate the player, and they can change back.
    await reserve(locked.username);
    await queries.insertRename(trx, playerId, now, since);
  }
  if (isDisplayNameChanged) await queries.insertDisplayNameChange(trx, { id: ctx.newId(), playerId, at: now, since });
  if (isAvatarRemoved && (await queries.resetAvatar(trx, playerId, ctx.now())))
    await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId } satisfies RerenderAvatarPayload, trx);
  await recordChange?.(trx, { username: isRenamed, displayName: isDisplayNameChanged });
  return null;
}

async function findRenameError(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<FieldErrors> {
  const changes = await queries.listNameChanges(trx, 'username_changes', playerId, getRenameWindowStart(ctx.now()));
  const next = getNextRenameDate(changes);
  return next ? { username: texts.usernameLater(next.toISOString()) } : {};
}

async function findDisplayNameError(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<FieldErrors> {
  const changes = await queries.listNameChanges(trx, 'display_name_changes', playerId, getRenameWindowStart(ctx.now()));
  const next = getNextDisplayNameDate(changes);
  return next ? { displayName: texts.displayNameLater(next.toISOString()) } : {};
}

/**
 * Requests a change of the email address, with the password and, if two-factor is on, a code. It takes effect when the link sent to the
 * new address is used. A taken or banned address gets the same response in the same time, and a mail without a link. The old address is
 * notified at once, because a password change would cancel the request.
 */
export async function requestEmailChange(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<SettingsResult> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const values = pickFields(fields, ['email']);
  const fail = (code: string, why: string) => failure('change-email', actionFailure(code, { values }), why);
  const failField = (code: string, fieldErrors: FieldErrors) =>
    failure('change-email', actionFailure(code, { fieldErrors, values }), texts.fieldErrors.form);
  const parsed = parseForm(emailForm, fields, describeIssue, ['email']);
  if (!parsed.ok) return failure('change-email', parsed, texts.fieldErrors.form);
  const { email, password, code } = parsed.value;
  const reauth = await reauthenticate(ctx, playerId, password, clientInfo);
  if (reauth.state === 'none') return fail('no-password', texts.noPassword);
  if (reauth.state === 'busy') return fail('unavailable', texts.fieldErrors.busy);
  if (reauth.state === 'too-many') return failField('too-many-requests', { password: reauth.why });
  if (reauth.state !== 'verified') return failField('wrong-password', { password: texts.fieldErrors[reauth.state] });
  if (email === reauth.email) return failField('bad-input', { email: texts.fieldErrors.same });
  if (reauth.twoFactor) {
    const second = await reauthenticateWithCode(ctx, playerId, code, clientInfo);
    if (second.state !== 'verified') return failField(second.resultCode, { code: second.why });
  }
  if ((await consumeRateLimit(ctx, EMAIL_CHANGE_LIMIT, playerId)) > 0) return fail('too-many-requests', texts.fieldErrors.tooOften);
  return padResponseTime(RESPONSE_STEP_MS, async () => {
    const token = randomBytes(24).toString('base64url');
    const until = new Date(ctx.now().getTime() + EMAIL_LINK_HOURS * 3_600_000);
    const [owner, isBanned] = await Promise.all([queries.findEmailOwner(ctx.db, email), isEmailBanned(ctx, email)]);
    await queries.saveEmailChange(ctx.db, { playerId, email, tokenHash: sha256(token), passwordFingerprint: sha256(reauth.hash), until });
    const { origin } = ctx.config;
    if (isBanned && !owner) await sendRefusedAddressEmail(ctx, email);
    else if ((await consumeRateLimit(ctx, EMAIL_CHANGE_MAILBOX_LIMIT, email)) === 0) {
      const content: EmailContent = owner
        ? emailTemplates.taken(email, owner.username)
        : { ...emailTemplates.prove(email, reauth.username, `${origin}/settings/email/${token}`), until: until.toISOString() };
      await enqueueEmail(ctx, content);
    }
    await enqueueEmail(ctx, emailTemplates.asked(reauth.email, reauth.username, `${origin}/settings?tab=security`));
    return success('change-email', texts.toasts.sent);
  });
}

/** What the link to a new address can do for the actor. Changes nothing. */
export async function checkEmailChange(ctx: AppContext, actor: Actor, token: string): Promise<EmailLinkState> {
  if (actor.kind === 'visitor') return { state: 'log-in' };
  authorize(actor, 'settings:read');
  const emailChange = await findValidEmailChange(ctx, actor, token);
  return emailChange ? { state: 'ready', email: emailChange.email } : { state: 'invalid' };
}

/** Sets the confirmed new address. Notifies the old address and invalidates the links that were emailed to it. */
export async function confirmEmailChange(ctx: AppContext, actor: Actor, token: string): Promise<EmailLinkState> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const known = await findValidEmailChange(ctx, actor, token);
  if (!known) return { state: 'invalid' };
  // Delete an account that never confirmed this address, as sign-up does.
  await deleteUnconfirmedPlayers(ctx.db, { email: known.email });
  const isDone = await ctx.db
    .transaction()
    .execute(async (trx) => {
      // Check again under a lock, because a concurrent password change must cancel this.
      if (!(await findValidEmailChange(ctx, actor, token, trx))) return false;
      if (!(await queries.consumeEmailChange(trx, playerId, sha256(token)))) return false;
      if (!(await queries.setEmail(trx, playerId, known.email, hashEmail(ctx, known.email), ctx.now()))) return false;
      await deleteVerificationTokens(trx, playerId);
      await enqueueEmail(ctx, emailTemplates.changed(known.old_email, known.username, `${ctx.config.origin}/contact`), trx);
      return true;
    })
    .catch((error: unknown) => {
      // Another account confirmed this address concurrently, or it is banned since the link was sent.
      if (isUniqueViolation(error) || isBannedEmailError(error)) return false;
      throw error;
    });
  if (!isDone) return { state: 'invalid' };
  ctx.logSecurity('user_updated', [playerId, playerId, 'email']);
  ctx.bus.publish({ kind: 'rights', playerId });
  return { state: 'done' };
}

/** The pending change for a link, or null if the password changed since: then whoever requested it may not be the account's owner. */
async function findValidEmailChange(ctx: AppContext, actor: Actor, token: string, trx?: Transaction<DB>) {
  const parsed = emailChangeToken.safeParse(token);
  const known = parsed.success
    ? await queries.findEmailChange(ctx.db, requirePlayerId(actor), sha256(parsed.data), ctx.now(), trx)
    : undefined;
  return known && known.password_hash !== null && sha256(known.password_hash) === known.password_fingerprint ? known : null;
}

/** PostgreSQL error code 23505: unique_violation. */
function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}

/** The claim hash with which a player's former usernames are reserved for them. */
export function getUsernameClaim(playerId: string): string {
  return sha256(`renamed ${playerId}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function success(action: string, toast: { title: string; text: string }): SettingsResult {
  return { ok: true, action, toast: { ...toast, kind: 'good' } };
}

function failure(action: string, result: ActionFailure, why: string): SettingsResult {
  return { ...result, action, toast: { ...texts.toasts.failed(why), kind: 'bad' } };
}
