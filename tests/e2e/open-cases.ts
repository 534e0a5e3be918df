import { query } from './players.ts';

const TABLES = ['player_reports', 'group_reports', 'reports', 'help_requests', 'contact_messages', 'case_assignments'];

/** Removes what other journeys of a site left for the team to decide. */
export async function removeOpenCases(dataDir: string | undefined): Promise<void> {
  for (const table of TABLES) await query(`delete from ${table}`, [], dataDir);
  // An approved picture is somebody's, and waits for nothing.
  await query(`delete from avatar_uploads where state = 'waiting'`, [], dataDir);
}
