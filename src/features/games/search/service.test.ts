import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { searchGames } from './service.server.ts';

async function library() {
  const world = await createWorld();
  await world.addGame({ id: 'bubble', title: 'Bubble Baobab', developer: 'Pop House', tags: ['Bubbles'], plays_30d: 3 });
  await world.addGame({ id: 'tagged', title: 'Fruit Shop', developer: 'Jua Kali', tags: ['Bubble', 'Cooking'], plays_30d: 900 });
  await world.addGame({ id: 'maker', title: 'Sky Stairs', developer: 'Bubble Works', tags: ['Jumping'], plays_30d: 500 });
  await world.addGame({ id: 'matatu', title: 'Matatu Rush', developer: 'Pikipiki Studio', tags: ['City'] });
  await world.addGame({ id: 'rush', title: 'Rush Hour', developer: 'City Makers', tags: ['Cars'], plays_30d: 99 });
  await world.addGame({ id: 'cafe', title: 'Café Amélie', developer: null, tags: [] });
  const find = async (query: string) => (await searchGames(world.ctx, VISITOR, query)).games.map((game) => game.id);
  return { world, find };
}

test('finds by title, then developer, then tag', async () => {
  const { find } = await library();
  expect(await find('bubble')).toEqual(['bubble', 'maker', 'tagged']);
});

test('finds what a word begins with, from 2 letters on', async () => {
  const { find } = await library();
  expect(await find('ma')).toEqual(['matatu', 'rush']);
  expect(await find('bub')).toContain('bubble');
  expect(await find(' b ')).toEqual([]);
  expect(await find('')).toEqual([]);
});

test('forgives typing mistakes', async () => {
  const { find } = await library();
  expect((await find('bublle'))[0]).toBe('bubble');
  expect(await find('mattatu')).toEqual(['matatu']);
  expect(await find('xqzzyw')).toEqual([]);
});

test('several words must meet; the whole title comes first', async () => {
  const { find } = await library();
  expect(await find('rush city')).toEqual(['rush', 'matatu']);
  expect(await find('Matatu  RUSH!')).toEqual(['matatu']);
  expect(await find('matatu hour')).toEqual(['matatu']);
});

test('accents and capitals do not matter', async () => {
  const { find } = await library();
  expect(await find('CAFE amelie')).toEqual(['cafe']);
  expect(await find('café')).toEqual(['cafe']);
});

test('at most 20, each once', async () => {
  const { world, find } = await library();
  for (let i = 0; i < 30; i++) await world.addGame({ title: `Lion ${i} lion`, tags: ['Lion'] });
  const found = await find('lion');
  expect(found).toHaveLength(20);
  expect(new Set(found).size).toBe(20);
});

test('hidden and renamed games are found as they are now', async () => {
  const { world, find } = await library();
  await world.ctx.db.updateTable('games').set({ title: 'Zebra Rush' }).where('id', '=', 'matatu').execute();
  expect(await find('matatu')).toEqual([]);
  expect(await find('zebra')).toEqual(['matatu']);
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', 'matatu').execute();
  expect(await find('zebra')).toEqual([]);
});

test('takes any text', async () => {
  const { find } = await library();
  for (const text of [
    '%%',
    '🎮🎮',
    '‮txet',
    "'; drop table games",
    '\0\0\0',
    'x'.repeat(10_000),
    'a '.repeat(5000),
    '\ud800\ud800',
    '\\',
    'ﷺﷺ',
  ])
    expect(Array.isArray(await find(text))).toBe(true);
  expect((await find('bubble'))[0]).toBe('bubble');
});
