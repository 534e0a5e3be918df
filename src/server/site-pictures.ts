import { Hono, type Context as HonoContext } from 'hono';
import type { Context } from '../context.server.ts';
import { isDrawingPath } from '../features/avatars/composing/rules.ts';
import { drawHead, isSeed } from '../features/avatars/drawing/rules.ts';
import { lightName } from '../features/games/folders/rules.ts';
import { mayServePicture } from '../features/games/plays/service.server.ts';
import { savesData } from '../features/thrift/schema.ts';
import { Refusal } from '../shared/refusal.ts';
import { FILE_POLICY } from './headers.ts';
import { FOR_EVER, serveStored } from './stored-files.ts';

/** An hour (spec 2, section 9): a picture that its player takes away is soon gone everywhere. */
const AN_HOUR = 'public, max-age=3600';
const FOR_ONE = 'private, max-age=86400';
/** Pictures that belong to the site and change their address with their content: what can be chosen, what can be worn. */
const OURS = /^(templates|items)\/[A-Za-z0-9_./-]+\.webp$/;

/** Pictures that everybody may see: of games, of players, of what there is to choose and to wear; and those drawn from an id. */
export function sitePictures(ctx: Context): Hono {
  const app = new Hono();
  // Nobody keeps it: the picture may be drawn, or the store be back, in a moment.
  const missing = (c: HonoContext) => c.text('Not found', 404, { 'cache-control': 'no-store' });

  app.get('/media/*', async (c) => {
    const name = c.req.path.slice('/media/'.length);
    const cache = await cacheOf(ctx, name);
    if (cache === null) return missing(c);
    const headers = { 'content-security-policy': FILE_POLICY, 'cache-control': cache };
    try {
      const light = lightName(name);
      if (light !== null && savesData(c.req.raw.headers)) {
        // Only for this browser: the same address is another picture for others.
        const smaller = await serveStored(ctx, light, c.req.raw, { ...headers, 'cache-control': FOR_ONE });
        if (smaller) return smaller;
      }
      return (await serveStored(ctx, name, c.req.raw, headers)) ?? missing(c);
    } catch (error) {
      // Its reason is in the log already.
      if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
      return c.text('Pictures are away for a moment.', 503, { 'cache-control': 'no-store', 'retry-after': '5' });
    }
  });

  // The same for ever: it is drawn from nothing but its address.
  app.get('/avatars/of/:name', (c) => {
    const seed = c.req.param('name').replace(/\.svg$/, '');
    if (!c.req.path.endsWith('.svg') || !isSeed(seed)) return c.text('Not found', 404);
    return c.body(drawHead(seed), 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': FILE_POLICY,
      'cache-control': FOR_EVER,
    });
  });
  return app;
}

/** How long a picture may be kept by who sees it; null where it is not for everybody. */
async function cacheOf(ctx: Context, name: string): Promise<string | null> {
  // The name of a drawing cannot be guessed, and what is drawn was approved. What a player brought is never served here.
  if (isDrawingPath(name)) return AN_HOUR;
  return OURS.test(name) || (await mayServePicture(ctx, name)) ? FOR_EVER : null;
}
