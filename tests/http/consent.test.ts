import { expect, test } from 'vitest';
import { findElements, open, submitForm, within, type Page } from './page.ts';
import { createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// The cookie question without JavaScript. With JavaScript, and that its styles hide it: tests/e2e/consent.spec.ts.

const QUESTION = { 'aria-label': 'Cookies' };

/** Whether a page shows the question: it is in the HTML of every page, and a style sheet for pages without scripts hides it. */
async function asks(person: HttpClient, { html }: Page): Promise<boolean> {
  expect(findElements(html, 'section', QUESTION)).toHaveLength(1);
  const [, styles = ''] = /<noscript><link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const answer = await person.get(styles);
  expect(answer.headers.get('content-type')).toMatch(/^text\/css/);
  return !(await answer.text()).startsWith('.consent{display:none}');
}

const consentCookie = ({ cookies }: HttpClient) => cookies.get('cookie_consent') ?? null;
const keptAs = (value: string) => ({ value, path: '/', sameSite: 'Lax', httpOnly: false, maxAge: 365 * 86_400 });

test('the choice is kept, leads back to the same place, and can be another one', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const list = await open(me, '/games?genre=Racing');
  expect([await asks(me, list), consentCookie(me)]).toEqual([true, null]);
  const chosen = await submitForm(me, within(list, 'section', QUESTION), 'Reject non-essential');
  expect(chosen.at.href).toBe(`${site.origin}/games?genre=Racing`);
  expect([await asks(me, chosen), consentCookie(me)]).toEqual([false, keptAs('essential')]);
  for (const path of ['/', '/contact']) expect(await asks(me, await open(me, path)), path).toBe(false);
  const other = await submitForm(me, within(await open(me, '/cookies'), 'section', { 'aria-labelledby': 'consent-choice' }), 'Accept all');
  expect(other.at.href).toBe(`${site.origin}/cookies`);
  expect([await asks(me, other), consentCookie(me)]).toEqual([false, keptAs('all')]);
});

test('what is no choice keeps nothing', async () => {
  const me = createVisitorClient(await openSite());
  expect((await me.post('/consent', { choice: 'maybe', returnUrl: '/' })).status).toBe(400);
  expect(consentCookie(me)).toBeNull();
});
