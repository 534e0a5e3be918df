import { expect, test } from 'vitest';
import { parseRss } from '../rss.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findElements, open, pathOf, submitForm, textOf, titleOf, within, type Page } from './page.ts';
import { openSite } from './site.ts';

// Operators edit the site's texts, without JavaScript. What a version is: src/features/articles/editor/service.test.ts.

const main = (page: Page) => textOf(within(page, 'main').html);
const problems = (page: Page) => findElements(page.html, 'div', { class: 'text-problems' }).map(textOf).join();

test('an operator previews and publishes a text without JavaScript, a visitor reads it at once, and it goes back as it was shipped', async () => {
  const site = await openSite();
  const operator = await createPlayerClient(site, 'operator');
  const visitor = createVisitorClient(site);
  const read = () => open(visitor, '/help/kiddocash');
  expect(titleOf(await read())).toBe('Kiddocash');
  const found = await open(operator, '/operator/texts?q=kiddocash');
  expect(main(found)).toContain('Kiddocash');
  const editor = await open(operator, '/operator/texts/help/kiddocash');
  const typed = { title: 'Coins', body: 'All about coins.\n\n<b>Bold</b>\n' };
  const previewed = await submitForm(operator, editor, 'Preview', typed);
  expect(problems(previewed)).toContain('Line 3 has raw HTML: <b>');
  expect(findElements(previewed.html, 'div', { class: 'text-preview' }).map(textOf).join()).toContain('All about coins.');
  // What was typed is in the form still, also after a refusal.
  const refused = await submitForm(operator, previewed, 'Publish', { note: 'Shorter.' });
  expect([refused.status, problems(refused)]).toEqual([400, expect.stringContaining('Line 3')]);
  const done = await submitForm(operator, refused, 'Publish', { body: 'All about **coins**.' });
  expect([done.status, main(done)]).toEqual([200, expect.stringContaining('People see the text as it was changed here.')]);
  await expect.poll(async () => titleOf(await read())).toBe('Coins');
  expect((await read()).html).toContain('<strong>coins</strong>');
  expect(main(await open(visitor, '/help?q=coins'))).toContain('Coins');

  const versions = await open(operator, '/operator/texts/help/kiddocash/versions?version=0');
  expect(main(versions)).toContain('Shorter.');
  const back = await submitForm(operator, versions, 'Go back to this version', { note: 'The old one was better.' });
  expect(main(back)).toContain('The old one was better.');
  await expect.poll(async () => titleOf(await read())).toBe('Kiddocash');
});

test('a new post is seen in the blog, in its feed and in the sitemap; withdrawn, it is not there', async () => {
  const site = await openSite();
  const operator = await createPlayerClient(site, 'operator');
  const visitor = createVisitorClient(site);
  const taken = await submitForm(operator, await open(operator, '/operator/texts'), 'Begin', { title: 'How we keep chat safe' });
  expect([taken.status, main(taken)]).toEqual([400, expect.stringContaining('Choose another title.')]);
  const editor = await submitForm(operator, taken, 'Begin', { title: 'Rhinos "at" <home>' });
  expect(pathOf(editor)).toBe('/operator/texts/blog/rhinos-at-home');
  const form = { description: 'Where rhinos live, and "why" they <stay>.', body: 'They like grass.', note: 'News.' };
  await submitForm(operator, editor, 'Publish', form);
  await expect.poll(async () => (await visitor.get('/blog/rhinos-at-home')).status).toBe(200);
  const post = await open(visitor, '/blog/rhinos-at-home');
  expect(titleOf(post)).toBe('Rhinos "at" <home>');
  expect(post.html).not.toContain('<home>');
  expect(post.html).not.toContain('<stay>');
  expect(main(await open(visitor, '/blog'))).toContain('Rhinos "at" <home>');
  const feed = parseRss(await (await visitor.get('/blog/rss.xml')).text());
  expect(feed.items[0]).toMatchObject({ title: 'Rhinos "at" <home>', description: form.description });
  expect(await (await visitor.get('/sitemap-pages.xml')).text()).toContain('/blog/rhinos-at-home<');
  const gone = await submitForm(operator, await open(operator, '/operator/texts/blog/rhinos-at-home'), 'Withdraw it', { note: 'Wrong.' });
  expect(main(gone)).toContain('This text is withdrawn.');
  await expect.poll(async () => (await visitor.get('/blog/rhinos-at-home')).status).toBe(404);
  expect(await (await visitor.get('/sitemap-pages.xml')).text()).not.toContain('rhinos');
});

test('a page that lost more than half of its words asks whether that is meant, without JavaScript too', async () => {
  const site = await openSite();
  const operator = await createPlayerClient(site, 'operator');
  const editor = await open(operator, '/operator/texts/page/about');
  const body = '# One\n\nKiddo.\n\n# Two\n\nKiddo.\n\n# Three\n\n{{support}}\n';
  const asked = await submitForm(operator, editor, 'Publish', { body, note: 'Shorter.' });
  expect([asked.status, main(asked)]).toEqual([400, expect.stringContaining('Tick the box if it is meant to be this short.')]);
  const done = await submitForm(operator, asked, 'Publish', { short: 'yes' });
  expect([done.status, main(done)]).toEqual([200, expect.stringContaining('People see the text as it was changed here.')]);
});

test('the pages of texts are for operators alone, and so is what their forms send', async () => {
  const site = await openSite();
  const people = { player: await createPlayerClient(site), moderator: await createPlayerClient(site, 'moderator') };
  const visitor = createVisitorClient(site);
  const text = '/operator/texts/help/kiddocash';
  const form = { do: 'publish', shown: '0', title: 'Coins', body: 'Coins.', note: 'Why not.' };
  for (const address of ['/operator/texts', text, `${text}/versions`]) {
    expect((await visitor.get(address)).headers.get('location')).toBe(`/login?returnUrl=${encodeURIComponent(address)}`);
    for (const [role, who] of Object.entries(people)) expect([role, (await who.get(address)).status]).toEqual([role, 403]);
  }
  for (const address of ['/operator/texts', text, `${text}/versions`, `${text}/preview`]) {
    expect((await visitor.post(address, form)).status).toBe(401);
    for (const [role, who] of Object.entries(people))
      expect([role, address, (await who.post(address, form)).status]).toEqual([role, address, 403]);
  }
  const operator = await createPlayerClient(site, 'operator');
  for (const address of ['/operator/texts/help/none', '/operator/texts/other/kiddocash', '/operator/texts/page/none/versions'])
    expect((await operator.get(address)).status).toBe(404);
  expect(await site.query('select 1 from text_versions')).toEqual([]);
});
