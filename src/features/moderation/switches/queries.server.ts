import type { Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Sets a switch. @returns false where it stood so already, or where there is none of this name */
export async function setSwitch(trx: Kysely<DB>, name: string, isOn: boolean, at: Date): Promise<boolean> {
  const done = await trx
    .updateTable('switches')
    .set({ is_on: isOn, changed_at: at })
    .where('name', '=', name)
    .where('is_on', '<>', isOn)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
