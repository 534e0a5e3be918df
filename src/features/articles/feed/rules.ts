import type { PostCard } from '../schema.ts';

type Feed = { origin: string; title: string; description: string; posts: PostCard[] };

/** The blog as RSS 2.0, newest post first. */
export function renderRss({ origin, title, description, posts }: Feed): string {
  const items = posts.map((post) =>
    [
      '<item>',
      `<title>${escapeXml(post.title)}</title>`,
      `<link>${escapeXml(`${origin}/blog/${post.slug}`)}</link>`,
      `<guid isPermaLink="true">${escapeXml(`${origin}/blog/${post.slug}`)}</guid>`,
      `<description>${escapeXml(post.description)}</description>`,
      `<category>${escapeXml(post.category.name)}</category>`,
      `<pubDate>${formatRfc822(post.date)}</pubDate>`,
      '</item>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(title)}</title>`,
    `<link>${escapeXml(`${origin}/blog`)}</link>`,
    `<description>${escapeXml(description)}</description>`,
    '<language>en</language>',
    `<atom:link href="${escapeXml(`${origin}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(posts[0] ? [`<lastBuildDate>${formatRfc822(posts[0].date)}</lastBuildDate>`] : []),
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** Formats a day for RSS (RFC 822), at nine in the morning in Nairobi. */
function formatRfc822(day: string): string {
  return new Date(`${day}T06:00:00Z`).toUTCString().replace('GMT', '+0000');
}

/** Also removes characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
