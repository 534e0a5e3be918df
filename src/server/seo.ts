import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { listArticlePaths } from '../features/articles/service.server.ts';
import { listSitemapGames, listSitemapParts } from '../features/games/catalogue/service.server.ts';
import { CACHE_SECONDS_HEADER } from './response-cache.ts';

/** Games in one file of the sitemap; the protocol allows 50,000. */
const SITEMAP_GAMES_MAX = 10_000;
/** The files of the sitemap, each with the query parameters that it reads. */
export const SITEMAPS: Record<string, readonly string[]> = {
  '/sitemap.xml': [],
  '/sitemap-pages.xml': [],
  '/sitemap-games.xml': ['after'],
};
const SITEMAP_PATHS = [
  '/',
  '/games',
  '/marketplace',
  '/create',
  '/subscription',
  '/about',
  '/careers',
  '/blog',
  '/parents',
  '/help',
  '/help-center',
  '/contact',
  '/status',
  '/safety',
  '/terms',
  '/privacy',
  '/cookies',
  '/developer-hub',
  '/education',
  '/community',
  '/catalog',
];

/** Serves robots.txt and the sitemap. The games are split into several files: `after` in a file's URL is the last id of the file before. */
export function seoRoutes(ctx: AppContext): Hono {
  const app = new Hono();
  const { origin } = ctx.config;
  const shared = { [CACHE_SECONDS_HEADER]: '3600' };
  const xml = { 'content-type': 'application/xml; charset=utf-8', ...shared };

  app.get('/robots.txt', (c) =>
    c.body(`User-agent: *\nDisallow: /api/\nDisallow: /plays/\nSitemap: ${origin}/sitemap.xml\n`, 200, {
      'content-type': 'text/plain; charset=utf-8',
      ...shared,
    }),
  );
  app.get('/sitemap.xml', async (c) => {
    const starts = await listSitemapParts(ctx, SITEMAP_GAMES_MAX);
    const parts = [
      `${origin}/sitemap-pages.xml`,
      ...starts.map((after) => `${origin}/sitemap-games.xml?after=${encodeURIComponent(after)}`),
    ];
    const body = parts.map((part) => `<sitemap><loc>${escapeXml(part)}</loc></sitemap>`).join('');
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</sitemapindex>`,
      200,
      xml,
    );
  });
  app.get('/sitemap-pages.xml', async (c) => {
    const pages: { path: string; changed?: string }[] = [
      ...SITEMAP_PATHS.map((page) => ({ path: page })),
      ...(await listArticlePaths(ctx)),
    ];
    return c.body(urlset(pages.map(({ path, changed }) => ({ loc: `${origin}${path}`, ...(changed && { lastmod: changed }) }))), 200, xml);
  });
  app.get('/sitemap-games.xml', async (c) => {
    const games = await listSitemapGames(ctx, c.req.query('after') ?? '', SITEMAP_GAMES_MAX);
    return c.body(urlset(games.map((game) => ({ loc: `${origin}/games/${game.id}`, lastmod: game.changed }))), 200, xml);
  });
  app.get('/favicon.ico', (c) => c.redirect('/icon.svg', 301));
  return app;
}

function urlset(urls: { loc: string; lastmod?: string }[]): string {
  const body = urls
    .map(({ loc, lastmod }) => `<url><loc>${escapeXml(loc)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</urlset>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
