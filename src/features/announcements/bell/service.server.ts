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
 * @returns how many players were notified
 * @throws AppError 'not-allowed'
 */
export async function notifyPlayers(ctx: AppContext, actor: Actor, batches = BATCHES_PER_RUN): Promise<number> {
  authorize(actor, 'announcement:run');
  let notified = 0;
  let left = batches;
  for (const id of await queries.listUnfinished(ctx.db, ctx.now()))
    for (let isMore = true; isMore && left > 0; left--) {
      const batch = await notifyBatch(ctx, id);
      publishNotifications(ctx, batch.notified);
      notified += batch.notified.length;
      isMore = batch.isMore;
    }
  await queries.clearCursors(ctx.db, ctx.now());
  return notified;
}

/** Notifies the next players of one announcement. @returns whom, and whether there are more */
async function notifyBatch(ctx: AppContext, id: number): Promise<{ notified: string[]; isMore: boolean }> {
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    const row = await lockAnnouncement(trx, id);
    // Ended, deleted, or told to all by another run meanwhile.
    if (!row || row.bell_done_at !== null || !isRunning(row, now)) return { notified: [], isMore: false };
    const mark = await findMark(trx, id);
    // Its game is hidden now, and may be back in a minute.
    if (mark === null) return { notified: [], isMore: false };
    const players = await queries.listCandidates(trx, {
      id,
      cursor: row.bell_cursor,
      bands: listBands(mark),
      now,
      limit: PLAYERS_PER_BATCH,
    });
    const isMore = players.length === PLAYERS_PER_BATCH;
    const notified = await createNotifications(
      ctx,
      trx,
      players
        .filter((player) => player.is_included)
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
    await queries.saveProgress(trx, id, { cursor: last, notified: notified.length, done: isMore ? null : now });
    return { notified, isMore };
  });
}

function isRunning(row: { starts_at: Date; ends_at: Date; ended_at: Date | null }, now: Date): boolean {
  return getState({ startsAt: row.starts_at, endsAt: row.ends_at, endedAt: row.ended_at }, now) === 'running';
}
