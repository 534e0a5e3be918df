import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { CONTROL_PATH } from '../features/game-checks/schema.ts';
import { GUARD, LOCKDOWN } from '../features/games/containment.rules.ts';
import { gamesOriginApp } from './games-origin.ts';
import { scriptHash } from './headers.ts';

/** A game that was stored before its files were checked, and what asks for them. */
async function createGame(files: Record<string, string>) {
  const world = await createWorld();
  const id = await world.addGame();
  for (const [name, text] of Object.entries(files)) await world.ctx.files.put(`games/${id}/0/${name}`, Buffer.from(text));
  const app = gamesOriginApp(world.ctx, new Map());
  return {
    own: world.ctx.config.gamesOrigin,
    ask: (name: string, headers: Record<string, string> = {}, method = 'GET') => app.request(`/games/${id}/0/${name}`, { headers, method }),
  };
}

/** A directive of the first policy, or of the one with this number. */
const directive = (answer: Response, name: string, policy = 0) =>
  answer.headers
    .get('content-security-policy')
    ?.split(', ')
    .at(policy)
    ?.split('; ')
    .find((each) => each.startsWith(`${name} `));

test('the policy of a page names its own scripts, and allows no frames, workers or other code', async () => {
  const { own, ask } = await createGame({ 'index.html': '<!doctype html><script>one()\r\ntwo()</script>' });
  const answer = await ask('index.html');
  const hashes = [LOCKDOWN + GUARD, `${LOCKDOWN}one()\ntwo()`].map(scriptHash);
  expect(directive(answer, 'script-src')).toBe(`script-src ${own} 'wasm-unsafe-eval' ${hashes.join(' ')}`);
  // A hash lets a script of any host through that has it as its integrity; the second policy names none.
  expect(directive(answer, 'script-src', 1)).toBe(`script-src ${own} 'unsafe-inline' 'wasm-unsafe-eval'`);
  expect(directive(answer, 'script-src', 2)).toBeUndefined();
  for (const none of ['default-src', 'frame-src', 'child-src', 'worker-src', 'object-src', 'form-action', 'base-uri'])
    expect(directive(answer, none)).toBe(`${none} 'none'`);
  expect(directive(answer, 'sandbox')).toBe('sandbox allow-scripts allow-pointer-lock');
  expect(answer.headers.get('x-dns-prefetch-control')).toBe('off');
  expect(await answer.text()).toBe(`<!doctype html><script>${LOCKDOWN}${GUARD}</script><script>${LOCKDOWN}one()\r\ntwo()</script>`);
});

test('a page of our own draws without a script, under the same policy: the check of games opens it first', async () => {
  const { ctx } = await createWorld();
  const answer = await gamesOriginApp(ctx, new Map()).request(CONTROL_PATH);
  expect([answer.status, answer.headers.get('cache-control'), directive(answer, 'script-src')]).toEqual([
    200,
    'no-store',
    "script-src 'none'",
  ]);
  expect(await answer.text()).toContain('<svg');
});

test('what browsers load is as small as it gets; a large file is there at once, and small from then on', async () => {
  const small = GUARD.replaceAll('type', 'kind');
  const large = Array.from({ length: 20 }, (_, nth) => GUARD.replaceAll('type', `type${nth ** 5}`)).join('\n');
  const { ask } = await createGame({ 'small.js': small, 'large.js': large });
  const load = async (name: string) => Buffer.from(await (await ask(name, { 'accept-encoding': 'br' })).arrayBuffer());
  expect(await load('small.js')).toEqual(brotliCompressSync(LOCKDOWN + small));
  expect(brotliDecompressSync(await load('large.js')).toString()).toBe(LOCKDOWN + large);
  await expect.poll(async () => (await load('large.js')).length).toBe(brotliCompressSync(LOCKDOWN + large).length);
});

test('every script is locked down, compressed or not, and no code runs in what is no page', async () => {
  const { ask } = await createGame({
    'game.js': 'play()',
    'cover.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>',
  });
  expect(await (await ask('game.js')).text()).toBe(`${LOCKDOWN}play()`);
  const compressed = await ask('game.js', { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  const body = Buffer.from(await compressed.arrayBuffer());
  expect(compressed.headers.get('content-length')).toBe(String(body.length));
  expect(brotliDecompressSync(body).toString()).toBe(`${LOCKDOWN}play()`);
  expect(await (await ask('game.js', {}, 'HEAD')).text()).toBe('');
  for (const name of ['cover.svg', 'game.js', 'nothing.html']) expect(directive(await ask(name), 'script-src')).toBe("script-src 'none'");
  expect((await ask('nothing.html')).status).toBe(404);
});
