import { createElement, type ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import { PAGE_SLUGS } from '../schema.ts';
import { getBlog, getHelp, getHelpArticle, getPage, getPost } from '../service.server.ts';
import { BlogPage } from './blog-page.tsx';
import { HelpArticlePage } from './help-article-page.tsx';
import { HelpPage } from './help-page.tsx';
import { PostPage } from './post-page.tsx';
import { TextPage } from './text-page.tsx';

/** Accessibility faults that users of a screen reader or keyboard would meet. */
function faultsOf(html: string): string[] {
  const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  const labels = [...html.matchAll(/aria-labelledby="([^"]+)"/g)].map(([, id = '']) => id);
  const links = [...html.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].map(([, inside = '']) => textOf(inside));
  return [
    ...(levels.filter((level) => level === 1).length === 1 && levels[0] === 1 ? [] : ['not one h1 at the top']),
    ...levels.flatMap((level, i) => (i > 0 && level > (levels[i - 1] ?? 0) + 1 ? [`h${level} after h${levels[i - 1]}`] : [])),
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `id ${id} twice`),
    ...labels.filter((id) => !ids.includes(id)).map((id) => `no id ${id}`),
    ...links.filter((words) => words.trim() === '').map(() => 'a link without words'),
    ...[...html.matchAll(/<img\b(?![^>]*\balt=)[^>]*>/g)].map(([image]) => `no alt: ${image}`),
  ];
}

async function everyPage(): Promise<[string, ReactElement][]> {
  const { ctx } = await createWorld();
  const blog = await getBlog(ctx, { category: null, query: null });
  const help = await getHelp(ctx, 'help', null);
  const texts = PAGE_SLUGS.map(async (slug): Promise<[string, ReactElement]> => [
    `/${slug}`,
    createElement(TextPage, { page: await getPage(ctx, slug) }),
  ]);
  const posts = blog.posts.map(async ({ slug }): Promise<[string, ReactElement]> => [
    `/blog/${slug}`,
    createElement(PostPage, { newsletterClosed: null, view: await getPost(ctx, slug) }),
  ]);
  const articles = help.topics.flatMap((topic) =>
    topic.articles.map(async ({ slug }): Promise<[string, ReactElement]> => [
      `/help/${slug}`,
      createElement(HelpArticlePage, { view: await getHelpArticle(ctx, slug) }),
    ]),
  );
  const lists: [string, ReactElement][] = [
    ['/blog', createElement(BlogPage, { newsletterClosed: null, view: blog })],
    ['/blog?q=zzzz', createElement(BlogPage, { newsletterClosed: null, view: await getBlog(ctx, { category: null, query: 'zzzz' }) })],
    ['/help', createElement(HelpPage, { view: help })],
    ['/help-center', createElement(HelpPage, { view: await getHelp(ctx, 'help-center', null) })],
    ['/help?q=password', createElement(HelpPage, { view: await getHelp(ctx, 'help', 'password') })],
    ['/help?q=zzzz', createElement(HelpPage, { view: await getHelp(ctx, 'help', 'zzzz') })],
  ];
  return [...lists, ...(await Promise.all([...texts, ...posts, ...articles]))];
}

describe('the pages of articles', () => {
  it('have one title, headings in order, ids once, and links with words', async () => {
    const faults = (await everyPage()).flatMap(([address, page]) =>
      faultsOf(renderToHtml(page, address)).map((fault) => `${address}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('ask the questions of the help center one at a time, without a script', async () => {
    const { ctx } = await createWorld();
    const html = renderToHtml(createElement(HelpPage, { view: await getHelp(ctx, 'help-center', null) }), '/help-center');
    const questions = findElements(html, 'details', {});
    expect(questions.map(({ name }) => name)).toEqual(['faq', 'faq', 'faq', 'faq', 'faq']);
    expect(questions.filter((question) => 'open' in question)).toEqual([]);
  });

  it('search by a form with an address, and say how much was found', async () => {
    const { ctx } = await createWorld();
    const found = renderToHtml(createElement(HelpPage, { view: await getHelp(ctx, 'help', '<b>password') }), '/help?q=password');
    expect(findElements(found, 'form', { role: 'search', method: 'get', action: '/help' })).toHaveLength(1);
    expect(findElements(found, 'input', { name: 'q' }).map(({ value }) => value)).toEqual(['&lt;b&gt;password']);
    expect(textOf(found)).toMatch(/results? for “/);
    expect(found).not.toContain('<b>password');
    const none = renderToHtml(createElement(HelpPage, { view: await getHelp(ctx, 'help', 'zzzz') }), '/help?q=zzzz');
    expect(textOf(none)).toContain('No article found for “zzzz”');
    expect(none).toContain('href="/contact"');
  });

  it('say what is empty, and give the exact version beside the short one', async () => {
    const { ctx } = await createWorld();
    const show = async (slug: (typeof PAGE_SLUGS)[number]) =>
      textOf(renderToHtml(createElement(TextPage, { page: await getPage(ctx, slug) }), `/${slug}`));
    expect(await show('careers')).toContain('No open positions');
    expect(await show('community')).toContain('Nothing here yet');
    expect(await show('terms')).toMatch(/Last updated: July 1, 2025.*The short version.*13 or older.*For parents: the exact version/);
    expect(await show('parents')).toMatch(/Under 9.*9-12.*13\+/);
  });

  it('list the headings of a long text, each once, and leave short ones alone', async () => {
    const { ctx } = await createWorld();
    const terms = renderToHtml(createElement(TextPage, { page: await getPage(ctx, 'terms') }), '/terms');
    const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec(terms) ?? [];
    const targets = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(targets).toHaveLength(11);
    for (const id of targets) expect(terms.split(`id="${id}"`)).toHaveLength(2);
    const short = renderToHtml(createElement(HelpArticlePage, { view: await getHelpArticle(ctx, 'kiddocash') }), '/help/kiddocash');
    expect(short).not.toContain('class="contents"');
  });

  it('give every button of the creator page somewhere to lead', async () => {
    const { ctx } = await createWorld();
    const html = renderToHtml(createElement(TextPage, { page: await getPage(ctx, 'create') }), '/create');
    const buttons = [...html.matchAll(/<a class="btn[^"]*" href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, to, words = '']) => [
      words.replaceAll(/<[^>]*>/g, ''),
      to,
    ]);
    expect(buttons).toEqual([
      ['Download Studio', '/studio/kiddo-studio.zip'],
      ['Learn More about the kit', '/developer-hub'],
      ['Join Community', '/community'],
      ['Start Creating Today', '/developer-hub#the-guide'],
    ]);
  });
});
