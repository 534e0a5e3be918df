import { expect, it } from 'vitest';
import type { PostCard } from '../schema.ts';
import { renderRss } from './rules.ts';

const post: PostCard = {
  slug: 'chai',
  title: 'Chai & <mandazi> "hot"',
  description: "It's ]]> good\u0007",
  date: '2026-11-21',
  author: 'The Kiddo team',
  category: { slug: 'games', name: 'Games' },
  image: '/stickers/gift.svg',
  cloth: 'racing',
};

it('writes RSS 2.0 in which no word can be more than a word', () => {
  const xml = renderRss({ origin: 'https://kiddo.example', title: 'Blog', description: 'News', posts: [post] });
  expect(xml).toContain('<title>Chai &#38; &#60;mandazi&#62; &#34;hot&#34;</title>');
  expect(xml).toContain('<description>It&#39;s ]]&#62; good</description>');
  expect(xml).toContain('<link>https://kiddo.example/blog/chai</link>');
  expect(xml).toContain('<pubDate>Sat, 21 Nov 2026 06:00:00 +0000</pubDate>');
});

it('is a feed also without posts', () => {
  expect(renderRss({ origin: 'https://kiddo.example', title: 'Blog', description: 'News', posts: [] })).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/,
  );
});
