import type { Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Sets a feature flag. @returns false if it already had this value or does not exist */
export async function setFeatureFlag(trx: Kysely<DB>, name: string, isOn: boolean, at: Date): Promise<boolean> {
  const result = await trx
    .updateTable('feature_flags')
    .set({ is_enabled: isOn, changed_at: at })
    .where('name', '=', name)
    .where('is_enabled', '<>', isOn)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
