import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { clearHistory } from '../../library/service.server.ts';
import { startPlay } from '../plays/service.server.ts';
import { similarGamesJobs } from './jobs.server.ts';
import { CO_PLAYERS_MIN, SIMILAR_SHOWN } from './rules.ts';
import { listSimilarGames } from './service.server.ts';

const runJobs = async (world: World) => {
  for (const job of similarGamesJobs) await job.run(world.ctx);
};
const idsFor = async (world: World, actor: Actor, id: string) => (await listSimilarGames(world.ctx, actor, id)).map((game) => game.id);
const pairsOf = (world: World) => world.ctx.db.selectFrom('co_plays').selectAll().orderBy('game_id').orderBy('other_id').execute();

/** New players who all play these games. */
async function playAll(world: World, ids: string[], count: number) {
  const players = [];
  for (let i = 0; i < count; i++) players.push(await world.addPlayer());
  for (const player of players) for (const id of ids) await startPlay(world.ctx, player, id);
  return players;
}

test('games that at least three players of this one also played come first, each pair counted once however often the job runs', async () => {
  const world = await createWorld();
  const [here, also, rarely] = [
    await world.addGame({ genres: ['Racing'] }),
    await world.addGame({ genres: ['Puzzle'] }),
    await world.addGame({ genres: ['Puzzle'] }),
  ];
  for (let i = 0; i < 12; i++) await world.addGame({ genres: ['Racing'], plays_30d: 50 });
  await playAll(world, [here, also], CO_PLAYERS_MIN);
  await playAll(world, [here, rarely], CO_PLAYERS_MIN - 1);
  await runJobs(world);
  const once = await pairsOf(world);
  expect(once.map((row) => [row.game_id, row.other_id])).toEqual([
    [here, also],
    [also, here],
  ]);
  await Promise.all([runJobs(world), runJobs(world)]);
  expect(await pairsOf(world)).toEqual(once);
  const shown = await idsFor(world, VISITOR, here);
  expect(shown).toHaveLength(SIMILAR_SHOWN);
  expect(shown[0]).toBe(also);
  expect(shown).not.toContain(here);
});

test('what players take out of their history is not counted any more', async () => {
  const world = await createWorld();
  const [here, also] = [await world.addGame(), await world.addGame()];
  const [first] = await playAll(world, [here, also], CO_PLAYERS_MIN);
  await runJobs(world);
  expect(await pairsOf(world)).toHaveLength(2);
  await clearHistory(world.ctx, first as Actor, { do: 'clear' });
  await runJobs(world);
  expect(await pairsOf(world)).toEqual([]);
});

test('without such plays: the same genres and tags before any other game', async () => {
  const world = await createWorld();
  const here = await world.addGame({ genres: ['Racing'], tags: ['Cars', 'City'] });
  const alike = [
    await world.addGame({ genres: ['Racing'], tags: [] }),
    await world.addGame({ genres: ['Puzzle'], tags: ['City'] }),
    await world.addGame({ genres: ['Racing'], tags: ['Cars'] }),
  ];
  for (let i = 0; i < 10; i++) await world.addGame({ genres: ['Puzzle'], tags: ['Fruit'], plays_30d: 99 });
  const shown = await idsFor(world, VISITOR, here);
  expect(shown).toHaveLength(SIMILAR_SHOWN);
  expect(shown.slice(0, alike.length).toSorted()).toEqual(alike.toSorted());
});

test('hidden games never appear, premium ones are marked and locked', async () => {
  const world = await createWorld();
  const here = await world.addGame({ genres: ['Racing'] });
  const [premium, gone, rest] = [
    await world.addGame({ is_premium: true }),
    await world.addGame({ genres: ['Racing'] }),
    await world.addGame(),
  ];
  await playAll(world, [here, gone, rest], CO_PLAYERS_MIN);
  await runJobs(world);
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', gone).execute();
  const cards = await listSimilarGames(world.ctx, VISITOR, here);
  expect(cards.map(({ id }) => id)).toEqual([rest, premium]);
  expect(cards[1]).toMatchObject({ isPremium: true, can: { play: false } });
});

test('visitors of a day share the games, players have their own, and another day shows others', async () => {
  const world = await createWorld();
  const here = await world.addGame({ genres: ['Racing'] });
  for (let i = 0; i < 15; i++) await world.addGame({ genres: ['Racing'] });
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const draw = async (actor: Actor) => (await idsFor(world, actor, here)).join();
  expect(await draw(VISITOR)).toBe(await draw(VISITOR));
  expect(await draw(amina)).toBe(await draw(amina));
  const byPerson = new Set([await draw(VISITOR), await draw(amina), await draw(brian)]);
  const byDay = new Set<string>();
  for (let day = 0; day < 4; day++) {
    byDay.add(await draw(VISITOR));
    world.advanceClock(86_400);
  }
  // Six of fifteen games in any order: that two drawings are the same happens once in 3.6 million cases.
  expect([byPerson.size, byDay.size]).toEqual([3, 4]);
});

test('an unknown game has no similar ones', async () => {
  const world = await createWorld();
  await world.addGame();
  // Any game is better than none beside one that exists; beside none there is nothing.
  expect(await listSimilarGames(world.ctx, VISITOR, 'nowhere')).toEqual([]);
  expect(await listSimilarGames(world.ctx, VISITOR, '../etc')).toEqual([]);
});
