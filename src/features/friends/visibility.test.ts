import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { AppError } from '../../shared/app-error.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { getConversation } from '../chat/service.server.ts';
import { findReportedPlayer } from './access/service.server.ts';
import { listGames } from '../games/catalogue/service.server.ts';
import { setFavorite } from '../library/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { getHomePage } from '../site/service.server.ts';
import { applyAgeBand } from './age-bands/service.server.ts';
import type { FriendAction, FriendsTab } from './schema.ts';
import * as friends from './service.server.ts';

// Who sees what of a player, whichever way they ask: every service that answers with anything about another player is asked, and every
// answer is searched for everything that there is about the player.

const VIEWERS = [
  'visitor',
  'stranger',
  /** The viewer sent a friend request. */
  'sent',
  /** The player sent the viewer a friend request. */
  'received',
  'friend',
  /** The viewer blocked the player. */
  'blocked',
  /** The player blocked the viewer. */
  'blocking',
  'moderator',
  /** A player of 13 to 15; the owner is an adult. */
  'child',
  /** They have not told their age. */
  'unknown age',
  /** A player of 16 whose friendship with the owner is paused. */
  'paused',
] as const;
type Viewer = (typeof VIEWERS)[number];

const NAMES = ['displayName', 'username', 'avatar'] as const;
const DETAILS = ['joined', 'favorite', 'created'] as const;
/** `history` and `email` are for nobody else, whoever they are. */
type Field = (typeof NAMES)[number] | (typeof DETAILS)[number] | 'presence' | 'live presence' | 'history' | 'email';
type Settings = { profile?: 'everyone' | 'friends' | 'private'; finding?: 'everyone' | 'friends'; online?: boolean };

const SIGNED_IN = ['stranger', 'sent', 'received', 'friend', 'moderator'] as const satisfies Viewer[];

/** Who sees the names and the picture, who sees the rest of the profile, and who sees that the player is online. */
const TABLE: Record<
  string,
  { settings: Settings | null; names: readonly Viewer[]; details: readonly Viewer[]; presence: readonly Viewer[] }
> = {
  'a new account': { settings: null, names: [...SIGNED_IN, 'blocked', 'paused'], details: ['friend'], presence: ['friend'] },
  'everyone may see the profile': {
    settings: { profile: 'everyone' },
    names: [...SIGNED_IN, 'blocked', 'paused'],
    details: SIGNED_IN,
    presence: ['friend'],
  },
  'nobody may see the profile': {
    settings: { profile: 'private' },
    names: [...SIGNED_IN, 'blocked', 'paused'],
    details: [],
    presence: ['friend'],
  },
  'who hides': {
    settings: { profile: 'friends', finding: 'friends', online: false },
    names: ['sent', 'received', 'friend', 'blocked', 'paused'],
    details: ['friend'],
    presence: [],
  },
};

type Player = Awaited<ReturnType<World['addPlayer']>>;

test.each(Object.entries(TABLE))('%s', async (_, { settings, names, details, presence }) => {
  const world = await createWorld();
  const { ctx } = world;
  const owner = await world.addPlayer({
    username: 'zawadi_of_the_test',
    display_name: 'Zawadi Herself',
    avatar_url: '/media/avatars/zawadi.webp',
    created_at: new Date('2025-03-04T05:06:07.089Z'),
  });
  await setFavorite(ctx, owner, await world.addGame({ title: 'Her Favorite' }), { on: 'yes' });
  await world.addGame({ title: 'Her Creation', creator_id: owner.id });
  const played = await world.addGame({ title: 'Her Secret Game' });
  await ctx.db.insertInto('play_history').values({ id: ctx.newId(), game_id: played, player_id: owner.id, played_at: ctx.now() }).execute();
  if (settings)
    await ctx.db
      .insertInto('privacy')
      .values({ player_id: owner.id, ...settings })
      .execute();
  const viewers = await castViewers(world, owner);
  const told = await listenForPresence(world, owner);
  const { seen_at } = await ctx.db.selectFrom('presence').select('seen_at').where('player_id', '=', owner.id).executeTakeFirstOrThrow();
  const marks: Partial<Record<Field, string>> = {
    displayName: 'Zawadi Herself',
    username: 'zawadi_of_the_test',
    avatar: '/media/avatars/zawadi.webp',
    joined: '2025-03-04T05:06:07.089Z',
    favorite: 'Her Favorite',
    created: 'Her Creation',
    history: 'Her Secret Game',
    email: owner.email,
    presence: seen_at.toISOString(),
  };
  const got: Record<string, Field[]> = {};
  const due: Record<string, Field[]> = {};
  for (const viewer of VIEWERS) {
    const actor = viewers[viewer];
    const answers = JSON.stringify(await askEveryone(world, actor, owner));
    const seen = (Object.keys(marks) as Field[]).filter((field) => answers.includes(marks[field] ?? ''));
    got[viewer] = actor.kind === 'player' && told.includes(actor.id) ? [...seen, 'live presence'] : seen;
    due[viewer] = [
      ...(names.includes(viewer) ? NAMES : []),
      ...(details.includes(viewer) ? DETAILS : []),
      ...(presence.includes(viewer) ? (['presence', 'live presence'] as const) : []),
    ];
    // Lists of games name games only.
    const lists = JSON.stringify([
      await getHomePage(ctx, actor),
      await listGames(ctx, actor, { tab: 'popular', genre: null, device: null, gender: null }),
    ]);
    for (const mark of [owner.id, marks.displayName, marks.username, marks.avatar]) expect(lists).not.toContain(mark);
  }
  const sorted = (table: Record<string, Field[]>) => Object.entries(table).map(([viewer, fields]) => [viewer, fields.toSorted()]);
  expect(sorted(got)).toEqual(sorted(due));
});

async function castViewers(world: World, owner: Player): Promise<Record<Viewer, Actor>> {
  const { ctx } = world;
  const act = (actor: Actor, what: FriendAction, other: { id: string }) =>
    friends.applyFriendAction(ctx, actor, { do: what, id: other.id });
  const [stranger, sent, received, friend, blocked, blocking] = await Promise.all(Array.from({ length: 6 }, () => world.addPlayer()));
  if (!stranger || !sent || !received || !friend || !blocked || !blocking) throw new Error('somebody is missing');
  const moderator = await world.addPlayer({ role: 'moderator' });
  await act(sent, 'ask', owner);
  await act(owner, 'ask', received);
  // They were friends: nothing of that is left.
  for (const player of [friend, blocked, blocking]) {
    await act(owner, 'ask', player);
    await act(player, 'accept', owner);
  }
  await act(blocked, 'block', owner);
  await act(owner, 'block', blocking);
  const child = await world.addPlayer({ birth_month: '2012-01', age_band: 13 });
  const unknown = await world.addPlayer({ birth_month: null, age_band: null });
  const paused = await world.addPlayer();
  await act(owner, 'ask', paused);
  await act(paused, 'accept', owner);
  const publish = await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('players').set({ birth_month: '2009-01', age_band: 16 }).where('id', '=', paused.id).execute();
    return applyAgeBand(ctx, trx, paused.id);
  });
  publish();
  return { visitor: VISITOR, stranger, sent, received, friend, blocked, blocking, moderator, child, 'unknown age': unknown, paused };
}

/** The player comes online. @returns the players who are told over their live connections */
async function listenForPresence({ ctx }: World, owner: Player): Promise<string[]> {
  const heard: BusMessage[] = [];
  const unsubscribe = ctx.bus.subscribe((message) => void heard.push(message));
  await friends.setPresence(ctx, [owner.id], true);
  await new Promise(setImmediate);
  unsubscribe();
  return heard.flatMap((message) => (message.kind === 'presence' && message.who === owner.id && message.online ? message.playerIds : []));
}

/** What all services that know other players answer; null where they refuse. */
function askEveryone({ ctx }: World, actor: Actor, { id, username }: Player): Promise<unknown[]> {
  const view = (tab: FriendsTab, term = '') => friends.getFriendsView(ctx, actor, { tab, term, after: null, from: id });
  const asked = [
    () => friends.getProfile(ctx, actor, id),
    () => friends.getPlayerSummary(ctx, actor, id),
    () => findReportedPlayer(ctx, actor, id).then((found) => (found?.isHidden ? null : found)),
    () => friends.searchPlayers(ctx, actor, username),
    () => friends.searchPlayers(ctx, actor, 'Herself'),
    () => view('friends'),
    () => view('requests'),
    () => view('search', 'awadi'),
    () => friends.listOnlineFriends(ctx, actor, 10),
    () => getConversation(ctx, actor, id),
    () => listNotifications(ctx, actor, null),
  ];
  return Promise.all(asked.map((ask) => ask().catch(toNothing)));
}

function toNothing(error: unknown): null {
  if (!(error instanceof AppError)) throw error;
  return null;
}
