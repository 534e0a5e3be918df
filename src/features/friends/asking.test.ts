import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { applyAgeBand } from './age-bands/service.server.ts';
import type { FriendAction, SearchResult } from './schema.ts';
import * as friends from './service.server.ts';

// Asking a player of 13 to 15, who is asked by friends of friends and by who has their code.

type Player = Awaited<ReturnType<World['addPlayer']>>;
const YOUNG = { birth_month: '2012-01', age_band: 13 };
const OLDER = { birth_month: '2009-01', age_band: 16 };

async function cast() {
  const world = await createWorld();
  const [amina, brian, chao] = [
    await world.addPlayer({ username: 'amina', ...YOUNG }),
    await world.addPlayer({ username: 'brian', ...YOUNG }),
    await world.addPlayer({ username: 'chao', ...OLDER }),
  ];
  const act = (me: Player, what: FriendAction, other: Player, code?: string) =>
    friends.applyFriendAction(world.ctx, me, { do: what, id: other.id, ...(code !== undefined && { code }) });
  const codeOf = async (owner: Player) =>
    (await friends.getFriendsView(world.ctx, owner, { tab: 'search', term: '', after: null })).search?.code ?? '';
  const find = async (me: Player, term: string) => (await friends.searchPlayers(world.ctx, me, term)) as [SearchResult];
  const befriend = async (one: Player, other: Player) => {
    await act(one, 'ask', other, await codeOf(other));
    await act(other, 'accept', one);
  };
  return { world, amina, brian, chao, act, codeOf, find, befriend };
}

test('a friend code opens asking, however it is typed; what is not this player’s code does not', async () => {
  const { world, amina, brian, chao, act, codeOf } = await cast();
  const code = await codeOf(brian);
  for (const wrong of ['', 'x', 'BCDFGHJK', await codeOf(amina), await codeOf(chao), brian.id])
    await expect(act(amina, 'ask', brian, wrong), wrong).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(act(amina, 'ask', brian, 'x'.repeat(1000))).rejects.toMatchObject({ code: 'bad-input' });
  expect(await act(amina, 'ask', brian, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toEqual({ relation: 'sent' });
  await act(amina, 'withdraw', brian);
  // A new code ends the old one here too.
  await friends.applyFriendAction(world.ctx, brian, { do: 'renew-code' });
  await expect(act(amina, 'ask', brian, code)).rejects.toMatchObject({ code: 'not-allowed' });
  // Who takes no requests takes none with the code.
  await world.ctx.db.insertInto('privacy').values({ player_id: brian.id, asking: 'private' }).execute();
  await expect(act(amina, 'ask', brian, await codeOf(brian))).rejects.toMatchObject({ code: 'not-allowed' });
});

test('a search says whether asking is open: by the code it is, and the result brings the code along', async () => {
  const { world, amina, brian, chao, codeOf, find, befriend } = await cast();
  const code = await codeOf(brian);
  expect(await find(amina, 'brian')).toMatchObject([{ id: brian.id, relation: 'none', asking: 'code', code: null }]);
  expect(await find(amina, code.toLowerCase())).toMatchObject([{ id: brian.id, relation: 'none', asking: 'open', code }]);
  expect(await find(amina, 'chao')).toMatchObject([{ id: chao.id, asking: 'open', code: null }]);
  expect(await friends.getProfile(world.ctx, amina, brian.id)).toMatchObject({ relation: 'none', asking: 'code' });
  await befriend(amina, chao);
  await befriend(chao, brian);
  expect(await find(amina, 'brian')).toMatchObject([{ id: brian.id, asking: 'open' }]);
  expect(await friends.getProfile(world.ctx, amina, brian.id)).toMatchObject({ asking: 'open' });
  await world.ctx.db.insertInto('privacy').values({ player_id: brian.id, asking: 'friends' }).execute();
  for (const term of ['brian', code]) expect(await find(amina, term), term).toMatchObject([{ asking: 'closed' }]);
});

test('a friend of a friend is one by two accepted friendships: requests and paused ones are none', async () => {
  const { world, amina, brian, chao, act, codeOf, befriend } = await cast();
  const setState = (one: Player, other: Player, state: 'accepted' | 'paused') =>
    sql`update friendships set state = ${state} where low_id = least(${one.id}::uuid, ${other.id}) and high_id = greatest(${one.id}::uuid, ${other.id})`.execute(
      world.ctx.db,
    );
  const ask = () =>
    act(amina, 'ask', brian).then(
      () => act(amina, 'withdraw', brian).then(() => 'ok'),
      (error: { code: string }) => error.code,
    );
  await befriend(amina, chao);
  expect(await ask()).toBe('not-allowed');
  await act(chao, 'ask', brian, await codeOf(brian));
  expect(await ask()).toBe('not-allowed');
  await act(brian, 'accept', chao);
  expect(await ask()).toBe('ok');
  for (const other of [amina, brian]) {
    await setState(chao, other, 'paused');
    expect(await ask()).toBe('not-allowed');
    await setState(chao, other, 'accepted');
  }
  expect(await ask()).toBe('ok');
});

/** Many confirmed players of a band. */
const addCrowd = (world: World, count: number, username: string, displayName: string, { birth_month, age_band }: typeof YOUNG) =>
  sql`
  insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
  select gen_random_uuid(), ${username}::text || i, ${displayName}::text || i, ${username}::text || i || '@example.com', true, ${birth_month}, ${age_band}
  from generate_series(1, ${count}::int) i`.execute(world.ctx.db);

test('those whom a searcher cannot find take nobody’s place, however many there are', async () => {
  const { world, amina, brian } = await cast();
  for (const [name, ages] of [
    ['kipa', YOUNG],
    ['kipb', { birth_month: '1990-01', age_band: 18 }],
  ] as const) {
    await addCrowd(world, 150, `${name}_`, 'Somebody', ages);
    await addCrowd(world, 150, `shown_${name}_`, `Kip ${name}`, ages);
    await addCrowd(world, 150, `${name.slice(3)}_likes_mikip_`, 'Somebody', ages);
  }
  await sql`insert into players (id, username, display_name, email, email_confirmed)
    select gen_random_uuid(), 'kipc_' || i, 'Kip', 'kipc_' || i || '@example.com', true from generate_series(1, 150) i`.execute(
    world.ctx.db,
  );
  await world.addPlayer({ username: 'kipz_zuri', display_name: 'Zuri', ...OLDER });
  await world.addPlayer({ username: 'otieno', display_name: 'Kip Zuri', ...OLDER });
  await world.addPlayer({ username: 'zuri_likes_mikip', display_name: 'Likes', ...OLDER });
  for (const searcher of [amina, brian]) {
    const found = async (term: string) => (await friends.searchPlayers(world.ctx, searcher, term)).map(({ username }) => username);
    expect(await found('ki')).toEqual(['kipz_zuri', 'otieno']);
    expect(await found('kip')).toEqual(['kipz_zuri', 'otieno', 'zuri_likes_mikip']);
    expect(await found('kipa_7')).toEqual(['kipa_7']);
  }
});

test('a friendship is one by code if whoever asked had the code, also where they did not need it, and stays so', async () => {
  const { world, amina, brian, chao, act, codeOf } = await cast();
  const isByCode = async (one: Player, other: Player) => {
    const [low = '', high = ''] = [one.id, other.id].toSorted();
    return (
      await world.ctx.db
        .selectFrom('friendships')
        .select('is_by_code')
        .where('low_id', '=', low)
        .where('high_id', '=', high)
        .executeTakeFirst()
    )?.is_by_code;
  };
  await act(amina, 'ask', brian, await codeOf(brian));
  expect(await isByCode(amina, brian)).toBe(true);
  await act(brian, 'accept', amina);
  expect(await isByCode(amina, brian)).toBe(true);
  // Chao can be asked by everyone. What is not the code is as good as none.
  for (const [code, expected] of [
    [undefined, false],
    [await codeOf(brian), false],
    [await codeOf(chao), true],
  ] as const) {
    await act(amina, 'ask', chao, code);
    expect(await isByCode(amina, chao), code).toBe(expected);
    await act(amina, 'withdraw', chao);
  }
  await act(amina, 'ask', chao, await codeOf(chao));
  await act(chao, 'accept', amina);
  // A pause because of the ages, the renewal and its acceptance keep it.
  for (const [player, state] of [
    [amina, 'paused'],
    [chao, 'pending'],
  ] as const) {
    await world.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('players').set({ birth_month: '1990-01', age_band: 18 }).where('id', '=', player.id).execute();
      await applyAgeBand(world.ctx, trx, player.id);
    });
    const rows = await world.ctx.db.selectFrom('friendships').select(['state', 'is_by_code']).where('state', '=', state).execute();
    expect(rows).toContainEqual({ state, is_by_code: true });
  }
  await act(chao, 'accept', amina);
  expect(await isByCode(amina, chao)).toBe(true);
  // Friends who part and find each other again begin anew.
  await act(chao, 'remove', amina);
  await act(amina, 'ask', chao);
  expect(await isByCode(amina, chao)).toBe(false);
});
