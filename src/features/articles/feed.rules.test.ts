import { expect, it } from 'vitest';
import { parseRss } from '../../../tests/rss.ts';
import type { PostCard } from './schema.ts';
import { renderRss } from './feed.rules.ts';

const post: PostCard = {
  slug: 'chai',
  title: 'Chai & <mandazi> "hot"',
  description: "It's ]]> good",
  date: '2026-11-21',
  author: 'The Kiddo team',
  category: { slug: 'games', name: 'Games & <more>' },
  picture: { src: '/articles/blog/a.svg', shared: '/articles/blog/a.png', alt: 'A gift' },
  cloth: 'racing',
};
const blog = { origin: 'https://kiddo.example', title: 'Blog', description: 'News' };

it('writes RSS 2.0 in which no word can be more than a word', () => {
  const xml = renderRss({ ...blog, posts: [post] });
  expect(parseRss(xml)).toEqual({
    channel: expect.objectContaining({
      title: 'Blog',
      description: 'News',
      link: 'https://kiddo.example/blog',
      language: 'en',
      lastBuildDate: 'Sat, 21 Nov 2026 06:00:00 GMT',
    }),
    items: [
      {
        title: post.title,
        description: post.description,
        link: 'https://kiddo.example/blog/chai',
        guid: 'https://kiddo.example/blog/chai',
        category: post.category.name,
        pubDate: 'Sat, 21 Nov 2026 06:00:00 GMT',
      },
    ],
  });
  expect(xml).toMatch(/<rss version="2\.0" /);
  expect(xml).toContain('<guid isPermaLink="true">');
  expect(xml).toContain('<atom:link href="https://kiddo.example/blog/rss.xml" rel="self" type="application/rss+xml"/>');
});

it('is a feed also without posts', () => {
  const xml = renderRss({ ...blog, posts: [] });
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<rss version="2\.0"/);
  expect(parseRss(xml)).toMatchObject({ channel: { title: 'Blog' }, items: [] });
});
