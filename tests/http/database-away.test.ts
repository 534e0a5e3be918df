import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

test('while the database is away visitors get pages as last seen, which say so, and players a kind word; then all is as before', async () => {
  const site = await openSite({}, { hasProxy: true });
  const visitor = createVisitorClient(site);
  const player = await createPlayerClient(site);
  expect(await (await visitor.get('/games')).text()).not.toContain('from a few minutes ago');
  expect((await player.get('/games')).status).toBe(200);
  await site.database?.stop();
  site.advanceClock(600);
  const page = await visitor.get('/games');
  expect([page.status, Number(page.headers.get('x-kiddo-stale')) >= 595]).toEqual([200, true]);
  expect(await page.text()).toContain('This page is from a few minutes ago');
  const own = await player.get('/games', { accept: 'text/html' });
  expect([own.status, own.headers.get('cache-control'), Number(own.headers.get('retry-after')) > 0]).toEqual([503, 'no-store', true]);
  expect(await own.text()).toContain('Kiddo is having a short break');
  const form = await player.post('/contact', { message: 'Hello' }, { accept: 'text/html' });
  expect(form.status).toBe(503);
  expect(await form.text()).toContain('This was not sent');
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect((await visitor.get('/livez')).status).toBe(200);
  await site.database?.start();
  await expect.poll(async () => (await player.get('/games')).status).toBe(200);
  await expect.poll(async () => (await visitor.get('/games')).headers.get('x-kiddo-stale')).toBe(null);
  await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200);
});
