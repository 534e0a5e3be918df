import { expect, test, vi } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { LOCKDOWN } from '../features/games/containment.rules.ts';
import { createGameFiles } from './game-files.ts';

const NAME = 'games/one/0/game.js';

/** The files of games as they are served, and what reads them from the store. */
async function createFiles() {
  const { ctx } = await createWorld();
  const files = createGameFiles(ctx);
  const read = vi.spyOn(ctx.files, 'get');
  const ask = async (accept = 'br', name = NAME) => {
    const response = await files.serve(name, new Request('http://games.example', { headers: { 'accept-encoding': accept } }), {});
    return response === null ? null : Buffer.from(await response.arrayBuffer());
  };
  /** What so many get who ask at once. */
  const askAtOnce = (times: number) => Promise.allSettled(Array.from({ length: times }, () => ask()));
  return { ctx, read, ask, askAtOnce };
}

test('a script that many ask for at once is read and compressed once', async () => {
  const { ctx, read, ask, askAtOnce } = await createFiles();
  await ctx.files.put(NAME, Buffer.from('play()'));
  const found = await askAtOnce(10);
  const first = found[0]?.status === 'fulfilled' ? found[0].value : null;
  expect(first).toBeInstanceOf(Buffer);
  for (const each of found) expect(each).toEqual({ status: 'fulfilled', value: first });
  expect(String(await ask('identity'))).toBe(`${LOCKDOWN}play()`);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a file that is missing is looked for again', async () => {
  const { ctx, read, ask, askAtOnce } = await createFiles();
  for (const each of await askAtOnce(3)) expect(each).toEqual({ status: 'fulfilled', value: null });
  expect(read).toHaveBeenCalledTimes(1);
  await ctx.files.put(NAME, Buffer.from('play()'));
  expect(String(await ask('identity'))).toBe(`${LOCKDOWN}play()`);
});

test('a file that could not be read fails for who waited, and is read again for the next', async () => {
  const { ctx, read, ask, askAtOnce } = await createFiles();
  await ctx.files.put(NAME, Buffer.from('play()'));
  read.mockRejectedValueOnce(new Error('the disk is away'));
  for (const each of await askAtOnce(3)) expect(each).toMatchObject({ status: 'rejected', reason: { message: 'the disk is away' } });
  expect(String(await ask('identity'))).toBe(`${LOCKDOWN}play()`);
  expect(read).toHaveBeenCalledTimes(2);
});

test('who waits for a file gets it, also where others took its room meanwhile', async () => {
  const { read, ask } = await createFiles();
  const late = Promise.withResolvers<Buffer>();
  read.mockImplementation((name) => (name === NAME ? late.promise : Promise.resolve(Buffer.alloc(5_000_000, 'a'))));
  const waiting = ask('identity');
  // Two of these are more than is kept.
  for (const other of ['games/two/0/game.js', 'games/three/0/game.js']) await ask('identity', other);
  late.resolve(Buffer.from('play()'));
  expect(String(await waiting)).toBe(`${LOCKDOWN}play()`);
});
