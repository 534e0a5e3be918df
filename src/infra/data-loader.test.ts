import { expect, test } from 'vitest';
import { createDataLoader } from './data-loader.ts';

/** A loader that records the keys it is asked for, and resolves on demand. */
function slow() {
  const asked: string[][] = [];
  const release: (() => void)[] = [];
  const load = async (keys: string[]) => {
    asked.push(keys.toSorted());
    await new Promise<void>((resolve) => release.push(resolve));
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]));
  };
  return {
    asked,
    load,
    next: async () => {
      await expect.poll(() => release.length).toBeGreaterThan(0);
      release.shift()?.();
    },
  };
}

test('the first goes at once, those that come meanwhile go together', async () => {
  const batched = createDataLoader();
  const { asked, load, next } = slow();
  const first = batched('x', 'a', load);
  await expect.poll(() => asked.length).toBe(1);
  const others = ['b', 'c', 'b', 'none'].map((key) => batched('x', key, load));
  await next();
  expect(await first).toBe('a!');
  await next();
  expect(await Promise.all(others)).toEqual(['b!', 'c!', 'b!', undefined]);
  expect(asked).toEqual([['a'], ['b', 'c', 'none']]);
});

test('a failure rejects all who asked, and the next try is a new one', async () => {
  const batched = createDataLoader();
  let fails = true;
  const load = async (keys: string[]) => {
    if (fails) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  };
  await expect(Promise.all([batched('x', 'a', load), batched('x', 'b', load)])).rejects.toThrow('away');
  fails = false;
  expect(await batched('x', 'a', load)).toBe('a');
});

test('many keys over many rounds all get their own answer', async () => {
  const batched = createDataLoader();
  let calls = 0;
  const load = async (keys: string[]) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return new Map(keys.map((key) => [key, `${key}!`]));
  };
  const keys = Array.from({ length: 500 }, (_, i) => `k${i % 97}`);
  const answers = await Promise.all(
    keys.map(async (key, i) => {
      await new Promise((resolve) => setTimeout(resolve, i % 7));
      return batched('x', key, load);
    }),
  );
  expect(answers).toEqual(keys.map((key) => `${key}!`));
  expect(calls).toBeLessThan(60);
});

test('where one may hang, those that come meanwhile wait for it for a moment only', async () => {
  const batched = createDataLoader(20);
  let asked = 0;
  const load = async (keys: string[]) => {
    if (asked++ === 0) await new Promise(() => {});
    return new Map(keys.map((key) => [key, `${key}!`]));
  };
  void batched('x', 'a', load);
  await expect.poll(() => asked).toBe(1);
  expect(await batched('x', 'b', load)).toBe('b!');
});
