import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { RECEIVED_REQUESTS_MAX } from './rules.ts';
import { applyFriendAction, getFriendsView, getProfile } from './service.server.ts';

test('the request that a notification names comes first, however many are newer', async () => {
  const world = await createWorld();
  const [amina, brian, kip] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(world.ctx, brian, { do: 'ask', id: amina.id });
  await sql`
    with crowd as (
      insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
      select gen_random_uuid(), 'many_' || i, 'Crowd', 'many_' || i || '@example.com', true, '1990-01', 18
      from generate_series(1, ${RECEIVED_REQUESTS_MAX}::int) i returning id)
    insert into friendships (low_id, high_id, state, requested_by, requested_at)
    select least(id, ${amina.id}::uuid), greatest(id, ${amina.id}::uuid), 'pending', id, now() + interval '1 day' from crowd`.execute(
    world.ctx.db,
  );
  const open = async (from: string | null) => {
    const { requests } = await getFriendsView(world.ctx, amina, { tab: 'requests', term: '', after: null, from });
    const received = requests?.received.map(({ id }) => id) ?? [];
    return [requests?.from, received.indexOf(brian.id), received.length];
  };
  expect(await open(null)).toEqual([null, -1, RECEIVED_REQUESTS_MAX]);
  expect(await open(brian.id)).toEqual([brian.id, 0, RECEIVED_REQUESTS_MAX]);
  // One who did not ask, and what is no id at all.
  expect(await open(kip.id)).toEqual([kip.id, -1, RECEIVED_REQUESTS_MAX]);
  expect(await open("' or true")).toEqual([null, -1, RECEIVED_REQUESTS_MAX]);
});

type Player = Awaited<ReturnType<World['addPlayer']>>;

/** A world with players, and what makes two of them friends. */
async function createFriends<const Name extends string>(...names: Name[]) {
  const world = await createWorld();
  const players = {} as Record<Name, Player>;
  for (const name of names) players[name] = await world.addPlayer({ username: name });
  const act = (from: Name, what: 'ask' | 'accept' | 'block', to: Name) =>
    applyFriendAction(world.ctx, players[from], { do: what, id: players[to].id });
  const befriend = async (one: Name, other: Name) => {
    await act(one, 'ask', other);
    await act(other, 'accept', one);
  };
  const requestsOf = async (name: Name) => {
    const { requests } = await getFriendsView(world.ctx, players[name], { tab: 'requests', term: '', after: null });
    if (!requests) throw new Error('there are no requests');
    return requests;
  };
  const sharedBy = async (name: Name) =>
    Object.fromEntries((await requestsOf(name)).received.map(({ username, sharedFriends }) => [username, sharedFriends]));
  return { world, players, act, befriend, requestsOf, sharedBy };
}

test('a received request says how many friends the two share; what is only asked, or was ended, does not count', async () => {
  const { world, players, act, befriend, sharedBy } = await createFriends('amina', 'brian', 'chao', 'zuri', 'kip', 'neema');
  // Zuri and Kip are friends of Amina; Brian knows both, Chao one of them, Neema none.
  for (const friend of ['zuri', 'kip'] as const) await befriend(friend, 'amina');
  await befriend('brian', 'zuri');
  await befriend('kip', 'brian');
  await befriend('chao', 'kip');
  await act('chao', 'ask', 'zuri');
  await befriend('neema', 'brian');
  for (const asks of ['brian', 'chao', 'neema'] as const) await act(asks, 'ask', 'amina');
  expect(await sharedBy('amina')).toEqual({ brian: 2, chao: 1, neema: 0 });
  // Who hides is still a friend of Amina, and so counts; who blocked is no friend any more.
  await world.ctx.db
    .insertInto('privacy')
    .values({ player_id: players.kip.id, profile: 'private', finding: 'private', asking: 'private', online: false })
    .execute();
  await act('zuri', 'block', 'brian');
  expect(await sharedBy('amina')).toEqual({ brian: 1, chao: 1, neema: 0 });
  expect((await getProfile(world.ctx, players.amina, players.brian.id)).sharedFriends).toBe(1);
  await act('kip', 'block', 'amina');
  expect(await sharedBy('amina')).toEqual({ brian: 0, chao: 0, neema: 0 });
});

test('asking somebody reveals nothing about their friends', async () => {
  const { world, players, act, befriend, requestsOf } = await createFriends('amina', 'brian', 'chao');
  await befriend('amina', 'chao');
  await befriend('brian', 'chao');
  await act('brian', 'ask', 'amina');
  expect(JSON.stringify((await requestsOf('brian')).sent)).not.toContain('shared');
  expect((await getProfile(world.ctx, players.brian, players.amina.id)).sharedFriends).toBeNull();
});

test('the shared friends of a whole list are counted by one statement', async () => {
  const { world, players, act, befriend, sharedBy } = await createFriends('amina', 'brian', 'chao', 'zuri');
  await befriend('amina', 'zuri');
  const count = async () => {
    let statements = 0;
    const { ctx } = world;
    const counting = {
      ...ctx,
      db: ctx.db.withPlugin({ transformQuery: ({ node }) => (statements++, node), transformResult: async ({ result }) => result }),
    };
    await getFriendsView(counting, players.amina, { tab: 'requests', term: '', after: null });
    return statements;
  };
  await befriend('brian', 'zuri');
  await act('brian', 'ask', 'amina');
  const one = await count();
  expect(one).toBeGreaterThan(1);
  await act('chao', 'ask', 'amina');
  expect([await count(), await sharedBy('amina')]).toEqual([one, { brian: 1, chao: 0 }]);
});
