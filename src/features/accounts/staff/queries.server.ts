import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { isId } from '../../../shared/ids.ts';
import type { AgeBand, Role } from '../../../shared/permissions.ts';

export type NewPlayer = {
  id: string;
  username: string;
  displayName: string;
  email: string;
  role: Role;
  isDemo: boolean;
  createdAt: Date;
  passwordId: string;
  passwordHash: string;
  /** '2012-03'; null: asked after the first sign-in. */
  birthMonth: string | null;
  ageBand: AgeBand | null;
};

/**
 * Inserts confirmed accounts with a password, except those whose username or email address is taken.
 * @returns the ids of those that were inserted
 */
export async function insertConfirmedPlayers(trx: Transaction<DB>, players: NewPlayer[]): Promise<string[]> {
  if (players.length === 0) return [];
  const inserted = await trx
    .insertInto('players')
    .values(
      players.map((player) => ({
        id: player.id,
        username: player.username,
        display_name: player.displayName,
        email: player.email,
        email_confirmed: true,
        role: player.role,
        is_demo: player.isDemo,
        birth_month: player.birthMonth,
        age_band: player.ageBand,
        created_at: player.createdAt,
        updated_at: player.createdAt,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  const ids = inserted.map(({ id }) => id);
  const added = players.filter(({ id }) => ids.includes(id));
  if (added.length === 0) return [];
  await trx
    .insertInto('identities')
    .values(
      added.map((player) => ({
        id: player.passwordId,
        player_id: player.id,
        provider: 'credential',
        subject: player.id,
        password_hash: player.passwordHash,
        created_at: player.createdAt,
        updated_at: player.createdAt,
      })),
    )
    .execute();
  return ids;
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

/**
 * Locks somebody who is to get a role, and the operator who gives it, until the end of the transaction: in one order, so that two who change
 * each other's role at once run one after the other.
 * @param who username or id
 * @returns the operator's role, and what is known of the other one; undefined if there is nobody
 */
export async function lockForRole(
  trx: Transaction<DB>,
  who: string,
  operatorId: string | null,
): Promise<{ operatorRole: Role | null; target: { role: Role; isLeaving: boolean } | undefined }> {
  const isTarget = isId(who) ? sql`id = ${who}` : sql`username = ${who}`;
  const { rows } = await sql<{ id: string; role: Role; is_leaving: boolean; is_target: boolean }>`
    select id, role, deletes_at is not null or closed_as is not null as is_leaving, ${isTarget} as is_target
    from players where ${isTarget} or id = ${operatorId} order by id for update`.execute(trx);
  const target = rows.find((row) => row.is_target);
  return {
    operatorRole: rows.find(({ id }) => id === operatorId)?.role ?? null,
    target: target && { role: target.role, isLeaving: target.is_leaving },
  };
}

/**
 * Gives a player a role, and ends the sessions of one that had another.
 * @param who username or id
 * @returns the player's id, the role before and the number of sessions that ended; null if there is no such player
 */
export async function setRole(
  trx: Transaction<DB>,
  who: string,
  role: Role,
  now: Date,
): Promise<{ id: string; from: Role; ended: number } | null> {
  const { rows } = await sql<{ id: string; from: Role; ended: number }>`
    with before as (select id, role from players where ${isId(who) ? sql`id = ${who}` : sql`username = ${who}`} for update),
    ended as (delete from sessions where player_id in (select id from before where role <> ${role}) returning id)
    update players set role = ${role}, updated_at = ${now} from before where players.id = before.id
    returning players.id, before.role as from, (select count(*) from ended) as ended`.execute(trx);
  return rows[0] ?? null;
}
