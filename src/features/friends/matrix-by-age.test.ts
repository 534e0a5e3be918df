import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queryIn } from '../../../tests/friendship-world.ts';
import { giveConsent } from '../../../tests/guardian-world.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { AgeBand } from '../../shared/permissions.ts';
import * as chat from '../chat/service.server.ts';
import { applyAgeBand } from './age-bands/service.server.ts';
import { listPresenceSubscribers } from './queries.server.ts';
import type { FriendAction } from './schema.ts';
import * as friends from './service.server.ts';

// Who may find, see, ask and write to whom, by the age bands of the two; null: not answered yet. The expected values are written out, and not
// taken from the table that the code goes by.

const BANDS = [13, 16, 18, null] as const;
type Band = AgeBand | null;
type Player = Awaited<ReturnType<World['addPlayer']>>;

const BIRTH: Record<AgeBand, string> = { 13: '2012-01', 16: '2009-01', 18: '1990-01' };
const ageOf = (band: Band) => ({ birth_month: band === null ? null : BIRTH[band], age_band: band });

/** What one player of a band gets from another one. */
type Way = (world: World, me: Player, other: Player, setAges: () => Promise<void>) => Promise<string>;

const act = (world: World, me: Player, what: FriendAction, other: Player, code?: string) =>
  friends.applyFriendAction(world.ctx, me, { do: what, id: other.id, ...(code !== undefined && { code }) });
const answerOf = (done: Promise<unknown>) =>
  done.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const find = async (world: World, me: Player, other: Player, term: string) =>
  (await friends.searchPlayers(world.ctx, me, term)).some(({ id }) => id === other.id);
const codeOf = async (world: World, owner: Player) =>
  (await friends.getFriendsView(world.ctx, owner, { tab: 'search', term: '', after: null })).search?.code ?? '';
const befriend = (world: World, one: Player, other: Player) =>
  sql`insert into friendships (low_id, high_id, state, requested_by, accepted_at)
    values (least(${one.id}::uuid, ${other.id}), greatest(${one.id}::uuid, ${other.id}), 'accepted', ${one.id}, now())`.execute(
    world.ctx.db,
  );

const write = (world: World, me: Player, other: Player) =>
  chat.sendMessage(world.ctx, me, other.id, { text: 'hi', clientId: world.ctx.newId() }).then(
    (result) => (result.ok ? 'ok' : result.code),
    (error: { code: string }) => error.code,
  );
/** 'A player' in the list, no page, and the end of the block. */
const HIDDEN_BLOCK = 'a player,not-found,not-found,none';

/** One line per band of who acts, one column per band of the other: 13 to 15, 16 and 17, 18 and over, not answered. */
const TABLE: Record<string, { way: Way; expected: [string, string, string, string][] }> = {
  'finding by a part of a name': {
    way: async (world, me, other, setAges) => {
      await setAges();
      const name = other.username;
      // The beginning and the middle of the username, and of the display name.
      const found = [];
      for (const term of [name.slice(0, -1), name.slice(2), `Shown ${name}`, name.slice(1).toUpperCase()])
        found.push(await find(world, me, other, term));
      return found.every(Boolean) ? 'found' : found.some(Boolean) ? 'now and then' : '-';
    },
    expected: [
      ['-', 'found', '-', '-'],
      ['-', 'found', '-', '-'],
      ['-', '-', 'found', '-'],
      ['-', '-', '-', '-'],
    ],
  },
  'finding by the whole username': {
    way: async (world, me, other, setAges) => {
      await setAges();
      return (await find(world, me, other, ` @${other.username.toUpperCase()}`)) ? 'found' : '-';
    },
    expected: [
      ['found', 'found', '-', '-'],
      ['found', 'found', '-', '-'],
      ['-', '-', 'found', '-'],
      ['-', '-', '-', '-'],
    ],
  },
  'finding by the friend code': {
    way: async (world, me, other, setAges) => {
      await setAges();
      return (await find(world, me, other, await codeOf(world, other))) ? 'found' : '-';
    },
    expected: [
      ['found', 'found', '-', '-'],
      ['found', 'found', '-', '-'],
      ['-', '-', 'found', '-'],
      ['-', '-', '-', '-'],
    ],
  },
  'seeing a profile that is for everyone': {
    way: async (world, me, other, setAges) => {
      await setAges();
      await world.ctx.db.insertInto('privacy').values({ player_id: other.id, profile: 'everyone' }).execute();
      const summary = await answerOf(friends.getPlayerSummary(world.ctx, me, other.id));
      const profile = await answerOf(
        friends.getProfile(world.ctx, me, other.id).then(({ details }) => {
          if (details === null) throw new Error('names only');
        }),
      );
      return summary === profile ? profile : `${summary} and ${profile}`;
    },
    expected: [
      ['ok', 'ok', 'not-found', 'not-found'],
      ['ok', 'ok', 'not-found', 'not-found'],
      ['not-found', 'not-found', 'ok', 'not-found'],
      ['not-found', 'not-found', 'not-found', 'not-found'],
    ],
  },
  asking: {
    way: async (world, me, other, setAges) => {
      await setAges();
      return answerOf(act(world, me, 'ask', other));
    },
    expected: [
      ['not-allowed', 'ok', 'not-found', 'not-found'],
      ['not-allowed', 'ok', 'not-found', 'not-found'],
      ['not-found', 'not-found', 'ok', 'not-found'],
      ['not-found', 'not-found', 'not-found', 'not-found'],
    ],
  },
  'asking with the friend code': {
    way: async (world, me, other, setAges) => {
      await setAges();
      return answerOf(act(world, me, 'ask', other, await codeOf(world, other)));
    },
    expected: [
      ['ok', 'ok', 'not-found', 'not-found'],
      ['ok', 'ok', 'not-found', 'not-found'],
      ['not-found', 'not-found', 'ok', 'not-found'],
      ['not-found', 'not-found', 'not-found', 'not-found'],
    ],
  },
  'asking a friend of a friend': {
    way: async (world, me, other, setAges) => {
      await setAges();
      const between = await world.addPlayer(ageOf(16));
      await befriend(world, me, between);
      await befriend(world, between, other);
      return answerOf(act(world, me, 'ask', other));
    },
    expected: [
      ['ok', 'ok', 'not-found', 'not-found'],
      ['ok', 'ok', 'not-found', 'not-found'],
      ['not-found', 'not-found', 'ok', 'not-found'],
      ['not-found', 'not-found', 'not-found', 'not-found'],
    ],
  },
  'accepting a request from before': {
    way: async (world, me, other, setAges) => {
      await act(world, other, 'ask', me);
      await setAges();
      return answerOf(act(world, me, 'accept', other));
    },
    expected: [
      ['ok', 'ok', 'not-allowed', 'not-allowed'],
      ['ok', 'ok', 'not-allowed', 'not-allowed'],
      ['not-allowed', 'not-allowed', 'ok', 'not-allowed'],
      ['not-allowed', 'not-allowed', 'not-allowed', 'not-allowed'],
    ],
  },
  // An age that is not known leaves friends friends until it is, but nobody writes.
  'writing to a friend from before': {
    way: async (world, me, other, setAges) => {
      await befriend(world, me, other);
      await setAges();
      await world.ctx.db.transaction().execute(async (trx) => {
        await sql`select 1 from players where id = ${me.id} for no key update`.execute(trx);
        await applyAgeBand(world.ctx, trx, me.id);
      });
      return write(world, me, other);
    },
    expected: [
      ['ok', 'ok', 'not-found', 'age-unknown'],
      ['ok', 'ok', 'not-found', 'age-unknown'],
      ['not-found', 'not-found', 'ok', 'age-unknown'],
      ['age-unknown', 'age-unknown', 'age-unknown', 'age-unknown'],
    ],
  },
  // Where a row was not paused that should have been, the ages decide all the same.
  'what friends have of each other, whatever their row says': {
    way: async (world, me, other, setAges) => {
      await befriend(world, me, other);
      await setAges();
      await friends.setPresence(world.ctx, [me.id, other.id], true);
      const view = await friends.getFriendsView(world.ctx, me, { tab: 'friends', term: '', after: null });
      const has = {
        list: view.friends?.items.some(({ id }) => id === other.id),
        count: view.counts.friends === 1,
        online: (await friends.listOnlineFriends(world.ctx, me, 5)).length === 1,
        live: (await listPresenceSubscribers(world.ctx.db, [other.id])).some((row) => row.friends.includes(me.id)),
        chat: (await answerOf(chat.getConversation(world.ctx, me, other.id))) === 'ok',
        page: (await answerOf(friends.getProfile(world.ctx, me, other.id))) === 'ok',
      };
      const ways = Object.entries(has).flatMap(([way, isOpen]) => (isOpen ? [way] : []));
      return ways.length === Object.keys(has).length ? 'all' : ways.join() || '-';
    },
    expected: [
      ['all', 'all', '-', 'all'],
      ['all', 'all', '-', 'all'],
      ['-', '-', 'all', 'all'],
      ['all', 'all', 'all', 'all'],
    ],
  },
  'writing, whatever the row says': {
    way: async (world, me, other, setAges) => {
      await befriend(world, me, other);
      await setAges();
      return write(world, me, other);
    },
    expected: [
      ['ok', 'ok', 'not-found', 'age-unknown'],
      ['ok', 'ok', 'not-found', 'age-unknown'],
      ['not-found', 'not-found', 'ok', 'age-unknown'],
      ['age-unknown', 'age-unknown', 'age-unknown', 'age-unknown'],
    ],
  },
  'seeing whom one blocked before, in the list and on their page': {
    way: async (world, me, other, setAges) => {
      await act(world, me, 'block', other);
      await setAges();
      const { search } = await friends.getFriendsView(world.ctx, me, { tab: 'search', term: '', after: null });
      const row = search?.blocked.map(({ player }) => (player === null ? 'a player' : player.username === other.username ? 'names' : '?'));
      const page = await answerOf(friends.getProfile(world.ctx, me, other.id));
      const summary = await answerOf(friends.getPlayerSummary(world.ctx, me, other.id));
      return [row?.join(), page, summary, (await act(world, me, 'unblock', other)).relation].join();
    },
    expected: [
      ['names,ok,ok,none', 'names,ok,ok,none', HIDDEN_BLOCK, HIDDEN_BLOCK],
      ['names,ok,ok,none', 'names,ok,ok,none', HIDDEN_BLOCK, HIDDEN_BLOCK],
      [HIDDEN_BLOCK, HIDDEN_BLOCK, 'names,ok,ok,none', HIDDEN_BLOCK],
      [HIDDEN_BLOCK, HIDDEN_BLOCK, HIDDEN_BLOCK, HIDDEN_BLOCK],
    ],
  },
  'blocking a stranger': {
    way: async (world, me, other, setAges) => {
      await setAges();
      return answerOf(act(world, me, 'block', other));
    },
    expected: [
      ['ok', 'ok', 'not-found', 'not-found'],
      ['ok', 'ok', 'not-found', 'not-found'],
      ['not-found', 'not-found', 'ok', 'not-found'],
      ['not-found', 'not-found', 'not-found', 'not-found'],
    ],
  },
};

test.each(Object.entries(TABLE))('%s', async (_, { way, expected }) => {
  const world = await createWorld();
  const got: string[][] = [];
  for (const mine of BANDS) {
    const line: string[] = [];
    for (const theirs of BANDS) {
      // Each cell has its own pair, so that cells do not affect each other.
      const username = `zuri_${mine ?? 'none'}_${theirs ?? 'none'}`;
      const [me, other] = [await world.addPlayer(), await world.addPlayer({ username, display_name: `Shown ${username}` })];
      const setAges = async () => {
        for (const [player, band] of [
          [me, mine],
          [other, theirs],
        ] as const)
          await world.ctx.db.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
      };
      // Here the ages alone decide; what guardians choose is in chat/levels.test.ts.
      for (const player of [me, other]) await giveConsent(queryIn(world), player.id);
      line.push(await way(world, me, other, setAges));
    }
    got.push(line);
  }
  expect(got).toEqual(expected);
});
