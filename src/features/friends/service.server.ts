import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { decodeCursor, encodeCursor, toPage } from '../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../shared/presence.ts';
import { formatPlayerName } from '../../shared/player-name.ts';
import { AppError } from '../../shared/app-error.ts';
import { listGamesByCreator } from '../games/catalogue/service.server.ts';
import { listPlayerFavorites } from '../library/service.server.ts';
import {
  createNotifications,
  deleteNotificationsBetween,
  deleteRelatedNotifications,
  publishNotifications,
} from '../notifications/service.server.ts';
import { listPlayerAccess, listPlayerAccessInTransaction, type PlayerAccess } from './access/queries.server.ts';
import { isKnown, toPlayerSummary, toPresenceAt, toRelation } from './access/rules.ts';
import { findPause } from '../risk-scoring/contact-pauses/queries.server.ts';
import { deleteBlockSignal } from '../risk-scoring/queries.server.ts';
import { assessPlayer, countSignals } from '../risk-scoring/service.server.ts';
import { friendActionForm } from './forms.server.ts';
import { isPausedFor, isRequestFrom, toSignal, type Friendship } from './friendship.rules.ts';
import { saveFriendshipByCode } from './codes/queries.server.ts';
import { getOrCreateCode, isFriendCodeOf, renewCode } from './codes/service.server.ts';
import * as queries from './queries.server.ts';
import * as rules from './rules.ts';
import { findPlayers } from './search/service.server.ts';
import {
  type SearchResult,
  type FriendAction,
  type FriendsTab,
  type FriendsView,
  type PlayerSummary,
  type Presence,
  type ProfileDetails,
  type ProfileView,
  type Relation,
} from './schema.ts';
import { notificationTexts } from './texts.ts';

/**
 * The friends page of the actor.
 * @param request.term the search text, or a friend code as in a shared friend link
 * @param request.after cursor of the list of friends. @param request.paused cursor of the list of paused friendships
 * @param request.from whose received request comes first, as a notification names it
 */
export async function getFriendsView(
  ctx: AppContext,
  actor: Actor,
  request: { tab: FriendsTab; term: string; after: string | null; from?: string | null; paused?: string | null },
): Promise<FriendsView> {
  authorize(actor, 'friend:read');
  const playerId = requirePlayerId(actor);
  const [counts, pausedAt, friends, pausedFriends, requests, search] = await Promise.all([
    queries.countFriendsAndRequests(ctx.db, playerId),
    findPause(ctx.db, playerId),
    request.tab === 'friends' ? listFriends(ctx, playerId, request.after) : null,
    request.tab === 'friends' && request.after === null ? listPausedFriends(ctx, playerId, request.paused ?? null) : null,
    request.tab === 'requests' ? listRequests(ctx, playerId, isId(request.from) ? request.from : null) : null,
    request.tab === 'search' ? getSearchView(ctx, actor, request.term) : null,
  ]);
  const isPaused = pausedAt !== null;
  return { tab: request.tab, counts, isPaused, friends, pausedFriends, requests, search };
}

async function listPausedFriends(ctx: AppContext, playerId: string, after: string | null): Promise<FriendsView['pausedFriends']> {
  const key = decodeCursor(after, ['text', 'text']);
  const cursor = key && isId(key[1]) ? { name: key[0], id: key[1] } : null;
  const found = await queries.listPausedFriends(ctx.db, playerId, rules.PAUSED_FRIENDS_PAGE_SIZE + 1, cursor);
  const { rows, next } = toPage(found, rules.PAUSED_FRIENDS_PAGE_SIZE, (row) => encodeCursor([row.sort_name, row.id]));
  return { items: rows.map(toPlayerSummary), after: cursor && after, next };
}

async function listFriends(ctx: AppContext, playerId: string, after: string | null): Promise<NonNullable<FriendsView['friends']>> {
  const key = decodeCursor(after, ['bigint', 'text']);
  const cursor = key && isId(key[1]) ? { at: key[0], id: key[1] } : null;
  const found = await queries.listFriends(ctx.db, playerId, rules.FRIENDS_PAGE_SIZE + 1, cursor);
  const { rows, next } = toPage(found, rules.FRIENDS_PAGE_SIZE, (row) => encodeCursor([row.sort_at, row.id]));
  return {
    items: rows.map((row) => ({
      ...toPlayerSummary(row),
      presence: toPresence(ctx, row),
      unread: row.unread,
      last:
        row.last_body !== null && row.last_at ? { text: row.last_body, at: row.last_at.toISOString(), mine: row.last_mine === true } : null,
    })),
    next,
  };
}

/** The actor's friends who are online and share their presence. */
export async function listOnlineFriends(ctx: AppContext, actor: Actor, limit: number): Promise<PlayerSummary[]> {
  authorize(actor, 'friend:read');
  const since = new Date(ctx.now().getTime() - ONLINE_SECONDS * 1000);
  return (await queries.listOnlineFriends(ctx.db, requirePlayerId(actor), since, limit)).map(toPlayerSummary);
}

async function listRequests(ctx: AppContext, playerId: string, from: string | null): Promise<NonNullable<FriendsView['requests']>> {
  const [received, sent] = await Promise.all([
    queries.listOpenRequests(ctx.db, playerId, 'received', rules.RECEIVED_REQUESTS_MAX, from),
    queries.listOpenRequests(ctx.db, playerId, 'sent', rules.SENT_REQUESTS_MAX),
  ]);
  const shared = await queries.countSharedFriends(
    ctx.db,
    playerId,
    received.map(({ id }) => id),
  );
  const toRequestRow = (row: queries.RequestRecord) => ({
    ...toPlayerSummary(row),
    at: row.requested_at.toISOString(),
    isRenewal: row.is_renewal,
  });
  return {
    received: received.map((row) => ({ ...toRequestRow(row), sharedFriends: shared.get(row.id) ?? 0 })),
    sent: sent.map(toRequestRow),
    from,
  };
}

async function getSearchView(ctx: AppContext, actor: Actor, term: string): Promise<NonNullable<FriendsView['search']>> {
  const playerId = requirePlayerId(actor);
  const [found, code, blocked] = await Promise.all([
    term.trim() === '' ? null : findPlayers(ctx, playerId, term),
    getOrCreateCode(ctx, playerId),
    queries.listBlockedPlayers(ctx.db, playerId, rules.BLOCKED_MAX),
  ]);
  return {
    term,
    results: found?.results ?? null,
    wait: found?.wait ?? null,
    code,
    link: `${ctx.config.origin}/friends?tab=search&q=${code}`,
    blocked: blocked.map(({ id, created_at, player }) => ({ id, at: created_at.toISOString(), player: player && toPlayerSummary(player) })),
  };
}

/**
 * Finds players by the beginning or middle of a name, or by the whole username alone, as their age says, exact username first; or the owner
 * of a friend code.
 * @throws AppError 'too-many-requests'
 */
export async function searchPlayers(ctx: AppContext, actor: Actor, typed: string): Promise<SearchResult[]> {
  authorize(actor, 'friend:read');
  const { results, wait } = await findPlayers(ctx, requirePlayerId(actor), typed);
  if (wait) throw new AppError('too-many-requests', `searches per ${wait.per}`);
  return results;
}

/**
 * Sends, accepts, declines or withdraws a friend request, or removes, blocks or unblocks a player. Asking with the other one's friend code
 * also accepts their request, and makes of a friendship one by code.
 * @returns the relation afterwards.
 * @throws AppError 'bad-input', 'not-found' (the player does not exist, blocked the actor, or is not to be asked by players of the actor's age:
 * the same response), 'not-available' (spec 2: 'Relationship already exists', or nothing to do), 'not-allowed' (they accept no requests, or none
 * without their friend code, or declined one recently; or the ages of the two do not let them become friends), 'too-many-requests' (open
 * requests, or friends), 'paused' (the actor cannot get to know anybody for now)
 */
export async function applyFriendAction(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ relation: Relation }> {
  authorize(actor, 'friend:write');
  const playerId = requirePlayerId(actor);
  const form = parseFormOrThrow(friendActionForm, fields);
  if (form.do === 'renew-code') {
    await renewCode(ctx, playerId);
    return { relation: 'none' };
  }
  const { do: action, id: other, code } = form;
  if (other === playerId) throw new AppError('bad-input', 'id names another player');
  if (action === 'ask') await ctx.rateLimiter.consume(rules.FRIEND_REQUESTS_PER_DAY, playerId);
  const { notifiedIds, signal, wasFriend } = await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPlayers(trx, [playerId, other]);
    const before = await queries.findFriendship(trx, playerId, other);
    const notified = await ACTION_HANDLERS[action](ctx, trx, playerId, other, before, code);
    const counted = toSignal(action, playerId, other, before);
    if (counted) await countSignals(ctx, trx, [counted]);
    return { notifiedIds: notified, signal: counted, wasFriend: before?.state === 'accepted' };
  });
  publishNotifications(ctx, notifiedIds);
  if (signal) await assessPlayer(ctx, signal.playerId);
  // Closes an open chat. A block is silent, and so is the end of a paused friendship: the other player receives no event.
  if (action === 'remove' && wasFriend) ctx.bus.publish({ kind: 'chat', playerIds: [other], between: [playerId, other] });
  // Now they are friends by code: the two may be able to write more.
  if (action === 'ask' && wasFriend) ctx.bus.publish({ kind: 'chat', playerIds: [other, playerId], between: [playerId, other] });
  const [after] = await listPlayerAccess(ctx.queryPrepared, playerId, [other]);
  return { relation: after ? toRelation(after) : 'none' };
}

/**
 * @param before what the two are to each other, read after their rows were locked. @param code the other one's friend code as the actor
 * typed it, for asking and accepting. @returns the players with new or fewer notifications
 */
type ActionHandler = (
  ctx: AppContext,
  trx: Transaction<DB>,
  me: string,
  other: string,
  before: Friendship | null,
  code: string | undefined,
) => Promise<string[]>;

const ACTION_HANDLERS: Record<Exclude<FriendAction, 'renew-code'>, ActionHandler> = {
  async ask(ctx, trx, me, other, before, code) {
    const target = await requireVisiblePlayer(trx, me, other);
    if (!target.in_reach && target.relation === 'none') throw new AppError('not-found');
    await requireNoPause(trx, me);
    const isByCode = await isFriendCodeOf(trx, other, code);
    if (isByCode && isRequestFrom(before, other)) return ACTION_HANDLERS.accept(ctx, trx, me, other, before, code);
    if (isByCode && before?.state === 'accepted') return makeByCode(trx, me, target);
    if (before) throw new AppError('not-available', 'Relationship already exists');
    const since = new Date(ctx.now().getTime() - rules.DECLINE_COOLDOWN_DAYS * 86_400_000);
    const isOpen = target.asking === 'open' || (target.asking === 'code' && isByCode);
    if (!isOpen || (await queries.wasDeclined(trx, me, other, since))) throw new AppError('not-allowed');
    const counts = await queries.countRequestsAndFriends(trx, me, other);
    if (counts.open >= rules.OPEN_REQUESTS_MAX || counts.mine >= rules.FRIENDS_MAX || counts.theirs >= rules.FRIENDS_MAX)
      throw new AppError('too-many-requests');
    if (!(await queries.insertFriendRequest(trx, me, other, isByCode, ctx.now()))) throw new AppError('not-available');
    await queries.deleteDecline(trx, other, me);
    return notifyPlayer(ctx, trx, me, other, 'friend_request');
  },
  async accept(ctx, trx, me, other, before, code) {
    requireReceivedRequest(before, other);
    await requireNoPause(trx, me);
    // The request was sent before; it can be accepted when the pause is over.
    if (await findPause(trx, other)) throw new AppError('not-available');
    // One of the two may have had a birthday since the request, or has not told their age yet.
    if (!(await requireVisiblePlayer(trx, me, other)).in_reach) throw new AppError('not-allowed');
    const counts = await queries.countRequestsAndFriends(trx, me, other);
    if (counts.mine >= rules.FRIENDS_MAX || counts.theirs >= rules.FRIENDS_MAX) throw new AppError('too-many-requests');
    await queries.acceptFriendRequest(trx, me, other, await isFriendCodeOf(trx, other, code), ctx.now());
    return [
      ...(await deleteRelatedNotifications(trx, me, ['friend_request'], other)),
      ...(await notifyPlayer(ctx, trx, me, other, 'friend_accepted')),
    ];
  },
  async decline(ctx, trx, me, other, before) {
    requireReceivedRequest(before, other);
    await queries.deleteFriendship(trx, me, other);
    await queries.saveDecline(trx, other, me, ctx.now());
    return deleteRelatedNotifications(trx, me, ['friend_request'], other);
  },
  async withdraw(_ctx, trx, me, other, before) {
    if (!isRequestFrom(before, me)) throw new AppError('not-available');
    await queries.deleteFriendship(trx, me, other);
    await deleteRelatedNotifications(trx, other, ['friend_request'], me);
    return [other];
  },
  async remove(_ctx, trx, me, other, before) {
    if (isPausedFor(before, me)) {
      await queries.removePausedFriendship(trx, me, other);
      return [];
    }
    if (before?.state !== 'accepted') throw new AppError('not-available');
    await queries.deleteFriendship(trx, me, other);
    return [...(await withdrawBetween(trx, me, other)), other];
  },
  async block(_ctx, trx, me, other, before) {
    const isPaused = isPausedFor(before, me);
    // Whoever has a paused friendship in their list can block, also if the other one did first.
    const [target] = await listPlayerAccessInTransaction(trx, me, other);
    if (!target || (target.blocked_by && !isPaused)) throw new AppError('not-found');
    // Out of reach there is nobody to block but who stands in a list of the actor's.
    const isListed = isPaused || target.blocked || (before !== null && before.state !== 'paused');
    if (!target.in_reach && !isListed) throw new AppError('not-found');
    if (isPaused) await queries.removePausedFriendship(trx, me, other);
    else if (before?.state !== 'paused') await queries.deleteFriendship(trx, me, other);
    await queries.insertBlock(trx, me, other);
    // Silent: the other player's open tabs receive no event.
    return (await withdrawBetween(trx, me, other)).filter((playerId) => playerId === me);
  },
  async unblock(_ctx, trx, me, other) {
    await queries.deleteBlock(trx, me, other);
    await deleteBlockSignal(trx, other, me);
    return [];
  },
};

/** Ends what two players were told about each other, and their invitations. @returns whose bell changed */
async function withdrawBetween(trx: Transaction<DB>, me: string, other: string): Promise<string[]> {
  const uninvited = await queries.deleteGroupInvitationsBetween(trx, me, [other]);
  return [...uninvited, ...(await deleteNotificationsBetween(trx, me, [other], rules.MUTUAL_NOTIFICATIONS))];
}

/** Loads another player. @throws AppError 'not-found' if the player does not exist or blocked the actor */
async function requireVisiblePlayer(trx: Transaction<DB>, me: string, other: string): Promise<PlayerAccess> {
  const [found] = await listPlayerAccessInTransaction(trx, me, other);
  if (!found || found.blocked_by) throw new AppError('not-found');
  return found;
}

/** @throws AppError 'paused' if reports paused the player's new contacts, and nobody of the team has looked yet */
async function requireNoPause(trx: Transaction<DB>, playerId: string): Promise<void> {
  if (await findPause(trx, playerId)) throw new AppError('paused');
}

/** Makes a friendship one by code. It opens something between the two, so it needs what a new friendship needs. No bell rings. */
async function makeByCode(trx: Transaction<DB>, me: string, other: PlayerAccess): Promise<string[]> {
  if (other.is_paused) throw new AppError('not-available');
  if (!other.in_reach) throw new AppError('not-allowed');
  await saveFriendshipByCode(trx, me, other.id);
  return [];
}

/** @throws AppError 'not-available' if there is no open request from the other player */
function requireReceivedRequest(before: Friendship | null, other: string): void {
  if (!isRequestFrom(before, other)) throw new AppError('not-available');
}

async function notifyPlayer(
  ctx: AppContext,
  trx: Transaction<DB>,
  me: string,
  other: string,
  type: 'friend_request' | 'friend_accepted',
): Promise<string[]> {
  const notificationText = notificationTexts[type](formatPlayerName(await queries.getPlayerNames(trx, me)));
  // A request sent again after a withdrawal is a new event.
  return createNotifications(ctx, trx, [
    { playerId: other, type, ...notificationText, relatedId: me, event: `${type} ${me} ${ctx.now().getTime()}` },
  ]);
}

/**
 * Another player as the actor may see them in lists and chats.
 * @throws AppError 'not-found' also if that player blocked the actor, to whom they do not exist then, or hides from strangers
 */
export async function getPlayerSummary(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<PlayerSummary & { relation: Relation; presence: Presence }> {
  authorize(actor, 'friend:read');
  const [row] = isId(id) ? await listPlayerAccess(ctx.queryPrepared, requirePlayerId(actor), [id]) : [];
  if (!row || !isKnown(row)) throw new AppError('not-found');
  return { ...toPlayerSummary(row), relation: toRelation(row), presence: row.blocked ? null : toPresence(ctx, row) };
}

/**
 * A player's page as others may see it (spec 2: friend profile; readings: the profile within the owner's privacy). Who may not see the whole
 * profile sees the names and the picture, if a search or a group shows them too; whom the actor blocked is shown like that, to be unblocked, unless
 * the ages keep the two apart.
 * @throws AppError 'sign-in-required', 'not-found' also if the actor may not see anything of it
 */
export async function getProfile(ctx: AppContext, actor: Actor, id: string): Promise<ProfileView> {
  authorize(actor, 'profile:read');
  const playerId = requirePlayerId(actor);
  const [row] = isId(id) ? await listPlayerAccess(ctx.queryPrepared, playerId, [id]) : [];
  if (!row || !(row.may_visit || (row.blocked && row.in_reach))) throw new AppError('not-found');
  const [sharedFriends, details] = await Promise.all([
    row.relation === 'received' ? countSharedFriends(ctx, playerId, id) : null,
    row.may_see ? getProfileDetails(ctx, actor, row) : null,
  ]);
  return {
    player: toPlayerSummary(row),
    relation: toRelation(row),
    asking: row.asking,
    presence: row.blocked ? null : toPresence(ctx, row),
    sharedFriends,
    details,
  };
}

async function getProfileDetails(ctx: AppContext, actor: Actor, { id, created_at }: PlayerAccess): Promise<ProfileDetails> {
  const [favorites, created] = await Promise.all([
    listPlayerFavorites(ctx, actor, id, rules.PROFILE_GAMES_MAX),
    listGamesByCreator(ctx, actor, id, rules.PROFILE_GAMES_MAX),
  ]);
  return { memberSince: created_at.toISOString(), favorites, created };
}

async function countSharedFriends(ctx: AppContext, playerId: string, other: string): Promise<number> {
  return (await queries.countSharedFriends(ctx.db, playerId, [other])).get(other) ?? 0;
}

const toPresence = (ctx: AppContext, row: Parameters<typeof toPresenceAt>[0]): Presence => toPresenceAt(row, ctx.now());

/** Records a heartbeat for players: their open tabs and their requests. */
export async function recordPresence(ctx: AppContext, playerIds: string[]): Promise<void> {
  if (playerIds.length > 0) await queries.savePresence(ctx.db, playerIds, ctx.now(), false);
}

/** Players came online (first tab) or went offline (last tab): publishes this to the friends who may see it. */
export async function setPresence(ctx: AppContext, playerIds: string[], online: boolean): Promise<void> {
  await queries.savePresence(ctx.db, playerIds, ctx.now(), !online);
  await publishPresence(ctx, playerIds, online);
}

/** Marks players as offline whose last heartbeat is older than the online period, and publishes this to their friends. */
export async function reconcilePresence(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - ONLINE_SECONDS * 1000);
  await publishPresence(ctx, await queries.markOffline(ctx.db, before, rules.PRESENCE_BATCH_SIZE), false);
}

async function publishPresence(ctx: AppContext, playerIds: string[], online: boolean): Promise<void> {
  if (playerIds.length === 0) return;
  for (const { who, friends } of await queries.listPresenceSubscribers(ctx.db, playerIds))
    ctx.bus.publish({ kind: 'presence', who, online, playerIds: friends });
}
