import type { AppContext } from '../../../context.server.ts';
import { RERENDER_AVATAR, type RerenderAvatarPayload } from '../../avatars/rerender.schema.ts';
import { listWearerIds } from './queries.server.ts';
import { RERENDER_WEARERS, type RerenderWearers } from './schema.ts';

/** Players per job: a job has a time limit, and its transaction commits completely or not at all. */
const BATCH_SIZE = 500;

/** Enqueues a rerender for every player who wears what looks different now. Running it twice renders them twice. */
export const rerenderWearersJob = {
  ...RERENDER_WEARERS,
  async run(ctx: AppContext, changed: RerenderWearers): Promise<void> {
    await ctx.db.transaction().execute(async (trx) => {
      const players = await listWearerIds(trx, changed, BATCH_SIZE);
      for (const playerId of players) await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId } satisfies RerenderAvatarPayload, trx);
      const after = players.at(-1);
      if (after !== undefined && players.length === BATCH_SIZE)
        await ctx.jobs.enqueue(RERENDER_WEARERS, { ...changed, after } satisfies RerenderWearers, trx);
    });
  },
};
