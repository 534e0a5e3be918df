import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  pathOf,
  attributesOfAll,
  findElements,
  followLink,
  findLinks,
  open,
  submitForm,
  titleOf,
  within,
  textOf,
  type Page,
} from './page.ts';
import { parseRss } from '../rss.ts';
import { createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// The article pages without JavaScript, and what search engines and feed readers get from them. With JavaScript:
// tests/e2e/articles.spec.ts.

const TEXTS = [
  ['/about', 'About Kiddo'],
  ['/careers', 'Careers at Kiddo'],
  ['/parents', 'For parents'],
  ['/safety', 'Stay safe'],
  ['/terms', 'Terms of Use'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/developer-hub', 'Developer Hub'],
  ['/education', 'Kiddo in the classroom'],
  ['/community', 'Community'],
  ['/create', 'Create a game'],
] as const;
const POSTS = ['stories-behind-three-games', 'how-we-keep-chat-safe', 'playing-on-little-data', 'what-premium-costs'];
const EVERY_PAGE = [
  ...TEXTS.map(([path]) => path),
  '/blog',
  ...POSTS.map((slug) => `/blog/${slug}`),
  '/help',
  '/help-center',
  '/help/block-and-report',
  '/help/kiddocash',
];

const main = (page: Page) => within(page, 'main');
const headings = (page: Page, level: 2 | 3) => findElements(main(page).html, `h${level}`).map(textOf);
const cards = ({ html }: Page) => findElements(html, 'li', { class: 'post-card' });
const inMain = (person: HttpClient, page: Page, words: string) => followLink(person, main(page), words);

test('the blog is listed, sorted into categories, searched and read', async () => {
  const me = createVisitorClient(await openSite());
  const blog = await open(me, '/blog');
  expect(cards(blog).map((card) => card.match(/<img /g)?.length)).toEqual([1, 1, 1, 1]);
  const categories = (page: Page) => within(page, 'nav', { 'aria-label': 'Categories' });
  const safety = await followLink(me, categories(blog), 'Safety');
  expect([pathOf(safety), titleOf(safety), cards(safety).length]).toEqual(['/blog/category/safety', 'Blog: Safety', 1]);
  expect(findElements(categories(safety).html, 'a', { 'aria-current': 'page' }).map(textOf)).toEqual(['Safety']);
  const all = await followLink(me, categories(safety), 'All posts');
  expect(cards(all)).toHaveLength(4);

  const found = await submitForm(me, main(all), 'Search', { q: 'matatuu' });
  expect(pathOf(found)).toBe('/blog?q=matatuu');
  expect(headings(found, 2).filter((words) => /^\d results? for “matatuu”$/.test(words))).toHaveLength(1);
  expect(textOf(cards(found)[0] ?? '')).toContain('The Kenyan stories behind three games');
  const none = await submitForm(me, main(found), 'Search', { q: 'zzqqzz' });
  expect(headings(none, 2)).toContain('No post found for “zzqqzz”');
  const back = await followLink(me, none, 'Show all posts');
  expect(pathOf(back)).toBe('/blog');

  const post = await inMain(me, back, 'How we keep chat safe');
  expect([pathOf(post), titleOf(post), cards(post).length]).toEqual(['/blog/how-we-keep-chat-safe', 'How we keep chat safe', 3]);
  expect(textOf(post.html)).toContain('Nov 20, 2026 · By The Kiddo team');
  const next = await followLink(me, { ...post, html: cards(post)[0] ?? '' }, /./);
  expect(titleOf(next)).toBe('The Kenyan stories behind three games');
  expect(pathOf(await inMain(me, next, 'All posts'))).toBe('/blog');
});

test('help is found by what one types, and a person is never far', async () => {
  const me = createVisitorClient(await openSite());
  const help = await open(me, '/help');
  expect(headings(help, 3)).toEqual(['Getting started', 'Friends and chat', 'Premium and kiddocash', 'Account and safety']);
  expect(findLinks(within(help, 'section', { 'aria-labelledby': 'popular' }).html)).toHaveLength(6);
  const found = await submitForm(me, main(help), 'Search', { q: 'forgot my pasword' });
  expect(pathOf(found)).toBe('/help?q=forgot+my+pasword');
  const article = await followLink(me, within(found, 'ul', { class: 'help-list' }), /./);
  expect([pathOf(article), titleOf(article)]).toEqual(['/help/forgot-password', 'Get a new password']);
  const back = await inMain(me, article, 'Help');
  expect(pathOf(back)).toBe('/help');
  const none = await submitForm(me, main(back), 'Search', { q: 'zzqqzz' });
  expect(headings(none, 2)).toContain('No article found for “zzqqzz”');
  const all = await followLink(me, none, 'All help articles');
  expect(pathOf(all)).toBe('/help');
  expect(pathOf(await inMain(me, all, 'Write to us'))).toBe('/contact');
});

test('the help center has its questions closed, to be opened one at a time', async () => {
  const page = within(await open(createVisitorClient(await openSite()), '/help-center'), 'div', { class: 'faq' });
  // Elements with one name: the browser closes the others. Older browsers need a script: tests/e2e/articles.spec.ts.
  expect(page.html.match(/<details [^>]*>/g)?.map((tag) => [/ name="faq"/.test(tag), / open/.test(tag)])).toEqual(
    Array.from({ length: 5 }, () => [true, false]),
  );
  const answers = findElements(page.html, 'details').map(textOf);
  expect(answers[1]).toContain('For an account you must be 13 or older');
  expect(answers[2]).toContain('Only your friends, and somebody is your friend');
  expect(answers[4]).toContain('Turn Auto-renew off: you keep the days');
});

test('each button of the creator page leads to what it names', async () => {
  const me = createVisitorClient(await openSite());
  const create = await followLink(me, await open(me, '/'), 'Start Creating');
  expect(pathOf(create)).toBe('/create');
  expect(textOf(main(create).html)).toContain('Creator Studio');
  for (const [button, address, heading] of [
    ['Start Creating Today', '/developer-hub', 'The guide'],
    ['Learn More about the kit', '/developer-hub', 'Developer Hub'],
    ['Join Community', '/community', 'Community'],
  ] as const) {
    const page = await inMain(me, create, button);
    expect(pathOf(page), button).toBe(address);
    expect([titleOf(page), ...headings(page, 2)], button).toContain(heading);
  }
});

test('every text is there; the lists that are empty say so', async () => {
  const me = createVisitorClient(await openSite());
  for (const [path, title] of TEXTS) {
    const page = await open(me, path);
    expect([page.status, titleOf(page)], path).toEqual([200, title]);
    expect(textOf(main(page).html).length, path).toBeGreaterThan(300);
  }
  for (const [path, list, empty] of [
    ['/community', 'From the community', 'Nothing here yet'],
    ['/careers', 'Open positions', 'No open positions'],
  ] as const) {
    const { html } = within(await open(me, path), 'section', { class: 'article-empty' });
    expect([...findElements(html, 'h2'), ...findElements(html, 'h3')].map(textOf)).toEqual([list, empty]);
  }
});

test('the blog can be followed: whole RSS, absolute addresses, dates as RSS has them', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const blog = await open(me, '/blog');
  expect(headOf(blog, 'link', { rel: 'alternate', type: 'application/rss+xml' })).toMatchObject([{ href: '/blog/rss.xml' }]);
  expect(findLinks(blog.html)).toContainEqual({ words: 'Follow by RSS', to: '/blog/rss.xml' });
  const answer = await me.get('/blog/rss.xml');
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const xml = await answer.text();
  expect(xml).toMatch(/<rss version="2\.0" /);
  expect(xml).toMatch(/ xmlns:atom="http:\/\/www\.w3\.org\/2005\/Atom"/);
  expect(xml).toContain(`<atom:link href="${site.origin}/blog/rss.xml" rel="self"`);
  const { channel, items } = parseRss(xml);
  expect(channel.link).toBe(`${site.origin}/blog`);
  expect(items).toHaveLength(4);
  expect(new Set(items.map(({ guid }) => guid)).size).toBe(4);
  for (const { title = '', link = '', description = '', pubDate = '', category } of items) {
    expect(pubDate).toMatch(
      /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/,
    );
    expect(description.length).toBeGreaterThan(20);
    expect(category).not.toBe('');
    expect(link.startsWith(`${site.origin}/blog/`)).toBe(true);
    expect(titleOf(await open(me, link))).toBe(title);
  }
});

test('every page has a title, a description and an address of its own, and the sitemap knows it', async () => {
  const site = await openSite();
  const { origin } = site;
  const me = createVisitorClient(site);
  const sitemap = await (await me.get('/sitemap-pages.xml')).text();
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const path of EVERY_PAGE) {
    const page = await open(me, path);
    const [title = ''] = findElements(within(page, 'head').html, 'title').map(textOf);
    const [{ content: description = '' } = {}] = headOf(page, 'meta', { name: 'description' });
    expect(title, path).toMatch(/.{2,} \| Kiddo$/);
    expect(description, path).not.toBe('');
    titles.add(title);
    descriptions.add(description);
    expect(headOf(page, 'link', { rel: 'canonical' })).toMatchObject([{ href: origin + path }]);
    for (const [property, content] of [
      ['og:title', title],
      ['og:url', origin + path],
      ['og:description', description],
    ] as const)
      expect(headOf(page, 'meta', { property }), path).toMatchObject([{ content }]);
    expect(sitemap).toContain(`<loc>${origin}${path}</loc>`);
  }
  expect([titles.size, descriptions.size]).toEqual([EVERY_PAGE.length, EVERY_PAGE.length]);
  expect(headOf(await open(me, '/help?q=password'), 'meta', { name: 'robots' })).toMatchObject([{ content: 'noindex' }]);
});

/** The attributes of the elements in a page's head that match all of these. */
function headOf(page: Page, name: string, wanted: Record<string, string>): Record<string, string>[] {
  return attributesOfAll(within(page, 'head').html, name).filter((each) =>
    Object.entries(wanted).every(([key, value]) => each[key] === value),
  );
}

test('an article has a picture of its own, and shows it where it is shared', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  for (const path of ['/blog/how-we-keep-chat-safe', '/help/kiddocash']) {
    const page = await open(me, path);
    const [cover = {}] = attributesOfAll(main(page).html, 'img.article-cover');
    expect(cover).toMatchObject({
      src: `/articles${path}.svg`,
      width: '1200',
      height: '630',
      alt: expect.stringMatching(/.{10}/) as string,
    });
    const meta = (property: string) => headOf(page, 'meta', { property })[0]?.['content'];
    expect([meta('og:image'), meta('og:image:width'), meta('og:image:height'), meta('og:image:alt')]).toEqual([
      `${site.origin}/articles${path}.png`,
      '1200',
      '630',
      cover['alt'],
    ]);
    for (const [src, type] of [
      [`/articles${path}.svg`, 'image/svg+xml'],
      [`/articles${path}.png`, 'image/png'],
    ] as const) {
      const picture = await me.get(src);
      expect([src, picture.status, picture.headers.get('content-type')]).toEqual([src, 200, type]);
    }
  }
  // Lists fetch a picture only when it comes into view.
  for (const path of ['/blog', '/help'])
    for (const picture of attributesOfAll(main(await open(me, path)).html, 'img').filter(({ src }) => src?.startsWith('/articles/')))
      expect(picture).toMatchObject({ loading: 'lazy', alt: '' });
});

test('Creator Studio is one zip file; the page says how large it is', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const create = main(await open(me, '/create'));
  expect(findLinks(create.html)).toContainEqual({ words: 'Download Studio', to: '/studio/kiddo-studio.zip' });
  const response = await fetch(`${site.origin}/studio/kiddo-studio.zip`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="kiddo-studio.zip"',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  expect(Object.keys(unzipSync(bytes))).toContain('kiddo-studio/my-first-game/game.js');
  expect(create.html).toContain(`one file of ${Math.ceil(bytes.length / 1000)} KB`);
  const again = await fetch(response.url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(response.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});
