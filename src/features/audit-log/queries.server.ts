import type { Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';

/** Adds an entry to the audit log of the team. */
export async function insertAuditEntry(
  trx: Transaction<DB>,
  entry: {
    id: string;
    actorId: string;
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

/** The username of the actor. */
export async function getUsername(trx: Transaction<DB>, playerId: string): Promise<string> {
  const row = await trx.selectFrom('players').select('username').where('id', '=', playerId).executeTakeFirst();
  return row?.username ?? '';
}
