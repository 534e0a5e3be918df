import http from 'node:http';
import { expect, test } from 'vitest';
import { serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';
import { urlForUnsubscribe } from '../features/newsletter/service.server.ts';
import { saveEmailPreferences, getEmailPreferences } from '../features/settings/notification-emails/service.server.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

test('a mail program stops the mails with one press; a browser gets the page', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await saveEmailPreferences(world.ctx, amina, { friends: 'on', messages: 'on', games: 'on' });
  const { unsubscribe_key: key } = await world.ctx.db.selectFrom('email_preferences').select('unsubscribe_key').executeTakeFirstOrThrow();
  const app = unsubscribeRoutes(world.ctx);
  const post = async (to: string, headers: Record<string, string> = {}) =>
    (await app.request(`http://localhost:3000/mails/stop/${to}`, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers })).status;
  // A request from a browser falls through to the page, which this app does not have.
  expect(await post(key, { origin: 'http://localhost:3000' })).toBe(404);
  expect(await post(key, { 'sec-fetch-site': 'cross-site' })).toBe(404);
  for (const wrong of ['x', key.slice(1), encodeURIComponent("'; drop table players; --"), '%00'])
    expect([wrong, await post(wrong)]).toEqual([wrong, 404]);
  expect((await app.request(`http://localhost:3000/mails/stop/${key}`)).status).toBe(404);
  expect(await getEmailPreferences(world.ctx, amina)).toMatchObject({ friends: true });
  for (let time = 0; time < 2; time++) expect(await post(key)).toBe(200);
  expect(await getEmailPreferences(world.ctx, amina)).toEqual({ friends: false, messages: false, games: false });
});

test('a mail program may post from elsewhere to end its letters, and nothing else may', async () => {
  const world = await createWorld();
  const id = world.ctx.newId();
  const reader = { id, address_hash: Buffer.from('x'), email: 'reader@example.com', confirmed_at: world.ctx.now() };
  await world.ctx.db.insertInto('newsletter_readers').values(reader).execute();
  const pages = () => Promise.reject(new Error('no page was asked for'));
  const { hostname, port } = new URL(await serveSite({ ctx: world.ctx, pages, assets: null }));
  const post = async (path: string, headers: Record<string, string> = {}) => {
    const body = 'List-Unsubscribe=One-Click';
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
    return new Promise<number>((resolve, reject) => {
      const request = http.request({ hostname, port, path, method: 'POST', headers: { ...form, ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end(body);
    });
  };
  const left = async () =>
    (await world.ctx.db.selectFrom('newsletter_readers').select('email').where('id', '=', id).executeTakeFirst())?.email === null;
  const { pathname } = new URL(urlForUnsubscribe(world.ctx, id));
  for (const path of ['/contact', '/newsletter', '/consent', '/newsletter/confirm/x'])
    expect([path, await post(path)]).toEqual([path, 403]);
  // A page of another site, in a browser.
  expect([await post(pathname, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }), await left()]).toEqual([403, false]);
  expect([await post(pathname), await left()]).toEqual([200, true]);
});
