import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { HelpRequestKind } from '../../help-requests/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import type { Role } from '../../../shared/permissions.ts';
import { stateCondition } from '../report-queue/rules.ts';
import type { ReportStateFilter } from '../schema.ts';

export type HelpRequestRow = {
  id: string;
  player_id: string;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: Role;
  kind: HelpRequestKind;
  is_asked: boolean;
  words: string;
  state: ReportState;
  created_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`h.id, h.player_id, p.username, p.display_name, p.avatar_url, p.role, h.kind, h.is_asked, h.words, h.state, h.created_at,
  h.decided_at`;
const FROM = sql`help_requests h join players p on p.id = h.player_id`;

/** Requests, oldest first, without those of `viewerId`. */
export async function listHelpRequests(
  db: Database,
  viewerId: string,
  state: ReportStateFilter,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<HelpRequestRow[]> {
  const { rows } = await sql<HelpRequestRow>`
    select ${COLUMNS} from ${FROM} where ${sql.raw(stateCondition('h.state', state))} and h.player_id <> ${viewerId}
      ${after ? sql`and (h.created_at, h.id) > (${after.at}, ${after.id})` : sql``}
    order by h.created_at, h.id limit ${limit}`.execute(db);
  return rows;
}

/** One request. */
export async function findHelpRequest(db: Database, id: string): Promise<HelpRequestRow | undefined> {
  const { rows } = await sql<HelpRequestRow>`select ${COLUMNS} from ${FROM} where h.id = ${id}`.execute(db);
  return rows[0];
}

/** The requests of one player, newest first. */
export async function listHelpRequestsOfPlayer(db: Database, playerId: string, limit: number): Promise<HelpRequestRow[]> {
  const { rows } = await sql<HelpRequestRow>`
    select ${COLUMNS} from ${FROM} where h.player_id = ${playerId} order by h.created_at desc, h.id limit ${limit}`.execute(db);
  return rows;
}

/** Changes the state of a request that is in one of the given states. @returns whether it was */
export async function updateHelpRequestState(
  trx: Transaction<DB>,
  id: string,
  from: ReportState[],
  to: ReportState,
  decidedAt: Date | null,
): Promise<boolean> {
  const done = await trx
    .updateTable('help_requests')
    .set({ state: to, decided_at: decidedAt })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
