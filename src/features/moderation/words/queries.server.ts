import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { StoredLists } from './rules.ts';

/** All shipped lists, and all changes by moderators. */
export async function getStoredLists(db: Database): Promise<StoredLists> {
  const lists = await db.selectFrom('filter_lists').select(['name', 'text']).orderBy('name').execute();
  const changes = await db.selectFrom('filter_entries').select(['list', 'entry', 'is_enabled']).execute();
  return { lists, changes };
}

/** Locks the lists until the end of the transaction, which serializes concurrent moderators. */
export async function lockLists(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('filter entries', 0))`.execute(trx);
}

/** Adds or removes an entry. */
export async function saveEntry(trx: Transaction<DB>, one: { list: string; entry: string; isOn: boolean }): Promise<void> {
  // The filter compares only the latest `changed_at`. Each one must be later than all before, including one from another process whose
  // transaction began earlier.
  await sql`
    insert into filter_entries (list, entry, is_enabled, changed_at)
    select ${one.list}::text, ${one.entry}::text, ${one.isOn}::boolean, greatest(clock_timestamp(), max(changed_at) + interval '1 microsecond') from filter_entries
    on conflict (list, entry) do update set is_enabled = excluded.is_enabled, changed_at = excluded.changed_at`.execute(trx);
}

export type WordAuditRow = { id: string; at: Date; actor_name: string; action: string; note: string; list: string; entry: string };

/** Recent changes of the lists, newest first. */
export async function listRecentChanges(db: Database, limit: number): Promise<WordAuditRow[]> {
  // Queries each list separately, because the index of the audit log starts with the subject; reads at most `limit` rows per list.
  const { rows } = await sql<WordAuditRow>`
    select last.* from filter_lists l cross join lateral (
      select id, at, actor_name, action, note, subject_id as list, details->>'entry' as entry from audit_log
      where subject_kind = 'filter' and subject_id = l.name order by id desc limit ${limit}
    ) last order by last.id desc limit ${limit}`.execute(db);
  return rows;
}
