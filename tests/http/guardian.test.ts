import { expect, test } from 'vitest';
import { setGuardianship } from '../guardian-world.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { findElements, findLinks, followLink, open, pathOf, submitForm, textOf, titleOf, within, type Page } from './page.ts';
import { openSite, type TestSite } from './site.ts';

// A player's guardian without JavaScript: asking one, and the page behind the link of a mail. With JavaScript: tests/e2e/guardian.spec.ts.

const MOTHER = 'mother@example.com';
const CHOICES = { chat: 'phrases', buying: 'up-to-a-sum', sum: '500', relation: 'mother', isAdult: 'on', mayDecide: 'on' };

type Child = HttpClient & { known: { id: string; username: string } };

async function openWithChild(): Promise<{ site: TestSite; child: Child }> {
  const site = await openSite();
  const child = await createPlayerClient(site);
  await site.query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [child.known.id]);
  return { site, child };
}

/** The path of the link in the newest mail to the guardian. */
async function linkFor(site: TestSite): Promise<string> {
  const mail = (await site.mails()).find(({ to }) => to === MOTHER);
  return new URL(/https?:\/\/\S+\/guardian\/[^\s?]+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
}

async function openAsked() {
  const { site, child } = await openWithChild();
  await submitForm(child, await open(child, '/guardian'), 'Send the mail', { email: MOTHER });
  return { site, child, mother: createVisitorClient(site), link: await linkFor(site) };
}

/** As if all of it had been earlier: sessions stay. */
async function letDaysPass(site: TestSite, days: number): Promise<void> {
  await site.query(
    `update guardianships set asked_at = asked_at - make_interval(days => $1), decided_at = decided_at - make_interval(days => $1)`,
    [days],
  );
}

/** What the page says that the child may do, or was asked. */
const factsOf = (page: Page) => textOf(findElements(page.html, 'dl').join(' '));

test('a player asks a grown-up, and reminds them a day later; where they wanted to go stays open', async () => {
  const { site, child } = await openWithChild();
  expect(pathOf(await open(createVisitorClient(site), '/guardian?returnUrl=%2Fgames'))).toBe(
    '/login?returnUrl=%2Fguardian%3FreturnUrl%3D%252Fgames',
  );
  const asking = await open(child, '/guardian?returnUrl=%2Fgames');
  expect(titleOf(asking)).toBe('Ask a grown-up at home');
  const wrong = await submitForm(child, asking, 'Send the mail', { email: 'mother at home' });
  expect([pathOf(wrong), textOf(wrong.html)]).toEqual(['/guardian?returnUrl=%2Fgames', expect.stringContaining('An address looks like')]);
  expect(wrong.html).toMatch(/<input[^>]* value="mother at home"/);
  const asked = await submitForm(child, wrong, 'Send the mail', { email: MOTHER });
  expect([titleOf(asked), pathOf(asked)]).toEqual(['Waiting for a yes at home', '/guardian?returnUrl=%2Fgames']);
  expect(textOf(asked.html)).toContain('The mail is on its way');
  expect(factsOf(asked)).toContain('m***@example.com');
  expect(findElements(asked.html, 'button').map(textOf)).not.toContain('Remind them');
  await letDaysPass(site, 1);
  const reminded = await submitForm(child, await open(child, '/guardian'), 'Remind them');
  expect(textOf(reminded.html)).toContain('Reminded');
  expect((await site.mails()).filter(({ to }) => to === MOTHER).length).toBe(2);
  // Another grown-up can be asked when nobody has answered for three days: then the first link ends.
  const early = await submitForm(child, reminded, 'Send the mail', { email: 'aunt@example.com' });
  expect(textOf(early.html)).toContain('You asked somebody, and our mail can still reach them. Another grown-up can be asked from');
  expect(early.html).toMatch(/<details[^>]* open/);
  expect(early.html).toMatch(/<input[^>]* value="aunt@example.com"/);
  await letDaysPass(site, 2);
  const changed = await submitForm(child, early, 'Send the mail', { email: 'aunt@example.com' });
  expect(factsOf(changed)).toContain('a***@example.com');
  expect(titleOf(await open(createVisitorClient(site), await linkFor(site)))).toBe('This request has ended');
  expect(site.logged).toEqual([]);
});

test('a form of another page gets its answer there', async () => {
  const { site, child } = await openWithChild();
  await setGuardianship(site.query, child.known.id, 'asked');
  const remind = async () =>
    open(child, (await child.post('/guardian', { do: 'remind', returnUrl: '/robux?a=b' })).headers.get('location') ?? '');
  await letDaysPass(site, 1);
  const reminded = await remind();
  expect([pathOf(reminded), textOf(reminded.html)]).toEqual(['/robux?a=b&news=guardian-reminded', expect.stringContaining('Reminded')]);
  const again = await remind();
  // What did not work is explained on the page itself.
  expect([pathOf(again), textOf(again.html)]).toEqual([
    '/guardian?returnUrl=%2Frobux%3Fa%3Db',
    expect.stringContaining('once a day: again from'),
  ]);
  // Never to another site.
  expect((await child.post('/guardian', { do: 'remind', returnUrl: 'https://example.com/' })).headers.get('location')).toBeNull();
});

test('a mail that did not arrive is said first, and the form is open', async () => {
  const { site, child } = await openAsked();
  await site.query(`update guardian_mails set taken_at = null, queued_at = queued_at - interval '2 days'`);
  await letDaysPass(site, 2);
  const late = await open(child, '/guardian');
  expect([titleOf(late), textOf(late.html)]).toEqual(['Waiting for a yes at home', expect.stringContaining('We could not deliver it to')]);
  expect(textOf(late.html)).not.toContain('There is no mailbox');
  expect(findElements(late.html, 'button').map(textOf)).toContain('Remind them');
  await site.query('update guardian_mails set refused_at = now()');
  const page = await open(child, '/guardian');
  expect(titleOf(page)).toBe('Ask a grown-up at home');
  expect(textOf(page.html)).toContain('There is no mailbox m***@example.com');
  expect(factsOf(await submitForm(child, page, 'Send the mail', { email: 'aunt@example.com' }))).toContain('a***@example.com');
});

test('a no is told kindly, with the day from which another can be asked; who is of age needs nobody', async () => {
  const { site, child } = await openWithChild();
  await setGuardianship(site.query, child.known.id, 'refused');
  const refused = await open(child, '/guardian?returnUrl=%2Fgames');
  expect([titleOf(refused), textOf(refused.html)]).toEqual(['Not now', expect.stringContaining('You can ask again from')]);
  expect(findElements(within(refused, 'main').html, 'form')).toEqual([]);
  expect(pathOf(await followLink(child, refused, 'Go on'))).toBe('/games');
  await letDaysPass(site, 7);
  const after = await open(child, '/guardian');
  expect(factsOf(await submitForm(child, after, 'Send the mail', { email: MOTHER }))).toContain('m***@example.com');
  expect(titleOf(await open(await createPlayerClient(site), '/guardian'))).toBe('You decide for yourself');
  expect(titleOf(await open(await createPlayerClient(site, 'moderator'), '/guardian'))).toBe('You decide for yourself');
});

test('a guardian agrees: nothing is chosen before, what is wrong stands at its field, and what was chosen stays', async () => {
  const { site, child, mother, link } = await openAsked();
  const opened = await open(mother, link);
  expect(titleOf(opened)).toBe('A child in your care asks for your permission');
  expect(textOf(opened.html)).toContain(`@${child.known.username}`);
  expect(within(opened, 'main').html).not.toMatch(/\bchecked\b/);
  const wrong = await submitForm(mother, opened, 'I agree', { buying: 'up-to-a-sum', sum: '5', isAdult: 'on' });
  expect(findElements(wrong.html, 'p', { class: 'field-error' }).map(textOf)).toEqual([
    'Choose one answer about writing.',
    'Type a whole sum from 10 to 20,000.',
    'Choose who you are to the child.',
    'Tick this box if you may decide for the child and agree.',
  ]);
  expect(wrong.html).toMatch(/<input[^>]* value="5"/);
  const given = await submitForm(mother, wrong, 'I agree', CHOICES);
  expect([titleOf(given), factsOf(given)]).toEqual(['You have agreed', expect.stringContaining('Up to KSH 500 each month')]);
  const seen = await open(child, '/guardian');
  expect([titleOf(seen), factsOf(seen)]).toEqual(['They said yes', expect.stringContaining('Ready phrases with your friends')]);
  expect(factsOf(seen)).toContain('m***@example.com');
  const settings = await open(child, '/settings?tab=privacy');
  expect(pathOf(await followLink(child, settings, 'See what was chosen'))).toBe('/guardian?returnUrl=%2Fsettings%3Ftab%3Dprivacy');
  // The form has what holds; then it is taken back.
  const changed = await submitForm(mother, given, 'Save the changes', { buying: 'none' });
  expect(factsOf(changed)).toContain('No buying');
  const back = await submitForm(mother, changed, 'Take it back');
  expect([titleOf(back), titleOf(await open(mother, link))]).toEqual(['Taken back', 'This link has ended']);
  expect(titleOf(await open(child, '/guardian'))).toBe('They took their yes back');
  expect(site.logged).toEqual([]);
});

test('a guardian approves a grown-up by name and takes them out; what is wrong stands at the field, and the choices stay', async () => {
  const { site, child, mother, link } = await openAsked();
  const given = await submitForm(mother, await open(mother, link), 'I agree', CHOICES);
  const wrong = await submitForm(mother, given, 'Approve this name', { username: 'aunt w' });
  expect(findElements(wrong.html, 'p', { class: 'field-error' }).map(textOf)).toEqual([
    'A username has only the letters a to z, digits and _.',
  ]);
  expect(wrong.html).toMatch(/<input[^>]* value="aunt w"/);
  expect(wrong.html).toMatch(/<input[^>]* value="500"/);
  const approved = await submitForm(mother, wrong, 'Approve this name', { username: '@Aunt_W' });
  expect(textOf(approved.html)).toContain('Approved: @aunt_w');
  expect(findElements(approved.html, 'li').map(textOf)).toContain('@aunt_w Remove');
  expect(factsOf(await open(child, '/guardian'))).toContain('Grown-ups who may be in touch with you @aunt_w');
  const removed = await submitForm(mother, approved, /^Remove/);
  expect(textOf(removed.html)).toContain('You have approved nobody.');
  expect(factsOf(await open(child, '/guardian'))).toContain('Grown-ups who may be in touch with you Nobody');
  expect(site.logged).toEqual([]);
});

test('the page is in Kiswahili too, with the title of the document and what is wrong', async () => {
  const { mother, link } = await openAsked();
  const swahili = await followLink(mother, await open(mother, link), 'Kiswahili');
  expect(pathOf(swahili)).toBe(`${link}?lang=sw`);
  expect(findElements(swahili.html, 'title').map(textOf)).toEqual(['Ruhusa kwa mtoto | Kiddo']);
  expect(swahili.html).toMatch(/<main[^>]*>[^]*<div class="agreement" lang="sw">/);
  const wrong = await submitForm(mother, swahili, 'Ninakubali');
  expect([pathOf(wrong), textOf(wrong.html)]).toEqual([`${link}?lang=sw`, expect.stringContaining('Chagua jibu moja kuhusu kununua.')]);
  const no = await submitForm(mother, wrong, 'Sikubali');
  expect(titleOf(no)).toBe('Hukukubali');
  // From now on the link is in their language, and they can still agree.
  const given = await submitForm(mother, await open(mother, link), 'Ninakubali', CHOICES);
  expect([titleOf(given), factsOf(given)]).toEqual(['Umetoa ruhusa', expect.stringContaining('Hadi KSH 500 kila mwezi')]);
});

test('no more mails: it is a no, and nobody can ask by this address again', async () => {
  const { child, mother, link } = await openAsked();
  const never = await submitForm(mother, await open(mother, link), 'No more mails from Kiddo');
  expect(titleOf(never)).toBe('You did not agree');
  expect(findElements(never.html, 'button').map(textOf)).not.toContain('No more mails from Kiddo');
  expect(titleOf(await open(child, '/guardian'))).toBe('Not now');
});

test('after five reminders the page says to talk, and has no button', async () => {
  const { site, child } = await openAsked();
  await letDaysPass(site, 1);
  await site.query('update guardianships set reminder_count = 5');
  const page = await open(child, '/guardian');
  expect(textOf(page.html)).toContain('You have reminded them as often as you can. Talk with them about it.');
  expect(findElements(page.html, 'button').map(textOf)).not.toContain('Remind them');
});

test('after a yes the player sends the link again; what ended because our mail came back is said, and asked again', async () => {
  const { site, child, mother, link } = await openAsked();
  await submitForm(mother, await open(mother, link), 'I agree', CHOICES);
  expect(findElements((await open(child, '/guardian')).html, 'button').map(textOf)).not.toContain('Send them the link again');
  await letDaysPass(site, 1);
  const sent = await submitForm(child, await open(child, '/guardian'), 'Send them the link again');
  expect([titleOf(sent), textOf(sent.html)]).toEqual(['They said yes', expect.stringContaining('The link is on its way')]);
  expect(findElements(sent.html, 'button').map(textOf)).not.toContain('Send them the link again');
  // A later mail comes back: they stay, and the player reads who can help.
  await site.query('update guardian_mails set refused_at = now()');
  const lost = await open(child, '/guardian');
  expect([titleOf(lost), textOf(lost.html)]).toEqual(['They said yes', expect.stringContaining('Our last mail to them came back')]);
  expect(findElements(lost.html, 'button').map(textOf)).not.toContain('Send the mail');
  await site.query(`update guardianships set state = 'withdrawn', is_mail_returned = true, relation = null, chat = null, buying = null,
    monthly_limit_minor = null`);
  const returned = await open(child, '/guardian');
  expect([titleOf(returned), textOf(returned.html)]).toEqual([
    'Please ask again',
    expect.stringContaining('our next mail to their address came back'),
  ]);
  expect(factsOf(await submitForm(child, returned, 'Send the mail', { email: 'aunt@example.com' }))).toContain('a***@example.com');
  expect(site.logged).toEqual([]);
});

test('mails are stopped by a link that opens nothing any more; of a child who is 18 the page says so, and the yes can be taken back', async () => {
  const { site, child, mother, link } = await openAsked();
  await letDaysPass(site, 3);
  await submitForm(child, await open(child, '/guardian'), 'Send the mail', { email: 'aunt@example.com' });
  const ended = await open(mother, link);
  expect([titleOf(ended), textOf(ended.html)]).toEqual([
    'This request has ended',
    expect.stringContaining('Nobody can ask by this address again.'),
  ]);
  const never = await submitForm(mother, ended, 'No more mails from Kiddo');
  expect(titleOf(never)).toBe('No more mails');
  await letDaysPass(site, 3);
  const again = await submitForm(child, await open(child, '/guardian'), 'Send the mail', { email: MOTHER });
  expect(textOf(again.html)).toContain('We cannot write to this address.');

  const grown = await openAsked();
  await submitForm(grown.mother, await open(grown.mother, grown.link), 'I agree', CHOICES);
  await grown.site.query(`update players set birth_month = '2000-01', age_band = 18 where id = $1`, [grown.child.known.id]);
  const ofAge = await open(grown.mother, grown.link);
  expect(titleOf(ofAge)).toBe('The player is 18 now');
  const back = await submitForm(grown.mother, ofAge, 'Take it back');
  expect(titleOf(back)).toBe('Taken back');
  expect(findElements(back.html, 'button').map(textOf)).not.toContain('Take it back');
  expect([...site.logged, ...grown.site.logged]).toEqual([]);
});

test('who opened the page before its text changed reads the new one, without JavaScript too, and agrees by it', async () => {
  const { child, mother, link } = await openAsked();
  const opened = await open(mother, link);
  const old = { ...opened, html: opened.html.replaceAll(/(name="textVersion" value=")[^"]+/g, '$12025-01-01') };
  const again = await submitForm(mother, old, 'I agree', CHOICES);
  expect(textOf(again.html)).toContain('This text has changed since you opened the page.');
  expect(titleOf(await open(child, '/guardian'))).toBe('Waiting for a yes at home');
  // What was chosen stands there; what they say of themselves they say of the new text.
  expect(again.html).toMatch(/<input[^>]* value="500"/);
  const inputs = again.html.match(/<input[^>]*>/g) ?? [];
  const ticked = (name: string) => inputs.some((input) => input.includes(`name="${name}"`) && / checked\b/.test(input));
  expect([ticked('chat'), ticked('isAdult'), ticked('mayDecide')]).toEqual([true, false, false]);
  expect(titleOf(await submitForm(mother, again, 'I agree', { isAdult: 'on', mayDecide: 'on' }))).toBe('You have agreed');
});

test('a link from before the present request takes back, and changes nothing', async () => {
  const { site, mother, link } = await openAsked();
  await submitForm(mother, await open(mother, link), 'I agree', CHOICES);
  await site.query(`update guardian_mails set queued_at = queued_at - interval '8 days'`);
  const page = await open(mother, link);
  expect([titleOf(page), textOf(page.html)]).toEqual([
    'You have agreed',
    expect.stringContaining('By this link you can only take it back, or remove a name.'),
  ]);
  expect(findElements(page.html, 'button').map(textOf)).toEqual(expect.not.arrayContaining(['Save the changes']));
  expect(titleOf(await submitForm(mother, page, 'Take it back'))).toBe('Taken back');
});

test('no more mails after a yes takes it back too', async () => {
  const { child, mother, link } = await openAsked();
  const given = await submitForm(mother, await open(mother, link), 'I agree', CHOICES);
  const never = await submitForm(mother, given, 'No more mails from Kiddo');
  expect([titleOf(never), textOf(never.html)]).toEqual(['No more mails', expect.stringContaining('Nobody can ask by this address again.')]);
  expect(titleOf(await open(child, '/guardian'))).toBe('They took their yes back');
});

test('a page with a key is kept nowhere and found by nobody, and a link that we did not make names no player', async () => {
  const { child, mother, link } = await openAsked();
  for (const address of [link, `${link}?lang=sw`, '/guardian/nope']) {
    const answer = await mother.get(address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    const html = await answer.text();
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(html).toMatch(/<meta name="referrer" content="same-origin"/);
  }
  const forged = await open(mother, `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
  expect(titleOf(forged)).toBe('This link does not work');
  expect(textOf(forged.html)).toContain('Kiungo hiki hakifanyi kazi');
  expect(forged.html).not.toContain(child.known.username);
  expect(findLinks(within(forged, 'main').html)).toEqual([]);
  expect((await mother.post(pathOf(forged), { do: 'agree', ...CHOICES })).status).toBe(404);
});
