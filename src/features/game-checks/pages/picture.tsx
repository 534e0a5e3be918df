import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getCheckPicture } from '../service.server.ts';
import type { Route } from './+types/picture.ts';

export const handle = { params: ['v'], isShared: true } as const satisfies PageHandle;

/** GET /operator/games/ID/check-picture: what a game looked like when the check opened it last, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const bytes = await getCheckPicture(reqCtx.ctx, reqCtx.actor, params.id);
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
  });
});
