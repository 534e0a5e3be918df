import { expect, test } from 'vitest';
import { addressOf, elements, follow, linksOf, open, press, within, wordsOf, type Page } from './page.ts';
import { signedIn, visitor } from './person.ts';
import { openSite, type Site } from './site.ts';

// Writing to us, and what operators do with it, without JavaScript. With it: tests/e2e/contact.spec.ts.

const MESSAGE = {
  name: 'Wanjiru',
  email: 'wanjiru@example.com',
  subject: 'Star Farm stays white',
  message: 'Habari!\n\nIt stays <white>.',
};
const { name, email, subject, message } = MESSAGE;
const THANKS = 'Thank you! We got your message.';

const kept = (site: Site) => site.query<{ id: string }>('select id, name, email, subject, body, state from contact_messages order by id');
/** What stands in the field for the message. */
const written = (page: Page) => elements(page.html, 'textarea', { name: 'message' }).map(wordsOf);

test('a message is sent, and what is wrong with it is said and loses nothing', async () => {
  const site = await openSite();
  const me = visitor(site);
  // A browser takes this for an address.
  const refused = await press(me, await open(me, '/contact'), 'Send', { ...MESSAGE, email: 'wanjiru@localhost' });
  expect([refused.status, addressOf(refused)]).toEqual([400, '/contact']);
  expect(wordsOf(refused.html)).toContain('This does not look like an email address.');
  expect(await kept(site)).toEqual([]);
  const sent = await press(me, refused, 'Send', { email });
  expect([sent.status, addressOf(sent)]).toEqual([200, '/contact?view=sent']);
  expect(wordsOf(sent.html)).toContain(THANKS);
  expect(await kept(site)).toMatchObject([{ name, email, subject, body: message, state: 'open' }]);
  const mails = await site.mails();
  expect(mails.filter(({ to }) => to === email).map((each) => each.subject)).toEqual([expect.stringContaining('We got your message')]);
  // Loaded anew, it is not sent anew.
  expect(wordsOf((await open(me, addressOf(sent))).html)).toContain(THANKS);
  expect(await kept(site)).toHaveLength(1);
});

test('a program that fills in everything is thanked, and nothing is kept or mailed', async () => {
  const site = await openSite();
  const program = visitor(site);
  const form = await open(program, '/contact');
  expect(form.html).toMatch(/<input[^>]* name="extra"/);
  const thanked = await press(program, form, 'Send', { ...MESSAGE, extra: 'https://buy.example' });
  expect([addressOf(thanked), wordsOf(thanked.html)]).toEqual(['/contact?view=sent', expect.stringContaining(THANKS)]);
  expect([await kept(site), await site.mails()]).toEqual([[], []]);
  const again = await follow(program, thanked, 'Write another message');
  expect(addressOf(again)).toBe('/contact');
  await press(program, again, 'Send', MESSAGE);
  expect(await kept(site)).toMatchObject([{ email }]);
  expect((await site.mails()).map(({ to }) => to)).toContain(email);
});

test('who writes too often is told, and nothing typed is lost', async () => {
  const site = await openSite();
  const me = visitor(site);
  const sendNumber = async (number: number) => press(me, await open(me, '/contact'), 'Send', { ...MESSAGE, message: `Number ${number}.` });
  for (let time = 1; time <= 5; time++) expect(addressOf(await sendNumber(time))).toBe('/contact?view=sent');
  const refused = await sendNumber(6);
  expect([refused.status, addressOf(refused)]).toEqual([429, '/contact']);
  expect(wordsOf(within(refused, 'div', { role: 'alert' }).html)).toContain('Please try again later. What you wrote is still here.');
  expect(written(refused)).toEqual(['Number 6.']);
  expect(await kept(site)).toHaveLength(5);
});

test('who is signed in finds name and address filled in', async () => {
  const site = await openSite();
  const me = await signedIn(site);
  const sent = await press(me, await open(me, '/contact'), 'Send', { subject, message });
  expect(addressOf(sent)).toBe('/contact?view=sent');
  const { displayName, username } = me.known;
  expect(await kept(site)).toMatchObject([{ name: displayName, email: `${username}@example.com`, subject }]);
});

test('an operator answers and closes', async () => {
  const site = await openSite();
  const me = visitor(site);
  await press(me, await open(me, '/contact'), 'Send', MESSAGE);
  const ops = await signedIn(site, 'operator');
  const read = await follow(ops, await open(ops, '/operator/messages'), subject);
  expect(addressOf(read)).toBe(`/operator/messages/${(await kept(site))[0]?.id}`);
  expect(wordsOf(read.html)).toContain('It stays <white>.');
  const answered = await press(ops, read, 'Send the answer', { text: 'It works again.' });
  expect(wordsOf(within(answered, 'article').html)).toContain('It works again.');
  const letters = (await site.mails()).filter(({ to }) => to === email);
  expect(letters.map((each) => each.subject)).toContain(`Re: ${subject}`);
  const closed = await press(ops, answered, 'Close the message', { note: 'All is said.' });
  expect(wordsOf(closed.html)).toContain('This message is closed.');
  expect(closed.html).not.toContain('Send the answer');
  const inbox = await open(ops, '/operator/messages');
  expect(linksOf(inbox.html).map(({ words }) => words)).not.toContain(subject);
  const shown = await press(ops, inbox, 'Show', { state: 'closed' });
  expect(addressOf(shown)).toBe('/operator/messages?state=closed');
  expect(linksOf(shown.html).map(({ words }) => words)).toContain(subject);
});

test('the inbox says when nothing is in it; visitors are led to sign in, players to nothing', async () => {
  const site = await openSite();
  expect(addressOf(await open(visitor(site), '/operator/messages'))).toBe('/login?returnUrl=%2Foperator%2Fmessages');
  expect((await open(await signedIn(site), '/operator/messages')).status).toBe(403);
  const empty = await open(await signedIn(site, 'operator'), '/operator/messages');
  expect(elements(empty.html, 'h2').map(wordsOf)).toContain('No messages here');
});
