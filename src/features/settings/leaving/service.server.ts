import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { countAsked } from '../../accounts/guarding/service.server.ts';
import { deleteProofsOf } from '../../accounts/queries.server.ts';
import { endSessionsOf } from '../../accounts/sessions/service.server.ts';
import { postLetter } from '../../mail/service.server.ts';
import { stopRenewingOf } from '../../subscriptions/leaving/service.server.ts';
import { accountAsked } from '../asking/service.server.ts';
import { provePassword } from '../proving/service.server.ts';
import * as queries from './queries.server.ts';
import { deletesAt, LEAVE_LINKS, LINK_MINUTES } from './rules.ts';
import { leaveToken, type LeaveAnswer, type LeaveView, type LeavingView } from './schema.ts';
import { letters, texts } from './texts.ts';

type Fields = Record<string, string>;
/** They are signed out everywhere (the cookies say so here), or what the form answers. */
export type Left = { kind: 'left'; cookies: string[] } | { kind: 'answer'; answer: LeaveAnswer };
const { faults: words, toasts } = texts;
/** All that they see who leave. */
const PAGE = '/leaving';

/** A card is stopped at the provider, which may be away: tried again until it answers. */
export const stopRenewingJob = {
  name: 'leaving.stop-renewing',
  retry: { limit: 30, seconds: 10, secondsMax: 3600 },
  async run(ctx: AppContext, { playerId }: { playerId: string }): Promise<void> {
    const player = await queries.playerWhoMayLeave(ctx.db, playerId);
    // Who changed their mind meanwhile keeps their card too.
    if (player && player.deletes_at !== null) await stopRenewingOf(ctx, playerId);
  },
};

/** What leaving means for the actor. @param token of the mailed link they came by */
export async function viewLeave(ctx: AppContext, actor: Actor, token: string | null): Promise<LeaveView> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.playerWhoMayLeave(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  const parsed = leaveToken.safeParse(token);
  const isGood = parsed.success && (await queries.hasProof(ctx.db, identifierOf(parsed.data), playerId, ctx.now()));
  return {
    username: player.username,
    hasPassword: player.password_hash !== null,
    deletesAt: deletesAt(ctx.now()).toISOString(),
    link: token === null ? null : isGood ? 'good' : 'bad',
  };
}

/**
 * The actor leaves: signed out everywhere now, gone in 14 days. Proved by the password or, by who has none, the mailed link.
 * @param fields `current`, or the `token` of the link
 */
export async function leave(ctx: AppContext, actor: Actor, fields: Fields, visit: ClientInfo): Promise<Left> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.playerWhoMayLeave(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (isOfTeam(actor)) return answer('leave', { toast: { ...toasts.failed(words.team), kind: 'bad' } });
  let identifier: string | null = null;
  if (player.password_hash !== null) {
    const why = await whyNotProved(ctx, playerId, fields['current'] ?? '', visit);
    if (why !== null) return answer('leave', { faults: { current: why }, toast: { ...toasts.failed(why), kind: 'bad' } });
  } else {
    const token = leaveToken.safeParse(fields['token']);
    if (!token.success) return badLink();
    identifier = identifierOf(token.data);
  }
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (identifier !== null && !(await queries.takeProof(trx, identifier, playerId, ctx.now()))) return false;
    await setOff(ctx, trx, playerId, player);
    return true;
  });
  if (!isDone) return badLink();
  const { cookies } = await ctx.auth.signOut(visit);
  await shutOut(ctx, playerId);
  return { kind: 'left', cookies };
}

/**
 * An account goes because a parent asks, who is not signed in to it: the same end in the same 14 days, with the same letter.
 * @param name username or e-mail address
 * @returns when it is gone (ISO), and whether that was asked for before
 * @throws Refusal 'not-allowed', 'not-found', 'bad-input' for who is on the team
 */
export async function leaveAsked(
  ctx: AppContext,
  actor: Actor,
  name: string,
): Promise<{ username: string; deletesAt: string; wasAsked: boolean }> {
  const { id } = await accountAsked(ctx, actor, name);
  const player = await queries.playerWhoMayLeave(ctx.db, id);
  if (!player) throw new AppError('not-found', `nobody is called '${name}'`);
  const { username } = player;
  if (player.role !== 'player')
    throw new AppError('bad-input', `'${username}' is on the team: first npm run accounts -- set-role ${username} player`);
  const isNew = await ctx.db.transaction().execute((trx) => setOff(ctx, trx, id, player));
  await shutOut(ctx, id);
  const after = await queries.playerWhoMayLeave(ctx.db, id);
  if (!after || after.deletes_at === null) throw new AppError('not-available', `'${username}' chose to stay in this very moment`);
  return { username, deletesAt: after.deletes_at.toISOString(), wasAsked: !isNew };
}

/** Who signs in through another site only gets a link that proves it is them. */
export async function mailLeaveLink(ctx: AppContext, actor: Actor): Promise<Left> {
  authorize(actor, 'account:delete');
  const playerId = requirePlayerId(actor);
  const player = await queries.playerWhoMayLeave(ctx.db, playerId);
  if (!player) throw new AppError('not-found');
  if (player.password_hash !== null) throw new AppError('bad-input', 'this player has a password to be asked for');
  if (isOfTeam(actor)) return answer('leave-link', { toast: { ...toasts.failed(words.team), kind: 'bad' } });
  if (await countAsked(ctx, LEAVE_LINKS, playerId))
    return answer('leave-link', { toast: { ...toasts.failed(words.tooOften), kind: 'bad' } });
  const token = randomBytes(24).toString('base64url');
  const until = new Date(ctx.now().getTime() + LINK_MINUTES * 60_000);
  await queries.putProof(ctx.db, { id: ctx.newId(), identifier: identifierOf(token), value: playerId, until });
  const url = `${ctx.config.origin}/settings/delete?token=${token}`;
  await postLetter(ctx, { ...letters.link(player.email, player.username, url), until: until.toISOString() });
  return answer('leave-link', { ok: true, toast: { ...toasts.linked, kind: 'good' } });
}

/** Where somebody is led who leaves, whatever page they ask for; null: they may see it, as everybody else may. @param path asked for */
export function leadAway(actor: Actor, path: string): string | null {
  return actor.kind === 'leaving' && path.replace(/\.data$/, '') !== PAGE ? PAGE : null;
}

/** What somebody sees who signed in to an account that is going to be deleted. */
export async function viewLeaving(ctx: AppContext, actor: Actor): Promise<LeavingView> {
  authorize(actor, 'account:keep');
  const player = actor.kind === 'leaving' ? await queries.playerWhoMayLeave(ctx.db, actor.id) : undefined;
  if (!player || player.deletes_at === null) throw new AppError('not-found');
  return { username: player.username, deletesAt: player.deletes_at.toISOString() };
}

/** The account stays after all. @throws Refusal 'not-available' where its time has come */
export async function keepAccount(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'account:keep');
  if (actor.kind !== 'leaving') throw new AppError('not-allowed');
  await ctx.db.transaction().execute(async (trx) => {
    const player = await queries.setStaying(trx, actor.id, ctx.now());
    if (!player) throw new AppError('not-available', 'the time of this account has come');
    await postLetter(ctx, letters.kept(player.email, player.username, `${ctx.config.origin}/login?view=reset`), trx as never);
  });
}

/** The time until the end begins: the player is told, and a card is not charged any more. @returns false where it began before */
async function setOff(ctx: AppContext, trx: Transaction<DB>, playerId: string, who: { email: string; username: string }): Promise<boolean> {
  const at = deletesAt(ctx.now());
  if (!(await queries.setLeaving(trx, playerId, at))) return false;
  const login = `${ctx.config.origin}/login`;
  await postLetter(ctx, letters.leaving(who.email, who.username, at.toISOString(), login), trx as never);
  await ctx.jobs.enqueue(stopRenewingJob, { playerId }, trx as never);
  return true;
}

/** Nobody is signed in to the account any more, and no mailed link opens it. */
async function shutOut(ctx: AppContext, playerId: string): Promise<void> {
  await endSessionsOf(ctx, playerId);
  await deleteProofsOf(ctx.db, playerId);
}

async function whyNotProved(ctx: AppContext, playerId: string, password: string, visit: ClientInfo): Promise<string | null> {
  const proof = await provePassword(ctx, playerId, password, visit);
  if (proof.state === 'right') return null;
  if (proof.state === 'too-many') return words.tooMany(Math.ceil(proof.wait / 60));
  return { empty: words.empty, wrong: words.wrong, none: words.wrong, busy: words.busy }[proof.state];
}

/** Leaving takes a name off what its owner did in the log: of the team nobody does that by themselves. */
function isOfTeam(actor: Actor): boolean {
  return actor.kind === 'player' && actor.role !== 'player';
}

const badLink = () => answer('leave', { toast: { ...toasts.failed(texts.ask.linkBad), kind: 'bad' } });

function answer(form: LeaveAnswer['form'], rest: Partial<LeaveAnswer>): Left {
  return { kind: 'answer', answer: { form, ok: false, toast: null, faults: {}, ...rest } };
}

/** The table holds no token. */
function identifierOf(token: string): string {
  return createHash('sha256').update(`leave ${token}`).digest('base64url');
}
