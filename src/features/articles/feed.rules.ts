import { Feed } from 'feed';
import type { PostCard } from './schema.ts';

type Blog = { origin: string; title: string; description: string; posts: PostCard[] };

/** The blog as RSS 2.0, newest post first. */
export function renderRss({ origin, title, description, posts }: Blog): string {
  const feed = new Feed({
    title,
    description,
    link: `${origin}/blog`,
    language: 'en',
    feedLinks: { rss: `${origin}/blog/rss.xml` },
    updated: posts[0] && toTime(posts[0].date),
    generator: false,
  });
  for (const post of posts) {
    // Without an id: then the link is the item's permanent id.
    feed.addItem({
      title: post.title,
      link: `${origin}/blog/${post.slug}`,
      description: post.description,
      category: [{ name: post.category.name }],
      date: toTime(post.date),
    });
  }
  return feed.rss2();
}

/** Nine in the morning of a day in Nairobi. */
function toTime(day: string): Date {
  return new Date(`${day}T06:00:00Z`);
}
