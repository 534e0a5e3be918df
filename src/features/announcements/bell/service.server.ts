import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { arePushesFew } from '../../push/delivery/service.server.ts';
import { findMark, lockAnnouncement } from '../queries.server.ts';
import { getState, listBands } from '../rules.ts';
import { texts } from '../texts.ts';
import * as queries from './queries.server.ts';
import { BATCHES_PER_RUN, PLAYERS_PER_BATCH } from './rules.ts';

/**
 * Writes what is announced into the bells of the players whom it is for: so many in a run, the rest in the next ones. Each player is told
 * once, also if a run is cut off or two run at once: the place in the list of players is saved in the transaction that tells them, and the
 * announcement is locked meanwhile. Ending it stops that.
 * @param batches at most so many
 * @returns how many players were told
 * @throws AppError 'not-allowed'
 */
export async function tellPlayers(ctx: AppContext, actor: Actor, batches = BATCHES_PER_RUN): Promise<number> {
  authorize(actor, 'announcement:run');
  let told = 0;
  let left = batches;
  for (const id of await queries.listToTell(ctx.db, ctx.now()))
    for (let isMore = true; isMore && left > 0; left--) {
      const batch = await tellBatch(ctx, id);
      publishNotifications(ctx, batch.told);
      told += batch.told.length;
      isMore = batch.isMore;
    }
  await queries.clearCursors(ctx.db, ctx.now());
  return told;
}

/** Tells the next players of one announcement. @returns whom it told, and whether there are more */
async function tellBatch(ctx: AppContext, id: number): Promise<{ told: string[]; isMore: boolean }> {
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    const row = await lockAnnouncement(trx, id);
    // Ended, deleted, or told to all by another run meanwhile.
    if (!row || row.bell_done_at !== null || !isRunning(row, now)) return { told: [], isMore: false };
    const mark = await findMark(trx, id);
    // Its game is hidden now, and may be back in a minute.
    if (mark === null) return { told: [], isMore: false };
    const players = await queries.lookAtPlayers(trx, {
      id,
      cursor: row.bell_cursor,
      bands: listBands(mark),
      now,
      limit: PLAYERS_PER_BATCH,
    });
    const isMore = players.length === PLAYERS_PER_BATCH;
    const told = await createNotifications(
      ctx,
      trx,
      players
        .filter((player) => player.is_told)
        .map(({ id: playerId }) => ({
          playerId,
          type: 'general',
          title: texts.bellTitle,
          message: row.text,
          relatedId: row.link_path,
          event: `announcement ${id}`,
        })),
      // A million at once would keep a message between friends waiting for hours.
      (await arePushesFew(trx)) ? 'after-others' : 'none',
    );
    const last = players.at(-1)?.id ?? row.bell_cursor;
    await queries.saveProgress(trx, id, { cursor: last, told: told.length, done: isMore ? null : now });
    return { told, isMore };
  });
}

function isRunning(row: { starts_at: Date; ends_at: Date; ended_at: Date | null }, now: Date): boolean {
  return getState({ startsAt: row.starts_at, endsAt: row.ends_at, endedAt: row.ended_at }, now) === 'running';
}
