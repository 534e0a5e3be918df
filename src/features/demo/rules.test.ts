import { expect, test } from 'vitest';
import { DEMO_FOLDER } from '../../../tests/demo-world.ts';
import { demoFiles } from './forms.server.ts';
import { spreadPlays, toMoment } from './rules.ts';
import { readDemoData } from './service.server.ts';

// A Monday, 23:30 in Nairobi: there it is another day than in most places.
const NOW = new Date('2026-11-23T20:30:00Z');
const [amina] = (await readDemoData(DEMO_FOLDER)).players;
if (!amina) throw new Error('the demo world has players');

test('a time is a day and hour in Nairobi, or so long ago', () => {
  const parse = (seen: string) => demoFiles.players.parse([{ ...amina, joined: '3h', recent: [], seen }])[0]?.seen;
  const moment = (text: string) => toMoment(parse(text) ?? { minutesAgo: -1 }, NOW).toISOString();
  expect(moment('1 16:05')).toBe('2026-11-22T13:05:00.000Z');
  expect(moment('0 00:00')).toBe('2026-11-22T21:00:00.000Z');
  expect(moment('25m')).toBe('2026-11-23T20:05:00.000Z');
  expect(moment('3h')).toBe('2026-11-23T17:30:00.000Z');
  for (const wrong of ['', '16:05', '1 24:00', '5 minutes', '3d']) expect(() => parse(wrong), wrong).toThrow(/must be like/);
});

test('plays are spread over six weeks, never before the player joined or after now, and the same each time', () => {
  const plays = spreadPlays(amina, NOW);
  expect(spreadPlays(amina, NOW)).toEqual(plays);
  const ages = plays.map(({ at }) => (NOW.getTime() - at.getTime()) / 86_400_000);
  expect(Math.min(...ages)).toBeGreaterThan(0);
  expect(Math.max(...ages)).toBeLessThan(45);
  expect(new Set(ages.map((age) => Math.floor(age / 7))).size).toBeGreaterThanOrEqual(6);
  expect(plays.length).toBeGreaterThan(60);
  const joinsLate = { ...amina, joined: { days: 10, minutes: 0 } };
  for (const { at } of spreadPlays(joinsLate, NOW)) expect(at.getTime()).toBeGreaterThan(toMoment(joinsLate.joined, NOW).getTime());
});

test('what players found lately is played in the last week only, and the first games the most', () => {
  const plays = spreadPlays({ ...amina, plays: ['first', 'second', 'third'], lately: ['new'], recent: [] }, NOW);
  const count = (id: string) => plays.filter(({ game }) => game === id).length;
  expect(count('first')).toBeGreaterThan(count('second'));
  expect(count('second')).toBeGreaterThan(count('third'));
  expect(count('new')).toBeGreaterThan(0);
  for (const { at } of plays.filter(({ game }) => game === 'new')) expect(NOW.getTime() - at.getTime()).toBeLessThan(8 * 86_400_000);
});
