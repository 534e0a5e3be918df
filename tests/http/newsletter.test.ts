import { expect, test } from 'vitest';
import { pathOf, followLink, open, submitForm, titleOf, within, textOf, type Page } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// The newsletter without JavaScript: subscribing, confirming, mailing, and unsubscribing. With JavaScript: tests/e2e/newsletter.spec.ts.

const EMAIL = 'reader@example.com';
const LOOK = 'Look into your mailbox';

/** Submits the subscription form of a page. */
async function subscribe(person: HttpClient, email: string, at = '/blog', more: Record<string, string> = {}): Promise<Page> {
  return submitForm(person, within(await open(person, at), 'section', { 'aria-labelledby': 'newsletter' }), 'Subscribe', {
    email,
    ...more,
  });
}

/** Whether an email address is a confirmed subscriber; null when it is unknown. */
const readsAlong = async (site: TestSite) =>
  (await site.query<{ yes: boolean }>('select confirmed_at is not null as yes from newsletter_readers where email = $1', [EMAIL]))[0]
    ?.yes ?? null;
const subjects = async (site: TestSite) => (await site.mails()).filter(({ to }) => to === EMAIL).map(({ subject }) => subject);

/** The first link of this kind in the newest email that has one. */
async function linkFor(site: TestSite, what: 'confirm' | 'leave'): Promise<string> {
  const links = (await site.mails()).map(({ text }) => new RegExp(String.raw`https?://\S+/newsletter/${what}/\S+`).exec(text)?.[0]);
  return links.find((link) => link !== undefined) ?? '';
}

/** A reader who subscribed and pressed the button behind the email's link. */
async function reader(site: TestSite): Promise<{ person: HttpClient; link: string }> {
  const person = createVisitorClient(site);
  await subscribe(person, EMAIL);
  const link = await linkFor(site, 'confirm');
  expect(titleOf(await submitForm(person, await open(person, link), 'Yes, email me'))).toBe('You read along now');
  return { person, link };
}

test('one subscribes, confirms and leaves', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  // Browsers accept this as an email address.
  const refused = await subscribe(me, 'reader@localhost');
  expect([refused.status, pathOf(refused)]).toEqual([400, '/newsletter']);
  expect(textOf(refused.html)).toContain('This does not look like an email address.');
  expect(refused.html).toMatch(/<input[^>]* value="reader@localhost"/);
  const asked = await submitForm(me, refused, 'Subscribe', { email: EMAIL });
  expect([pathOf(asked), textOf(asked.html)]).toEqual(['/newsletter?view=sent', expect.stringContaining(LOOK)]);
  expect(await subjects(site)).toEqual(['Do you want our new posts by email?']);

  // Opening the link alone does nothing, because mail programs open links too.
  const link = await open(me, await linkFor(site, 'confirm'));
  expect([titleOf(link), await readsAlong(site)]).toEqual(['New posts by email', false]);
  expect(titleOf(await submitForm(me, link, 'Yes, email me'))).toBe('You read along now');
  expect(await readsAlong(site)).toBe(true);
  expect(titleOf(await submitForm(me, await open(me, link.at.href), 'Yes, email me'))).toBe('This link does not work any more');

  // Strangers must not learn who is subscribed: only the email says so.
  expect(textOf((await subscribe(createVisitorClient(site), EMAIL)).html)).toContain(LOOK);
  expect(await subjects(site)).toContain('You already get our new posts');
  const leaving = await open(me, await linkFor(site, 'leave'));
  expect([titleOf(leaving), await readsAlong(site)]).toEqual(['Stop the emails?', true]);
  const left = await submitForm(me, leaving, 'Stop the emails');
  expect([titleOf(left), await readsAlong(site)]).toEqual(['Done: no more emails', null]);
  expect(pathOf(await followLink(me, left, 'To the blog'))).toBe('/blog');
});

test('a post is mailed to readers once, and one press of the mail program ends it', async () => {
  const site = await openSite();
  const { person } = await reader(site);
  const ops = await createPlayerClient(site, 'operator');
  const posts = await open(ops, '/operator/newsletter');
  expect(textOf(posts.html)).toContain('1 reader gets new posts by email.');
  const [, title = ''] = /aria-label="Mail to readers: ([^"]+)"/.exec(posts.html) ?? [];
  const mailed = await submitForm(ops, posts, `Mail to readers: ${title}`);
  expect(textOf(mailed.html)).toContain('On its way');
  const before = await subjects(site);
  expect(before).toEqual([title, 'Do you want our new posts by email?']);
  const after = await open(ops, '/operator/newsletter');
  expect(textOf(after.html)).toContain('Mailed to 1. Nobody waits for it.');
  // Pressing the button again on a page that is still open must not send it twice.
  await submitForm(ops, posts, `Mail to readers: ${title}`);
  expect(await subjects(site)).toEqual(before);

  // As a mail program does it: no page, no session, and not our origin. The headers of the email: server/mail-headers.test.ts.
  const way = await linkFor(site, 'leave');
  const ended = await fetch(way, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect([ended.status, await readsAlong(site)]).toEqual([200, null]);
  // The same link in a browser, pressed again: it has already been done.
  expect(titleOf(await submitForm(person, await open(person, way), 'Stop the emails'))).toBe('Done: no more emails');
  expect(await subjects(site)).toEqual(before);
});

test('a program that fills in everything is answered alike, and no mail goes out', async () => {
  const site = await openSite();
  const program = createVisitorClient(site);
  const form = await open(program, '/newsletter');
  expect(form.html).toMatch(/<input[^>]* name="extra"/);
  const answered = await subscribe(program, EMAIL, '/newsletter', { extra: 'x' });
  expect([pathOf(answered), textOf(answered.html)]).toEqual(['/newsletter?view=sent', expect.stringContaining(LOOK)]);
  expect([await readsAlong(site), await site.mails()]).toEqual([null, []]);
});

test('a link that we did not make says so after the press', async () => {
  const person = createVisitorClient(await openSite());
  const wrong = await submitForm(person, await open(person, '/newsletter/leave/nope'), 'Stop the emails');
  expect(titleOf(wrong)).toBe('This link is not one of ours');
  expect(pathOf(await followLink(person, within(wrong, 'main'), 'Write to us'))).toBe('/contact');
});
