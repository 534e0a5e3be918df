import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { Adjustment } from '../schema.ts';

/** The wallet's owner. */
export async function findOwner(db: Database, playerId: string) {
  return db.selectFrom('players').select(['id', 'username', 'display_name']).where('id', '=', playerId).executeTakeFirst();
}

export type AdjustmentRow = { id: string; at: Date; actor_name: string; action: Adjustment; amount: number; note: string };

/** Operators' adjustments of a wallet, newest first. */
export async function listAdjustments(db: Database, playerId: string, limit: number): Promise<AdjustmentRow[]> {
  const { rows } = await sql<AdjustmentRow>`
    select id, at, actor_name, replace(action, 'wallet-', '') as action, (details ->> 'amount')::int as amount, note
    from audit_log where subject_kind = 'wallet' and subject_id = ${playerId} order by id desc limit ${limit}`.execute(db);
  return rows;
}
