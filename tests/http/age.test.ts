import { expect, test } from 'vitest';
import { createPlayerClient } from './http-client.ts';
import { findElements, findLinks, followLink, open, pathOf, submitForm, textOf, titleOf } from './page.ts';
import { openSite } from './site.ts';

// The question for the month of birth, without JavaScript, and the team's page about a player's age.

async function openUnasked() {
  const site = await openSite();
  const amina = await createPlayerClient(site);
  await site.query('update players set birth_month = null, age_band = null where id = $1', [amina.known.id]);
  return { site, amina };
}

test('everybody is asked once: nothing is chosen, nothing says what an answer opens, and then the page that was wanted opens', async () => {
  const { site, amina } = await openUnasked();
  const asked = await open(amina, '/games?genre=Racing');
  expect([pathOf(asked), titleOf(asked)]).toEqual(['/age?returnUrl=%2Fgames%3Fgenre%3DRacing', 'When were you born?']);
  const words = textOf(asked.html);
  expect(words).not.toMatch(/\b(13|18|old|older|parents?|grown|chat|allowed)\b/i);
  const chosenIn = (html: string) => findElements(html, 'option', { selected: '' }).map(textOf);
  expect(chosenIn(asked.html)).toEqual(['Choose', 'Choose']);
  expect(findLinks(asked.html).map(({ to }) => to)).not.toContain('/games');
  const wrong = await submitForm(amina, asked, 'Continue', { year: '2012' });
  expect([wrong.status, textOf(wrong.html)]).toEqual([200, expect.stringContaining('Choose a month.')]);
  expect(chosenIn(wrong.html)).toEqual(['Choose', '2012']);
  // Somebody under 18 is shown first what a parent or guardian opens.
  const guardian = await submitForm(amina, wrong, 'Continue', { month: '3' });
  expect([pathOf(guardian), titleOf(guardian)]).toEqual(['/guardian?returnUrl=%2Fgames%3Fgenre%3DRacing', 'Ask a grown-up at home']);
  expect(pathOf(await followLink(amina, guardian, 'Later'))).toBe('/games?genre=Racing');
  // Asked once: the page leads on, and a second answer changes nothing.
  expect(pathOf(await open(amina, '/age?returnUrl=%2Ffriends'))).toBe('/friends');
  await amina.post('/age', { month: '1', year: '1990' });
  expect(await site.query('select birth_month from players where id = $1', [amina.known.id])).toEqual([{ birth_month: '2012-03' }]);
  expect(textOf((await open(amina, '/settings')).html)).toContain('March 2012');
  expect(site.logged).toEqual([]);
});

test('until then the pages of players stay closed, and those that help or explain are open', async () => {
  const { amina } = await openUnasked();
  for (const address of ['/friends', '/settings', '/subscription', '/profile', '/games/matatu-rush'])
    expect([address, pathOf(await open(amina, address)).split('?')[0]]).toEqual([address, '/age']);
  for (const address of ['/privacy', '/terms', '/parents', '/contact']) expect(pathOf(await open(amina, address))).toBe(address);
  const help = await open(amina, '/get-help');
  expect(help.html).toContain('tel:116');
  expect(pathOf(await followLink(amina, help, /^Answer one question/))).toBe('/age?returnUrl=%2Fget-help');
  expect((await amina.post('/get-help', { text: 'help' })).status).toBe(403);
  expect((await amina.post('/friends/deeds', { do: 'renew-code' })).status).toBe(403);
  expect(pathOf(await submitForm(amina, await open(amina, '/age'), 'Sign Out'))).toBe('/?news=signed-out');
});

test('who is of age goes on to the page that was wanted', async () => {
  const { amina } = await openUnasked();
  const asked = await open(amina, '/games?genre=Racing');
  expect(pathOf(await submitForm(amina, asked, 'Continue', { month: '3', year: '1995' }))).toBe('/games?genre=Racing');
});

test('a guardian can answer on the phone of a player who has not said their age, or who leaves', async () => {
  const { site, amina } = await openUnasked();
  expect(titleOf(await open(amina, '/guardian/nope'))).toBe('This link does not work');
  expect(pathOf(await open(amina, '/guardian'))).toBe('/age?returnUrl=%2Fguardian');
  await site.query(`update players set age_band = 13, birth_month = '2012-01', deletes_at = now() + interval '14 days' where id = $1`, [
    amina.known.id,
  ]);
  expect(titleOf(await open(amina, '/guardian/nope'))).toBe('This link does not work');
  expect(pathOf(await open(amina, '/guardian'))).toBe('/leaving');
});

test('under 13 the page says what is possible, and the browser is signed out', async () => {
  const { site, amina } = await openUnasked();
  const year = String(new Date().getFullYear() - 9);
  const gone = await submitForm(amina, await open(amina, '/friends'), 'Continue', { month: '1', year });
  expect([pathOf(gone), titleOf(gone)]).toEqual(['/under-13?account=erased', 'You can play right now']);
  expect(await site.query('select 1 from players where id = $1', [amina.known.id])).toEqual([]);
  expect(pathOf(await followLink(amina, gone, 'Play the games'))).toBe('/games');
  expect(textOf((await open(amina, '/under-13?account=%3Cscript%3E')).html)).toContain(
    'An account of your own is for players who are 13 or older.',
  );
});

test('the team closes and operators open and correct, without JavaScript', async () => {
  const site = await openSite();
  const [amina, mod, ops] = [
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'operator'),
  ];
  const page = await followLink(mod, await open(mod, `/moderation/players/${amina.known.id}`), 'Age and under 13');
  expect(textOf(page.html)).toContain('18 or older');
  expect(textOf(page.html)).not.toContain('1990');
  expect(textOf((await submitForm(mod, page, 'Close the account', { note: '' })).html)).toContain('Write a short reason first.');
  const closed = await submitForm(mod, page, 'Close the account', { note: 'The mother wrote' });
  expect([closed.status, textOf(closed.html)]).toEqual([
    200,
    expect.stringContaining('The account is closed, and its address gets a mail.'),
  ]);
  expect((await amina.get('/friends')).status).toBe(200);
  expect(textOf((await open(amina, '/friends')).html)).toContain('Please Log In');
  const again = await open(ops, `/moderation/players/${amina.known.id}/age`);
  const opened = await submitForm(ops, again, 'Save the month of birth', { note: 'A letter', month: '2', year: '2011' });
  expect(textOf(opened.html)).toContain('Born: February 2011');
  const log = textOf((await open(mod, `/moderation/players/${amina.known.id}`)).html);
  expect(log).toContain('opened the account again');
  expect(log).toContain('closed the account: the player is under 13');
  expect(pathOf(await open(amina, `/moderation/players/${amina.known.id}/age`))).toContain('/login');
  expect(site.logged).toEqual([]);
});
