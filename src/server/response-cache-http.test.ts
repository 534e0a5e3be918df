import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBuild, serveSite } from '../../tests/served-site.ts';
import { createWorld, root } from '../../tests/world.ts';
import type { PageHandle } from '../shared/page-handle.ts';
import { serializeConsentCookie } from '../web/consent.ts';
import { requestContext } from '../request/request-context.ts';
import type { StaticFiles } from './static-files.ts';

const SESSIONS = ['kiddo_session', '__Host-kiddo_session', '__Secure-kiddo_session'];

/** The routes of the test site, by path. */
const HANDLES: Record<string, PageHandle> = {
  contact: { params: [], isShared: true },
  games: { params: ['tab', 'q'], isShared: true },
  'consent/style': { params: [], isShared: false },
  'confirm/:token': { params: ['step'], isShared: false },
  callback: { params: 'any', isShared: false },
};

/** A site whose pages contain whom they were rendered for, with which query, and a counter of renders. */
async function site() {
  const world = await createWorld();
  let made = 0;
  const loader = ({
    context,
    request,
  }: {
    context: { get(key: typeof requestContext): { viewer: { username: string } | null } };
    request: Request;
  }) => {
    made++;
    const who = context.get(requestContext).viewer?.username ?? 'nobody';
    return new Response(`${made} for ${who}, ${request.headers.get('cookie') ?? 'no cookie'}`, {
      headers: { 'x-query': new URL(request.url).search },
    });
  };
  const modules = Object.fromEntries(Object.entries(HANDLES).map(([route, handle]) => [route, { handle, loader }]));
  const pages = createBuild(modules, ['news']);
  const assets: StaticFiles = new Map();
  const origin = await serveSite({ ctx: world.ctx, pages, assets });
  const get = async (address: string, cookie = '') => {
    const answer = await fetch(`${origin}${address}`, { headers: cookie === '' ? {} : { cookie }, redirect: 'manual' });
    return {
      status: answer.status,
      body: await answer.text(),
      cache: answer.headers.get('cache-control'),
      keep: answer.headers.get('x-kiddo-keep'),
      query: answer.headers.get('x-query'),
    };
  };
  return { get, made: () => made };
}

test('what a visitor chose about cookies and data is in no answer that others get', async () => {
  const { get, made } = await site();
  const bodies = [];
  for (const cookie of [
    '',
    serializeConsentCookie('all', false).split(';')[0] ?? '',
    'cookie_consent=essential; kiddo_device=x',
    'kiddo_saver=on',
  ])
    bodies.push(await get('/contact', cookie));
  for (const each of bodies)
    expect(each).toEqual({ status: 200, body: '1 for nobody, no cookie', cache: 'no-cache', keep: 'page', query: '' });
  expect(made()).toBe(1);
  // The styles that hide the consent banner are rendered for each request.
  expect(await get('/consent/style', 'cookie_consent=all')).toMatchObject({
    body: '2 for nobody, cookie_consent=all',
    cache: 'private, no-store',
  });
});

test('who has a session gets an answer of their own, kept by nobody, and leaves none behind', async () => {
  const { get } = await site();
  for (const name of SESSIONS) expect(await get('/contact', `a=b; ${name}=x`)).toMatchObject({ cache: 'private, no-store', keep: null });
  expect((await get('/contact')).body).toMatch(/for nobody, no cookie$/);
});

test('each value of a declared parameter has an answer of its own, whatever the order of the parameters', async () => {
  const { get, made } = await site();
  const queries = ['', '?tab=a', '?tab=b', '?q=a', '?tab=a&q=b', '?tab=a&tab=b', '?news=x'];
  const bodies = [];
  for (const query of queries) bodies.push((await get(`/games${query}`)).body);
  expect(new Set(bodies).size).toBe(queries.length);
  expect((await get('/games?q=b&tab=a')).body).toBe(bodies[queries.indexOf('?tab=a&q=b')]);
  expect(made()).toBe(queries.length);
});

test('a parameter that is not declared makes no further answer, and reaches no page: neither for visitors, nor with a session', async () => {
  const { get, made } = await site();
  const first = await get('/games?tab=a');
  for (const query of ['?tab=a&utm=mail', '?utm=1&tab=a', '?tab=a&after=x&TAB=b']) expect(await get(`/games${query}`)).toEqual(first);
  expect([first.query, made()]).toEqual(['?tab=a', 1]);
  for (const name of SESSIONS)
    expect(await get('/games?utm=mail&q=b&tab=a&news=x', `${name}=x`)).toMatchObject({ query: '?news=x&tab=a&q=b' });
  expect((await get('/callback?code=1&state=2')).query).toBe('?code=1&state=2');
});

test('a private page is answered to who asks, and kept nowhere, however its address is written', async () => {
  const { get, made } = await site();
  const addresses = [
    '/confirm/some-token',
    '/confirm/some-token/',
    '/Confirm/some-token',
    '/confirm/some-token?step=2',
    '/callback?code=1',
  ];
  for (const address of addresses)
    for (let time = 0; time < 2; time++)
      expect([address, await get(address)]).toMatchObject([address, { status: 200, cache: 'private, no-store', keep: null }]);
  expect(made()).toBe(2 * addresses.length);
  expect(await get('/confirm/some-token.data')).toMatchObject({ cache: expect.stringMatching(/no-store/), keep: null });
});

/** Paths that are private even without a session: links from emails, OAuth redirects, forms, the outbox, the payment sandbox, pictures. */
const PRIVATE_PATHS =
  /^(confirm-email|reset-password|logout|auth|consent|dev|till|avatars|settings\/(delete|email)|mails\/stop|newsletter\/(confirm|leave))(\/|$)|\/:(token|key)(\/|$)/;

test('the real routes of private paths say that they are not shared', async () => {
  const modules = import.meta.glob<{ handle?: PageHandle }>('../features/**/pages/*.tsx');
  const text = await fs.readFile(path.join(root, 'src/routes.ts'), 'utf8');
  const routes = [...text.matchAll(/route\('([^']+)', '([^']+)'/g)].map(([, address = '', file = '']) => ({ address, file }));
  const found = routes.filter(({ address }) => PRIVATE_PATHS.test(address));
  const shared = [];
  for (const { address, file } of found) {
    const module = await modules[`../${file}`]?.();
    if (module?.handle?.isShared !== false) shared.push(address);
  }
  expect(shared).toEqual([]);
  expect(found.map(({ address }) => address).toSorted()).toEqual([
    'auth/callback/google',
    'auth/google',
    'avatars/pictures/:id',
    'avatars/try-on/:item',
    'confirm-email',
    'consent',
    'consent/style',
    'dev/outbox',
    'dev/outbox/:name',
    'guardian/:key',
    'guardian/pay/:key',
    'logout',
    'mails/stop/:key',
    'newsletter/confirm/:token',
    'newsletter/leave/:token',
    'reset-password',
    'settings/delete',
    'settings/email/:token',
    'till/:reference',
  ]);
});
