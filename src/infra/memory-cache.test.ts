import { expect, test } from 'vitest';
import { createMemoryCache } from './memory-cache.ts';

function setUp() {
  let now = Date.UTC(2026, 10, 21);
  const { cached, clear } = createMemoryCache(() => now);
  let loads = 0;
  const load = async () => ++loads;
  return { cached, clear, load, wait: (ms: number) => (now += ms) };
}

test('a value is loaded once for all who ask, and again when its time is over', async () => {
  const { cached, load, wait } = setUp();
  expect(await Promise.all([cached('a', 2000, load), cached('a', 2000, load)])).toEqual([1, 1]);
  wait(1999);
  expect(await cached('a', 2000, load)).toBe(1);
  wait(2);
  expect(await cached('a', 2000, load)).toBe(2);
  expect(await cached('b', 2000, load)).toBe(3);
});

test('all callers that wait get the failure, and it is not cached', async () => {
  const { cached, load } = setUp();
  const fail = () => Promise.reject(new Error('away'));
  const asked = await Promise.allSettled([cached('a', 2000, fail), cached('a', 2000, load)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cached('a', 2000, load)).toBe(1);
});

test('what was cleared while it loaded is not cached, nor does its failure remove the next value', async () => {
  const { cached, clear, load } = setUp();
  const gate = Promise.withResolvers<number>();
  const old = cached('a', 2000, () => gate.promise);
  clear();
  expect(await cached('a', 2000, load)).toBe(1);
  gate.reject(new Error('late'));
  await expect(old).rejects.toThrow('late');
  expect(await cached('a', 2000, load)).toBe(1);
});

test('holds at most a thousand values; the least recently used goes first', async () => {
  const { cached, load } = setUp();
  for (let i = 0; i < 1000; i++) await cached(`k${i}`, 60_000, load);
  expect(await cached('k0', 60_000, load)).toBe(1);
  await cached('new', 60_000, load);
  expect(await cached('k0', 60_000, load)).toBe(1);
  expect(await cached('k1', 60_000, load)).toBe(1002);
});

test('when the clock is set back, what was loaded before is loaded again', async () => {
  const { cached, load, wait } = setUp();
  wait(3_600_000);
  expect(await cached('a', 2000, load)).toBe(1);
  wait(-3_600_000);
  expect(await cached('a', 2000, load)).toBe(2);
  // A clock that is corrected is not set back.
  wait(-200);
  expect(await cached('a', 2000, load)).toBe(2);
});
