import { resourceLoader } from '../../../request/action.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { WaitingCounts } from '../schema.ts';
import { findWaitingCounts } from '../service.server.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/**
 * GET /moderation/counts returns WaitingCounts, for the number in the top bar of the team's open tabs; nothing (204) for everybody else: a tab
 * may ask in the moment in which its player signs out or loses the role, which is no error.
 */
export const loader = resourceLoader(handle, async ({ reqCtx }) => {
  const counts: WaitingCounts | null = await findWaitingCounts(reqCtx.ctx, reqCtx.actor);
  const headers = { 'cache-control': 'private, no-store' };
  return counts === null ? new Response(null, { status: 204, headers }) : Response.json(counts, { headers });
});
