import type { AppContext } from '../../../context.server.ts';
import { RERENDER_AVATAR, type RerenderAvatarPayload } from '../../avatars/rerender/schema.ts';
import { listWearerIds } from './queries.server.ts';
import { RERENDER_WEARERS, type RerenderWearers } from './schema.ts';

/** Players that one job sees to: a job has its time, and what it has done is kept whole or not at all. */
const BATCH_SIZE = 500;

/** Has everybody drawn anew who wears what looks different now. Run twice, they are drawn twice. */
export const rerenderWearersJob = {
  ...RERENDER_WEARERS,
  async run(ctx: AppContext, changed: RerenderWearers): Promise<void> {
    await ctx.db.transaction().execute(async (trx) => {
      const players = await listWearerIds(trx, changed, BATCH_SIZE);
      for (const playerId of players) await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId } satisfies RerenderAvatarPayload, trx as never);
      const after = players.at(-1);
      if (after !== undefined && players.length === BATCH_SIZE)
        await ctx.jobs.enqueue(RERENDER_WEARERS, { ...changed, after } satisfies RerenderWearers, trx as never);
    });
  },
};
