import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** A player's friend code. */
export async function findFriendCode(db: Kysely<DB>, playerId: string): Promise<string | null> {
  const row = await db.selectFrom('friend_codes').select('code').where('player_id', '=', playerId).executeTakeFirst();
  return row?.code ?? null;
}

/** Sets a player's friend code. @returns false if the code is already taken */
export async function saveFriendCode(db: Database, playerId: string, code: string): Promise<boolean> {
  const done = await sql`
    insert into friend_codes (player_id, code) select ${playerId}, ${code} where not exists (select 1 from friend_codes where code = ${code})
    on conflict (player_id) do update set code = excluded.code`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Gives a player this code unless they already have one or it is taken. @returns the player's code afterwards */
export async function ensureFriendCode(db: Database, playerId: string, code: string): Promise<string | null> {
  await sql`insert into friend_codes (player_id, code) values (${playerId}, ${code}) on conflict do nothing`.execute(db);
  return findFriendCode(db, playerId);
}

/** The id of the player who owns a friend code. */
export async function findPlayerIdByCode(prepared: QueryPrepared, code: string): Promise<string | null> {
  const [row] = await prepared<{ player_id: string }>({ name: 'friend code', text: 'select player_id from friend_codes where code = $1' }, [
    code,
  ]);
  return row?.player_id ?? null;
}

/** Makes a friendship one by code, as if one of the two had asked with it. */
export async function saveFriendshipByCode(trx: Transaction<DB>, one: string, other: string): Promise<void> {
  await sql`
    update friendships set is_by_code = true
    where low_id = least(${one}::uuid, ${other}::uuid) and high_id = greatest(${one}::uuid, ${other}::uuid) and state = 'accepted'`.execute(
    trx,
  );
}
