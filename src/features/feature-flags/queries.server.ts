import { sql, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { FeatureFlag } from './schema.ts';

export type FlagRow = { name: string; is_enabled: boolean; message: string | null; version: number };
const COLUMNS = ['name', 'is_enabled', 'message', 'version'] as const;

/** All flags. */
export async function listFlags(db: Database): Promise<FlagRow[]> {
  return db.selectFrom('feature_flags').select(COLUMNS).execute();
}

/** Locks a flag: of two operators, the second one sees what the first one did. */
export async function lockFlag(trx: Transaction<DB>, name: FeatureFlag): Promise<FlagRow> {
  return trx.selectFrom('feature_flags').select(COLUMNS).where('name', '=', name).forUpdate().executeTakeFirstOrThrow();
}

/** Changes a flag, and counts the change. */
export async function updateFlag(
  trx: Transaction<DB>,
  name: FeatureFlag,
  change: { isEnabled: boolean; message: string | null; at: Date },
): Promise<void> {
  await trx
    .updateTable('feature_flags')
    .set({ is_enabled: change.isEnabled, message: change.message, changed_at: change.at, version: sql`version + 1` })
    .where('name', '=', name)
    .execute();
}
