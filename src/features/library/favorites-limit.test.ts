import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { FAVORITES_MAX } from './rules.ts';
import { listFavorites, setFavorite } from './service.server.ts';

const addGames = (world: World, count: number) => Promise.all(Array.from({ length: count }, () => world.addGame()));

/** A player with as many favorites as one can have, but one. */
async function createAlmostFull() {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await world.ctx.db
    .insertInto('games')
    .values(Array.from({ length: FAVORITES_MAX - 1 }, (_, i) => ({ id: `many-${i}`, title: `Many ${i}` })))
    .execute();
  await world.ctx.db
    .insertInto('favorites')
    .values(Array.from({ length: FAVORITES_MAX - 1 }, (_, i) => ({ player_id: amina.id, game_id: `many-${i}` })))
    .execute();
  return { world, amina };
}

test('there is an end to favorites, also for two that come at once', async () => {
  const { world, amina } = await createAlmostFull();
  const [one, two] = (await addGames(world, 2)) as [string, string];
  const done = await Promise.allSettled([one, two].map((id) => setFavorite(world.ctx, amina, id, { on: 'yes' })));
  expect(done.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await listFavorites(world.ctx, amina, null)).total).toBe(FAVORITES_MAX);
  const [winner, refused] = done[0]?.status === 'fulfilled' ? [one, two] : [two, one];
  await expect(setFavorite(world.ctx, amina, refused, { on: 'yes' })).rejects.toMatchObject({ code: 'not-available' });
  await setFavorite(world.ctx, amina, winner, { on: 'yes' });
  await setFavorite(world.ctx, amina, 'many-0', { on: 'no' });
  await setFavorite(world.ctx, amina, refused, { on: 'yes' });
});

test('favorites out of sight, which cannot be removed, do not count to the end', async () => {
  const { world, amina } = await createAlmostFull();
  const young = { ...amina, band: 13 } as const;
  const [first, third, fourth, fifth] = (await addGames(world, 4)) as [string, string, string, string];
  await setFavorite(world.ctx, young, first, { on: 'yes' });
  await expect(setFavorite(world.ctx, young, third, { on: 'yes' })).rejects.toMatchObject({ code: 'not-available' });
  await world.ctx.db.updateTable('games').set({ min_age: 16 }).where('id', '=', 'many-1').execute();
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', 'many-2').execute();
  await setFavorite(world.ctx, young, third, { on: 'yes' });
  await setFavorite(world.ctx, young, fourth, { on: 'yes' });
  await expect(setFavorite(world.ctx, young, fifth, { on: 'yes' })).rejects.toMatchObject({ code: 'not-available' });
});
