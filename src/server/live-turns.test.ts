import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createManualTimers } from '../../tests/live-site.ts';
import { createHandshakeQueue } from './live/handshake-queue.ts';
import { TIMES } from './live/timing.ts';

/** One handshake is looked up at once, and four wait. `log`: who had a turn, and who was refused, with a minus. */
function createTurns() {
  const timers = createManualTimers();
  const turns = createHandshakeQueue(1, 4, timers);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (name: string, raw = new PassThrough()) =>
    turns.enter(name.slice(0, 1), raw).then((end) => {
      log.push(end ? name : `-${name}`);
      if (end) ends.push(end);
    });
  const settle = () => new Promise(setImmediate);
  const endTurns = async () => {
    await settle();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { enter, log, settle, endTurns, advance: timers.advance };
}

test('addresses take turns, and one that fills the queue gives way to another', async () => {
  const { enter, log, settle, endTurns } = createTurns();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'a5']) void enter(name);
  await settle();
  expect(log.toSorted()).toEqual(['-a4', '-a5', 'a1']);
  await endTurns();
  expect(log.slice(3)).toEqual(['a2', 'b1', 'c1', 'a3']);
  await enter('a6');
  expect(log.at(-1)).toBe('a6');
});

test('whoever waits too long is refused, and whoever leaves makes room', async () => {
  const { enter, log, settle, endTurns, advance } = createTurns();
  const raw = new PassThrough();
  void enter('a1');
  void enter('a2', raw);
  await settle();
  raw.destroy();
  await settle();
  expect(log).toEqual(['a1', '-a2']);
  expect(advance(TIMES.turnMs)).toBe(0);
  void enter('b1');
  await settle();
  expect(advance(TIMES.turnMs)).toBe(1);
  await endTurns();
  expect(log).toEqual(['a1', '-a2', '-b1']);
  await enter('c1');
  expect(log.at(-1)).toBe('c1');
});
