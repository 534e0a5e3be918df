import type { Database } from '../../../infra/database/database.ts';
import type { Role } from '../../../shared/permissions.ts';

export type NewPlayer = {
  id: string;
  username: string;
  displayName: string;
  email: string;
  role: Role;
  isDemo: boolean;
  passwordId: string;
  passwordHash: string;
};

/** Inserts a confirmed account with a password. @returns false if the username or the email address is taken. */
export async function insertConfirmedPlayer(db: Database, player: NewPlayer): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('players')
      .values({
        id: player.id,
        username: player.username,
        display_name: player.displayName,
        email: player.email,
        email_confirmed: true,
        role: player.role,
        is_demo: player.isDemo,
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await trx
      .insertInto('identities')
      .values({
        id: player.passwordId,
        player_id: player.id,
        provider: 'credential',
        subject: player.id,
        password_hash: player.passwordHash,
      })
      .execute();
    return true;
  });
}

/** Which of these usernames are taken. */
export async function findTakenUsernames(db: Database, usernames: string[]): Promise<string[]> {
  const rows = await db.selectFrom('players').select('username').where('username', 'in', usernames).execute();
  return rows.map((row) => row.username);
}

/** Up to `limit` accounts that were created in demo mode, ordered by name: ids created in the same millisecond have no order. */
export async function listDemoUsernames(db: Database, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('players').select('username').where('is_demo', '=', true).orderBy('username').limit(limit).execute();
  return rows.map((row) => row.username);
}

/** Deletes the accounts that were created in demo mode with all their data. @returns the number of accounts. */
export async function deleteDemoPlayers(db: Database): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('players').where('is_demo', '=', true).executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns false if there is no such player. */
export async function setRole(db: Database, username: string, role: Role, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('players')
    .set({ role, updated_at: now })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
