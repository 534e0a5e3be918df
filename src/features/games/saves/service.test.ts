import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { PLAYER_BYTES_MAX } from './rules.ts';
import { SAVE_BYTES_MAX } from './schema.ts';
import { changeSavedGame, getSave, getSaveOwner, listSavedGames, storeSave } from './service.server.ts';

type Player = Extract<Actor, { kind: 'player' }>;

async function createSaving() {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const game = await world.addGame();
  return { world, amina, game };
}

/** The fields of a save, at the world's time. */
function fieldsOf({ ctx }: World, player: Player, given: Record<string, string> = {}): Record<string, string> {
  const at = String(ctx.now().getTime());
  return { owner: getSaveOwner(ctx, player, false)?.key ?? '', writer: 'opening-1', revision: '0', at, save: '{"level":1}', ...given };
}

const store = (world: World, player: Player, game: string, given: Record<string, string> = {}) =>
  storeSave(world.ctx, player, game, fieldsOf(world, player, given));

test('saves on a device are named after their player, in a way that tells nobody who that is', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const owner = getSaveOwner(world.ctx, amina, false);
  expect(owner).toEqual({ key: expect.stringMatching(/^[\w-]{16}$/), isRemembered: false });
  expect(getSaveOwner(world.ctx, { ...amina, premium: true }, true)).toEqual({ key: owner?.key, isRemembered: true });
  expect(getSaveOwner(world.ctx, brian, false)?.key).not.toBe(owner?.key);
  for (const actor of [VISITOR, SYSTEM, { kind: 'leaving', id: amina.id } as const])
    expect(getSaveOwner(world.ctx, actor, false)).toBeNull();
});

test('what one device saved another one reads, with the better best score and the time of saving', async () => {
  const { world, amina, game } = await createSaving();
  expect(await getSave(world.ctx, amina, game)).toMatchObject({ save: null });
  const first = world.ctx.now().getTime() - 5000;
  expect(await store(world, amina, game, { best: '12', lower: 'yes', at: String(first) })).toEqual({
    ok: true,
    state: 'stored',
    isOtherKept: false,
    revision: 1,
    best: 12,
  });
  expect(await getSave(world.ctx, amina, game)).toEqual({
    ok: true,
    owner: getSaveOwner(world.ctx, amina, false)?.key,
    now: expect.any(Number) as number,
    save: { revision: 1, data: '{"level":1}', best: 12, isLowerBetter: true, savedAt: first },
  });
  expect(await store(world, amina, game, { best: '30', revision: '1', save: '{"level":2}' })).toMatchObject({ revision: 2, best: 12 });
  // A clock that is ahead does not make a save that wins for a year.
  const ahead = world.ctx.now().getTime() + 86_400_000;
  await store(world, amina, game, { revision: '2', save: '{"level":3}', at: String(ahead) });
  expect((await getSave(world.ctx, amina, game)).save?.savedAt).toBeLessThanOrEqual(world.ctx.now().getTime());
});

test('of two that save at once without knowing of each other, one is the save and the other is kept', async () => {
  const { world, amina, game } = await createSaving();
  await store(world, amina, game);
  const later = world.ctx.now().getTime() + 1000;
  world.advanceClock(2);
  await world.ctx.db
    .transaction()
    .execute(async (trx) => {
      await sql`select 1 from players where id = ${amina.id} for update`.execute(trx);
      const both = [
        store(world, amina, game, { revision: '1', writer: 'opening-2', save: '{"from":"phone"}', best: '3' }),
        store(world, amina, game, { revision: '1', writer: 'opening-3', save: '{"from":"laptop"}', at: String(later), best: '8' }),
      ];
      await waitForLocks(world.ctx.db, 2);
      return { both };
    })
    .then(({ both }) => Promise.all(both));
  const { save } = await getSave(world.ctx, amina, game);
  expect(save).toMatchObject({ data: '{"from":"phone"}', best: 8, revision: 3 });
  const [row] = await world.ctx.db.selectFrom('game_saves').select(['former', 'former_reason']).execute();
  expect(row).toEqual({ former: '{"from":"laptop"}', former_reason: 'other-device' });
});

test('two first saves at once are one row', async () => {
  const { world, amina, game } = await createSaving();
  const done = await Promise.all(
    ['opening-1', 'opening-2'].map((writer) => store(world, amina, game, { writer, save: JSON.stringify(writer) })),
  );
  expect(done.map(({ revision }) => revision).toSorted((one, other) => one - other)).toEqual([1, 2]);
  expect(await world.ctx.db.selectFrom('game_saves').select('revision').execute()).toEqual([{ revision: 2 }]);
});

test('a save has at most 64 KB, is JSON, and comes with the fields of our own page', async () => {
  const { world, amina, game } = await createSaving();
  const full = `"${'é'.repeat(SAVE_BYTES_MAX / 2 - 1)}"`;
  expect(Buffer.byteLength(full)).toBe(SAVE_BYTES_MAX);
  expect(await store(world, amina, game, { save: full })).toMatchObject({ state: 'stored' });
  await expect(store(world, amina, game, { save: `${full} ` })).rejects.toMatchObject({ code: 'too-large' });
  const wrong: Record<string, string>[] = [
    { save: '' },
    { save: '{"level":' },
    { save: 'undefined' },
    { save: '['.repeat(SAVE_BYTES_MAX) },
    { save: '['.repeat(30_000) + ']'.repeat(30_000) },
    { at: 'soon' },
    { at: '-1' },
    { revision: '1.5' },
    { revision: String(2 ** 31) },
    { writer: "x'); drop" },
    { kind: 'mine' },
    { best: 'NaN' },
    { lower: 'maybe' },
  ];
  for (const given of wrong)
    await expect(store(world, amina, game, given), JSON.stringify(given).slice(0, 60)).rejects.toMatchObject({ code: 'bad-input' });
  // What is JSON and no text for jsonb.
  await store(world, amina, game, { revision: '1', save: '{"a":"\\u0000","b":"\\ud800"}' });
  expect((await getSave(world.ctx, amina, game)).save?.data).toBe('{"a":"\\u0000","b":"\\ud800"}');
  // As deep as it gets. The file with a player's data reads both as JSON.
  const deep = '['.repeat(500) + ']'.repeat(500);
  expect(await store(world, amina, game, { revision: '1', writer: 'opening-2', save: deep })).toMatchObject({ ok: true });
  const { rows } = await sql<{
    is_read: boolean;
  }>`select save::json is not null and former::json is not null as is_read from game_saves`.execute(world.ctx.db);
  expect(rows).toEqual([{ is_read: true }]);
});

test('the saves of a player have an end, which counts the earlier ones too', async () => {
  const { world, amina, game } = await createSaving();
  const other = await world.addGame();
  await sql`insert into games (id, title) select 'many-' || n, 'Many' from generate_series(1, 160) n`.execute(world.ctx.db);
  const text = JSON.stringify('x'.repeat(SAVE_BYTES_MAX - 2));
  await sql`
    insert into game_saves (player_id, game_id, save, revision, saved_at, writer, former, former_saved_at, former_reason)
    select ${amina.id}, 'many-' || n, ${text}, 1, now(), 'opening-1', ${text}, now(), 'exchanged' from generate_series(1, 160) n`.execute(
    world.ctx.db,
  );
  expect((await listSavedGames(world.ctx, amina, null)).bytes).toBe(PLAYER_BYTES_MAX);
  expect(await store(world, amina, game)).toMatchObject({ state: 'full', revision: 0 });
  await changeSavedGame(world.ctx, amina, { do: 'delete', game: 'many-1', revision: '1' });
  expect(await store(world, amina, game)).toMatchObject({ state: 'stored' });
  expect(await store(world, await world.addPlayer(), other)).toMatchObject({ state: 'stored' });
});

test('nobody reads or writes the saves of somebody else, or of a game that they may not play', async () => {
  const { world, amina, game } = await createSaving();
  const brian = await world.addPlayer();
  await store(world, amina, game);
  expect(await getSave(world.ctx, brian, game)).toMatchObject({ save: null });
  expect((await listSavedGames(world.ctx, brian, null)).games).toEqual([]);
  await expect(changeSavedGame(world.ctx, brian, { do: 'delete', game, revision: '1' })).rejects.toMatchObject({ code: 'not-available' });
  // A page that was opened by Amina, sent with Brian's cookies.
  await expect(storeSave(world.ctx, brian, game, fieldsOf(world, amina))).rejects.toMatchObject({ code: 'not-allowed' });
  const refused = async (actor: Actor, id: string, code: string) => {
    await expect(getSave(world.ctx, actor, id)).rejects.toMatchObject({ code });
    await expect(storeSave(world.ctx, actor, id, fieldsOf(world, amina))).rejects.toMatchObject({ code });
  };
  await refused(VISITOR, game, 'sign-in-required');
  await refused({ kind: 'leaving', id: amina.id }, game, 'not-allowed');
  await refused({ kind: 'age-unknown', id: amina.id }, game, 'not-allowed');
  await refused(amina, 'nope', 'not-found');
  await refused(amina, '../games', 'not-found');
  await refused(amina, await world.addGame({ is_premium: true }), 'premium-required');
  await refused({ ...amina, band: 13 }, await world.addGame({ min_age: 16 }), 'age-required');
  await refused(amina, await world.addGame({ hidden_at: new Date() }), 'not-found');
  await expect(listSavedGames(world.ctx, VISITOR, null)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('a player goes back to the earlier save and on again; what they saw has to be what is there', async () => {
  const { world, amina, game } = await createSaving();
  await store(world, amina, game, { best: '5' });
  await expect(changeSavedGame(world.ctx, amina, { do: 'restore', game, revision: '1' })).rejects.toMatchObject({ code: 'not-available' });
  world.advanceClock(60);
  await store(world, amina, game, { writer: 'opening-2', save: '{"level":9}', best: '3' });
  const [before] = (await listSavedGames(world.ctx, amina, null)).games;
  expect(before).toMatchObject({
    gameId: game,
    gameUrl: `/games/${game}`,
    bytes: 11,
    best: 5,
    revision: 2,
    former: { bytes: 11, reason: 'other-device' },
  });
  world.advanceClock(60);
  const back = { do: 'restore', game, revision: '2' };
  const done = await Promise.allSettled([changeSavedGame(world.ctx, amina, back), changeSavedGame(world.ctx, amina, back)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const restoredAt = world.ctx.now().getTime();
  // A device with something from before that, which was not sent yet, does not take it for newer.
  const { save: restored } = await getSave(world.ctx, amina, game);
  expect(restored).toMatchObject({ data: '{"level":1}', best: 5, revision: 3 });
  expect(restoredAt - (restored?.savedAt ?? 0)).toBeLessThan(30_000);
  const [after] = (await listSavedGames(world.ctx, amina, null)).games;
  expect(after).toMatchObject({ savedAt: before?.former?.savedAt, former: { savedAt: before?.savedAt, reason: 'exchanged' } });
  // What a device played before that, and sends now, does not undo it.
  const old = String(world.ctx.now().getTime() - 30_000);
  expect(await store(world, amina, game, { writer: 'opening-2', revision: '2', save: '{"level":10}', at: old })).toMatchObject({
    state: 'former',
  });
});

test('a deleted save does not come back from a device that was away, and takes its best score with it', async () => {
  const { world, amina, game } = await createSaving();
  await store(world, amina, game, { best: '5' });
  world.advanceClock(60);
  await changeSavedGame(world.ctx, amina, { do: 'delete', game, revision: '1' });
  expect(await listSavedGames(world.ctx, amina, null)).toEqual({ games: [], bytes: 0, next: null });
  world.advanceClock(60);
  expect(await store(world, amina, game, { revision: '1', save: '{"level":9}' })).toEqual({
    ok: true,
    state: 'deleted',
    revision: 2,
    best: null,
  });
  expect((await getSave(world.ctx, amina, game)).save).toMatchObject({ data: null, best: null, revision: 2 });
  expect(await store(world, amina, game, { revision: '2', best: '1' })).toMatchObject({ state: 'stored', revision: 3, best: 1 });
});

test('the list of saves has pages, the last saved first, and says which games are there', async () => {
  const { world, amina } = await createSaving();
  await sql`insert into games (id, title) select 'many-' || n, 'Many ' || n from generate_series(10, 34) n`.execute(world.ctx.db);
  await sql`
    insert into game_saves (player_id, game_id, save, revision, saved_at, writer)
    select ${amina.id}, 'many-' || n, '1', 1, now() - make_interval(mins => n / 2), 'opening-1' from generate_series(10, 34) n`.execute(
    world.ctx.db,
  );
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', 'many-34').execute();
  const first = await listSavedGames(world.ctx, amina, null);
  const second = await listSavedGames(world.ctx, amina, first.next);
  const ids = [...first.games, ...second.games].map(({ gameId }) => gameId);
  expect([first.games.length, second.games.length, second.next, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([
    20,
    5,
    null,
    25,
    'many-11',
    'many-34',
  ]);
  expect(second.games.at(-1)).toMatchObject({ title: 'Many 34', gameUrl: null });
  expect((await listSavedGames(world.ctx, amina, 'rubbish')).games).toEqual(first.games);
});
