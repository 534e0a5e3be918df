import { resourceLoader } from '../../../../request/action.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { searchGames } from '../../search/service.server.ts';

const NO_STORE = { 'cache-control': 'no-store' };

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** GET /search with `q`: what the search field of a signed-in player shows. The public API finds only games for everybody. */
export const loader = resourceLoader(handle, async ({ reqCtx, query }) =>
  Response.json(await searchGames(reqCtx.ctx, reqCtx.actor, query.get('q') ?? ''), { headers: NO_STORE }),
);
