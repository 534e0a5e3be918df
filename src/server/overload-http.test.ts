import type { ActionFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { createBuild, serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';
import { createProbes } from '../features/service-status/probes/service.server.ts';
import { formAction } from '../request/form-action.ts';
import { runAction } from '../request/action.ts';
import { requestContext } from '../request/request-context.ts';
import { createStaticFile } from './static-files.ts';

/** A site whose event loop is as slow as the test says, with one page that visitors share, one of a player, a form and a small form. */
async function site() {
  const world = await createWorld({ OVERLOAD_DELAY: '100' });
  const loop = { delayMs: 0 };
  let made = 0;
  const done: string[] = [];
  const loader = () => new Response(`${++made}`);
  const formPage = formAction({ echo: ['subject'] }, async () => (done.push('form'), { ok: true }));
  const smallForm = async ({ request, context }: ActionFunctionArgs) =>
    runAction(context.get(requestContext), request, async () => (done.push('small form'), {}));
  const modules: Record<string, object> = {
    games: { handle: { params: [], isShared: true }, loader },
    login: { handle: { params: [], isShared: true }, loader: () => new Response('<input type="password">') },
    friends: { handle: { params: [], isShared: false }, loader },
    moderation: { handle: { params: [], isShared: false }, loader },
    contact: { handle: { params: [], isShared: false }, default: () => null, action: formPage },
    'games/one/favorite': { handle: { params: [], isShared: true }, action: smallForm },
  };
  const assets = new Map([['/icon.svg', createStaticFile(Buffer.from('<svg/>'), 'image/svg+xml', 'no-cache')]]);
  const origin = await serveSite({
    ctx: world.ctx,
    pages: createBuild(modules),
    assets,
    loopDelayMs: () => loop.delayMs,
    random: () => 0.5,
  });
  const ask = async (path: string, headers: Record<string, string> = { accept: 'text/html' }, fields?: Record<string, string>) => {
    const form = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {};
    const response = await fetch(`${origin}${path}`, { headers: { ...headers, origin: world.ctx.config.origin }, ...form });
    const { status } = response;
    return { status, retryAfter: response.headers.get('retry-after'), headers: response.headers, body: await response.text() };
  };
  return { world, loop, ask, done, origin };
}

/** The signed-in pages of whoever has this cookie are rendered for them alone. */
const PLAYER = { accept: 'text/html', cookie: 'kiddo_session=somebody-who-is-here' };

test('below the limit nothing is refused', async () => {
  const { loop, ask } = await site();
  loop.delayMs = 99;
  for (const path of ['/games', '/friends', '/moderation']) expect((await ask(path, PLAYER)).status).toBe(200);
});

test('a refused page says what happened and what to do, and when to return', async () => {
  const { world, loop, ask } = await site();
  loop.delayMs = 100;
  const { status, retryAfter, headers, body } = await ask('/friends', PLAYER);
  expect([status, retryAfter, headers.get('cache-control')]).toEqual([503, '7', 'no-store']);
  expect(body).toContain('<h1 class="title">Too many people are here at once</h1>');
  expect(body).toContain('>Try Again</a>');
  expect(body).toContain('<link rel="stylesheet" href="/assets/root-1.css">');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  // Once, not for each of thousands.
  await ask('/friends', PLAYER);
  expect(world.logged.map(({ msg }) => msg)).toEqual(['overloaded: some requests are refused']);
});

test('visitors get a page as it was last seen, and a new one when there is room again', async () => {
  const { world, loop, ask } = await site();
  expect(await ask('/games')).toMatchObject({ status: 200, body: '1' });
  world.advanceClock(60);
  loop.delayMs = 100;
  expect(await ask('/games')).toMatchObject({ status: 200, body: '1' });
  // A page that nobody has seen yet.
  expect(await ask('/games.data')).toMatchObject({ status: 503, retryAfter: '7' });
  loop.delayMs = 0;
  expect(await ask('/games')).toMatchObject({ status: 200, body: '2' });
});

test('the check of the status page finds out, although visitors get the page for signing in as last seen', async () => {
  const { world, loop, ask, origin } = await site();
  const { ctx } = world;
  const probe = () =>
    createProbes({ ...ctx, config: { ...ctx.config, port: Number(new URL(origin).port) } }).pages(AbortSignal.timeout(60_000));
  await ask('/login');
  expect(await probe()).toBeNull();
  loop.delayMs = 100;
  expect((await ask('/login')).status).toBe(200);
  await expect(probe()).rejects.toThrow('/login answered with status 503');
});

test('nobody gets a page as last seen after a game was hidden', async () => {
  const { world, loop, ask } = await site();
  await ask('/games');
  world.ctx.bus.publish({ kind: 'catalogue', gameId: 'one' });
  await new Promise((resolve) => setImmediate(resolve));
  loop.delayMs = 100;
  expect((await ask('/games')).status).toBe(503);
});

test('data and the public API get JSON; data is refused later than pages', async () => {
  const { loop, ask } = await site();
  loop.delayMs = 100;
  const api = await ask('/api/v1/games', {});
  expect([api.status, api.headers.get('content-type'), JSON.parse(api.body).title]).toEqual([
    503,
    'application/problem+json',
    'unavailable',
  ]);
  const asData = { ...PLAYER, accept: '*/*' };
  expect((await ask('/friends', asData)).status).toBe(200);
  loop.delayMs = 200;
  const data = await ask('/friends', asData);
  expect([data.status, data.retryAfter, JSON.parse(data.body)]).toMatchObject([503, '7', { ok: false, code: 'unavailable' }]);
});

test('a refused form tells its page so, keeps what was typed, and does nothing', async () => {
  const { loop, ask, done } = await site();
  loop.delayMs = 400;
  const typed = { subject: 'My game does not open' };
  // As the page's script sends it: the page shows the failure and fills the form again.
  const failure = await ask('/contact.data', { accept: '*/*' }, typed);
  expect([failure.status, failure.retryAfter, failure.headers.get('x-remix-response')]).toEqual([503, '7', 'yes']);
  expect(failure.body).toContain('unavailable');
  expect(failure.body).toContain('My game does not open');
  const small = await ask('/games/one/favorite', { accept: 'application/json' }, { on: 'yes' });
  expect([small.status, small.retryAfter, JSON.parse(small.body)]).toMatchObject([503, '7', { ok: false, code: 'unavailable' }]);
  // Without scripts.
  const document = await ask('/contact', { accept: 'text/html' }, typed);
  expect([document.status, document.retryAfter]).toEqual([503, '7']);
  expect(document.body).toContain('what you typed should still be there');
  expect(document.body).not.toContain('Try Again');
  expect(done).toEqual([]);
  loop.delayMs = 399;
  expect((await ask('/games/one/favorite', { accept: 'application/json' }, { on: 'yes' })).status).toBe(200);
  expect(done).toEqual(['small form']);
});

test('files are never refused, the team last', async () => {
  const { loop, ask } = await site();
  loop.delayMs = 799;
  expect((await ask('/moderation', PLAYER)).status).toBe(200);
  loop.delayMs = 60_000;
  expect((await ask('/moderation', PLAYER)).status).toBe(503);
  expect((await ask('/icon.svg')).status).toBe(200);
  expect((await ask('/webhooks/till', {}, { event: 'x' })).status).toBe(401);
});
