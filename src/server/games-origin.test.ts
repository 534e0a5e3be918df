import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { BLANK } from '../../tests/game-check-world.ts';
import { CONTROL_URL } from '../features/game-checks/control/rules.ts';
import { checkControl } from '../features/game-checks/control/service.server.ts';
import { GUARD, LOCKDOWN } from '../features/games/containment.rules.ts';
import { CONTROL_GAME } from '../features/games/plays/rules.ts';
import { getRobotUrl } from '../features/games/plays/service.server.ts';
import { SYSTEM } from '../shared/permissions.ts';
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

test('the game of our own comes by the robot’s ticket, the database and the file store, and nobody else gets it', async () => {
  const { ctx } = await createWorld();
  const asked: string[] = [];
  const files = { ...ctx.files, get: async (path: string) => (asked.push(path), ctx.files.get(path)) };
  const app = gamesOriginApp({ ...ctx, files }, new Map());
  let answers: Response[] = [];
  const browser = {
    async visit(url: string) {
      const paths = ['index.html', 'draw.js', 'art.svg', 'art.svg'].map((name) =>
        url.replace('index.html', name).replace(ctx.config.gamesOrigin, ''),
      );
      answers = await Promise.all(paths.map(async (path) => app.request(path)));
      return {
        ...BLANK,
        outcome: answers.every(({ status }) => status === 200) ? ('shown' as const) : ('no-answer' as const),
        reason: '404',
      };
    },
    close: async () => {},
  };
  expect(await checkControl(ctx, browser)).toBeNull();
  expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'image/svg+xml',
    'image/svg+xml',
  ]);
  // Its picture is not kept in memory: while the file store does not answer, it is not there.
  expect(asked.filter((path) => path.endsWith('art.svg'))).toHaveLength(2);
  expect((await app.request(`/${CONTROL_URL}`)).status).toBe(404);
  const failing = {
    ...ctx,
    queryPrepared: () => Promise.reject(new Error('no connection is free')),
    cached: <T>(_: string, __: number, load: () => Promise<T>) => load(),
  };
  const broken = gamesOriginApp(failing, new Map());
  const path = new URL(getRobotUrl(ctx, SYSTEM, CONTROL_GAME, CONTROL_URL)).pathname;
  expect((await broken.request(path)).status).toBe(503);
  const noFiles = { ...ctx, files: { ...ctx.files, has: () => Promise.reject(new Error('the store pauses')) } };
  expect(await checkControl(noFiles, browser)).toBe('the store pauses');
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
