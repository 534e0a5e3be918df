import fs from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { createInsuredLimits } from './insured.ts';
import type { RequestCount } from './request-limits.ts';

const LIMIT = { name: 'api', points: 2, seconds: 60 };
const SHARED: RequestCount = { isExceeded: false, isFirstAbove: false, remaining: 100, seconds: 60 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Limits whose shared counter does what the test says. */
function openLimits() {
  const logged: string[] = [];
  const counter = { asked: 0, answer: (): Promise<RequestCount> => Promise.resolve(SHARED), isReady: true };
  const limits = createInsuredLimits(
    {
      name: 'redis',
      isReady: () => counter.isReady,
      count: () => {
        counter.asked++;
        return counter.answer();
      },
      close: async () => {},
    },
    createLogger('warn', { write: (line) => void logged.push(String(JSON.parse(line).msg)) }),
  );
  return { counter, logged, consume: () => limits.consume(LIMIT, 'a') };
}

test('a counter that fails is told of once, and asked by one request a second; meanwhile the limit holds here', async () => {
  const { counter, logged, consume } = openLimits();
  expect(await consume()).toEqual(SHARED);
  counter.answer = () => Promise.reject(new Error('gone'));
  const counts = await Promise.all([consume(), consume(), consume(), consume()]);
  expect(counts.map(({ isExceeded }) => isExceeded)).toEqual([false, false, true, true]);
  const before = counter.asked;
  for (let nth = 0; nth < 5; nth++) expect((await consume()).isExceeded).toBe(true);
  expect(counter.asked).toBe(before);
  vi.advanceTimersByTime(1_000);
  await Promise.all([consume(), consume(), consume()]);
  expect(counter.asked).toBe(before + 1);
  expect(logged).toHaveLength(1);
  counter.answer = () => Promise.resolve(SHARED);
  vi.advanceTimersByTime(1_000);
  expect(await consume()).toEqual(SHARED);
  expect(await consume()).toEqual(SHARED);
  expect(logged).toEqual([expect.stringContaining('redis does not answer'), expect.stringContaining('redis is back')]);
});

test('a counter that does not answer keeps a request for a fraction of a second, and the next ones not at all', async () => {
  const { counter, consume } = openLimits();
  counter.answer = () => new Promise(() => {});
  const first = consume();
  await vi.advanceTimersByTimeAsync(251);
  expect(await first).toMatchObject({ isExceeded: false, remaining: 1 });
  // No clock moves for this one.
  expect(await consume()).toMatchObject({ isExceeded: false, remaining: 0 });
});

test('an answer that this process finds late, because it was busy itself, counts', async () => {
  vi.useRealTimers();
  const { counter, logged, consume } = openLimits();
  // From outside of this process, as that of a server.
  counter.answer = () => fs.stat('.').then(() => SHARED);
  const counted = consume();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect([await counted, logged]).toEqual([SHARED, []]);
});

test('while the counter is away, an answer to an older question does not mean that it is back', async () => {
  const { counter, logged, consume } = openLimits();
  const slow = Promise.withResolvers<RequestCount>();
  counter.answer = () => slow.promise;
  const older = consume();
  counter.answer = () => Promise.reject(new Error('gone'));
  await consume();
  slow.resolve(SHARED);
  expect(await older).toEqual(SHARED);
  const before = counter.asked;
  await Promise.all([consume(), consume()]);
  expect([counter.asked, logged]).toEqual([before, [expect.stringContaining('redis does not answer')]]);
});

test('a counter that is not connected yet is not asked, and nobody is told', async () => {
  const { counter, logged, consume } = openLimits();
  counter.isReady = false;
  expect([await consume(), await consume(), await consume()].map(({ isExceeded }) => isExceeded)).toEqual([false, false, true]);
  counter.isReady = true;
  expect(await consume()).toEqual(SHARED);
  expect([counter.asked, logged]).toEqual([1, []]);
});
