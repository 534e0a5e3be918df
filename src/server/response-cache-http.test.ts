import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, root } from '../../tests/world.ts';
import { serializeConsentCookie } from '../web/consent.ts';
import { requestContext } from './request-context.ts';
import { siteListener } from './http.ts';
import type { StaticFiles } from './static-files.ts';

/** A site whose pages contain whom they were rendered for, and a counter of renders. */
async function site() {
  const world = await createWorld();
  let made = 0;
  const module = {
    loader: ({
      context,
      request,
    }: {
      context: { get(key: typeof requestContext): { viewer: { username: string } | null } };
      request: Request;
    }) => {
      made++;
      const who = context.get(requestContext).viewer?.username ?? 'nobody';
      return new Response(`${made} for ${who}, ${request.headers.get('cookie') ?? 'no cookie'}`);
    },
  };
  const pages = {
    entry: { module: { default: () => new Response('') } },
    routes: { all: { id: 'all', path: '*', module } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild;
  const assets: StaticFiles = new Map();
  const server = http.createServer(siteListener({ ctx: world.ctx, pages, assets }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = async (address: string, cookie = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: cookie === '' ? {} : { cookie }, redirect: 'manual' });
    return {
      status: answer.status,
      body: await answer.text(),
      cache: answer.headers.get('cache-control'),
      keep: answer.headers.get('x-kiddo-keep'),
    };
  };
  return { get, made: () => made };
}

/** Every path of the site that contains a key or token, with a placeholder in its place. */
async function addressesWithKey(): Promise<string[]> {
  const routes = await fs.readFile(path.join(root, 'src/routes.ts'), 'utf8');
  return [...routes.matchAll(/route\('([^']+\/:(?:token|key))'/g)].map(([, address = '']) => `/${address.replace(':', 'some-')}`);
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
  for (const each of bodies) expect(each).toEqual({ status: 200, body: '1 for nobody, no cookie', cache: 'no-cache', keep: 'page' });
  expect(made()).toBe(1);
  // The styles that hide the consent banner are rendered for each request.
  expect(await get('/consent/style', 'cookie_consent=all')).toMatchObject({
    body: '2 for nobody, cookie_consent=all',
    cache: 'private, no-store',
  });
});

test('who has a session gets an answer of their own, kept by nobody, and leaves none behind', async () => {
  const { get } = await site();
  for (const name of ['kiddo_session', '__Host-kiddo_session', '__Secure-kiddo_session'])
    expect(await get('/contact', `a=b; ${name}=x`)).toMatchObject({ cache: 'private, no-store', keep: null });
  expect((await get('/contact')).body).toMatch(/for nobody, no cookie$/);
});

test('an address that holds a key is answered to who has it, and kept nowhere', async () => {
  const { get } = await site();
  const withKey = await addressesWithKey();
  expect(withKey.toSorted()).toEqual([
    '/mails/stop/some-key',
    '/newsletter/confirm/some-token',
    '/newsletter/leave/some-token',
    '/settings/email/some-token',
  ]);
  for (const one of withKey)
    for (const address of [one, `${one}.data`, one.toUpperCase()])
      expect([address, await get(address)]).toMatchObject([address, { cache: 'private, no-store', keep: null }]);
});
