import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { actionFailure } from '../shared/action-result.ts';
import { VISITOR } from '../shared/permissions.ts';
import { AppError } from '../shared/app-error.ts';
import { methodNotAllowed, resourceAction, resourceLoader, runAction } from './action.ts';
import { requestContext, type RequestContext } from './request-context.ts';

/** The request context that a page gets, and the world behind it. */
async function site() {
  const world = await createWorld();
  const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
  const parts: RequestContext = {
    ctx: world.ctx,
    actor: VISITOR,
    viewer: null,
    clientInfo: visit,
    nonce: '',
    requestId: 'r1',
    rateLimit: async () => {},
  };
  return { parts, world };
}

/** A form as a browser without JavaScript sends it, or, with `json`, as our own scripts send it. */
function form(fields: Record<string, string>, json = false): Request {
  const accept = json ? 'application/json' : 'text/html,application/xhtml+xml,*/*;q=0.8';
  return new Request('http://localhost:3000/games/one/favorite', {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams(fields),
  });
}

const done = async () => ({ favorited: true });
const refuse = (code: ConstructorParameters<typeof AppError>[0]) => async () =>
  Promise.reject(new AppError(code, 'a detail for developers'));
const answerOf = async (response: Response) => [response.status, response.headers.get('location'), await response.text()];

test('a script gets JSON that nobody keeps, whatever it says of returning', async () => {
  const { parts } = await site();
  const response = await runAction(parts, form({ on: 'yes', returnUrl: '/games/one' }, true), async (fields) => ({ got: fields['on'] }));
  expect([response.status, response.headers.get('cache-control'), response.headers.get('location')]).toEqual([200, 'no-store', null]);
  expect(await response.json()).toEqual({ ok: true, got: 'yes' });
});

test('a browser without scripts is led back to where it was', async () => {
  const { parts } = await site();
  for (const back of ['/games/one', '/profile?tab=history', '/'])
    expect(await answerOf(await runAction(parts, form({ returnUrl: back }), done))).toEqual([302, back, '']);
});

test('nobody is led to another site', async () => {
  const { parts } = await site();
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
  ];
  for (const run of [done, refuse('sign-in-required'), refuse('not-found')])
    for (const returnUrl of elsewhere) {
      const response = await runAction(parts, form({ returnUrl }), run);
      expect([returnUrl, response.headers.get('location'), response.headers.get('content-type')]).toEqual([
        returnUrl,
        null,
        'application/json',
      ]);
    }
});

test('what is refused has its status and code, and nothing for developers', async () => {
  const { parts, world } = await site();
  for (const [code, status] of [
    ['sign-in-required', 401],
    ['not-found', 404],
    ['not-available', 409],
    ['too-many-requests', 429],
  ] as const) {
    const response = await runAction(parts, form({}, true), refuse(code));
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await response.json()).toEqual(actionFailure(code, { requestId: 'r1' }));
  }
  expect(world.logged).toEqual([]);
});

test('a browser without scripts is told of a refusal where it was, or asked to sign in and come back', async () => {
  const { parts } = await site();
  const led = async (returnUrl: string, code: Parameters<typeof refuse>[0]) =>
    (await runAction(parts, form({ returnUrl }), refuse(code))).headers.get('location');
  expect(await led('/profile?tab=history', 'sign-in-required')).toBe('/login?returnUrl=%2Fprofile%3Ftab%3Dhistory');
  expect(await led('/games/one', 'not-available')).toBe('/games/one?news=not-done');
  expect(await led('/profile?tab=history', 'not-available')).toBe('/profile?tab=history&news=not-done');
  expect(await led('/games/one#rating', 'not-available')).toBe('/games/one?news=not-done#rating');
});

test('a bug is logged with the request’s id, and tells nothing of itself', async () => {
  const { parts, world } = await site();
  const response = await runAction(parts, form({}, true), async () => Promise.reject(new Error('password is hunter2')));
  expect([response.status, await response.json()]).toEqual([500, actionFailure('bug', { requestId: 'r1' })]);
  expect(world.logged).toMatchObject([{ requestId: 'r1', err: { message: 'password is hunter2' } }]);
});

test('what is no form of ours is refused before anything is done', async () => {
  const { parts } = await site();
  const file = new FormData();
  file.set('on', new File(['x'], 'x.txt'));
  const twice = new URLSearchParams([
    ['on', 'yes'],
    ['on', 'no'],
    ['returnUrl', '/games/one'],
  ]);
  let ran = 0;
  for (const body of ['{"on":"yes"}', file, twice]) {
    const request = new Request('http://localhost:3000/games/one/favorite', { method: 'POST', body });
    const response = await runAction(parts, request, async () => ({ ran: ++ran }));
    expect([response.status, await response.json()]).toEqual([400, actionFailure('bad-input', { requestId: 'r1' })]);
  }
  expect(ran).toBe(0);
});

test('an address that only takes forms says so', () => {
  const response = methodNotAllowed();
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

test('an action done offline is accepted only from the player who did it', async () => {
  const { parts, world } = await site();
  const amina = await world.addPlayer();
  const late = async (actor: RequestContext['actor'], who: string) =>
    (await runAction({ ...parts, actor }, form({ who }, true), done)).status;
  expect(await late(amina, amina.id)).toBe(200);
  expect([await late(amina, crypto.randomUUID()), await late(amina, '')]).toEqual([403, 403]);
  // A visitor gets 401, because the player may sign in again.
  expect(await late(VISITOR, amina.id)).toBe(401);
});

test('a route without a page responds with JSON, also when its service fails', async () => {
  const { parts } = await site();
  const context = new RouterContextProvider();
  context.set(requestContext, parts);
  const args = { request: new Request('http://localhost:3000/notifications?after=x'), params: {}, context } as never;
  const load = (run: () => Promise<Response>) =>
    resourceLoader({ params: ['after'], isShared: false }, async ({ query }) => (query.get('after') === 'x' ? run() : Response.error()))(
      args,
    );
  const act = (run: () => Promise<Response>) => resourceAction(async () => run())(args);
  for (const respond of [load, act]) {
    expect((await respond(async () => new Response(null, { status: 204 }))).status).toBe(204);
    const failure = await respond(refuse('not-found'));
    expect([failure.status, failure.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await failure.json()).toEqual(actionFailure('not-found', { requestId: 'r1' }));
    expect((await respond(() => Promise.reject(new Error('broken')))).status).toBe(500);
  }
});
