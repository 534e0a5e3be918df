import type { AppContext } from '../../../context.server.ts';
import { REDRAW, type Redraw } from '../../avatars/redrawing/schema.ts';
import { wearers } from './queries.server.ts';
import { REDRESS, type Redress } from './schema.ts';

/** Players that one job sees to: a job has its time, and what it has done is kept whole or not at all. */
const AT_ONCE = 500;

/** Has everybody drawn anew who wears what looks different now. Run twice, they are drawn twice. */
export const redressJob = {
  ...REDRESS,
  async run(ctx: AppContext, what: Redress): Promise<void> {
    await ctx.db.transaction().execute(async (trx) => {
      const players = await wearers(trx, what, AT_ONCE);
      for (const playerId of players) await ctx.jobs.enqueue(REDRAW, { playerId } satisfies Redraw, trx as never);
      const after = players.at(-1);
      if (after !== undefined && players.length === AT_ONCE)
        await ctx.jobs.enqueue(REDRESS, { ...what, after } satisfies Redress, trx as never);
    });
  },
};
