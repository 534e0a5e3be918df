import { expect, test } from 'vitest';
import { newId } from './ids.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor, encodeTimeCursor, toPage } from './paging.ts';

test('a row more than the page shows makes a next page, which starts after the last row shown', () => {
  const cursorOf = (row: { id: number }) => `after ${row.id}`;
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(toPage(rows, 2, cursorOf)).toEqual({ rows: rows.slice(0, 2), next: 'after 2' });
  expect(toPage(rows, 3, cursorOf)).toEqual({ rows, next: null });
  expect(toPage(rows, 4, cursorOf)).toEqual({ rows, next: null });
  expect(toPage([], 2, cursorOf)).toEqual({ rows: [], next: null });
  expect(toPage([0, 0], 1, (row) => row)).toEqual({ rows: [0], next: 0 });
});

test('a cursor is its parts as base64url-encoded JSON', () => {
  expect(encodeCursor([1700000000000, 'kite-club'])).toBe('WzE3MDAwMDAwMDAwMDAsImtpdGUtY2x1YiJd');
  expect(decodeCursor('WzE3MDAwMDAwMDAwMDAsImtpdGUtY2x1YiJd', ['bigint', 'text'])).toEqual([1700000000000, 'kite-club']);
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['no base64', '*'],
  ['no JSON', Buffer.from('[1,').toString('base64url')],
  ['no array', Buffer.from('{"length":2}').toString('base64url')],
  ['too few parts', encodeCursor([1])],
  ['too many parts', encodeCursor([1, 'a', 'b'])],
  ['text for a number', encodeCursor(['1', 'a'])],
  ['a number for text', encodeCursor([1, 2])],
  ['a fraction', encodeCursor([1.5, 'a'])],
  ['an int that the database cannot hold', encodeCursor([2 ** 31, 'a'])],
  ['a character that the database cannot hold', encodeCursor([1, 'a\0'])],
  ['half of a character', encodeCursor([1, '\ud800'])],
  ['a text that is far too long', encodeCursor([1, 'a'.repeat(600)])],
])('%s is not a cursor', (_what, text) => {
  expect(decodeCursor(text, ['int', 'text'])).toBeNull();
});

test('a time cursor holds a time in milliseconds and an id of the list', () => {
  const [at, id] = [new Date('2026-03-01T10:00:00.123Z'), newId()];
  expect(encodeTimeCursor(at, id)).toBe(encodeCursor([at.getTime(), id]));
  expect(decodeTimeCursor(encodeTimeCursor(at, id))).toEqual({ at, id });
  expect(decodeTimeCursor(encodeTimeCursor(at, 'red-hat'))).toBeNull();
  expect(decodeTimeCursor(encodeTimeCursor(at, 'red-hat'), (text) => text === 'red-hat')).toEqual({ at, id: 'red-hat' });
  expect(decodeTimeCursor(encodeCursor([0, id]))).toBeNull();
  expect(decodeTimeCursor(encodeCursor([Number.MAX_SAFE_INTEGER, id]))).toBeNull();
  expect(decodeTimeCursor(null)).toBeNull();
});
