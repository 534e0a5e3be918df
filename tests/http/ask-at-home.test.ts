import { expect, test } from 'vitest';
import { giveConsent } from '../guardian-world.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findElements, findLinks, followLink, open, pathOf, submitForm, textOf, titleOf, within } from './page.ts';
import { openSite, type TestSite } from './site.ts';

// A player asks a guardian to pay, without JavaScript on either side. With JavaScript: tests/e2e/ask-at-home.spec.ts.

async function openWithChild() {
  const site = await openSite();
  const child = await createPlayerClient(site);
  await site.query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [child.known.id]);
  const mother = await giveConsent(site.query, child.known.id, { chat: 'off', buying: 'ask', sum: null });
  return { site, child, mother, guardian: createVisitorClient(site) };
}

/** The path of the link in the newest mail that asks to pay. */
async function linkFor(site: TestSite, mother: string): Promise<string> {
  const mail = (await site.mails()).find(({ to, text }) => to === mother && text.includes('/guardian/pay/'));
  return new URL(/https?:\/\/\S+\/guardian\/pay\/[^\s?]+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
}

test('asked for, not paid at first, then paid by card: the child has it', async () => {
  const { site, child, mother, guardian } = await openWithChild();
  const asking = await followLink(child, await open(child, '/subscription'), 'Ask at home for Premium');
  expect([titleOf(asking), pathOf(asking)]).toEqual(['Ask at home', '/ask-at-home?plan=premium']);
  const asked = await submitForm(child, asking, 'Ask at home');
  expect([titleOf(asked), pathOf(asked)]).toEqual(['Waiting for an answer', '/ask-at-home']);
  // Another press, in another tab: nothing is asked twice.
  const again = await submitForm(child, asking, 'Ask at home');
  expect([titleOf(again), textOf(again.html)]).toEqual([
    'Waiting for an answer',
    expect.stringContaining('You asked for something already.'),
  ]);

  const page = await open(guardian, await linkFor(site, mother));
  expect(titleOf(page)).toBe(`@${child.known.username} asks for Premium`);
  const declined = await submitForm(guardian, await submitForm(guardian, page, 'Pay by card'), 'Decline');
  expect(textOf(declined.html)).toContain('It was not paid Nothing was taken.');
  const paid = await submitForm(guardian, await submitForm(guardian, declined, 'Pay by card'), 'Pay');
  expect(titleOf(paid)).toBe('Thank you, it is paid');
  expect(findElements(within(paid, 'main').html, 'form')).toEqual([]);
  expect(titleOf(await open(child, '/ask-at-home'))).toBe('It is paid');
  expect(textOf((await open(child, '/subscription')).html)).toContain('Premium Active Cost for 30 days');
  expect(site.logged).toEqual([]);
});

test('a no with a word in Kiswahili, which the filter looks at; the child reads it, and takes the next question back', async () => {
  const { site, child, mother, guardian } = await openWithChild();
  await submitForm(child, await followLink(child, await open(child, '/robux'), 'Ask at home for 400 kiddocash'), 'Ask at home');
  const page = await followLink(guardian, await open(guardian, await linkFor(site, mother)), 'Kiswahili');
  const refused = await submitForm(guardian, page, 'Sema hapana', { reply: 'call me on 0712 345 678' });
  expect(textOf(refused.html)).toContain('Kichujio chetu hakiruhusu maneno haya');
  expect(refused.html).toMatch(/<input[^>]* value="call me on 0712 345 678"/);
  const said = await submitForm(guardian, refused, 'Sema hapana', { reply: 'Baada ya mitihani' });
  expect([titleOf(said), textOf(said.html)]).toEqual(['Umesema hapana', expect.stringContaining('Ulimwandikia mtoto: Baada ya mitihani')]);
  const read = await open(child, '/ask-at-home');
  expect(titleOf(read)).toBe('They said no this time');
  expect(findElements(read.html, 'blockquote').map(textOf)).toEqual(['Baada ya mitihani']);
  const next = await submitForm(child, await open(child, '/ask-at-home?plan=pro'), 'Ask at home');
  expect(titleOf(await submitForm(child, next, 'Take it back'))).toBe('It is not asked for any more');
  expect(site.logged).toEqual([]);
});

test('who is signed out is led back to what they wanted to ask for', async () => {
  const site = await openSite();
  expect(pathOf(await open(createVisitorClient(site), '/ask-at-home?plan=premium'))).toBe(
    '/login?returnUrl=%2Fask-at-home%3Fplan%3Dpremium',
  );
});

test('a page with a key is kept nowhere and found by nobody, and a link that we did not make names no player', async () => {
  const { site, child, mother, guardian } = await openWithChild();
  await submitForm(child, await open(child, '/ask-at-home?pack=pack-400'), 'Ask at home');
  const link = await linkFor(site, mother);
  for (const address of [link, `${link}?lang=sw`, '/guardian/pay/nope']) {
    const answer = await guardian.get(address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    const html = await answer.text();
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(html).toMatch(/<meta name="referrer" content="same-origin"/);
  }
  const forged = await open(guardian, `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
  expect(titleOf(forged)).toBe('This link does not work');
  expect(forged.html).not.toContain(child.known.username);
  expect(findLinks(within(forged, 'main').html)).toEqual([]);
});
