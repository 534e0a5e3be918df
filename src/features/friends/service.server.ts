import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { decodeCursor, encodeCursor } from '../../shared/paging.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { urlForAvatar } from '../accounts/sessions/rules.ts';
import { listGamesByCreator } from '../games/catalogue/service.server.ts';
import { listPlayerFavorites } from '../library/service.server.ts';
import { announce, notify, takeBack } from '../notifications/service.server.ts';
import * as asking from './asking/rules.ts';
import * as queries from './queries.server.ts';
import {
  DEEDS,
  type FoundRow,
  type FriendDeed,
  type FriendsTab,
  type FriendsView,
  type Person,
  type Presence,
  type ProfileView,
  type Relation,
} from './schema.ts';
import { notices } from './texts.ts';

/** The friends page of the actor. @param term what is searched for; an own code or link leads to its player */
export async function viewFriends(
  ctx: AppContext,
  actor: Actor,
  asked: { tab: FriendsTab; term: string; after: string | null },
): Promise<FriendsView> {
  authorize(actor, 'friend:read');
  const playerId = requirePlayerId(actor);
  const [counts, friends, requests, search] = await Promise.all([
    queries.counts(ctx.db, playerId),
    asked.tab === 'friends' ? listFriends(ctx, playerId, asked.after) : null,
    asked.tab === 'requests' ? listRequests(ctx, playerId) : null,
    asked.tab === 'search' ? viewSearch(ctx, actor, asked.term) : null,
  ]);
  return { tab: asked.tab, counts, friends, requests, search };
}

async function listFriends(ctx: AppContext, playerId: string, after: string | null): Promise<NonNullable<FriendsView['friends']>> {
  const key = decodeCursor(after, ['bigint', 'text']);
  const bound = key && isId(key[1]) ? { at: key[0] as number, id: key[1] } : null;
  const rows = await queries.friendsPage(ctx.db, playerId, asking.FRIENDS_PAGE + 1, bound);
  const shown = rows.slice(0, asking.FRIENDS_PAGE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      ...personOf(row),
      presence: presenceOf(ctx, row),
      unread: row.unread,
      last:
        row.last_body !== null && row.last_at ? { text: row.last_body, at: row.last_at.toISOString(), mine: row.last_mine === true } : null,
    })),
    next: rows.length > asking.FRIENDS_PAGE && last ? encodeCursor([last.sort_at, last.id]) : null,
  };
}

/** The actor's friends who are here now, as far as they show it. */
export async function listFriendsHere(ctx: AppContext, actor: Actor, limit: number): Promise<Person[]> {
  authorize(actor, 'friend:read');
  const since = new Date(ctx.now().getTime() - asking.ONLINE_SECONDS * 1000);
  return (await queries.friendsHere(ctx.db, requirePlayerId(actor), since, limit)).map(personOf);
}

async function listRequests(ctx: AppContext, playerId: string): Promise<NonNullable<FriendsView['requests']>> {
  const [received, sent] = await Promise.all([
    queries.openRequests(ctx.db, playerId, 'received', asking.REQUESTS_MAX),
    queries.openRequests(ctx.db, playerId, 'sent', asking.OPEN_MAX),
  ]);
  const present = (row: queries.RequestRecord) => ({ ...personOf(row), at: row.asked_at.toISOString() });
  return { received: received.map(present), sent: sent.map(present) };
}

async function viewSearch(ctx: AppContext, actor: Actor, term: string): Promise<NonNullable<FriendsView['search']>> {
  const playerId = requirePlayerId(actor);
  let isSlow = false;
  const slowDown = (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'too-many-requests') throw error;
    isSlow = true;
    return null;
  };
  const [found, code, blocked] = await Promise.all([
    term.trim() === '' ? null : findPlayers(ctx, actor, term).catch(slowDown),
    ownCode(ctx, playerId),
    queries.blockedBy(ctx.db, playerId, asking.BLOCKED_MAX),
  ]);
  return { term, found, isSlow, code, link: `${ctx.config.origin}/friends?tab=search&q=${code}`, blocked: blocked.map(personOf) };
}

/**
 * Players by the beginning or middle of a name, the exact username first; or the one whose code it is.
 * @throws Refusal 'too-many-requests'
 */
export async function findPlayers(ctx: AppContext, actor: Actor, typed: string): Promise<FoundRow[]> {
  authorize(actor, 'friend:read');
  const playerId = requirePlayerId(actor);
  await ctx.rateLimiter.consume(asking.SEARCHES_A_MINUTE, playerId);
  const term = typed.trim().replace(/^@/, '').slice(0, asking.TERM_MAX);
  if (term === '' || !term.isWellFormed() || term.includes('\0')) return [];
  const code = asking.tidyCode(term);
  const byCode = code ? await queries.playerByCode(ctx.queryPrepared, code) : null;
  const [handed, named] = await Promise.all([
    byCode && byCode !== playerId ? queries.reach(ctx.queryPrepared, playerId, [byCode]) : [],
    queries.searchPlayers(ctx.queryPrepared, playerId, term, asking.FOUND_MAX),
  ]);
  // A code is handed on by its owner: it finds also who does not want to be found by name.
  const rows = [...handed.filter((row) => !row.blocked_by), ...named.filter((row) => row.id !== byCode)].slice(0, asking.FOUND_MAX);
  return rows.map((row) => ({ ...personOf(row), relation: relationOf(row) }));
}

/** The actor's friend code; made when it is first asked for. */
async function ownCode(ctx: AppContext, playerId: string): Promise<string> {
  return (
    (await queries.codeOf(ctx.db, playerId)) ??
    (await queries.firstCode(ctx.db, playerId, asking.codeFrom(randomBytes(8)))) ??
    ownCode(ctx, playerId)
  );
}

async function newCode(ctx: AppContext, playerId: string): Promise<string> {
  for (;;) {
    const code = asking.codeFrom(randomBytes(8));
    if (await queries.putCode(ctx.db, playerId, code)) return code;
  }
}

/**
 * Asks, accepts, declines, withdraws, removes, blocks or unblocks.
 * @returns what the two are to each other then.
 * @throws Refusal 'bad-input', 'not-found' (no such player, or one who blocked the actor: the same answer),
 * 'not-available' (spec 2: 'Relationship already exists', or nothing to do), 'not-allowed' (they take no requests, or declined
 * one lately), 'too-many-requests' (open requests, or friends)
 */
export async function doToFriend(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<{ relation: Relation }> {
  authorize(actor, 'friend:write');
  const playerId = requirePlayerId(actor);
  const deed: FriendDeed | undefined = DEEDS.find((each) => each === fields['do']);
  if (deed === 'renew-code') {
    await newCode(ctx, playerId);
    return { relation: 'none' };
  }
  const other = fields['id'];
  if (!deed || !isId(other) || other === playerId) throw new AppError('bad-input', 'do names a deed, and id another player');
  if (deed === 'ask') await ctx.rateLimiter.consume(asking.ASKS_A_DAY, playerId);
  const told = await ctx.db.transaction().execute(async (trx) => {
    await queries.holdPair(trx, playerId, other);
    return CARRY_OUT[deed](ctx, trx, playerId, other);
  });
  announce(ctx, told);
  // An open chat closes. Of a block the other hears nothing.
  if (deed === 'remove') ctx.bus.publish({ kind: 'chat', playerIds: [other], between: [playerId, other] });
  const [after] = await queries.reach(ctx.queryPrepared, playerId, [other]);
  return { relation: after ? relationOf(after) : 'none' };
}

type CarryOut = (ctx: AppContext, trx: Transaction<DB>, me: string, other: string) => Promise<string[]>;

const CARRY_OUT: Record<Exclude<FriendDeed, 'renew-code'>, CarryOut> = {
  async ask(ctx, trx, me, other) {
    const target = await visible(trx, me, other);
    if (await queries.friendship(trx, me, other)) throw new AppError('not-available', 'Relationship already exists');
    const since = new Date(ctx.now().getTime() - asking.DECLINED_DAYS * 86_400_000);
    if (!target.may_ask || (await queries.wasDeclined(trx, me, other, since))) throw new AppError('not-allowed');
    const counts = await queries.countsForAsking(trx, me, other);
    if (counts.open >= asking.OPEN_MAX || counts.mine >= asking.FRIENDS_MAX || counts.theirs >= asking.FRIENDS_MAX)
      throw new AppError('too-many-requests');
    if (!(await queries.insertRequest(trx, me, other))) throw new AppError('not-available', 'Relationship already exists');
    await queries.deleteDecline(trx, other, me);
    return tell(ctx, trx, me, other, 'friend_request');
  },
  async accept(ctx, trx, me, other) {
    await waiting(trx, me, other);
    const counts = await queries.countsForAsking(trx, me, other);
    if (counts.mine >= asking.FRIENDS_MAX || counts.theirs >= asking.FRIENDS_MAX) throw new AppError('too-many-requests');
    await queries.acceptRequest(trx, me, other, ctx.now());
    return [...(await takeBack(trx, me, ['friend_request'], other)), ...(await tell(ctx, trx, me, other, 'friend_accepted'))];
  },
  async decline(ctx, trx, me, other) {
    await waiting(trx, me, other);
    await queries.deleteFriendship(trx, me, other);
    await queries.putDecline(trx, other, me, ctx.now());
    return takeBack(trx, me, ['friend_request'], other);
  },
  async withdraw(_ctx, trx, me, other) {
    const found = await queries.friendship(trx, me, other);
    if (found?.state !== 'pending' || found.asked_by !== me) throw new AppError('not-available');
    await queries.deleteFriendship(trx, me, other);
    await takeBack(trx, other, ['friend_request'], me);
    return [other];
  },
  async remove(_ctx, trx, me, other) {
    if ((await queries.friendship(trx, me, other))?.state !== 'accepted') throw new AppError('not-available');
    await queries.deleteFriendship(trx, me, other);
    return [...(await forgetEachOther(trx, me, other)), other];
  },
  async block(_ctx, trx, me, other) {
    await visible(trx, me, other);
    await queries.deleteFriendship(trx, me, other);
    await queries.putBlock(trx, me, other);
    // Silent: the other's open tabs hear nothing.
    return (await forgetEachOther(trx, me, other)).filter((playerId) => playerId === me);
  },
  async unblock(_ctx, trx, me, other) {
    await queries.deleteBlock(trx, me, other);
    return [];
  },
};

/** What the two were told about each other leads nowhere any more. */
async function forgetEachOther(trx: Transaction<DB>, one: string, other: string): Promise<string[]> {
  const types = ['friend_request', 'friend_accepted', 'message'] as const;
  return [...(await takeBack(trx, one, types, other)), ...(await takeBack(trx, other, types, one))];
}

/** @throws Refusal 'not-found' for who does not exist, and for who blocked the actor. */
async function visible(trx: Transaction<DB>, me: string, other: string): Promise<queries.Reach> {
  const [found] = await queries.reachIn(trx, me, other);
  if (!found || found.blocked_by) throw new AppError('not-found');
  return found;
}

/** @throws Refusal 'not-available' where no request of the other waits for the actor's answer. */
async function waiting(trx: Transaction<DB>, me: string, other: string): Promise<void> {
  const found = await queries.friendship(trx, me, other);
  if (found?.state !== 'pending' || found.asked_by !== other) throw new AppError('not-available');
}

async function tell(
  ctx: AppContext,
  trx: Transaction<DB>,
  me: string,
  other: string,
  type: 'friend_request' | 'friend_accepted',
): Promise<string[]> {
  const name = await queries.nameOf(trx, me);
  const words = notices[type](name);
  // Asked again after a withdrawal it is another event.
  return notify(ctx, trx, [{ playerId: other, type, ...words, relatedId: me, event: `${type} ${me} ${ctx.now().getTime()}` }]);
}

/**
 * Another player as the actor may see them in lists and chats. @throws Refusal 'not-found' also for who blocked the actor: to
 * them they do not exist
 */
export async function viewPerson(ctx: AppContext, actor: Actor, id: string): Promise<Person & { relation: Relation; presence: Presence }> {
  authorize(actor, 'friend:read');
  const [row] = isId(id) ? await queries.reach(ctx.queryPrepared, requirePlayerId(actor), [id]) : [];
  if (!row || row.blocked_by) throw new AppError('not-found');
  return { ...personOf(row), relation: relationOf(row), presence: row.blocked ? null : presenceOf(ctx, row) };
}

/**
 * What a report calls a player: also one who blocked the actor, since blocking does not undo what was written before.
 * @returns null for nobody. `hidden`: to the actor they do not exist otherwise
 */
export async function whoIsReported(ctx: AppContext, actor: Actor, id: string): Promise<{ displayName: string; hidden: boolean } | null> {
  authorize(actor, 'report:send');
  const [row] = isId(id) ? await queries.reach(ctx.queryPrepared, requirePlayerId(actor), [id]) : [];
  return row ? { displayName: row.display_name, hidden: !row.may_see && !row.blocked && row.relation === 'none' } : null;
}

/**
 * A player's page as others may see it (spec 2: friend profile; readings: the public profile within the owner's privacy).
 * Visitors see what everyone may. @throws Refusal 'not-found' also for who may not
 */
export async function viewProfile(ctx: AppContext, actor: Actor, id: string): Promise<ProfileView> {
  authorize(actor, 'profile:read');
  const [row] = isId(id) ? await queries.reach(ctx.queryPrepared, actor.kind === 'player' ? actor.id : null, [id]) : [];
  if (!row || (!row.may_see && !row.blocked)) throw new AppError('not-found');
  const [favorites, created] = row.blocked
    ? [[], []]
    : await Promise.all([listPlayerFavorites(ctx, actor, id, asking.PROFILE_GAMES), listGamesByCreator(ctx, actor, id, asking.PROFILE_GAMES)]);
  return {
    person: personOf(row),
    memberSince: row.created_at.toISOString(),
    relation: relationOf(row),
    presence: row.blocked ? null : presenceOf(ctx, row),
    favorites,
    created,
  };
}

function relationOf(row: queries.Reach): Relation {
  return row.blocked ? 'blocked' : row.relation;
}

function presenceOf(ctx: AppContext, row: { shows_online: boolean; seen_at: Date | null; is_gone: boolean }): Presence {
  if (!row.shows_online) return null;
  const online = row.seen_at !== null && !row.is_gone && ctx.now().getTime() - row.seen_at.getTime() < asking.ONLINE_SECONDS * 1000;
  return { online, lastSeen: row.seen_at?.toISOString() ?? null };
}

function personOf(row: { id: string; username: string; display_name: string; avatar_url: string | null }): Person {
  return { id: row.id, username: row.username, displayName: row.display_name, avatar: urlForAvatar(row.id, row.avatar_url) };
}

/** Notes that players are here, as their open tabs and requests say. */
export async function notePresent(ctx: AppContext, playerIds: string[]): Promise<void> {
  if (playerIds.length > 0) await queries.seeNow(ctx.db, playerIds, ctx.now(), false);
}

/** Players came (their first tab) or went (their last): the friends who may see it are told. */
export async function tellPresence(ctx: AppContext, playerIds: string[], online: boolean): Promise<void> {
  await queries.seeNow(ctx.db, playerIds, ctx.now(), !online);
  await publishPresence(ctx, playerIds, online);
}

/** Finds those who were here and have not been heard of for longer than 'online' lasts, and tells their friends. */
export async function sweepPresence(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - asking.ONLINE_SECONDS * 1000);
  await publishPresence(ctx, await queries.markGone(ctx.db, before, asking.SWEPT_AT_ONCE), false);
}

async function publishPresence(ctx: AppContext, playerIds: string[], online: boolean): Promise<void> {
  if (playerIds.length === 0) return;
  for (const { who, friends } of await queries.whoMaySeeOnline(ctx.db, playerIds))
    ctx.bus.publish({ kind: 'presence', who, online, playerIds: friends });
}
