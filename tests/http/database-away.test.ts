import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

test('while the database is away visitors get pages as last seen, which say so, and players a kind word; then all is as before', async () => {
  const site = await openSite({}, { hasProxy: true });
  const visitor = createVisitorClient(site);
  const player = await createPlayerClient(site);
  expect(await (await visitor.get('/games')).text()).not.toContain('This page is from');
  expect((await player.get('/games')).status).toBe(200);
  expect((await visitor.get('/status')).status).toBe(200);
  await visitor.get('/games.data');
  const [game] = await site.query<{ picture: string }>('select picture from games where picture is not null and hidden_at is null limit 1');
  expect((await visitor.get(`/media/${game?.picture}`)).status).toBe(200);
  await site.database?.stop();
  site.advanceClock(600);
  const page = await visitor.get('/games');
  expect([page.status, Number(page.headers.get('x-kiddo-stale')) >= 595]).toEqual([200, true]);
  expect(await page.text()).toContain('This page is from 10 minutes ago');
  // What would be untrue when it is old, and what cannot say that it is.
  const status = await visitor.get('/status');
  expect([status.status, status.headers.get('x-kiddo-stale'), Number(status.headers.get('retry-after')) > 0]).toEqual([503, null, true]);
  expect(await status.text()).toContain('Its database does not answer');
  expect((await visitor.get('/games.data')).status).toBe(503);
  // Whether a picture may be shown is in the database too: it is not broken, and nothing keeps that it is away.
  const picture = await visitor.get(`/media/${game?.picture}`);
  expect([picture.status, picture.headers.get('cache-control'), picture.headers.get('retry-after')]).toEqual([503, 'no-store', '5']);
  const own = await player.get('/games', { accept: 'text/html' });
  expect([own.status, own.headers.get('cache-control'), Number(own.headers.get('retry-after')) > 0]).toEqual([503, 'no-store', true]);
  expect(await own.text()).toContain('Kiddo is having a short break');
  const form = await player.post('/contact', { message: 'Hello' }, { accept: 'text/html' });
  expect(form.status).toBe(503);
  expect(await form.text()).toContain('This was not sent');
  // The page of a form that its script sent shows this next to what was typed.
  const typed = await player.post('/contact.data', { message: 'I like drums' });
  expect([typed.status, await typed.text()]).toEqual([503, expect.stringContaining('I like drums')]);
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect((await visitor.get('/livez')).status).toBe(200);
  await site.database?.start();
  await expect.poll(async () => (await player.get('/games')).status).toBe(200);
  await expect.poll(async () => (await visitor.get('/games')).headers.get('x-kiddo-stale')).toBe(null);
  await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200);
});
