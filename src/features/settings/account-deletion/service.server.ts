import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { consumeRateLimit } from '../../accounts/sign-in-limits/service.server.ts';
import { deleteVerificationTokens } from '../../accounts/queries.server.ts';
import { endAllSessions } from '../../accounts/sessions/service.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { disableAutoRenew } from '../../subscriptions/account-deletion/service.server.ts';
import { getAccountForParent } from '../parent-requests/service.server.ts';
import { reauthenticate } from '../reauthentication/service.server.ts';
import * as queries from './queries.server.ts';
import { getDeletionDate, DELETION_LINK_LIMIT, DELETION_LINK_MINUTES } from './rules.ts';
import { deletionToken, type DeleteAccountResult, type DeleteAccountView, type PendingDeletionView } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

type Fields = Record<string, string>;
/** They are signed out everywhere (the cookies say so here), or what the form answers. */
export type DeletionOutcome = { kind: 'left'; cookies: string[] } | { kind: 'answer'; answer: DeleteAccountResult };
const { fieldErrors, toasts } = texts;
/** All that they see who leave. */
const PENDING_DELETION_PATH = '/leaving';

/** A card is stopped at the provider, which may be away: tried again until it answers. */
export const cancelRenewalJob = {
  name: 'leaving.stop-renewing',
  retry: { limit: 30, seconds: 10, secondsMax: 3600 },
  async run(ctx: AppContext, { playerId }: { playerId: string }): Promise<void> {
    const player = await queries.findPlayerForDeletion(ctx.db, playerId);
    // Who changed their mind meanwhile keeps their card too.
    if (player && player.deletes_at !== null) await disableAutoRenew(ctx, playerId);
  },
};

/** What leaving means for the actor. @param token of the mailed link they came by */
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

/**
 * The actor leaves: signed out everywhere now, gone in 14 days. Proved by the password or, by who has none, the mailed link.
 * @param fields `current`, or the `token` of the link
 */
export async function requestAccountDeletion(
  ctx: AppContext,
  actor: Actor,
  fields: Fields,
  clientInfo: ClientInfo,
): Promise<DeletionOutcome> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.findPlayerForDeletion(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (isStaff(actor)) return deletionResult('leave', { toast: { ...toasts.failed(fieldErrors.team), kind: 'bad' } });
  let identifier: string | null = null;
  if (player.password_hash !== null) {
    const why = await getReauthError(ctx, playerId, fields['current'] ?? '', clientInfo);
    if (why !== null) return deletionResult('leave', { fieldErrors: { current: why }, toast: { ...toasts.failed(why), kind: 'bad' } });
  } else {
    const token = deletionToken.safeParse(fields['token']);
    if (!token.success) return invalidLinkResult();
    identifier = hashToken(token.data);
  }
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (identifier !== null && !(await queries.consumeVerificationToken(trx, identifier, playerId, ctx.now()))) return false;
    await scheduleDeletion(ctx, trx, playerId, player);
    return true;
  });
  if (!isDone) return invalidLinkResult();
  const { cookies } = await ctx.auth.signOut(clientInfo);
  await revokeAccess(ctx, playerId);
  return { kind: 'left', cookies };
}

/**
 * An account goes because a parent asks, who is not signed in to it: the same end in the same 14 days, with the same letter.
 * @param name username or e-mail address
 * @returns when it is gone (ISO), and whether that was asked for before
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' for who is on the team
 */
export async function requestDeletionForParent(
  ctx: AppContext,
  actor: Actor,
  name: string,
): Promise<{ username: string; deletesAt: string; wasAsked: boolean }> {
  const { id } = await getAccountForParent(ctx, actor, name);
  const player = await queries.findPlayerForDeletion(ctx.db, id);
  if (!player) throw new AppError('not-found', `nobody is called '${name}'`);
  const { username } = player;
  if (player.role !== 'player')
    throw new AppError('bad-input', `'${username}' is on the team: first npm run accounts -- set-role ${username} player`);
  const isNew = await ctx.db.transaction().execute((trx) => scheduleDeletion(ctx, trx, id, player));
  await revokeAccess(ctx, id);
  const after = await queries.findPlayerForDeletion(ctx.db, id);
  if (!after || after.deletes_at === null) throw new AppError('not-available', `'${username}' chose to stay in this very moment`);
  return { username, deletesAt: after.deletes_at.toISOString(), wasAsked: !isNew };
}

/** Who signs in through another site only gets a link that proves it is them. */
export async function sendDeletionLink(ctx: AppContext, actor: Actor): Promise<DeletionOutcome> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.findPlayerForDeletion(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password to be asked for');
  if (isStaff(actor)) return deletionResult('leave-link', { toast: { ...toasts.failed(fieldErrors.team), kind: 'bad' } });
  if (await consumeRateLimit(ctx, DELETION_LINK_LIMIT, playerId))
    return deletionResult('leave-link', { toast: { ...toasts.failed(fieldErrors.tooOften), kind: 'bad' } });
  const token = randomBytes(24).toString('base64url');
  const until = new Date(ctx.now().getTime() + DELETION_LINK_MINUTES * 60_000);
  await queries.insertVerificationToken(ctx.db, { id: ctx.newId(), identifier: hashToken(token), value: playerId, until });
  const url = `${ctx.config.origin}/settings/delete?token=${token}`;
  await enqueueEmail(ctx, { ...emailTemplates.link(player.email, player.username, url), until: until.toISOString() });
  return deletionResult('leave-link', { ok: true, toast: { ...toasts.linked, kind: 'good' } });
}

/** Where somebody is led who leaves, whatever page they ask for; null: they may see it, as everybody else may. @param path asked for */
export function redirectForPendingDeletion(actor: Actor, path: string): string | null {
  return actor.kind === 'leaving' && path.replace(/\.data$/, '') !== PENDING_DELETION_PATH ? PENDING_DELETION_PATH : null;
}

/** What somebody sees who signed in to an account that is going to be deleted. */
export async function getPendingDeletion(ctx: AppContext, actor: Actor): Promise<PendingDeletionView> {
  authorize(actor, 'account:keep');
  const player = actor.kind === 'leaving' ? await queries.findPlayerForDeletion(ctx.db, actor.id) : undefined;
  if (!player || player.deletes_at === null) throw new AppError('not-found');
  return { username: player.username, deletesAt: player.deletes_at.toISOString() };
}

/** The account stays after all. @throws AppError 'not-available' where its time has come */
export async function cancelAccountDeletion(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'account:keep');
  if (actor.kind !== 'leaving') throw new AppError('not-allowed');
  await ctx.db.transaction().execute(async (trx) => {
    const player = await queries.clearDeletionDate(trx, actor.id, ctx.now());
    if (!player) throw new AppError('not-available', 'the time of this account has come');
    await enqueueEmail(ctx, emailTemplates.kept(player.email, player.username, `${ctx.config.origin}/login?view=reset`), trx as never);
  });
}

/** The time until the end begins: the player is told, and a card is not charged any more. @returns false where it began before */
async function scheduleDeletion(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  who: { email: string; username: string },
): Promise<boolean> {
  const at = getDeletionDate(ctx.now());
  if (!(await queries.setDeletionDate(trx, playerId, at))) return false;
  const login = `${ctx.config.origin}/login`;
  await enqueueEmail(ctx, emailTemplates.leaving(who.email, who.username, at.toISOString(), login), trx as never);
  await ctx.jobs.enqueue(cancelRenewalJob, { playerId }, trx as never);
  return true;
}

/** Nobody is signed in to the account any more, and no mailed link opens it. */
async function revokeAccess(ctx: AppContext, playerId: string): Promise<void> {
  await endAllSessions(ctx, playerId);
  await deleteVerificationTokens(ctx.db, playerId);
}

async function getReauthError(ctx: AppContext, playerId: string, password: string, clientInfo: ClientInfo): Promise<string | null> {
  const reauth = await reauthenticate(ctx, playerId, password, clientInfo);
  if (reauth.state === 'right') return null;
  if (reauth.state === 'too-many') return fieldErrors.tooMany(Math.ceil(reauth.wait / 60));
  return { empty: fieldErrors.empty, wrong: fieldErrors.wrong, none: fieldErrors.wrong, busy: fieldErrors.busy }[reauth.state];
}

/** Leaving takes a name off what its owner did in the log: of the team nobody does that by themselves. */
function isStaff(actor: Actor): boolean {
  return actor.kind === 'player' && actor.role !== 'player';
}

const invalidLinkResult = () => deletionResult('leave', { toast: { ...toasts.failed(texts.ask.linkBad), kind: 'bad' } });

function deletionResult(form: DeleteAccountResult['form'], rest: Partial<DeleteAccountResult>): DeletionOutcome {
  return { kind: 'answer', answer: { form, ok: false, toast: null, fieldErrors: {}, ...rest } };
}

/** The table holds no token. */
function hashToken(token: string): string {
  return createHash('sha256').update(`leave ${token}`).digest('base64url');
}
