import fs from 'node:fs';
import path from 'node:path';
import { matchRoutes, type RouteObject } from 'react-router';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { AGE_BAND_RULES, type BandRules } from '../../shared/permissions.ts';
import { parseRss } from '../../../tests/rss.ts';
import { createWorld, root } from '../../../tests/world.ts';
import { listLinks, getBlockText } from './markdown/rules.ts';
import { STUDIO_PATH } from '../studio/rules.ts';
import { loadArticles } from './markdown/service.server.ts';
import { LIST_SLUGS, PAGE_SLUGS, PICTURE_SIZE, type Block, type ArticleBody } from './schema.ts';
import { writeAgeTable, writeConsentTable } from './texts.ts';
import { renderBlogFeed, listArticlePaths, getBlog, getHelp, getHelpArticle, getPage, getPost } from './service.server.ts';

const GAMES = 'http://localhost:3001';
const sources = Object.fromEntries(
  fs
    .readdirSync(path.join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`content/${name.split(path.sep).join('/')}`, fs.readFileSync(path.join(root, 'content', name), 'utf8')]),
);
const library = loadArticles(sources, {
  support: 'hello@example.com',
  games: GAMES,
  studioSize: '46 KB',
  ageTable: writeAgeTable(AGE_BAND_RULES),
  consentTable: writeConsentTable(),
});
const blocksIn = ({ lead, parts }: ArticleBody): Block[] => [...lead, ...parts.flatMap((part) => part.blocks)];
const idsIn = ({ lead, parts }: ArticleBody): string[] => [
  ...parts.map((part) => part.id),
  ...[...lead, ...parts.flatMap((part) => part.blocks)].flatMap((block) => (block.type === 'heading' ? [block.id] : [])),
];
/** Every text by its path. */
const texts = new Map<string, ArticleBody>([
  ...[...library.pages.values()].map((page): [string, ArticleBody] => [`/${page.slug}`, page]),
  ...library.posts.map((post): [string, ArticleBody] => [`/blog/${post.slug}`, post]),
  ...library.help.map((article): [string, ArticleBody] => [`/help/${article.slug}`, article]),
]);

describe('the articles of content/', () => {
  it('are all read: every file is an article, and every page of the specification is there', () => {
    expect(texts.size).toBe(Object.keys(sources).length);
    expect([...library.pages.keys()].sort()).toEqual([...PAGE_SLUGS, ...LIST_SLUGS].sort());
  });

  it('are what the specification counts: 4 posts, 5 questions, 4 topics, 3 age bands, the dates', () => {
    expect(library.posts).toHaveLength(4);
    expect(library.faq).toHaveLength(5);
    expect(library.topics).toHaveLength(4);
    expect(library.help.length).toBeGreaterThanOrEqual(10);
    expect(library.popular.length).toBeGreaterThanOrEqual(4);
    for (const topic of library.topics) expect(library.help.some((each) => each.topic.id === topic.id)).toBe(true);
    const parents = library.pages.get('parents');
    expect(parents?.parts.slice(0, parents.cards).map((part) => part.title)).toEqual(['Under 9', '9-12', '13+']);
    const dates = ['terms', 'privacy', 'cookies'].map((slug) => library.pages.get(slug)?.updated);
    expect(dates).toEqual(['July 1, 2025', 'December 2024', 'August 2025']);
    for (const slug of ['terms', 'privacy', 'cookies']) {
      expect(library.pages.get(slug)?.versions).toBe(true);
      expect(library.pages.get(slug)?.parts[1]?.title).toMatch(/^For parents/);
    }
    for (const slug of ['careers', 'community']) expect(library.pages.get(slug)?.empty).not.toBeNull();
  });

  it('lead nowhere that does not exist', async () => {
    const routes = await siteRoutes();
    const games = fs.readdirSync(path.join(root, 'catalogue'));
    const dead: string[] = [];
    for (const [from, text] of texts) {
      for (const to of listLinks(blocksIn(text))) {
        if (!(await leadsSomewhere(to, from, routes, games))) dead.push(`${from} -> ${to}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('show pictures that exist', () => {
    const pictures = [
      ...[...library.pages.values()].flatMap(({ image }) => (image === null ? [] : [image])),
      ...[...texts.values()].flatMap((text) => blocksIn(text).flatMap((block) => (block.type === 'picture' ? [block.src] : []))),
    ];
    expect(pictures.filter((picture) => !fs.existsSync(path.join(root, 'public', picture)))).toEqual([]);
  });

  it('have a picture each, small enough for a page and for sharing, and the same in both', { timeout: 60_000 }, async () => {
    const articles = [...library.posts, ...library.help];
    expect(new Set(articles.map(({ picture }) => picture.src)).size).toBe(articles.length);
    expect(new Set(articles.map(({ picture }) => picture.alt)).size).toBe(articles.length);
    for (const { picture } of articles) {
      const [svg, png] = [picture.src, picture.shared].map((src) => fs.readFileSync(path.join(root, 'public', src)));
      if (!svg || !png) throw new Error(`${picture.src} has no picture`);
      expect([picture.src, svg.length < 25_000, png.length < 60_000]).toEqual([picture.src, true, true]);
      expect(await sharp(png).metadata(), picture.shared).toMatchObject({ format: 'png', ...PICTURE_SIZE });
      // Whoever changes the drawing renders it again (scripts/article-pictures.ts): small, both look the same. The drawing is rendered in
      // full first, because at a small size its fine lines come out differently.
      const rendered = await sharp(svg).resize(PICTURE_SIZE.width, PICTURE_SIZE.height).png().toBuffer();
      const [drawn, shared] = await Promise.all(
        [rendered, png].map((bytes) => sharp(bytes).resize(60, 32, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
      );
      const difference =
        (drawn ?? Buffer.alloc(0)).reduce((sum, value, i) => sum + Math.abs(value - (shared?.[i] ?? 0)), 0) / (60 * 32 * 3);
      expect(difference, picture.src).toBeLessThan(3);
    }
  });

  it('show parents what each age can do, from the table that the server decides by', async () => {
    const tablesIn = (page: ArticleBody | undefined) =>
      page ? blocksIn(page).flatMap((block) => (block.type === 'table' ? [getBlockText([block]).split('\n')] : [])) : [];
    const world = await createWorld();
    expect(tablesIn(await getPage(world.ctx, 'parents'))).toEqual([
      [
        'Age Who can find them, and become friends with them What it takes to find them Who of these can ask to be friends Games that they see',
        'Without an account Nobody Nothing Nobody Games for everyone',
        '13 to 15 Players of 13 to 17; grown-ups whom you approved by name The whole username, or the friend code; nothing else Friends of their friends, and who has their friend code Games for everyone, and those from 13',
        '16 to 17 Players of 13 to 17; grown-ups whom you approved by name A name or a part of it, or the friend code All of them All games',
        '18 and over Players of 18 and over; players under 18 whose guardian approved them by name A name or a part of it, or the friend code All of them All games',
      ],
      // What a guardian decides, from getAllowances.
      [
        'Your answer Age Chat Buying with money Pictures of their own',
        'None yet 13 to 17 Ready phrases, with friends made by a friend code Nothing No',
        'No, or a yes that was taken back 13 to 17 No messages Nothing No',
        'Yes 13 to 17 You choose: no messages; ready phrases, with all friends; own words, with all friends You choose: nothing; what you pay when your child asks you; up to your sum each month Yes',
        'Not needed 18 and over Own words, with all friends Everything Yes',
      ],
    ]);
    // Another table, another page.
    const { alone } = AGE_BAND_RULES[13];
    const open: BandRules = { alone, reaches: [13, 16, 18], isFoundBy: 'part-of-name', isAskedBy: 'everyone', gamesUpTo: 16 };
    const closed: BandRules = { alone, reaches: [], isFoundBy: 'whole-username', isAskedBy: 'code-or-shared-friend', gamesUpTo: 0 };
    const ageTable = writeAgeTable({ 13: open, 16: closed, 18: AGE_BAND_RULES[18] });
    const other = loadArticles(sources, { support: 'hello@example.com', games: GAMES, studioSize: '46 KB', ageTable, consentTable: '' });
    expect(tablesIn(other.pages.get('parents'))[0]?.slice(2, 4)).toEqual([
      '13 to 15 Players of 13 and over; grown-ups whom you approved by name A name or a part of it, or the friend code All of them All games',
      '16 to 17 Nobody; grown-ups whom you approved by name The whole username, or the friend code; nothing else Friends of their friends, and who has their friend code Games for everyone',
    ]);
  });

  it('leave no word to be replaced', () => {
    expect([...texts.values()].filter((text) => getBlockText(blocksIn(text)).includes('{{'))).toEqual([]);
  });
});

/** src/routes.ts as route objects that can be matched against a path. */
async function siteRoutes(): Promise<RouteObject[]> {
  const { default: entries } = (await import(path.join(root, 'src/routes.ts'))) as {
    default: { id?: string; path?: string; index?: boolean; file: string }[];
  };
  return entries.map((entry, place) => ({
    id: `${place}:${entry.file}`,
    ...(entry.index ? { index: true } : { path: entry.path ?? '' }),
  })) as RouteObject[];
}

async function leadsSomewhere(to: string, from: string, routes: RouteObject[], games: string[]): Promise<boolean> {
  if (to.startsWith(`${GAMES}/`)) return fs.existsSync(path.join(root, 'catalogue', to.slice(GAMES.length)));
  if (/^(https:|mailto:)/.test(to)) return true;
  const url = new URL(to, `http://x${from}`);
  const { pathname } = url;
  const hash = url.hash.slice(1);
  const text = texts.get(pathname);
  // The sections below the text of the cookies page have ids too (consent/ui, consent/stored/ui).
  const ids = [...(text ? idsIn(text) : []), ...(pathname === '/cookies' ? ['consent-choice', 'stored'] : [])];
  if (hash !== '' && !ids.includes(hash)) return false;
  if (pathname.startsWith('/blog/') || pathname.startsWith('/help/')) return text !== undefined;
  if (pathname.startsWith('/games/')) return games.includes(pathname.slice('/games/'.length));
  // Served beside the pages (src/server).
  if (pathname === '/api/v1/openapi.json' || pathname === STUDIO_PATH) return true;
  const [match] = matchRoutes(routes, pathname) ?? [];
  return match !== undefined && match.route.path !== '*';
}

describe('a library that is not as it has to be', () => {
  const page = (front: string, text = '') => ({
    'content/pages/about.md': `---\ntitle: About\ndescription: Twenty letters at least, here.\n${front}---\n${text}`,
  });
  const read = (given: Record<string, string>) => () =>
    loadArticles(given, { support: 'a@example.com', games: GAMES, studioSize: '46 KB', ageTable: '', consentTable: '' });

  it('says which article it is', () => {
    expect(read(page('', '<b>x</b>'))).toThrow('content/pages/about.md has raw HTML');
    expect(read(page('colour: red\n'))).toThrow('content/pages/about.md');
    expect(read(page('versions: yes\n', '# One'))).toThrow('has 1 parts');
    expect(read(page('cards: 2\n', '# One'))).toThrow('fewer parts than cards');
    expect(read(page('emptyTitle: Nothing\n'))).toThrow('go together');
    expect(read(page('emptyTitle: Nothing\nemptyText: Nothing is in this list yet.\n'))).toThrow('names what is empty');
    expect(read(page('image: https://evil.example/x.svg\n'))).toThrow('image');
    const help = '---\ntitle: Play\ndescription: Twenty letters at least, here.\ntopic: none\nplace: 1\npicture: A lion at a desk.\n---\n';
    expect(read({ 'content/help/play.md': help })).toThrow("of the topic 'none'");
  });

  it('takes an address with any sign as it is', () => {
    const text = page('', '[Mail]( mailto:{{support}})');
    const odd = loadArticles(text, { support: "$&$'o@example.com", games: GAMES, studioSize: '46 KB', ageTable: '', consentTable: '' });
    expect(listLinks(odd.pages.get('about')?.lead ?? [])).toEqual(["mailto:$&$'o@example.com"]);
  });
});

describe('the service', () => {
  it('shows pages, with the address where people write to us', async () => {
    const { ctx } = await createWorld({ SUPPORT_MAIL: 'office@example.org' });
    const terms = await getPage(ctx, 'terms');
    expect(listLinks(blocksIn(terms))).toContain('mailto:office@example.org');
    for (const slug of PAGE_SLUGS) expect((await getPage(ctx, slug)).title.length).toBeGreaterThan(2);
  });

  it('lists, sorts and searches the blog', async () => {
    const { ctx } = await createWorld();
    const all = await getBlog(ctx, { category: null, query: null });
    expect(all.posts.map((post) => post.date)).toEqual(
      all.posts
        .map((post) => post.date)
        .toSorted()
        .toReversed(),
    );
    expect(Object.keys(all.posts[0] ?? {})).not.toContain('lead');
    const [category] = all.categories;
    const some = await getBlog(ctx, { category: category?.slug ?? '', query: null });
    expect(some.posts.length).toBeGreaterThan(0);
    expect(some.posts.every((post) => post.category.slug === category?.slug)).toBe(true);
    expect((await getBlog(ctx, { category: null, query: 'matatuu' })).posts[0]?.slug).toBe('stories-behind-three-games');
    expect(
      (await getBlog(ctx, { category: 'safety', query: 'premium plans' })).posts.every((post) => post.category.slug === 'safety'),
    ).toBe(true);
    expect((await getBlog(ctx, { category: null, query: 'zzzzzz' })).posts).toEqual([]);
    await expect(getBlog(ctx, { category: 'no-such', query: null })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('shows a post and what to read next', async () => {
    const { ctx } = await createWorld();
    const { post, related: others } = await getPost(ctx, 'how-we-keep-chat-safe');
    expect(post.title).toBe('How we keep chat safe');
    expect(others).toHaveLength(3);
    expect(others.map((each) => each.slug)).not.toContain(post.slug);
    for (const slug of ['no-such', '__proto__', '../pages/terms'])
      await expect(getPost(ctx, slug)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('finds help by what people type', async () => {
    const { ctx } = await createWorld();
    const first = async (query: string) => (await getHelp(ctx, 'help', query)).results?.[0]?.slug;
    expect(await first('forgot my password')).toBe('forgot-password');
    expect(await first('pasword')).toBe('forgot-password');
    expect(await first('how do I block somebody')).toBe('block-and-report');
    expect(await first('stop paying')).toBe('stop-paying');
    expect(await first('delete acount')).toBe('delete-account');
    expect(await first('freind code')).toBe('find-friends');
    expect(await first('no sound')).toBe('a-game-does-not-work');
    expect((await getHelp(ctx, 'help', 'zzzzzz')).results).toEqual([]);
    expect((await getHelp(ctx, 'help', ' ')).results).toBeNull();
  });

  it('shows topics with all articles, and the questions in the help center only', async () => {
    const { ctx } = await createWorld();
    const help = await getHelp(ctx, 'help', null);
    expect(help.topics.flatMap((topic) => topic.articles)).toHaveLength(library.help.length);
    expect(help.faq).toEqual([]);
    expect((await getHelp(ctx, 'help-center', null)).faq).toHaveLength(5);
    const { article, related: others } = await getHelpArticle(ctx, 'kiddocash');
    expect(others.length).toBeGreaterThan(0);
    expect(others.map((each) => each.slug)).not.toContain(article.slug);
    await expect(getHelpArticle(ctx, 'no-such')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('has a feed that is whole XML with one item a post, and all addresses for the sitemap', async () => {
    const { ctx } = await createWorld();
    const { items } = parseRss(await renderBlogFeed(ctx));
    expect(items.map(({ title, link = '' }) => [title, new URL(link).pathname])).toEqual(
      library.posts.map((post) => [post.title, `/blog/${post.slug}`]),
    );
    for (const { pubDate = '' } of items) expect(Number.isNaN(Date.parse(pubDate))).toBe(false);
    const paths = (await listArticlePaths(ctx)).map((each) => each.path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const address of [...texts.keys()].filter((each) => each.split('/').length === 3)) expect(paths).toContain(address);
  });
});
