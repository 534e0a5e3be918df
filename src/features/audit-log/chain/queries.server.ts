import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** A link of the chain, with what its hash is made of. */
export type LinkRow = {
  position: number;
  entry_id: string;
  kind: 'added' | 'redacted';
  content_hash: string;
  hash: string;
  /** Whether it is the last link of its entry. */
  is_latest: boolean;
  /** The entry as it is now, as the text that was hashed; null if there is no such entry. */
  content: string | null;
};

/** Links in the order of the chain. Their hashes are compared by the caller: a function of the database could have been replaced too. */
export async function listLinks(db: Kysely<DB>, after: number, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select c.position, c.entry_id, c.kind, encode(c.content_hash, 'hex') as content_hash, encode(c.hash, 'hex') as hash,
      not exists (select from audit_chain later where later.entry_id = c.entry_id and later.position > c.position) as is_latest,
      case when a.id is not null then jsonb_build_array(a.salt, a.id, extract(epoch from a.at), a.actor_id, a.actor_name, a.action,
        a.subject_kind, a.subject_id, a.note, a.details)::text end as content
    from audit_chain c left join audit_log a on a.id = c.entry_id
    where c.position > ${after} order by c.position limit ${limit}`.execute(db);
  return rows;
}

/** The ids of entries that are in no link. */
export async function listUnchainedEntries(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_log a where not exists (select from audit_chain c where c.entry_id = a.id) order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last link of the chain; null if the log is empty. */
export async function findLastLink(db: Database): Promise<{ position: number; hash: string } | null> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select position, encode(hash, 'hex') as hash from audit_chain order by position desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Runs the work on the log as it is in this moment. A long log takes longer than a page may. */
export async function readSnapshot<T>(db: Database, read: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = '10min'`.execute(trx);
      return read(trx);
    });
}
