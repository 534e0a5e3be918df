import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { TextKind, TextSource } from '../markdown/schema.ts';
import type { VersionState } from './schema.ts';

export type VersionRow = TextSource & { number: number; state: VersionState; base: string | null };
/** A version with who saved it: null for somebody whose account is gone. `erasedAt`: since then it has no words. */
export type SavedVersionRow = VersionRow & { savedBy: string | null; savedById: string | null; savedAt: Date; erasedAt: Date | null };

const COLUMNS = ['v.kind', 'v.slug', 'v.number', 'v.state', 'v.front', 'v.body', 'v.base'] as const;

/** Tells whether anything was saved since: a number that grows with each version of any text; 0 before the first. */
export async function getNewestPosition(db: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`select coalesce(max(position), 0)::text as position from text_versions`.execute(db);
  return rows[0]?.position ?? '0';
}

/** The newest version of each text that is no draft. */
export async function listShownVersions(db: Kysely<DB>): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('text_versions as v')
    .distinctOn(['v.kind', 'v.slug'])
    .select(COLUMNS)
    .where('v.state', '<>', 'draft')
    .orderBy('v.kind')
    .orderBy('v.slug')
    .orderBy('v.number', 'desc')
    .execute();
  return rows as VersionRow[];
}

/** The newest version of one text that is no draft, however many drafts lie above it. */
export async function findShownVersion(db: Kysely<DB>, kind: TextKind, slug: string): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('text_versions as v')
    .select(COLUMNS)
    .where('v.kind', '=', kind)
    .where('v.slug', '=', slug)
    .where('v.state', '<>', 'draft')
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

/** The newest version of each text, drafts too. */
export async function listNewestVersions(db: Kysely<DB>): Promise<SavedVersionRow[]> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('players as p', 'p.id', 'v.saved_by')
    .distinctOn(['v.kind', 'v.slug'])
    .select([...COLUMNS, 'p.display_name as savedBy', 'v.saved_by as savedById', 'v.saved_at as savedAt', 'v.erased_at as erasedAt'])
    .orderBy('v.kind')
    .orderBy('v.slug')
    .orderBy('v.number', 'desc')
    .execute();
  return rows as SavedVersionRow[];
}

/** The newest versions of one text, newest first. */
export async function listVersions(db: Kysely<DB>, kind: TextKind, slug: string, limit: number): Promise<SavedVersionRow[]> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('players as p', 'p.id', 'v.saved_by')
    .select([...COLUMNS, 'p.display_name as savedBy', 'v.saved_by as savedById', 'v.saved_at as savedAt', 'v.erased_at as erasedAt'])
    .where('v.kind', '=', kind)
    .where('v.slug', '=', slug)
    .orderBy('v.number', 'desc')
    .limit(limit)
    .execute();
  return rows as SavedVersionRow[];
}

/** One version of a text that has its words; undefined for one whose words were erased. */
export async function findVersion(db: Kysely<DB>, kind: TextKind, slug: string, number: number): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom('text_versions as v')
    .select(COLUMNS)
    .where('v.kind', '=', kind)
    .where('v.slug', '=', slug)
    .where('v.number', '=', number)
    .where('v.erased_at', 'is', null)
    .executeTakeFirst();
  return row as VersionRow | undefined;
}

/** Erases the words of a version; the caller has the lock. */
export async function eraseVersionWords(trx: Transaction<DB>, kind: TextKind, slug: string, number: number, at: Date): Promise<void> {
  await sql`
    update text_versions set front = '{}', body = '', erased_at = ${at}
    where kind = ${kind} and slug = ${slug} and number = ${number} and erased_at is null`.execute(trx);
}

/** Who erased the words of a version, and why, by its number. */
export async function listErasureNotes(db: Kysely<DB>, kind: TextKind, slug: string): Promise<Map<number, { by: string; note: string }>> {
  const { rows } = await sql<{ number: number; by: string; note: string }>`
    select (details ->> 'erased')::int as number, actor_name as by, note from audit_log
    where subject_kind = 'text' and subject_id = ${`${kind}/${slug}`} and action = 'erase-text-version'`.execute(db);
  return new Map(rows.map(({ number, by, note }) => [number, { by, note }]));
}

/** Why each version of a text was published or withdrawn, by its number: from the audit log, which has the note once. */
export async function listVersionNotes(db: Kysely<DB>, kind: TextKind, slug: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; note: string }>`
    select (details ->> 'version')::int as number, note from audit_log
    where subject_kind = 'text' and subject_id = ${`${kind}/${slug}`} and details ? 'version'`.execute(db);
  return new Map(rows.map(({ number, note }) => [number, note]));
}

/** Nobody else saves a text until the transaction ends: what a text leads to is checked with all others as they are. */
export async function lockTexts(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('text versions', 0))`.execute(trx);
}

/** Adds a version. */
export async function insertVersion(
  trx: Transaction<DB>,
  { front, ...version }: VersionRow & { id: string; saved_by: string | null; saved_at: Date },
): Promise<void> {
  await trx
    .insertInto('text_versions')
    .values({ ...version, front: JSON.stringify(front) })
    .execute();
}
