import { expect, test } from 'vitest';
import { toFieldTime } from '../../src/features/announcements/rules.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { findElements, open, submitForm, textOf, within, type Page } from './page.ts';
import { openSite, type TestSite } from './site.ts';

// The line over the site without JavaScript, and on pages that visitors share. With JavaScript: tests/e2e/announcements.spec.ts.

const REGION = { 'aria-label': 'Announcement' };

/** What an operator types for a line that ends in five hours. */
const typed = ({ ctx }: TestSite, text: string, more: Record<string, string> = {}) => ({
  text,
  audience: 'everybody',
  until: toFieldTime(new Date(ctx.now().getTime() + 5 * 3_600_000)),
  note: 'To tell them.',
  ...more,
});

const form = (site: TestSite, text: string) => ({ do: 'start', formId: site.ctx.newId(), ...typed(site, text) });

/** The lines in the HTML of a page, the one that the server shows first. */
const linesIn = ({ html }: Page) => findElements(html, 'section', REGION).map((line) => textOf(line).trim());

/** The line that a browser without scripts shows: the first, unless the style sheet says another one. */
async function shownTo(person: HttpClient, page: Page): Promise<string | null> {
  const [, styles] = /<noscript><link rel="stylesheet" href="(\/announcements\/[^"]+)"/.exec(page.html) ?? [];
  if (styles === undefined) return null;
  const answer = await person.get(styles);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/css; charset=utf-8',
    'private, no-store',
  ]);
  const [, id] = /\.site-line\[data-line="(\d+)"\]\{display:block\}/.exec(await answer.text()) ?? [];
  const [line] = id === undefined ? [] : findElements(page.html, 'section', { ...REGION, 'data-line': id });
  return line === undefined ? null : textOf(line).trim();
}

test('what an operator starts is on shared pages at once, and gone at once when it is ended; at its end it is gone by itself', async () => {
  const site = await openSite();
  site.freezeClock();
  const [visitor, operator] = [createVisitorClient(site), await createPlayerClient(site, 'operator')];
  expect(linesIn(await open(visitor, '/'))).toEqual([]);
  expect((await operator.post('/operator/announcements', form(site, 'One is here.'))).status).toBe(200);
  await expect.poll(async () => linesIn(await open(visitor, '/'))).toEqual(['One is here.']);
  // Its script is allowed by its hash, as on every page that visitors share.
  const page = await visitor.get('/');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  const [{ id } = { id: 0 }] = await site.query<{ id: number }>('select id from announcements');
  await operator.post('/operator/announcements', { do: 'end', id: String(id), note: 'Enough' });
  await expect.poll(async () => linesIn(await open(visitor, '/'))).toEqual([]);
  await operator.post('/operator/announcements', form(site, 'Two is here.'));
  await expect.poll(async () => linesIn(await open(visitor, '/'))).toEqual(['Two is here.']);
  site.advanceClock(5 * 3600);
  expect(linesIn(await open(visitor, '/'))).toEqual([]);
});

test('closed without scripts, a line stays closed and the next one shows, for visitors on shared pages and for players', async () => {
  const site = await openSite();
  const operator = await createPlayerClient(site, 'operator');
  for (const text of ['One is here.', 'Two is here.']) await operator.post('/operator/announcements', form(site, text));
  for (const person of [createVisitorClient(site), await createPlayerClient(site)]) {
    await expect.poll(async () => linesIn(await open(person, '/games?genre=Racing'))).toEqual(['One is here.', 'Two is here.']);
    const list = await open(person, '/games?genre=Racing');
    expect(await shownTo(person, list)).toBe('One is here.');
    const after = await submitForm(person, within(list, 'section', REGION), 'Close');
    expect([after.at.pathname, after.at.search]).toEqual(['/games', '?genre=Racing']);
    expect(await shownTo(person, after)).toBe('Two is here.');
    expect(person.cookies.get('kiddo_closed')).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false, maxAge: 60 * 86_400 });
    const [, second = ''] =
      findElements(after.html, 'section', REGION).length === 2 ? findElements(after.html, 'section', REGION) : ['', after.html];
    const done = await submitForm(person, { ...after, html: second }, 'Close');
    expect(await shownTo(person, done)).toBeNull();
    expect(await shownTo(person, await open(person, '/'))).toBeNull();
  }
  const visitor = createVisitorClient(site);
  expect((await visitor.post('/announcements/line', { id: 'x', returnUrl: '/' })).status).toBe(400);
  expect((await visitor.post('/announcements/line', { id: '1', returnUrl: '//example.com' })).headers.get('location')).toBe('/');
});

test('without scripts an operator sees the preview of what was typed, and keeps it after an error', async () => {
  const site = await openSite();
  const operator = await createPlayerClient(site, 'operator');
  const page = await open(operator, '/operator/announcements');
  const words = typed(site, 'Rhino Sumo is new. Two can play.', { linkLabel: 'Play it', linkPath: '/games/matatu-rush' });
  const preview = await submitForm(operator, within(page, 'section', { 'aria-labelledby': 'announcement-new' }), 'Preview', words);
  const looks = within(preview, 'section', { 'aria-labelledby': 'announcement-looks' });
  expect(textOf(looks.html)).toContain('Rhino Sumo is new. Two can play. Play it');
  expect(await site.query('select 1 from announcements')).toEqual([]);
  const again = within(preview, 'section', { 'aria-labelledby': 'announcement-new' });
  const refused = await submitForm(operator, again, 'Start at that time', { linkPath: '//example.com' });
  expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining('This is no page of Kiddo.')]);
  expect(refused.html).toMatch(/value="Rhino Sumo is new. Two can play."/);
  const started = await submitForm(operator, within(refused, 'section', { 'aria-labelledby': 'announcement-new' }), 'Start at that time', {
    linkPath: '/games/matatu-rush',
  });
  expect(textOf(started.html)).toContain('It runs now');
  expect(textOf(within(started, 'section', { 'aria-labelledby': 'announcement-list' }).html)).toContain(
    'Link: Play it (/games/matatu-rush)',
  );
});
