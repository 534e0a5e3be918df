import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

/** Saves the shipped lists. */
export async function saveLists(db: Database, lists: { name: string; text: string }[]): Promise<void> {
  await sql`
    insert into filter_lists (name, text)
    select name, text from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as shipped (name text, text text)
    on conflict (name) do update set text = excluded.text, changed_at = now() where filter_lists.text <> excluded.text`.execute(db);
}

/** Loads all lists with the changes by moderators applied. */
export async function loadLists(db: Database): Promise<{ name: string; text: string }[]> {
  const [lists, entries] = await Promise.all([
    db.selectFrom('filter_lists').select(['name', 'text']).orderBy('name').execute(),
    db.selectFrom('filter_entries').select(['list', 'entry', 'is_enabled']).execute(),
  ]);
  return lists.map(({ name, text }) => {
    const ownEntries = entries.filter((entry) => entry.list === name);
    const removed = new Set(ownEntries.filter((entry) => !entry.is_enabled).map((entry) => entry.entry));
    const remainingLines = text.split('\n').filter((line) => !removed.has(line.trim()));
    return { name, text: [...remainingLines, ...ownEntries.filter((entry) => entry.is_enabled).map((entry) => entry.entry)].join('\n') };
  });
}

/** A version string that changes whenever the lists change. */
export async function getListsVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat((select max(changed_at) from filter_lists), ' ', (select max(changed_at) from filter_entries), ' ',
      (select count(*) from filter_entries)) as mark`.execute(db);
  return rows[0]?.mark ?? '';
}
