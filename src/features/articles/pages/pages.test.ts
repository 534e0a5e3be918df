import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { requestContext, type RequestContext } from '../../../request/request-context.ts';
import { PAGE_SLUGS } from '../schema.ts';
import { loader as blogLoader, meta as blogMeta } from './blog.tsx';
import { loader as feedLoader } from './feed.tsx';
import { loader as helpLoader, meta as helpMeta } from './help.tsx';
import { loader as postLoader } from './post.tsx';
import { loader as textLoader, meta as textMeta } from './text.tsx';

type Loader = (args: never) => Promise<unknown>;

/** Returns a function that calls a page's loader for a URL, as the server does. */
async function asking() {
  const { ctx } = await createWorld({ ORIGIN: 'http://localhost:3000' });
  return async <T>(loader: Loader, address: string, params: Record<string, string> = {}): Promise<T> => {
    const context = new RouterContextProvider();
    context.set(requestContext, { ctx, requestId: 'r' } as RequestContext);
    return (await loader({ request: new Request(`http://localhost:3000${address}`), context, params } as never)) as T;
  };
}

const namesOf = (tags: unknown) => JSON.stringify(tags);

it('tells each text by its address, with a title and description of its own', async () => {
  const ask = await asking();
  const seen = new Set<string>();
  for (const slug of PAGE_SLUGS.filter((each) => each !== 'cookies')) {
    for (const address of [`/${slug}`, `/${slug}.data`, `/${slug.toUpperCase()}`, `/${slug}/`]) {
      const loaderData = await ask<{ page: { slug: string } }>(textLoader, address);
      expect(loaderData.page.slug).toBe(slug);
    }
    const tags = textMeta({ loaderData: await ask(textLoader, `/${slug}`) } as never);
    expect(namesOf(tags)).toContain(`"href":"http://localhost:3000/${slug}"`);
    expect(namesOf(tags)).toMatch(/"name":"description","content":".{20,}/);
    seen.add(namesOf(tags.slice(0, 2)));
  }
  expect(seen.size).toBe(PAGE_SLUGS.length - 1);
});

it('answers 404 for posts and categories that nobody wrote', async () => {
  const ask = await asking();
  await expect(ask(postLoader, '/blog/none', { slug: 'none' })).rejects.toMatchObject({ init: { status: 404 } });
  await expect(ask(blogLoader, '/blog/category/none', { category: 'none' })).rejects.toMatchObject({ init: { status: 404 } });
});

it('keeps searches out of search engines, and tells them the feed', async () => {
  const ask = await asking();
  const blog = namesOf(blogMeta({ loaderData: await ask(blogLoader, '/blog') } as never));
  expect(blog).toContain('"type":"application/rss+xml"');
  expect(blog).not.toContain('noindex');
  expect(namesOf(blogMeta({ loaderData: await ask(blogLoader, '/blog?q=chat') } as never))).toContain('noindex');
  const help = await ask<{ view: { page: { slug: string } } }>(helpLoader, '/help-center?q=chat');
  expect(help.view.page.slug).toBe('help-center');
  expect(namesOf(helpMeta({ loaderData: help } as never))).toContain('noindex');
});

it('sends the feed as RSS', async () => {
  const ask = await asking();
  const answer = await ask<Response>(feedLoader, '/blog/rss.xml');
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(await answer.text()).toContain('<link>http://localhost:3000/blog/what-premium-costs</link>');
});
