import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createBuild } from '../../tests/served-site.ts';
import { createGamePatterns, createPatterns } from './request-patterns.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('thousands of addresses with long queries or long paths, whose patterns are known, need little memory', () => {
  const patternOf = createGamePatterns();
  const measure = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = measure();
  for (let nth = 0; nth < 5_000; nth++) {
    const long = Buffer.alloc(15_000, 'x').toString('latin1');
    // As Node's parser makes them: one text of its own.
    const [query, path] = [`/games/${nth}?${long}`, `/games/${nth}${long}`].map((text) => Buffer.from(text).toString('latin1'));
    expect([patternOf(query ?? ''), patternOf(path ?? '')]).toEqual(['games:/games/*', 'games:/games/*']);
  }
  expect((measure() - before) / 1e6).toBeLessThan(20);
  expect(patternOf('/kit/kit.js')).toBe('games:/kit/*');
});

test('a path is decoded once, so that nothing of what somebody sent is printed', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const patternOf = createPatterns({ pages: createBuild({ 'games/:id': {} }), assets: new Map() });
  expect(['/games/%25zz-secret', '/%67ames/a%20b', '/games/%zz', '/nothing'].map(patternOf)).toEqual([
    '/games/:id',
    '/games/:id',
    'unknown',
    '/',
  ]);
  expect(warn.mock.calls).toEqual([]);
});
