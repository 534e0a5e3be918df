import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';

/** Adds an entry to the audit log of the team. */
export async function insertAuditEntry(
  trx: Transaction<DB>,
  entry: {
    id: string;
    /** Null for what no player did. */
    actorId: string | null;
    actorName: string;
    action: string;
    subjectKind: string;
    subjectId: string;
    note: string;
    details: object;
  },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      id: entry.id,
      actor_id: entry.actorId,
      actor_name: entry.actorName,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      note: entry.note,
      details: JSON.stringify(entry.details),
    })
    .execute();
}

export type AuditLogRow = { id: string; at: Date; actor_name: string; action: string; note: string; subject_id: string };

/** What the log says about one subject, such as `game` and a game's id; newest first. */
export async function listAuditEntries(db: Kysely<DB>, subjectKind: string, subjectId: string, limit: number): Promise<AuditLogRow[]> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name', 'action', 'note', 'subject_id'])
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest entries about all subjects of a kind of which there are few, such as `switch`. */
export async function listAuditEntriesOfKind(db: Kysely<DB>, subjectKind: string, limit: number): Promise<AuditLogRow[]> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name', 'action', 'note', 'subject_id'])
    .where('subject_kind', '=', subjectKind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The username of the actor. */
export async function getUsername(trx: Transaction<DB>, playerId: string): Promise<string> {
  const row = await trx.selectFrom('players').select('username').where('id', '=', playerId).executeTakeFirst();
  return row?.username ?? '';
}

/** Private data that somebody of the team read. */
export type DataAccessRow = { id: string; subjectId: string; details: object };

/** Adds entries for what a player read, except for what they read after `since`. */
export async function insertDataAccess(
  db: Kysely<DB>,
  access: { actorId: string; action: string; subjectKind: string; at: Date; since: Date },
  rows: DataAccessRow[],
): Promise<void> {
  const { actorId, action, subjectKind, at, since } = access;
  await sql`
    insert into audit_log (id, at, actor_id, actor_name, action, subject_kind, subject_id, details)
    select l.id, ${at}, p.id, p.username, ${action}, ${subjectKind}, l.subject_id, l.details::jsonb
    from players p, unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.subjectId)}::text[],
      ${rows.map((row) => JSON.stringify(row.details))}::text[]) as l (id, subject_id, details)
    where p.id = ${actorId} and not exists (
      select from audit_log a where a.subject_kind = ${subjectKind} and a.subject_id = l.subject_id and a.actor_id = p.id
        and a.action = ${action} and a.at > ${since})
    order by l.id`.execute(db);
}
