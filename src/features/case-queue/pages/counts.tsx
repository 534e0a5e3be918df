import { resourceLoader } from '../../../request/action.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { WaitingCounts } from '../schema.ts';
import { getCaseCounts } from '../service.server.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** GET /moderation/counts returns WaitingCounts, for the number in the top bar of the team's open tabs. */
export const loader = resourceLoader(handle, async ({ reqCtx }) => {
  const { total, urgent } = await getCaseCounts(reqCtx.ctx, reqCtx.actor);
  return Response.json({ total, urgent } satisfies WaitingCounts, { headers: { 'cache-control': 'private, no-store' } });
});
