import { expect, test } from 'vitest';
import { befriend } from '../test-players.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// A child who asks for help, without JavaScript.

test('the page after a message that asks for help says whom to call, and one form tells our team, which moderators see first', async () => {
  const site = await openSite();
  const [amina, brian, mod] = [await createPlayerClient(site), await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  await befriend(site.query, amina.known.id, brian.known.id);
  const chat = `/friends?chat=${brian.known.id}`;
  const sent = await amina.follow(await amina.post(`/chat/${brian.known.id}`, { text: 'i want to hurt myself', returnUrl: chat }));
  const page = await sent.answer.text();
  expect(page).toContain('You are not alone');
  expect(page).toContain('Childline 116');
  expect(page).toContain('href="/get-help"');
  expect(page).toContain('i want to hurt myself');
  const theirs = await (await brian.get(`/friends?chat=${amina.known.id}`)).text();
  expect(theirs).toContain('i want to hurt myself');
  expect(theirs).not.toContain('Childline');

  const form = await (await amina.get('/get-help')).text();
  expect(form).toContain('tel:116');
  expect(form).toContain('Tell our team');
  const told = await amina.follow(
    await amina.post('/get-help/team', { text: 'nobody knows that I cry', returnUrl: '/get-help?view=asked' }),
    new URL('/get-help', site.origin),
  );
  expect(await told.answer.text()).toContain('A person will look at it. This is not for emergencies');
  for (const address of ['/moderation', '/moderation/players', '/moderation/help']) {
    const queue = await (await mod.get(address)).text();
    expect([address, queue.includes('nobody knows that I cry'), queue.includes('Urgent')]).toEqual([address, true, true]);
  }
});

test('visitors see whom to call, and are led to log in for the rest', async () => {
  const site = await openSite();
  const visitor = createVisitorClient(site);
  const page = await (await visitor.get('/get-help')).text();
  expect(page).toContain('Call Childline Kenya: 116');
  expect(page).toContain('/login?returnUrl=%2Fget-help');
  expect(page).not.toContain('Tell our team');
  expect((await visitor.post('/get-help/team', { text: 'help' }, { accept: 'application/json' })).status).toBe(401);
  expect((await visitor.get('/moderation/help')).headers.get('location')).toBe('/login?returnUrl=%2Fmoderation%2Fhelp');
});
