import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** The number of open reports, and how many of them were created before a given time. */
export async function countWaitingReports(
  db: Database,
  table: 'reports' | 'player_reports' | 'help_requests',
  lateBefore: Date,
): Promise<{ waiting: number; late: number }> {
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, (count(*) filter (where created_at < ${lateBefore}))::int as late
    from ${sql.table(table)} where state in ('new', 'reviewing')`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0 };
}
