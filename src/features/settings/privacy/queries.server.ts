import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import type { PrivacySettings } from './schema.ts';

/** A player's privacy settings; null if they never saved any. */
export async function findPrivacySettings(db: Kysely<DB>, playerId: string): Promise<PrivacySettings | null> {
  const row = await db
    .selectFrom('privacy')
    .select(['profile', 'finding', 'asking', 'online'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row ?? null;
}

/** The age band of a player; null if it is not known. */
export async function findAgeBand(db: Kysely<DB>, playerId: string): Promise<AgeBand | null> {
  const row = await db.selectFrom('players').select('age_band').where('id', '=', playerId).executeTakeFirst();
  // The column's check allows these alone.
  return (row?.age_band ?? null) as AgeBand | null;
}

/** Saves a player's privacy settings. */
export async function savePrivacySettings(
  trx: Transaction<DB>,
  playerId: string,
  { profile, finding, asking, online }: PrivacySettings,
): Promise<void> {
  await sql`
    insert into privacy (player_id, profile, finding, asking, online) values (${playerId}, ${profile}, ${finding}, ${asking}, ${online})
    on conflict (player_id) do update
      set profile = excluded.profile, finding = excluded.finding, asking = excluded.asking, online = excluded.online`.execute(trx);
}

/** Whether a player is online. @param since players seen after this time are online */
export async function isOnline(db: Kysely<DB>, playerId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('presence')
    .select('player_id')
    .where('player_id', '=', playerId)
    .where('is_offline', '=', false)
    .where('seen_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
