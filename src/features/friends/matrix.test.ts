import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { tokenHash } from '../../infra/auth/hashed-sessions.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import * as reporting from '../chat/reports/service.server.ts';
import * as chat from '../chat/service.server.ts';
import * as access from './access/service.server.ts';
import type { FriendAction } from './schema.ts';
import * as friends from './service.server.ts';

// Permission matrix: every service function of friends and chat, by the relation between the two players. A function that is missing from
// the table fails the test.

const COLUMNS = [
  'visitor',
  'system',
  'self',
  /** No player has this id. */
  'unknown',
  'stranger',
  /** The actor sent a friend request. */
  'sent',
  /** The other player sent a friend request. */
  'received',
  'friend',
  /** The actor blocked the other player. */
  'blocked',
  /** The other player blocked the actor. */
  'blocking',
  /** The actor is muted; the other player is a friend. */
  'muted',
  /** The other player is a friend and is muted, which does not restrict the actor. */
  'friend who is muted',
  /** The actor is banned: their session is no longer valid. The other player is a friend. */
  'banned',
  /** The actor is a moderator, the other player a stranger: moderators have no extra access here. */
  'moderator',
] as const;
type Column = (typeof COLUMNS)[number];
type Cell = { actor: Actor; id: string; username: string };

/** Cells of the columns in which the two are friends. */
const OF_FRIENDS = (answer: string, muted = answer): Partial<Record<Column, string>> => ({
  friend: answer,
  'friend who is muted': answer,
  muted,
});
const NOBODY = { unknown: 'not-found', self: 'not-found', blocking: 'not-found' };

type Use = (world: World, cell: Cell) => Promise<unknown>;
type Row = Partial<Record<Column, string>> & { use: Use; else: string };

const applyAction =
  (what: FriendAction): Use =>
  ({ ctx }, { actor, id }) =>
    friends.applyFriendAction(ctx, actor, { do: what, id });
/** How much of a profile there is: everything, or the names and the picture. */
const profileOf = async ({ ctx }: World, { actor, id }: Cell) =>
  (await friends.getProfile(ctx, actor, id)).details ? 'everything' : 'names';
const found = (rows: { username: string }[], username: string) => (rows.some((row) => row.username === username) ? 'found' : 'nothing');
/** Sets the privacy settings of a player; does nothing for an unknown id. */
const privacy = (world: World, id: string, { profile = 'everyone', asking = 'everyone', finding = 'everyone' }: Record<string, string>) =>
  sql`
  insert into privacy (player_id, profile, asking, finding) select id, ${profile}, ${asking}, ${finding} from players where id = ${id}`.execute(
    world.ctx.db,
  );

const TABLE: Record<string, Row> = {
  'getFriendsView: the list': {
    use: ({ ctx }, { actor }) => friends.getFriendsView(ctx, actor, { tab: 'friends', term: '', after: null }),
    else: 'ok',
  },
  'getFriendsView: requests': {
    use: ({ ctx }, { actor }) => friends.getFriendsView(ctx, actor, { tab: 'requests', term: '', after: null }),
    else: 'ok',
  },
  'getFriendsView: search': {
    use: ({ ctx }, { actor }) => friends.getFriendsView(ctx, actor, { tab: 'search', term: 'x', after: null }),
    else: 'ok',
  },
  listOnlineFriends: {
    use: ({ ctx }, { actor }) => friends.listOnlineFriends(ctx, actor, 5),
    else: 'ok',
  },
  'searchPlayers: by name': {
    use: async ({ ctx }, { actor, username }) => found(await friends.searchPlayers(ctx, actor, username), username),
    self: 'nothing',
    unknown: 'nothing',
    blocked: 'nothing',
    blocking: 'nothing',
    else: 'found',
  },
  'searchPlayers: who hides, by name': {
    use: async (world, { actor, id, username }) => {
      await privacy(world, id, { finding: 'private' });
      return found(await friends.searchPlayers(world.ctx, actor, username), username);
    },
    ...OF_FRIENDS('found'),
    sent: 'found',
    received: 'found',
    else: 'nothing',
  },
  'searchPlayers: by code': {
    use: async ({ ctx }, { actor, id, username }) => {
      const owner: Actor = { kind: 'player', id, role: 'player', premium: false };
      const known = await ctx.db.selectFrom('players').select('id').where('id', '=', id).executeTakeFirst();
      const code = known ? (await friends.getFriendsView(ctx, owner, { tab: 'search', term: '', after: null })).search?.code : 'ABCD2345';
      return found(await friends.searchPlayers(ctx, actor, code ?? ''), username);
    },
    self: 'nothing',
    unknown: 'nothing',
    blocking: 'nothing',
    else: 'found',
  },
  getPlayerSummary: { use: ({ ctx }, { actor, id }) => friends.getPlayerSummary(ctx, actor, id), ...NOBODY, else: 'ok' },
  'getPlayerSummary: of who hides': {
    use: async (world, { actor, id }) => {
      await privacy(world, id, { profile: 'private', finding: 'private' });
      return friends.getPlayerSummary(world.ctx, actor, id);
    },
    ...OF_FRIENDS('ok'),
    sent: 'ok',
    received: 'ok',
    blocked: 'ok',
    else: 'not-found',
  },
  'getProfile: of a new account': { use: profileOf, ...OF_FRIENDS('everything'), ...NOBODY, else: 'names' },
  'getProfile: for everyone': {
    use: async (world, cell) => {
      await privacy(world, cell.id, { profile: 'everyone' });
      return profileOf(world, cell);
    },
    ...NOBODY,
    blocked: 'names',
    else: 'everything',
  },
  'getProfile: for friends only, of who hides from searches': {
    use: async (world, cell) => {
      await privacy(world, cell.id, { profile: 'friends', finding: 'friends' });
      return profileOf(world, cell);
    },
    ...OF_FRIENDS('everything'),
    sent: 'names',
    received: 'names',
    blocked: 'names',
    else: 'not-found',
  },
  'getProfile: for nobody': {
    use: async (world, cell) => {
      await privacy(world, cell.id, { profile: 'private' });
      return profileOf(world, cell);
    },
    blocked: 'names',
    else: 'not-found',
  },
  'applyFriendAction: ask': {
    use: applyAction('ask'),
    ...OF_FRIENDS('not-available'),
    ...NOBODY,
    self: 'bad-input',
    sent: 'not-available',
    received: 'not-available',
    blocked: 'not-allowed',
    else: 'ok',
  },
  'applyFriendAction: ask who takes no requests': {
    use: async (world, cell) => {
      await privacy(world, cell.id, { asking: 'private' });
      return applyAction('ask')(world, cell);
    },
    ...OF_FRIENDS('not-available'),
    ...NOBODY,
    self: 'bad-input',
    sent: 'not-available',
    received: 'not-available',
    else: 'not-allowed',
  },
  'applyFriendAction: accept': { use: applyAction('accept'), self: 'bad-input', received: 'ok', else: 'not-available' },
  'applyFriendAction: decline': { use: applyAction('decline'), self: 'bad-input', received: 'ok', else: 'not-available' },
  'applyFriendAction: withdraw': { use: applyAction('withdraw'), self: 'bad-input', sent: 'ok', else: 'not-available' },
  'applyFriendAction: remove': { use: applyAction('remove'), self: 'bad-input', ...OF_FRIENDS('ok'), else: 'not-available' },
  'applyFriendAction: block': { use: applyAction('block'), ...NOBODY, self: 'bad-input', else: 'ok' },
  'applyFriendAction: unblock': { use: applyAction('unblock'), self: 'bad-input', else: 'ok' },
  'applyFriendAction: renew the code': {
    use: ({ ctx }, { actor }) => friends.applyFriendAction(ctx, actor, { do: 'renew-code' }),
    else: 'ok',
  },
  'applyFriendAction: anything else': {
    use: ({ ctx }, { actor, id }) => friends.applyFriendAction(ctx, actor, { do: 'toString', id }),
    else: 'bad-input',
  },
  sendMessage: {
    use: ({ ctx }, { actor, id }) => chat.sendMessage(ctx, actor, id, { text: 'hi', clientId: ctx.newId() }),
    ...OF_FRIENDS('ok', 'muted'),
    else: 'not-found',
  },
  getConversation: { use: ({ ctx }, { actor, id }) => chat.getConversation(ctx, actor, id), ...OF_FRIENDS('ok'), else: 'not-found' },
  markConversationRead: {
    use: ({ ctx }, { actor, id }) => chat.markConversationRead(ctx, actor, id, '000000000001'),
    ...OF_FRIENDS('ok'),
    else: 'not-found',
  },
  publishTyping: { use: ({ ctx }, { actor, id }) => chat.publishTyping(ctx, actor, id), ...OF_FRIENDS('ok'), else: 'not-found' },
  reportPlayer: {
    use: ({ ctx }, { actor, id }) => reporting.reportPlayer(ctx, actor, { playerId: id, reason: 'bullying' }),
    ...NOBODY,
    else: 'ok',
  },
  findReportedPlayer: {
    use: async ({ ctx }, { actor, id }) => {
      const who = await access.findReportedPlayer(ctx, actor, id);
      return who === null ? 'nobody' : who.isHidden ? 'hidden' : 'ok';
    },
    self: 'nobody',
    unknown: 'nobody',
    blocking: 'hidden',
    else: 'ok',
  },
  'findReportedPlayer: who hides': {
    use: async (world, { actor, id }) => {
      await privacy(world, id, { profile: 'friends', finding: 'private' });
      const who = await access.findReportedPlayer(world.ctx, actor, id);
      return who === null ? 'nobody' : who.isHidden ? 'hidden' : 'ok';
    },
    ...OF_FRIENDS('ok'),
    self: 'nobody',
    unknown: 'nobody',
    sent: 'ok',
    received: 'ok',
    blocked: 'ok',
    else: 'hidden',
  },
};

/** The two players of each column. Every column has its own pair, so that cells do not affect each other. */
async function cells(world: World): Promise<Record<Column, Cell>> {
  const { ctx } = world;
  const all: Partial<Record<Column, Cell>> = {};
  for (const column of COLUMNS) {
    const other = await world.addPlayer();
    const isSomebody = column !== 'visitor' && column !== 'system';
    const me = isSomebody ? await world.addPlayer({ role: column === 'moderator' ? 'moderator' : 'player' }) : null;
    all[column] = { actor: me ?? (column === 'visitor' ? VISITOR : SYSTEM), id: other.id, username: other.username };
    if (!me) continue;
    const act = (actor: Actor, what: FriendAction, id: string) => friends.applyFriendAction(ctx, actor, { do: what, id });
    const befriend = async () => {
      await act(me, 'ask', other.id);
      await act(other, 'accept', me.id);
    };
    const mute = (id: string) =>
      ctx.db.insertInto('sanctions').values({ id: ctx.newId(), player_id: id, kind: 'mute', why: 'mean words', until: null }).execute();
    const arrange: Partial<Record<Column, () => Promise<unknown>>> = {
      self: async () => (all.self = { actor: me, id: me.id, username: me.username }),
      unknown: async () => (all.unknown = { actor: me, id: ctx.newId(), username: 'nobody_has_this' }),
      sent: () => act(me, 'ask', other.id),
      received: () => act(other, 'ask', me.id),
      friend: befriend,
      blocked: () => act(me, 'block', other.id),
      blocking: () => act(other, 'block', me.id),
      muted: async () => [await befriend(), await mute(me.id)],
      banned: async () => {
        await befriend();
        all.banned = { ...(all.banned as Cell), actor: await bannedBehindSession(world, me) };
      },
      'friend who is muted': async () => [await befriend(), await mute(other.id)],
    };
    await arrange[column]?.();
  }
  return all as Record<Column, Cell>;
}

/** A signed-in player who is then banned: the actor that the server resolves for their next request. */
async function bannedBehindSession(world: World, { id }: { id: string }): Promise<Actor> {
  const { ctx } = world;
  const token = `session-of-${id}`;
  const session = { id: ctx.newId(), player_id: id, token_hash: tokenHash(token), expires_at: new Date(ctx.now().getTime() + 3_600_000) };
  await ctx.db
    .insertInto('sessions')
    .values({ ...session, remembered: true })
    .execute();
  const cookie = `${ctx.cookie.name}=${token}.x`;
  if ((await authenticate(ctx, cookie))?.viewer.id !== id) throw new Error('the session did not stand before the ban');
  await ctx.db.insertInto('sanctions').values({ id: ctx.newId(), player_id: id, kind: 'ban', why: 'threats', until: null }).execute();
  return (await authenticate(ctx, cookie))?.actor ?? VISITOR;
}

/** The result of a call in one word. */
async function answerOf(done: Promise<unknown>): Promise<string> {
  try {
    const answer = await done;
    if (typeof answer === 'string') return answer;
    return typeof answer === 'object' && answer !== null && 'mute' in answer ? 'muted' : 'ok';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test.each(Object.entries(TABLE))('%s', async (_, { use, else: otherwise, ...row }) => {
  const world = await createWorld();
  const cast = await cells(world);
  const got: Record<string, string> = {};
  const due: Record<string, string> = {};
  for (const column of COLUMNS) {
    got[column] = await answerOf(use(world, cast[column]));
    const common = column === 'visitor' || column === 'banned' ? 'sign-in-required' : column === 'system' ? 'not-allowed' : otherwise;
    due[column] = row[column] ?? common;
  }
  expect(got).toEqual(due);
});

test('every service function of friends and chat stands in the table', () => {
  // These functions have no actor: the live connection calls them.
  const withoutActor = ['recordPresence', 'setPresence', 'reconcilePresence'];
  const all = [friends, access, chat, reporting].flatMap((service) => Object.keys(service)).filter((name) => !withoutActor.includes(name));
  expect(new Set(Object.keys(TABLE).map((name) => name.split(':')[0]))).toEqual(new Set(all));
});
