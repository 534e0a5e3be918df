import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getCover } from '../service.server.ts';
import type { Route } from './+types/cover.ts';

export const handle = { params: ['v'], isShared: true } as const satisfies PageHandle;

/**
 * GET /operator/games/ID/cover: the cover of a game that is hidden, for operators. The server adds the policy of pages, under which nothing in
 * an SVG runs.
 */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const { bytes, type } = await getCover(reqCtx.ctx, reqCtx.actor, params.id);
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
  });
});
