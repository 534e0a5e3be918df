import { expect, test } from 'vitest';
import { atMostEvery } from './process-figures.ts';

test('however often it is read, it asks once in so long, never beside a question that hangs, and an error is no answer', async () => {
  let now = 0;
  let asked = 0;
  let answer: () => Promise<number> = async () => 7;
  const read = atMostEvery(
    15_000,
    () => {
      asked++;
      return answer();
    },
    () => now,
  );
  expect([await read(), await read(), await read(), asked]).toEqual([7, 7, 7, 1]);
  now = 15_000;
  answer = async () => {
    throw new Error('away');
  };
  expect([await read(), await read(), asked]).toEqual([null, null, 2]);
  now = 30_000;
  const hanging = Promise.withResolvers<number>();
  answer = () => hanging.promise;
  const first = read();
  now = 45_000;
  const second = read();
  hanging.resolve(8);
  expect([await first, await second, asked]).toEqual([8, 8, 3]);
  // A clock that was put back.
  now = 0;
  answer = async () => 9;
  expect(await read()).toBe(9);
});
