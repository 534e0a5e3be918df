import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('an id begins with its time, to the millisecond, and is never made twice', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(new Date('2026-11-21T06:00:00.123Z')));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(0, 100)) expect(id).toMatch(/^01a1fcb0-af7b-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId(new Date('2026-11-21T06:00:00.124Z')) > (ids[0] ?? '')).toBe(true);
  expect(ids.every(isId)).toBe(true);
});

test('ids made one after the other in the same millisecond are sorted in that order', () => {
  const now = new Date('2026-11-21T06:00:00.125Z');
  for (let nth = 0; nth < 100; nth++) {
    const ids = Array.from({ length: 20 }, () => newId(now));
    expect(ids).toEqual(ids.toSorted());
    // An id of another time begins the next series anew.
    newId(new Date(now.getTime() + 1 + nth));
  }
});

test('only what is written as an id is one', () => {
  for (const given of [undefined, 7, '', 'x', newId().toUpperCase(), ` ${newId()}`, newId().replaceAll('-', '')])
    expect(isId(given)).toBe(false);
});
