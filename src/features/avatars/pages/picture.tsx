import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getPictureFile } from '../service.server.ts';
import type { Route } from './+types/picture.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** Serves an uploaded picture to its owner and to moderators; everybody else gets a 404. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  try {
    const bytes = await getPictureFile(reqCtx.ctx, reqCtx.actor, params.id);
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' } });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return new Response(code, { status: code === 'sign-in-required' ? 404 : status });
  }
});
