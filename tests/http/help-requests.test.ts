import { expect, test } from 'vitest';
import { HELP_ASKS_PER_DAY } from '../../src/features/help-requests/rules.ts';
import { befriend } from '../test-players.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findElements, followLink, open, pathOf, submitForm, textOf } from './page.ts';
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

  const form = await open(amina, '/get-help');
  expect(form.html).toContain('tel:116');
  const told = await submitForm(amina, form, 'Tell our team', { text: 'nobody knows that I cry' });
  expect([told.status, pathOf(told)]).toEqual([200, '/get-help']);
  expect(textOf(told.html)).toContain('Our team knows now. A person will look at it. This is not for emergencies');
  expect(told.html).not.toContain('Tell our team');
  for (const address of ['/moderation', '/moderation/help']) {
    const queue = await (await mod.get(address)).text();
    expect([address, queue.includes('nobody knows that I cry'), queue.includes('Urgent')]).toEqual([address, true, true]);
  }
});

test('the page says that our team knows only if it does, and keeps what was typed', async () => {
  const site = await openSite();
  const amina = await createPlayerClient(site);
  const claims = /Our team knows now|our team was told|Your message reached us|already/;
  // Nobody was told anything, whatever the address says, such as one of the history.
  for (const view of ['asked', 'notified', 'wrote']) {
    const page = await open(amina, `/get-help?view=${view}`);
    expect(textOf(page.html)).not.toMatch(claims);
    expect(page.html).toContain('Tell our team');
  }
  const opened = await open(amina, '/get-help?news=help-notified');
  expect(textOf(opened.html)).toContain('If you just wrote that somebody hurts a child, our team was told');
  expect(opened.html).toContain('Tell our team');
  const form = await open(amina, '/get-help');
  for (let time = 0; time < HELP_ASKS_PER_DAY.points; time++) await amina.post('/get-help', { text: '' });
  const late = await submitForm(amina, form, 'Tell our team', { text: 'my uncle touches me' });
  expect([late.status, pathOf(late)]).toEqual([429, '/get-help']);
  expect(textOf(late.html)).toContain('this did not reach us');
  expect(textOf(late.html)).not.toMatch(claims);
  expect(findElements(late.html, 'textarea', { name: 'text' }).map(textOf)).toEqual(['my uncle touches me']);
  // The session has ended meanwhile.
  amina.cookies.clear();
  const ended = await submitForm(amina, form, 'Tell our team', { text: 'my uncle touches me' });
  expect(pathOf(ended)).toBe('/login?returnUrl=%2Fget-help');
  expect(await site.query<{ words: string }>('select words from help_requests where player_id = $1', [amina.known.id])).toEqual([
    { words: '' },
  ]);
});

test('who writes to us and tells of harm is led to who helps, sees that our team was told, and can tell it more', async () => {
  const site = await openSite();
  const amina = await createPlayerClient(site);
  const letter = { subject: 'please', message: 'my uncle touches me' };
  const led = await submitForm(amina, await open(amina, '/contact'), 'Send', letter);
  expect(pathOf(led)).toBe('/get-help?news=help-notified');
  expect(textOf(led.html)).toContain('our team was told what you wrote');
  expect(led.html).toContain('Tell our team');
  const visitor = createVisitorClient(site);
  const who = { name: 'Wanjiru', email: 'wanjiru@example.com' };
  const other = await submitForm(visitor, await open(visitor, '/contact'), 'Send', { ...who, ...letter });
  expect(pathOf(other)).toBe('/get-help?news=help-wrote');
  expect(textOf(other.html)).toContain('Your message reached us');
});

test('what is refused before anything reads it brings whom to call too, without JavaScript and with it', async () => {
  const site = await openSite();
  const [amina, brian] = [await createPlayerClient(site), await createPlayerClient(site)];
  await befriend(site.query, amina.known.id, brian.known.id);
  const path = `/chat/${brian.known.id}`;
  const say = async (text: string) => amina.follow(await amina.post(path, { text, returnUrl: `/friends?chat=${brian.known.id}` }));
  const isHeard = async (text: string) => {
    const html = textOf(await (await say(text)).answer.text());
    return [html.includes('What you wrote was not sent'), html.includes('Childline 116'), html.includes('our team was told')];
  };
  const shown = [true, true, true];
  expect(await isHeard(`my uncle touches me ${'x'.repeat(600)}`)).toEqual(shown);
  // Our team is told of no sadness, and nothing claims it.
  expect(await isHeard(`i want to hurt myself ${'x'.repeat(600)}`)).toEqual([true, true, false]);
  await site.query(`insert into sanctions (id, player_id, kind, why) values (gen_random_uuid(), $1, 'mute', 'mean words')`, [
    amina.known.id,
  ]);
  expect(await isHeard('my uncle touches me')).toEqual(shown);
  // Not a word of it where nobody asks for help.
  expect(await isHeard('lets play kites')).toEqual([false, false, false]);
  await site.query('delete from friendships where $1 in (low_id, high_id)', [amina.known.id]);
  expect(await isHeard('my uncle touches me')).toEqual(shown);
  const scripted = await amina.post(path, { text: 'my uncle touches me' }, { accept: 'application/json' });
  expect(await scripted.json()).toMatchObject({ ok: false, code: 'not-found', help: { isTeamNotified: true, lines: expect.any(Array) } });
  expect((await amina.post(path, { text: 'lets play kites' }, { accept: 'application/json' })).status).toBe(404);
  // A report of a game that is gone, and a letter without an address.
  const report = { reason: 'other', description: 'my uncle touches me', returnUrl: '/games' };
  const reported = await (await amina.follow(await amina.post('/games/no-such-game/reports', report))).answer.text();
  expect(textOf(reported)).toContain('Childline 116');
  const letter = await submitForm(amina, await open(amina, '/contact'), 'Send', {
    subject: 'please',
    message: 'my uncle touches me',
    email: 'x',
  });
  expect([letter.status, pathOf(letter)]).toEqual([400, '/contact']);
  expect(textOf(letter.html)).toContain('Our team was told what you wrote.');
  expect(letter.html).toContain('href="/get-help"');
  expect(findElements(letter.html, 'textarea', { name: 'message' }).map(textOf)).toEqual(['my uncle touches me']);
  expect(await site.query('select count(*)::int as n from help_requests where player_id = $1', [amina.known.id])).toEqual([{ n: 1 }]);
  const theirs = await (await brian.get('/notifications')).text();
  expect(theirs).not.toMatch(/uncle|Childline/);
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

test('who asked for the end of the account, or for whom somebody did, still sees whom to call', async () => {
  const site = await openSite();
  const amina = await createPlayerClient(site);
  await site.query(`update players set deletes_at = now() + interval '14 days' where id = $1`, [amina.known.id]);
  const leaving = await open(amina, '/games');
  expect(pathOf(leaving)).toBe('/leaving');
  const help = await followLink(amina, leaving, 'Get help');
  expect([help.status, pathOf(help)]).toEqual([200, '/get-help']);
  expect(help.html).toContain('href="tel:116"');
  // They are signed in, and the team cannot ask them back while the account is going to be deleted.
  expect(help.html).not.toMatch(/href="\/login|Tell our team/);
  const back = await followLink(amina, help, 'Keep your account, and you can tell our team here.');
  expect(pathOf(back)).toBe('/leaving');
  expect((await amina.post('/get-help', { text: 'help' })).status).toBe(403);
});
