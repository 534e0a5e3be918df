import { expect, test } from 'vitest';
import { createWorld, type World } from '../../tests/world.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { createBatchedRateLimiter } from './batched-rate-limiter.ts';

const LIMIT: RateLimit = { name: 'pages', points: 100, seconds: 60 };

/** A process that counts in the world's database, with a clock that only the test moves. */
function openProcess({ ctx }: World, clock: { at: number }) {
  const exceeded: string[] = [];
  const errors: unknown[] = [];
  let running = 0;
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      running++;
      return node;
    },
    transformResult: async ({ result }) => {
      running--;
      return result;
    },
  });
  const limiter = createBatchedRateLimiter({
    db,
    now: () => new Date(clock.at),
    toStoredKey: (key) => `hash of ${key}`,
    onExceeded: ({ name }, key) => exceeded.push(`${name} ${key}`),
    onError: (error) => errors.push(error),
  });
  const consume = (key = 'a') => limiter.consume(LIMIT, key);
  /** How many of so many are let through. */
  const count = (times: number, key = 'a') => Array.from({ length: times }, () => consume(key)).filter((wait) => wait === 0).length;
  /** Waits until what it shares with the database is there. */
  const untilShared = () => expect.poll(() => running).toBe(0);
  return { consume, count, untilShared, exceeded, errors };
}

const createClock = () => ({ at: Date.UTC(2026, 0, 1) });
const stored = ({ ctx }: World) => ctx.db.selectFrom('rate_limit_counters').select(['key', 'points']).orderBy('key').execute();

test('a process by itself lets the limit through in each window, says how long to wait, and tells of it once', async () => {
  const clock = createClock();
  const one = openProcess(await createWorld(), clock);
  expect(one.count(150)).toBe(100);
  expect(one.consume('b')).toBe(0);
  clock.at += 20_000;
  expect(one.consume()).toBe(40);
  expect(one.exceeded).toEqual(['pages a']);
  clock.at += 40_000;
  expect(one.count(150)).toBe(100);
});

test('two processes together let through about the limit', async () => {
  const world = await createWorld();
  const clock = createClock();
  const [one, other] = [openProcess(world, clock), openProcess(world, clock)];
  let passed = 0;
  for (let second = 1; second <= 20; second++) {
    clock.at += 1_000;
    passed += one.count(5) + other.count(5);
    // The next second begins when both have shared what they counted in this one.
    await Promise.all([one.untilShared(), other.untilShared()]);
  }
  expect(passed).toBeGreaterThanOrEqual(100);
  expect(passed).toBeLessThanOrEqual(130);
  expect(one.exceeded).toEqual(['pages a']);
  expect(other.exceeded).toEqual(['pages a']);
});

test('who opens a few pages costs the database nothing, and nobody’s address stands in it', async () => {
  const world = await createWorld();
  const clock = createClock();
  const one = openProcess(world, clock);
  for (const key of ['a', 'b', 'c']) one.count(4, key);
  clock.at += 1_000;
  one.count(1, 'far-too-many');
  expect(await stored(world)).toEqual([]);
  one.count(30, '203.0.113.7');
  clock.at += 1_000;
  one.count(1, '203.0.113.7');
  await expect.poll(() => stored(world)).toEqual([{ key: 'pages:hash of 203.0.113.7', points: expect.any(Number) }]);
});

test('a window of before does not count in the next one, in the database either', async () => {
  const world = await createWorld();
  const clock = createClock();
  const [one, other] = [openProcess(world, clock), openProcess(world, clock)];
  expect(one.count(120)).toBe(100);
  await one.untilShared();
  clock.at += 1_000;
  one.consume();
  await one.untilShared();
  expect(await stored(world)).toMatchObject([{ points: 100 }]);
  clock.at += 60_000;
  expect(other.count(10)).toBe(10);
  await other.untilShared();
  clock.at += 1_000;
  expect(other.count(1)).toBe(1);
  await other.untilShared();
  expect(await stored(world)).toMatchObject([{ points: 11 }]);
  expect(other.count(50)).toBe(50);
});

test('without the database a process counts by itself', async () => {
  const world = await createWorld();
  const clock = createClock();
  const one = openProcess(world, clock);
  await world.ctx.db.schema.alterTable('rate_limit_counters').renameTo('gone').execute();
  one.count(50);
  clock.at += 1_000;
  expect(one.count(100)).toBe(50);
  await expect.poll(() => one.errors.length).toBeGreaterThan(0);
});

test('what the database did not take is shared once it does, also of who has reached the limit meanwhile', async () => {
  const world = await createWorld();
  const clock = createClock();
  const [one, other] = [openProcess(world, clock), openProcess(world, clock)];
  const rename = async (from: 'rate_limit_counters' | 'gone', to: string) => world.ctx.db.schema.alterTable(from).renameTo(to).execute();
  await rename('rate_limit_counters', 'gone');
  expect(one.count(120)).toBe(100);
  await expect.poll(() => one.errors.length).toBe(1);
  clock.at += 1_000;
  expect(one.count(1)).toBe(0);
  await expect.poll(() => one.errors.length).toBe(2);
  await rename('gone', 'rate_limit_counters');
  clock.at += 1_000;
  expect(one.count(1)).toBe(0);
  await expect.poll(() => stored(world)).toMatchObject([{ points: 100 }]);
  expect(other.count(10)).toBe(10);
  clock.at += 1_000;
  expect(other.count(1)).toBe(1);
  await expect.poll(() => other.count(1)).toBe(0);
});
