import { Hono, type Context as HonoContext } from 'hono';
import type { AppContext } from '../context.server.ts';
import { isDrawingPath } from '../features/avatars/composition/rules.ts';
import { drawFirstLook, isAvatarSeed } from '../features/avatars/first-look.rules.ts';
import { drawLook } from '../features/avatars/figure/service.server.ts';
import { findSprite } from '../features/avatars/parts/service.server.ts';
import { getLightName } from '../features/games/folders/rules.ts';
import { canServeImage } from '../features/games/plays/service.server.ts';
import { AppError } from '../shared/app-error.ts';
import { isDataSaverRequest } from '../shared/data-saver.ts';
import { FILE_CSP } from './headers.ts';
import { CACHE_IMMUTABLE, serveStoredFile } from './stored-files.ts';

/** One hour (spec 2, section 9): a picture that its player deletes soon disappears everywhere. */
const CACHE_ONE_HOUR = 'public, max-age=3600';
const CACHE_PRIVATE_DAY = 'private, max-age=86400';
/** Pictures that belong to the site and get a new URL when their content changes: avatar templates and items. */
const BUILT_IN_PICTURES = /^(templates|items)\/[A-Za-z0-9_./-]+\.webp$/;

/** Serves public pictures: of games, players, avatar templates and items, and the generated avatars. */
export function pictureRoutes(ctx: AppContext): Hono {
  const app = new Hono();
  // Not cached: the picture may be drawn, or the store reachable again, in a moment.
  const notFound = (c: HonoContext) => c.text('Not found', 404, { 'cache-control': 'no-store' });

  app.get('/media/*', async (c) => {
    const name = c.req.path.slice('/media/'.length);
    const cache = await getCacheControl(ctx, name);
    if (cache === null) return notFound(c);
    const headers = { 'content-security-policy': FILE_CSP, 'cache-control': cache };
    try {
      const light = getLightName(name);
      if (light !== null && isDataSaverRequest(c.req.raw.headers)) {
        // Private to this browser: other browsers get another picture at the same URL.
        const smaller = await serveStoredFile(ctx, light, c.req.raw, { ...headers, 'cache-control': CACHE_PRIVATE_DAY });
        if (smaller) return smaller;
      }
      return (await serveStoredFile(ctx, name, c.req.raw, headers)) ?? notFound(c);
    } catch (error) {
      // The cause has already been logged.
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      return c.text('Pictures are away for a moment.', 503, { 'cache-control': 'no-store', 'retry-after': '5' });
    }
  });

  // Immutable: the picture depends on nothing but its URL.
  const drawing = (c: HonoContext, svg: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
    c.body(svg, 200, { 'content-type': 'image/svg+xml', 'content-security-policy': FILE_CSP, 'cache-control': CACHE_IMMUTABLE, ...more });

  // How a player is shown until their figure has been drawn and stored.
  const firstLook = async (c: HonoContext) => {
    const name = c.req.path.split('/').at(-1) ?? '';
    const seed = name.replace(/\.svg$/, '');
    if (!name.endsWith('.svg') || !isAvatarSeed(seed)) return c.text('Not found', 404);
    return drawing(c, (await drawLook(ctx, drawFirstLook(seed), [])).round);
  };
  app.get('/avatars/of/2/:name', firstLook);
  // The address on pages of former versions that are still open.
  app.get('/avatars/of/:name', firstLook);

  app.get('/avatars/parts/:name', async (c) => {
    const sprite = c.req.path.endsWith('.svg') ? await findSprite(ctx, c.req.param('name').replace(/\.svg$/, '')) : null;
    if (sprite === null) return notFound(c);
    if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '')) return drawing(c, sprite.svg);
    return drawing(c, new Uint8Array(sprite.compressed), { 'content-encoding': 'br', vary: 'accept-encoding' });
  });
  return app;
}

/** The cache-control header of a picture; null if it is not public. */
async function getCacheControl(ctx: AppContext, name: string): Promise<string | null> {
  // The id of a drawing cannot be guessed, and its content was approved. Uploaded pictures are never served here.
  if (isDrawingPath(name)) return CACHE_ONE_HOUR;
  return BUILT_IN_PICTURES.test(name) || (await canServeImage(ctx, name)) ? CACHE_IMMUTABLE : null;
}
