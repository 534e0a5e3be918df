import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import { audienceCondition } from './audience.rules.ts';

export type AnnouncementRow = Selectable<DB['announcements']>;

/** An announcement whose line is shown, now or soon. */
export type OpenAnnouncement = {
  id: number;
  text: string;
  linkLabel: string | null;
  linkPath: string | null;
  audience: AnnouncementRow['audience'];
  /** The highest content mark of the games that it is about. */
  minAge: ContentMark;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
};

/** The content mark of a game, as an SQL expression: 0 for no game, null for one that is hidden or gone. @param id SQL expression for its id */
const markOf = (id: string) =>
  `case when ${id} is null then 0 else (select g.min_age from games g where g.id = ${id} and g.hidden_at is null) end`;

/** The mark that decides who may know of an announcement `a`; null: nobody may. */
const ANNOUNCEMENT_MARK = `(select case when count(mark) = 2 then max(mark) end
  from (values (${markOf('a.link_game_id')}), (${markOf('a.game_id')})) marks (mark))`;

/** More than ever run at once: a bound on what each process reads every few seconds. */
const OPEN_READ_MAX = 100;

/** Announcements that run, or begin before `soon`; not those about games that are hidden. */
export async function listOpen(db: Database, { now, soon }: { now: Date; soon: Date }): Promise<OpenAnnouncement[]> {
  const { rows } = await sql<OpenAnnouncement>`
    select * from (
      select a.id, a.text, a.link_label as "linkLabel", a.link_path as "linkPath", a.audience, ${sql.raw(ANNOUNCEMENT_MARK)} as "minAge",
        a.starts_at as "startsAt", a.ends_at as "endsAt", a.ended_at as "endedAt"
      from announcements a where a.ended_at is null and a.ends_at > ${now} and a.starts_at <= ${soon}
    ) open where "minAge" is not null order by "startsAt", id limit ${OPEN_READ_MAX}`.execute(db);
  return rows;
}

const AUDIENCE_OF = {
  name: 'announcements for a player',
  text: `select a.id from announcements a where a.id = any ($1::int[]) and ${audienceCondition('a', '$2::uuid', '$3::timestamptz')}`,
};

/** Which of these announcements are for a player. */
export async function filterForPlayer(prepared: QueryPrepared, ids: readonly number[], playerId: string, at: Date): Promise<Set<number>> {
  const rows = await prepared<{ id: number }>(AUDIENCE_OF, [ids, playerId, at]);
  return new Set(rows.map(({ id }) => id));
}

/** The mark of an announcement; null if it is about a game that is hidden or gone. */
export async function findMark(trx: Kysely<DB>, id: number): Promise<ContentMark | null> {
  const { rows } = await sql<{ mark: ContentMark | null }>`
    select ${sql.raw(ANNOUNCEMENT_MARK)} as mark from announcements a where a.id = ${id}`.execute(trx);
  return rows[0]?.mark ?? null;
}

export type ListedRow = AnnouncementRow & { game_title: string | null; made_by: string | null };

/** Announcements, the latest start first. @param after the last one that was shown */
export async function listAnnouncements(db: Database, limit: number, after: { at: Date; id: string } | null): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select a.*, g.title as game_title,
      (select l.actor_name from audit_log l where l.subject_kind = 'announcement' and l.subject_id = a.id::text order by l.id limit 1) as made_by
    from announcements a left join games g on g.id = a.game_id
    ${after === null ? sql`` : sql`where (a.starts_at, a.id) < (${after.at}::timestamptz, ${Number(after.id)}::int)`}
    order by a.starts_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** An announcement by its id. */
export async function findAnnouncement(db: Database, id: number): Promise<AnnouncementRow | undefined> {
  return db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An announcement, locked until the commit. */
export async function lockAnnouncement(trx: Transaction<DB>, id: number): Promise<AnnouncementRow | undefined> {
  return trx.selectFrom('announcements').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** What operators write. */
export type AnnouncementColumns = Pick<
  AnnouncementRow,
  'text' | 'link_label' | 'link_path' | 'link_game_id' | 'audience' | 'plans' | 'game_id' | 'starts_at' | 'ends_at' | 'has_bell'
>;

/** Adds an announcement. @returns its id; null if this form made one before */
export async function insertAnnouncement(
  trx: Transaction<DB>,
  formId: string,
  columns: AnnouncementColumns,
  now: Date,
): Promise<number | null> {
  const row = await trx
    .insertInto('announcements')
    .values({ form_id: formId, ...columns, created_at: now })
    .onConflict((on) => on.column('form_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The announcement that a form made. */
export async function findByForm(trx: Transaction<DB>, formId: string): Promise<AnnouncementRow | undefined> {
  return trx.selectFrom('announcements').selectAll().where('form_id', '=', formId).executeTakeFirst();
}

/** Changes a locked announcement, which becomes a new version. */
export async function updateAnnouncement(
  trx: Transaction<DB>,
  id: number,
  columns: AnnouncementColumns | Pick<AnnouncementRow, 'ended_at'>,
): Promise<void> {
  await trx
    .updateTable('announcements')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a locked announcement. */
export async function deleteAnnouncement(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('announcements').where('id', '=', id).execute();
}

/** A game that is not hidden, by its id or its whole title. */
export async function findGame(db: Database, name: string): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from games where hidden_at is null and (id = ${name} or lower(title) = lower(${name}))
    order by id <> ${name}, id limit 1`.execute(db);
  return rows[0];
}
