import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** Which entries somebody of the team does not see: those about or from themselves, and about groups that they are party to. */
const OTHERS = {
  reports: () => sql`true`,
  player_reports: (viewerId) => sql`reported_player_id <> ${viewerId}`,
  help_requests: (viewerId) => sql`player_id <> ${viewerId}`,
  group_reports: (viewerId) => sql`not is_party_to_group(${viewerId}, group_id)`,
} as const satisfies Record<string, (viewerId: string) => RawBuilder<unknown>>;

/**
 * The number of open reports, and how many of them were created before a given time.
 * @param viewerId who counts: what is about them is left out
 */
export async function countWaitingReports(
  db: Database,
  table: keyof typeof OTHERS,
  lateBefore: Date,
  viewerId: string,
): Promise<{ waiting: number; late: number }> {
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, (count(*) filter (where created_at < ${lateBefore}))::int as late
    from ${sql.table(table)} where state in ('new', 'reviewing') and ${OTHERS[table](viewerId)}`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0 };
}
