import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { actorId } from '../../../infra/security-log.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, isOnTeam, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { consumeRateLimit } from '../../accounts/sign-in-limits/service.server.ts';
import { deleteVerificationTokens } from '../../accounts/queries.server.ts';
import { endAllSessions } from '../../accounts/sessions/service.server.ts';
import { GUARDIAN_PATH } from '../../guardians/schema.ts';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { isDeletionPaused } from '../../moderation/retention/service.server.ts';
import { disableAutoRenew } from '../../subscriptions/service.server.ts';
import { getAccountForParent } from '../parent-requests.service.server.ts';
import { reauthenticate } from '../../accounts/reauthentication/service.server.ts';
import * as queries from './queries.server.ts';
import { recordAccountAction } from '../../audit-log/service.server.ts';
import { getDeletionDate, DELETION_LINK_LIMIT, DELETION_LINK_MINUTES } from './rules.ts';
import { deletionForm, deletionToken } from './forms.server.ts';
import type { DeleteAccountResult, DeleteAccountView, DeletionForm, PendingDeletionView } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

/** Either the player is signed out everywhere (`cookies` clear this browser's session), or the response of the form. */
export type DeletionOutcome = { kind: 'scheduled'; cookies: string[] } | { kind: 'result'; answer: DeleteAccountResult };
const { fieldErrors, toasts } = texts;
/** The page of a player with a pending deletion. */
const PENDING_DELETION_PATH = '/leaving';
/** The only pages that they can open. */
const OPEN_PATHS: readonly string[] = [PENDING_DELETION_PATH, GET_HELP_PATH];
/** The pages of guardians, who may read our mail on the player's phone. */
const OPEN_FOLDER = `${GUARDIAN_PATH}/`;

/** Stops the card payments at the payment provider. Retried until the provider responds. */
export const cancelRenewalJob = {
  name: 'settings.cancel-renewal',
  retry: { limit: 30, seconds: 10, secondsMax: 3600 },
  async run(ctx: AppContext, { playerId }: { playerId: string }): Promise<void> {
    const player = await queries.findPlayerForDeletion(ctx.db, playerId);
    // If the player cancelled the deletion meanwhile, their subscription keeps renewing.
    if (player && player.deletes_at !== null) await disableAutoRenew(ctx, playerId);
  },
};

/** What deletion means for the actor's account. @param token from the emailed link, if they opened one */
export async function getDeleteAccountView(ctx: AppContext, actor: Actor, token: string | null): Promise<DeleteAccountView> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.findPlayerForDeletion(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  const parsed = deletionToken.safeParse(token);
  const isGood = parsed.success && (await queries.hasVerificationToken(ctx.db, hashToken(parsed.data), playerId, ctx.now()));
  return {
    username: player.username,
    hasPassword: player.password_hash !== null,
    deletesAt: getDeletionDate(ctx.now()).toISOString(),
    link: token === null ? null : isGood ? 'good' : 'bad',
  };
}

/** Handles the form of the page, selected by its field `do`. @throws AppError 'not-allowed', 'not-found', 'bad-input' */
export async function handleDeletionForm(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<DeletionOutcome> {
  return parseFormOrThrow(deletionForm, fields).do === 'leave-link'
    ? sendDeletionLink(ctx, actor)
    : requestAccountDeletion(ctx, actor, fields, clientInfo);
}

/**
 * Schedules the actor's account for deletion: signs out everywhere now, deletes in 14 days. Requires the password or, for accounts without
 * one, the emailed link.
 * @param fields `current`, or the `token` of the link
 */
export async function requestAccountDeletion(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<DeletionOutcome> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.findPlayerForDeletion(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  // Deletion removes somebody's name from their entries in the audit log.
  if (isOnTeam(actor)) return failure('leave', 'not-allowed', fieldErrors.team);
  const { current, token } = parseFormOrThrow(deletionForm, fields);
  let identifier: string | null = null;
  if (player.password_hash !== null) {
    const why = await getReauthError(ctx, playerId, current, clientInfo);
    if (why !== null) return failure('leave', 'wrong-password', why, { current: why });
  } else {
    if (token === undefined) return invalidLinkFailure();
    identifier = hashToken(token);
  }
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (identifier !== null && !(await queries.consumeVerificationToken(trx, identifier, playerId, ctx.now()))) return false;
    await scheduleDeletion(ctx, trx, playerId, player);
    return true;
  });
  if (!isDone) return invalidLinkFailure();
  ctx.logSecurity('user_archived', [playerId, playerId], { requestId: clientInfo.requestId });
  const { cookies } = await ctx.auth.signOut(clientInfo);
  await revokeAccess(ctx, playerId);
  return { kind: 'scheduled', cookies };
}

/**
 * Schedules an account for deletion at a parent's request, made without signing in to it. Same 14 days, same email.
 * @param name username, e-mail address or id
 * @param note why, for the audit log
 * @returns the deletion date (ISO), whether the deletion had already been requested, and whether it would have to wait now
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' for staff
 */
export async function requestDeletionForParent(
  ctx: AppContext,
  actor: Actor,
  name: string,
  note = '',
): Promise<{ username: string; deletesAt: string; wasAsked: boolean; isPaused: boolean }> {
  const { id } = await getAccountForParent(ctx, actor, name);
  const player = await queries.findPlayerForDeletion(ctx.db, id);
  if (!player) throw new AppError('not-found', `nobody is called '${name}'`);
  const { username } = player;
  if (player.role !== 'player') throw new AppError('bad-input', `'${username}' is on the team: first give them the role of a player`);
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    const isScheduled = await scheduleDeletion(ctx, trx, id, player);
    await recordAccountAction(ctx, trx, actor, { action: 'delete-account', subjectId: id, note, details: { wasAsked: !isScheduled } });
    return isScheduled;
  });
  if (isNew) ctx.logSecurity('user_archived', [actorId(actor), id]);
  await revokeAccess(ctx, id);
  const after = await queries.findPlayerForDeletion(ctx.db, id);
  if (!after || after.deletes_at === null) throw new AppError('not-available', `'${username}' chose to stay in this very moment`);
  return { username, deletesAt: after.deletes_at.toISOString(), wasAsked: !isNew, isPaused: await isDeletionPaused(ctx, id) };
}

/** Emails a confirmation link to a player who signs in with Google only. */
export async function sendDeletionLink(ctx: AppContext, actor: Actor): Promise<DeletionOutcome> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.findPlayerForDeletion(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password to be asked for');
  if (isOnTeam(actor)) return failure('leave-link', 'not-allowed', fieldErrors.team);
  if (await consumeRateLimit(ctx, DELETION_LINK_LIMIT, playerId)) return failure('leave-link', 'too-many-requests', fieldErrors.tooOften);
  const token = randomBytes(24).toString('base64url');
  const until = new Date(ctx.now().getTime() + DELETION_LINK_MINUTES * 60_000);
  await queries.insertVerificationToken(ctx.db, { id: ctx.newId(), identifier: hashToken(token), value: playerId, until });
  const url = `${ctx.config.origin}/settings/delete?token=${token}`;
  await enqueueEmail(ctx, { ...emailTemplates.link(player.email, player.username, url), until: until.toISOString() });
  return { kind: 'result', answer: { ok: true, action: 'leave-link', toast: { ...toasts.linked, kind: 'good' } } };
}

/** Where to redirect a player with a pending deletion, for any page; null: no redirect. @param path the requested path */
export function redirectForPendingDeletion(actor: Actor, path: string): string | null {
  const isOpen = OPEN_PATHS.includes(path.replace(/\.data$/, '')) || path.startsWith(OPEN_FOLDER);
  return actor.kind === 'leaving' && !isOpen ? PENDING_DELETION_PATH : null;
}

/** What the player of an account with a pending deletion sees. */
export async function getPendingDeletion(ctx: AppContext, actor: Actor): Promise<PendingDeletionView> {
  authorize(actor, 'account:cancel-deletion');
  const player = actor.kind === 'leaving' ? await queries.findPlayerForDeletion(ctx.db, actor.id) : undefined;
  if (!player || player.deletes_at === null) throw new AppError('not-found');
  return { username: player.username, deletesAt: player.deletes_at.toISOString() };
}

/** Cancels the deletion. @throws AppError 'not-available' if the deletion date has passed */
export async function cancelAccountDeletion(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'account:cancel-deletion');
  if (actor.kind !== 'leaving') throw new AppError('not-allowed');
  await ctx.db.transaction().execute(async (trx) => {
    const player = await queries.clearDeletionDate(trx, actor.id, ctx.now());
    if (!player) throw new AppError('not-available', 'the time of this account has come');
    await enqueueEmail(ctx, emailTemplates.kept(player.email, player.username, `${ctx.config.origin}/login?view=reset`), trx);
  });
  ctx.logSecurity('user_updated', [actor.id, actor.id, 'deletion-cancelled']);
}

/** Starts the waiting period: emails the player and stops the renewal of card payments. @returns false if it had already started */
async function scheduleDeletion(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  who: { email: string; username: string },
): Promise<boolean> {
  const at = getDeletionDate(ctx.now());
  if (!(await queries.setDeletionDate(trx, playerId, at))) return false;
  const login = `${ctx.config.origin}/login`;
  await enqueueEmail(ctx, emailTemplates.leaving(who.email, who.username, at.toISOString(), login), trx);
  await ctx.jobs.enqueue(cancelRenewalJob, { playerId }, trx);
  return true;
}

/** Ends all sessions of an account and invalidates all emailed links. Only other services call this. */
export async function revokeAccess(ctx: AppContext, playerId: string): Promise<void> {
  await endAllSessions(ctx, playerId);
  await deleteVerificationTokens(ctx.db, playerId);
}

async function getReauthError(ctx: AppContext, playerId: string, password: string, clientInfo: ClientInfo): Promise<string | null> {
  const reauth = await reauthenticate(ctx, playerId, password, clientInfo);
  if (reauth.state === 'verified') return null;
  if (reauth.state === 'too-many') return reauth.why;
  return { empty: fieldErrors.empty, wrong: fieldErrors.wrong, none: fieldErrors.wrong, busy: fieldErrors.busy }[reauth.state];
}

const invalidLinkFailure = () => failure('leave', 'invalid-link', texts.ask.linkBad);

function failure(action: DeletionForm, code: string, why: string, errors: Record<string, string> = {}): DeletionOutcome {
  const toast = { ...toasts.failed(why), kind: 'bad' as const };
  return { kind: 'result', answer: { ...actionFailure(code, { fieldErrors: errors }), action, toast } };
}

/** The table contains only token hashes. */
function hashToken(token: string): string {
  return createHash('sha256').update(`leave ${token}`).digest('base64url');
}
