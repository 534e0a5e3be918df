import { expect, test } from 'vitest';
import { pathOf, findElements, followLink, findLinks, open, submitForm, within, textOf, type Page } from './page.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// The contact form, and how operators handle messages, without JavaScript. With JavaScript: tests/e2e/contact.spec.ts.

const MESSAGE = {
  name: 'Wanjiru',
  email: 'wanjiru@example.com',
  subject: 'Star Farm stays white',
  message: 'Habari!\n\nIt stays <white>.',
};
const { name, email, subject, message } = MESSAGE;
const THANKS = 'Thank you! We got your message.';

const storedMessages = (site: TestSite) =>
  site.query<{ id: string }>('select id, name, email, subject, body, state from contact_messages order by id');
/** The content of the message field. */
const written = (page: Page) => findElements(page.html, 'textarea', { name: 'message' }).map(textOf);

test('a message is sent, and what is wrong with it is said and loses nothing', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  // Browsers accept this as an email address.
  const refused = await submitForm(me, await open(me, '/contact'), 'Send', { ...MESSAGE, email: 'wanjiru@localhost' });
  expect([refused.status, pathOf(refused)]).toEqual([400, '/contact']);
  expect(textOf(refused.html)).toContain('This does not look like an email address.');
  expect(await storedMessages(site)).toEqual([]);
  const sent = await submitForm(me, refused, 'Send', { email });
  expect([sent.status, pathOf(sent)]).toEqual([200, '/contact?view=sent']);
  expect(textOf(sent.html)).toContain(THANKS);
  expect(await storedMessages(site)).toMatchObject([{ name, email, subject, body: message, state: 'open' }]);
  const mails = await site.mails();
  expect(mails.filter(({ to }) => to === email).map((each) => each.subject)).toEqual([expect.stringContaining('We got your message')]);
  // A reload does not send it again.
  expect(textOf((await open(me, pathOf(sent))).html)).toContain(THANKS);
  expect(await storedMessages(site)).toHaveLength(1);
});

test('a program that fills in everything is thanked, and nothing is kept or mailed', async () => {
  const site = await openSite();
  const program = createVisitorClient(site);
  const form = await open(program, '/contact');
  expect(form.html).toMatch(/<input[^>]* name="extra"/);
  const thanked = await submitForm(program, form, 'Send', { ...MESSAGE, extra: 'https://buy.example' });
  expect([pathOf(thanked), textOf(thanked.html)]).toEqual(['/contact?view=sent', expect.stringContaining(THANKS)]);
  expect([await storedMessages(site), await site.mails()]).toEqual([[], []]);
  const again = await followLink(program, thanked, 'Write another message');
  expect(pathOf(again)).toBe('/contact');
  await submitForm(program, again, 'Send', MESSAGE);
  expect(await storedMessages(site)).toMatchObject([{ email }]);
  expect((await site.mails()).map(({ to }) => to)).toContain(email);
});

test('who writes too often is told, and nothing typed is lost', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const sendNumber = async (number: number) =>
    submitForm(me, await open(me, '/contact'), 'Send', { ...MESSAGE, message: `Number ${number}.` });
  for (let time = 1; time <= 5; time++) expect(pathOf(await sendNumber(time))).toBe('/contact?view=sent');
  const refused = await sendNumber(6);
  expect([refused.status, pathOf(refused)]).toEqual([429, '/contact']);
  expect(textOf(within(refused, 'div', { role: 'alert' }).html)).toContain('Please try again later. What you wrote is still here.');
  expect(written(refused)).toEqual(['Number 6.']);
  expect(await storedMessages(site)).toHaveLength(5);
});

test('who is signed in finds name and address filled in', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const sent = await submitForm(me, await open(me, '/contact'), 'Send', { subject, message });
  expect(pathOf(sent)).toBe('/contact?view=sent');
  const { displayName, username } = me.known;
  expect(await storedMessages(site)).toMatchObject([{ name: displayName, email: `${username}@example.com`, subject }]);
});

test('an operator answers and closes', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  await submitForm(me, await open(me, '/contact'), 'Send', MESSAGE);
  const ops = await createPlayerClient(site, 'operator');
  const read = await followLink(ops, await open(ops, '/operator/messages'), subject);
  expect(pathOf(read)).toBe(`/operator/messages/${(await storedMessages(site))[0]?.id}`);
  expect(textOf(read.html)).toContain('It stays <white>.');
  await submitForm(ops, read, 'Send the answer', { text: 'It works again.' });
  // Whatever else waits has opened.
  const again = await open(ops, pathOf(read));
  expect(textOf(within(again, 'article').html)).toContain('It works again.');
  const letters = (await site.mails()).filter(({ to }) => to === email);
  expect(letters.map((each) => each.subject)).toContain(`Re: ${subject}`);
  const closed = await submitForm(ops, again, 'Close the message', { note: 'All is said.' });
  expect(textOf(closed.html)).toContain('This message is closed.');
  expect(closed.html).not.toContain('Send the answer');
  const inbox = await open(ops, '/operator/messages');
  expect(findLinks(inbox.html).map(({ words }) => words)).not.toContain(subject);
  const shown = await submitForm(ops, inbox, 'Show', { state: 'closed' });
  expect(pathOf(shown)).toBe('/operator/messages?state=closed');
  expect(findLinks(shown.html).map(({ words }) => words)).toContain(subject);
});

test('the inbox says when nothing is in it; visitors are led to sign in, players to nothing', async () => {
  const site = await openSite();
  expect(pathOf(await open(createVisitorClient(site), '/operator/messages'))).toBe('/login?returnUrl=%2Foperator%2Fmessages');
  expect((await open(await createPlayerClient(site), '/operator/messages')).status).toBe(403);
  const empty = await open(await createPlayerClient(site, 'operator'), '/operator/messages');
  expect(findElements(empty.html, 'h2').map(textOf)).toContain('No messages here');
});
