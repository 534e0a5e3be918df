import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { listGames } from '../catalogue/service.server.ts';
import { playsJobs } from '../plays/jobs.server.ts';
import { popularOrderJobs } from './jobs.server.ts';
import { ORDER_MINUTES_MIN } from './rules.ts';

const POPULAR = { tab: 'popular', genre: null, device: null, gender: null } as const;

const read = (world: World, after: string | null, limit = 5) => listGames(world.ctx, VISITOR, { ...POPULAR, after, limit });
const order = async (world: World) => (await read(world, null, 40)).games.map((game) => game.id);

/** The rest of a list that began with `first`. */
async function readRest(world: World, first: Awaited<ReturnType<typeof read>>) {
  const ids = first.games.map((game) => game.id);
  for (let next = first.next; next !== null;) {
    const page = await read(world, next);
    ids.push(...page.games.map((game) => game.id));
    next = page.next;
  }
  return ids;
}

/** Plays that turn the order around, and the jobs that sum them up. */
async function turnOrder(world: World, ids: string[]) {
  await world.ctx.db
    .insertInto('game_days')
    .values(ids.map((game_id, i) => ({ game_id, day: new Date(), plays: 100 * (i + 1) })))
    .onConflict((on) => on.columns(['game_id', 'day']).doUpdateSet((eb) => ({ plays: eb.ref('excluded.plays') })))
    .execute();
  await runJobs(world);
}
async function runJobs(world: World) {
  for (const job of [...playsJobs, ...popularOrderJobs]) await job.run(world.ctx);
}
const passHour = (world: World) => world.advanceClock(3600);

async function fill() {
  const world = await createWorld();
  for (let i = 0; i < 20; i++) await world.addGame({ plays_30d: 100 - i, genres: i % 2 ? ['Racing'] : [] });
  return { world, before: await order(world) };
}

test('a popular list that is being scrolled loses no game and shows none twice while all figures change; a new one has the new order', async () => {
  const { world, before } = await fill();
  const first = await read(world, null);
  await turnOrder(world, before);
  expect(await order(world)).toEqual(before.toReversed());
  expect(await readRest(world, first)).toEqual(before);
});

test('running the job again at once leaves lists alone, also at the same time', async () => {
  const { world, before } = await fill();
  const first = await read(world, null);
  await turnOrder(world, before);
  await turnOrder(world, before.toReversed());
  await Promise.all([runJobs(world), runJobs(world)]);
  expect(await readRest(world, first)).toEqual(before);
  expect(await order(world)).toEqual(before.toReversed());
  world.advanceClock(ORDER_MINUTES_MIN * 60 + 1);
  await Promise.all([runJobs(world), runJobs(world)]);
  expect(await order(world)).toEqual(before);
});

test('a list of the last order stays whole; one that is older goes on in the newest without an end', async () => {
  const { world, before } = await fill();
  const oldest = await read(world, null);
  await turnOrder(world, before);
  passHour(world);
  const second = await read(world, null);
  await turnOrder(world, before.toReversed());
  expect(await readRest(world, second)).toEqual(before.toReversed());
  const rest = await readRest(world, oldest);
  expect(rest.slice(0, 5)).toEqual(before.slice(0, 5));
});

test('a game whose words change keeps its place in an open list', async () => {
  const { world, before } = await fill();
  const first = await read(world, null);
  const last = before.at(-1) as string;
  await turnOrder(world, before);
  await world.ctx.db
    .updateTable('games')
    .set({ title: 'Another title', genres: ['Puzzle'] })
    .where('id', '=', last)
    .execute();
  expect(await readRest(world, first)).toEqual(before);
  expect((await order(world))[0]).toBe(last);
});

test('a cursor that somebody made up never breaks the list', async () => {
  const { world } = await fill();
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const generation of [0, 1, -1, 7, 2 ** 31 - 1, -(2 ** 31 - 1)])
    expect((await read(world, cursorOf(generation, -101, 0, ''))).games).toHaveLength(5);
  // A cursor from before there were generations: the list starts again.
  expect((await read(world, cursorOf(-99, 0, 'x'))).games).toHaveLength(5);
});
