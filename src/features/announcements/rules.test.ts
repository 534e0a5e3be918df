import { expect, test } from 'vitest';
import { findLinkedGame, fromFieldTime, getState, listBands, selectLines, toFieldTime } from './rules.ts';
import { parseClosedLines, serializeClosedLines } from './schema.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour));
const line = (id: number, from: number, until: number, endedAt: Date | null = null) => ({
  id,
  startsAt: at(from),
  endsAt: at(until),
  endedAt,
});

test('one line at a time: the first that began and was not closed; the later one waits until that is over', () => {
  const lines = [line(1, 8, 20), line(2, 6, 10), line(3, 6, 12), line(4, 12, 14), line(5, 5, 20, at(6))];
  const shown = (hour: number, closed: number[] = []) => selectLines(lines, closed, at(hour)).map(({ id }) => id);
  expect(shown(5)).toEqual([]);
  expect(shown(6)).toEqual([2, 3]);
  expect(shown(9)).toEqual([2, 3, 1]);
  expect(shown(9, [2, 9])).toEqual([3, 1]);
  expect(shown(10)).toEqual([3, 1]);
  expect(shown(12)).toEqual([1, 4]);
  expect(shown(20)).toEqual([]);
  expect(lines.map((each) => getState(each, at(7)))).toEqual(['planned', 'running', 'running', 'planned', 'ended']);
  expect(getState(line(1, 8, 20), at(20))).toBe('over');
});

test('the form has times of Nairobi, and takes none that do not exist', () => {
  expect(fromFieldTime('2026-11-28T08:00')?.toISOString()).toBe('2026-11-28T05:00:00.000Z');
  expect(toFieldTime(new Date('2026-12-31T22:30:00Z'))).toBe('2027-01-01T01:30');
  for (const text of ['', 'tomorrow', '2026-11-31T08:00', '2026-11-28T24:00', '2026-11-28 08:00', '2026-11-28T08:00:00Z'])
    expect([text, fromFieldTime(text)]).toEqual([text, null]);
});

test('a game is known by its address, and by its content mark which ages are told of it', () => {
  // However its address is written: the router finds the same page.
  for (const path of [
    '/games/rhino-sumo',
    '/games/rhino-sumo?x=1#play',
    '/games/rhino-sumo/',
    '/games/rhino-sumo/kept',
    '/GAMES/rhino-sumo',
    '/games/%72hino-sumo',
    '/%67ames/rhino-sumo',
    '/help/../games/./rhino-sumo',
    '/help/%2e%2E/games/rhino-sumo',
  ])
    expect([path, findLinkedGame(path)]).toEqual([path, 'rhino-sumo']);
  for (const path of [
    '/games',
    '/games/',
    '/games?genre=Racing',
    '/help',
    '/help/games/rhino-sumo',
    'rhino-sumo',
    'games/rhino-sumo',
    '//x',
  ])
    expect([path, findLinkedGame(path)]).toEqual([path, null]);
  expect(findLinkedGame('/games/%')).toBe('%');
  expect([listBands(0), listBands(13), listBands(16)]).toEqual([
    [13, 16, 18],
    [13, 16, 18],
    [16, 18],
  ]);
});

test('the cookie has the ids of closed lines, the newest last, and nothing that somebody else wrote there', () => {
  const first = serializeClosedLines('other=1', 7, false);
  expect(first).toBe('kiddo_closed=7; Path=/; Max-Age=5184000; SameSite=Lax');
  expect(serializeClosedLines('a=b; kiddo_closed=3.7; c=d', 3, true)).toBe(
    'kiddo_closed=7.3; Path=/; Max-Age=5184000; SameSite=Lax; Secure',
  );
  const many = Array.from({ length: 30 }, (_, i) => i + 1).join('.');
  expect(parseClosedLines(serializeClosedLines(`kiddo_closed=${many}`, 31, false))).toEqual(Array.from({ length: 20 }, (_, i) => i + 12));
  for (const cookies of ['', 'kiddo_closed=', 'kiddo_closed=1.x', 'kiddo_closed=1..2', 'xkiddo_closed=1', `kiddo_closed=${'9'.repeat(10)}`])
    expect([cookies, parseClosedLines(cookies)]).toEqual([cookies, []]);
});
