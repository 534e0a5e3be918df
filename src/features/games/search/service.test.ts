import fs from 'node:fs/promises';
import path from 'node:path';
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

test('finds what stands inside a word, after what begins with it', async () => {
  const { world, find } = await library();
  await world.addGame({ id: 'sumo', title: 'Rhino Sumo', tags: ['Arena'] });
  await world.addGame({ id: 'goal', title: 'Goal Street', tags: ['Football'], plays_30d: 999 });
  await world.addGame({ id: 'balloon', title: 'Balloon Lift', tags: ['Air'] });
  expect(await find('umo')).toEqual(['sumo']);
  expect(await find('ball')).toEqual(['balloon', 'goal']);
  expect(await find('um')).toEqual([]);
});

test('words as typed come before words that mean the same', async () => {
  const { world, find } = await library();
  await world.addGame({ id: 'gari', title: 'Gari Moja', tags: [] });
  await world.addGame({ id: 'magari', title: 'Magari Mengi', tags: [], plays_30d: 900 });
  expect(await find('gari')).toEqual(['gari', 'magari', 'matatu', 'rush']);
  expect(await find('mchezo wa gari')).toEqual(await find('gari'));
});

// The games that we ship, by the words of children: each is among the first that are found.
test('knows the words that children use', { timeout: 60_000 }, async () => {
  const world = await createWorld();
  const root = path.resolve(import.meta.dirname, '../../../../catalogue');
  for (const id of (await fs.readdir(root)).filter((name) => !name.includes('.') && name !== 'kit')) {
    const row = JSON.parse(await fs.readFile(path.join(root, id, 'game.json'), 'utf8')) as Record<'Title' | 'Developer', string> & {
      Tags: string[];
    };
    await world.addGame({ id, title: row.Title, developer: row.Developer, tags: row.Tags });
  }
  const missed = [];
  for (const [query, id] of CHILDRENS_WORDS) {
    const { games } = await searchGames(world.ctx, VISITOR, query);
    if (!games.slice(0, 6).some((game) => game.id === id)) missed.push(`${query}: ${games.map((game) => game.id).join(' ')}, not ${id}`);
  }
  expect(missed).toEqual([]);
});

const CHILDRENS_WORDS = [
  ['multiplayer', 'rhino-sumo'],
  ['multiplyer', 'robo-rumble'],
  ['2 player', 'bao-master'],
  ['two players', 'robo-rumble'],
  ['wachezaji wawili', 'rhino-sumo'],
  ['car game', 'matatu-rush'],
  ['gari', 'rift-racers'],
  ['magari', 'tuk-tuk-drift'],
  ['mchezo wa magari', 'matatu-rush'],
  ['racing', 'rift-racers'],
  ['mbio', 'rift-racers'],
  ['basi', 'matatu-rush'],
  ['nganya', 'matatu-rush'],
  ['bodaboda', 'tuk-tuk-drift'],
  ['mpira', 'goal-street'],
  ['mipira', 'goal-street'],
  ['soccer', 'goal-street'],
  ['socer', 'goal-street'],
  ['kandanda', 'goal-street'],
  ['gari la moshi', 'reli-tycoon'],
  ['treni', 'reli-tycoon'],
  ['boti', 'lamu-sails'],
  ['bahari', 'coral-divers'],
  ['samaki', 'coral-divers'],
  ['nyoka', 'maze-mamba'],
  ['joka', 'dragon-post'],
  ['mnyama', 'paws-clinic'],
  ['wanyama', 'beat-safari'],
  ['dog', 'paws-clinic'],
  ['kifaru', 'rhino-sumo'],
  ['daktari', 'paws-clinic'],
  ['ruka', 'savanna-obby'],
  ['parkour', 'savanna-obby'],
  ['kimbia', 'volcano-dash'],
  ['fighting', 'robo-rumble'],
  ['vita', 'rhino-sumo'],
  ['roboti', 'robo-rumble'],
  ['nyota', 'star-farm'],
  ['hesabu', 'duka-tycoon'],
  ['coding', 'rover-code'],
  ['chakula', 'mandazi-kitchen'],
  ['vyakula', 'mandazi-kitchen'],
  ['kupika', 'mandazi-kitchen'],
  ['pesa', 'duka-tycoon'],
  ['soko', 'night-market-mystery'],
  ['shamba', 'star-farm'],
  ['mashamba', 'star-farm'],
  ['jenga', 'reli-tycoon'],
  ['puzzle game', 'bubble-baobab'],
  ['fumbo', 'maze-mamba'],
  ['candy', 'bubble-baobab'],
  ['tunda', 'bubble-baobab'],
  ['matunda', 'bubble-baobab'],
  ['chess', 'bao-master'],
  ['mpelelezi', 'night-market-mystery'],
  ['muziki', 'beat-safari'],
  ['dance', 'beat-safari'],
  ['kisiwa', 'lamu-sails'],
  ['visiwa', 'lamu-sails'],
  ['moto', 'volcano-dash'],
  ['kishada', 'kite-club'],
] as const;

test('words that are in many games together are found best first, however deep the first meeting is', async () => {
  const world = await createWorld();
  const row = (n: number, title: string) => ({ id: `g${String(n).padStart(4, '0')}`, title, developer: null, plays_30d: 10_000 - n });
  // 'castle' is the rarer word. Its 160 most played games do not have 'magic', so the first candidates find nothing.
  const games = Array.from({ length: 400 }, (_, n) => row(n, n < 160 ? `Castle ${n}x` : n < 190 ? `Magic castle ${n}x` : `Magic ${n}x`));
  await world.ctx.db
    .insertInto('games')
    .values(games.map((game) => ({ ...game, game_url: 'games/x/0/index.html' })))
    .execute();
  const found = async (query: string) => (await searchGames(world.ctx, VISITOR, query)).games.map((game) => game.id);
  const expected = Array.from({ length: 20 }, (_, n) => row(160 + n, '').id);
  expect(await found('magic castle')).toEqual(expected);
  expect(await found('castle magic')).toEqual(expected);
  // Twenty games have the word itself: those that have it inside another come in no result.
  await world.addGame({ id: 'inside', title: 'Sandcastles', developer: null, plays_30d: 99_999 });
  expect(await found('castle')).toEqual(Array.from({ length: 20 }, (_, n) => row(n, '').id));
  expect(await found('astles')).toEqual(['inside']);
  expect(await found('andcast')).toEqual(['inside']);
});
