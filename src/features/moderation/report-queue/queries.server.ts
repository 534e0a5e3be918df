import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** Whom an entry is about, or comes from. Games are nobody. */
const PERSON = { reports: null, player_reports: 'reported_player_id', help_requests: 'player_id' } as const;

/**
 * The number of open reports, and how many of them were created before a given time.
 * @param viewerId who counts: what is about them is left out
 */
export async function countWaitingReports(
  db: Database,
  table: 'reports' | 'player_reports' | 'help_requests',
  lateBefore: Date,
  viewerId: string,
): Promise<{ waiting: number; late: number }> {
  const person = PERSON[table];
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, (count(*) filter (where created_at < ${lateBefore}))::int as late
    from ${sql.table(table)} where state in ('new', 'reviewing') ${person === null ? sql`` : sql`and ${sql.ref(person)} <> ${viewerId}`}`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, late: 0 };
}
