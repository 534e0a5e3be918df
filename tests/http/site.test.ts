import { expect, test } from 'vitest';
import { open, submitForm, textOf } from './page.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// The test layer itself: several sites in one process are isolated from each other.

test('two sites side by side have their own data, clock, work and letters', async () => {
  const [one, other] = await Promise.all([openSite(), openSite()]);
  expect(one.origin).not.toBe(other.origin);
  const me = await createPlayerClient(one);
  expect((await open(me, '/profile')).at.pathname).toBe('/profile');
  const stranger = createVisitorClient(other);
  stranger.cookies.set('kiddo_session', me.cookies.get('kiddo_session') as never);
  expect((await open(stranger, '/profile')).at.pathname).toBe('/login');

  const parent = createVisitorClient(one);
  const written = { name: 'A parent', email: 'parent@example.com', subject: 'A question', message: 'How do I stop paying?' };
  const sent = await submitForm(parent, await open(parent, '/contact'), 'Send', written);
  expect(sent.status).toBe(200);
  expect((await one.mails()).map(({ to }) => to)).toContain('parent@example.com');
  expect(await other.mails()).toEqual([]);
  expect(await other.query('select 1 from contact_messages')).toEqual([]);

  const before = one.ctx.now();
  one.advanceClock(3600);
  expect(one.ctx.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
  expect(other.ctx.now().getTime() - before.getTime()).toBeLessThan(3_600_000);
  expect(textOf((await open(createVisitorClient(other), '/')).html)).toContain('Popular Games');
  expect([one.logged, other.logged]).toEqual([[], []]);
});
