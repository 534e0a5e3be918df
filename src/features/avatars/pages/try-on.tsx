import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { drawTryOn } from '../service.server.ts';
import type { Route } from './+types/try-on.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** Draws the player wearing an item, before they buy it. Theirs alone, and always as they look now. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  try {
    const svg = await drawTryOn(reqCtx.ctx, reqCtx.actor, params.item);
    return new Response(svg, {
      headers: {
        'content-type': 'image/svg+xml',
        // Opened by itself, nothing in it runs.
        'content-security-policy': "default-src 'none'; img-src data:; sandbox",
        'cache-control': 'private, no-store',
      },
    });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return new Response(code, { status: code === 'sign-in-required' ? 404 : status });
  }
});
