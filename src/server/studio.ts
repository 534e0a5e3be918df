import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { STUDIO_PATH } from '../features/studio/rules.ts';
import { getStudioArchive } from '../features/studio/service.server.ts';
import { createStaticFile, serveStatic, type StaticFiles } from './static-files.ts';

/** Serves the download of Creator Studio: one archive, the same for everybody. */
export function studioRoutes(ctx: AppContext): Hono {
  const app = new Hono();
  app.get(STUDIO_PATH, async (c) => {
    const files: StaticFiles = await ctx.cached('studio file', CACHE_MS, async () => {
      const body = Buffer.from(await getStudioArchive(ctx));
      const name = STUDIO_PATH.slice(STUDIO_PATH.lastIndexOf('/') + 1);
      const file = createStaticFile(body, 'application/zip', 'public, max-age=3600');
      return new Map([[STUDIO_PATH, { ...file, headers: { ...file.headers, 'content-disposition': `attachment; filename="${name}"` } }]]);
    });
    return serveStatic(files, STUDIO_PATH, c.req.raw) ?? c.text('Not found', 404);
  });
  return app;
}

/** The archive of a build does not change. */
const CACHE_MS = 365 * 24 * 3600 * 1000;
