import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { Role } from '../../../shared/permissions.ts';
import type { ReviewState } from './schema.ts';

export type PictureRow = { id: string; player_id: string; username: string; display_name: string; role: Role; created_at: Date };

/**
 * Waiting pictures, oldest first, or approved ones, newest first; never the viewer's own.
 * @param after creation time and id of the last picture shown
 */
export async function listUploadsByState(
  db: Database,
  reviewState: ReviewState,
  viewerId: string,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<PictureRow[]> {
  const [state, comparison, direction] =
    reviewState === 'waiting' ? [sql`'waiting'`, sql`>`, sql`asc`] : [sql`'approved'`, sql`<`, sql`desc`];
  const { rows } = await sql<PictureRow>`
    select u.id, u.player_id, p.username, p.display_name, p.role, u.created_at
    from avatar_uploads u join players p on p.id = u.player_id
    where u.state = ${state} and u.player_id <> ${viewerId} ${after ? sql`and (u.created_at, u.id) ${comparison} (${after.at}, ${after.id})` : sql``}
    order by u.created_at ${direction}, u.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** How many pictures of other players wait, and how many of them were created before `lateBefore`. */
export async function countWaitingPictures(db: Database, viewerId: string, lateBefore: Date): Promise<{ waiting: number; late: number }> {
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, (count(*) filter (where created_at < ${lateBefore}))::int as late
    from avatar_uploads where state = 'waiting' and player_id <> ${viewerId}`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0 };
}

/** One picture with its state; never the viewer's own. */
export async function findPictureForReview(
  db: Database,
  id: string,
  viewerId: string,
): Promise<(PictureRow & { state: 'waiting' | 'approved' | 'refused' | 'deleted' }) | undefined> {
  return db
    .selectFrom('avatar_uploads as u')
    .innerJoin('players as p', 'p.id', 'u.player_id')
    .select(['u.id', 'u.player_id', 'p.username', 'p.display_name', 'p.role', 'u.created_at', 'u.state'])
    .where('u.id', '=', id)
    .where('u.player_id', '<>', viewerId)
    .executeTakeFirst();
}
