import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';
import type { AgeBand } from '../../shared/permissions.ts';
import type { Language } from './schema.ts';

export type AskingPlayer = {
  id: string;
  username: string;
  email: string;
  /** The address that they want to have instead, while it waits to be confirmed. */
  next_email: string | null;
  age_band: AgeBand | null;
};

const selectPlayer = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('players as p')
    .select(['p.id', 'p.username', 'p.email', 'p.age_band'])
    .select((select) => select.selectFrom('email_changes as e').select('e.email').whereRef('e.player_id', '=', 'p.id').as('next_email'))
    .where('p.id', '=', id)
    .$narrowType<{ age_band: AgeBand | null }>();

/** The player who asks. */
export async function findPlayer(db: Kysely<DB>, id: string): Promise<AskingPlayer | undefined> {
  return selectPlayer(db, id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockPlayer(trx: Transaction<DB>, id: string): Promise<AskingPlayer | undefined> {
  return selectPlayer(trx, id).forNoKeyUpdate('p').executeTakeFirst();
}

export type GuardianshipRow = {
  id: string;
  guardian_id: string;
  email: string;
  mailbox: string;
  language: Language;
  state: 'asked' | 'given' | 'refused' | 'withdrawn';
  asked_at: Date;
  reminded_at: Date | null;
  reminder_count: number;
  decided_at: Date | null;
  is_mail_returned: boolean;
  is_asked_by_team: boolean;
  is_ended_by_team: boolean;
  confirmation_taken_at: Date | null;
  chat: 'off' | 'phrases' | 'friends' | null;
  buying: 'none' | 'ask' | 'up-to-a-sum' | null;
  monthly_limit_minor: number | null;
  mail_queued_at: Date | null;
  mail_taken_at: Date | null;
  mail_refused_at: Date | null;
};

/** The guardianship that counts for a player: the one that was given, else the latest that no other took the place of. With its last mail. */
export async function findGuardianship(db: Kysely<DB>, playerId: string): Promise<GuardianshipRow | undefined> {
  const { rows } = await sql<GuardianshipRow>`
    select s.id, s.guardian_id, s.email, g.mailbox, g.language, s.state, s.asked_at, s.reminded_at, s.reminder_count, s.decided_at, s.is_mail_returned,
      s.is_asked_by_team, s.is_ended_by_team, s.confirmation_taken_at, s.chat, s.buying, s.monthly_limit_minor, m.queued_at as mail_queued_at, m.taken_at as mail_taken_at, m.refused_at as mail_refused_at
    from guardianships s join guardians g on g.id = s.guardian_id
    left join lateral (select * from guardian_mails m where m.guardianship_id = s.id order by m.queued_at desc, m.id desc limit 1) m on true
    where s.player_id = ${playerId} and s.state <> 'replaced' order by s.state = 'given' desc, s.asked_at desc limit 1`.execute(db);
  return rows[0];
}

/** The request that the player took back last, while it is kept; whether another one followed it does not matter. */
export async function findTakenBack(
  db: Kysely<DB>,
  playerId: string,
): Promise<{ email: string; mailbox: string; asked_at: Date; taken_back_at: Date } | undefined> {
  return db
    .selectFrom('guardianships as s')
    .innerJoin('guardians as g', 'g.id', 's.guardian_id')
    .select(['s.email', 'g.mailbox', 's.asked_at', 's.taken_back_at'])
    .where('s.player_id', '=', playerId)
    .where('s.taken_back_at', 'is not', null)
    .orderBy('s.taken_back_at', 'desc')
    .limit(1)
    .$narrowType<{ taken_back_at: Date }>()
    .executeTakeFirst();
}

/** When a guardian of the player last said no, or took a consent back; null: never. That our mail came back, or that our team ended it, is no answer. */
export async function findLastRefusal(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('guardianships')
    .select(({ fn }) => fn.max('decided_at').as('at'))
    .where('player_id', '=', playerId)
    .where('state', 'in', ['refused', 'withdrawn'])
    .where('is_mail_returned', '=', false)
    .where('is_ended_by_team', '=', false)
    .executeTakeFirst();
  return row?.at ?? null;
}

export type AccountOfMailbox = { id: string; username: string; age_band: AgeBand | null };

/** The other players whose accounts have this mailbox, however its address is written. */
export async function listAccountsOfMailbox(db: Kysely<DB>, playerId: string, mailbox: string): Promise<AccountOfMailbox[]> {
  const { rows } = await sql<AccountOfMailbox>`
    select id, username, age_band from players where mailbox_of(email) = ${mailbox} and id <> ${playerId} order by username`.execute(db);
  return rows;
}

/** For how many other players under 18 the owner of a mailbox has agreed. */
export async function countOtherChildren(db: Kysely<DB>, mailbox: string, playerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from guardians g join guardianships s on s.guardian_id = g.id join players p on p.id = s.player_id
    where g.mailbox = ${mailbox} and s.state = 'given' and s.player_id <> ${playerId} and p.age_band is distinct from 18`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Locks the guardian with this mailbox, if we know them. Players are locked before, as everywhere. */
export async function lockGuardian(trx: Transaction<DB>, mailbox: string): Promise<void> {
  await trx.selectFrom('guardians').select('id').where('mailbox', '=', mailbox).forUpdate().execute();
}

/** Locks two guardians, always in the same order: one whom we know, and who has this mailbox, if we know them. Players are locked before. */
export async function lockGuardians(trx: Transaction<DB>, id: string, mailbox: string): Promise<void> {
  await sql`select id from guardians where id = ${id} or mailbox = ${mailbox} order by id for update`.execute(trx);
}

/** The guardian with this mailbox, also if somebody saves them at this moment. @returns their id */
export async function saveGuardian(trx: Transaction<DB>, guardian: { id: string; mailbox: string; at: Date }): Promise<string> {
  const row = await trx
    .insertInto('guardians')
    .values({ id: guardian.id, mailbox: guardian.mailbox, created_at: guardian.at })
    .onConflict((on) => on.column('mailbox').doUpdateSet((set) => ({ mailbox: set.ref('guardians.mailbox') })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Stores that a guardian is asked, also one who said no before, or in whose place another one was asked: a request that is taken up again has
 * the reminders that it had. @returns the id of the guardianship
 */
export async function saveRequest(
  trx: Transaction<DB>,
  request: { id: string; playerId: string; guardianId: string; email: string; isByTeam: boolean; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into guardianships as s (id, player_id, guardian_id, email, state, asked_at, is_asked_by_team)
    values (${request.id}, ${request.playerId}, ${request.guardianId}, ${request.email}, 'asked', ${request.at}, ${request.isByTeam})
    on conflict (player_id, guardian_id) do update set
      email = excluded.email, state = 'asked', asked_at = excluded.asked_at, reminded_at = null, decided_at = null, is_mail_returned = false,
      is_asked_by_team = excluded.is_asked_by_team, is_ended_by_team = false, taken_back_at = null,
      reminder_count = case when s.state = 'replaced' then s.reminder_count else 0 end,
      relation = null, chat = null, buying = null, monthly_limit_minor = null, confirmation_queued_at = null, confirmation_taken_at = null
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a request was not stored');
  // Whom an earlier consent approved is not approved by the next one, whoever ended it and how.
  await trx.deleteFrom('approved_adults').where('guardianship_id', '=', row.id).execute();
  return row.id;
}

/** Stores that a guardian is reminded of the request. */
export async function saveReminder(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('guardianships')
    .set((set) => ({ reminded_at: at, reminder_count: set('reminder_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores that the link was sent again to a guardian who has agreed. */
export async function saveResent(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx.updateTable('guardianships').set({ reminded_at: at }).where('id', '=', id).execute();
}

/** Stores that another address is asked instead: the request can be answered no more, but its links still end all mails. */
export async function replaceRequest(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.updateTable('guardianships').set({ state: 'replaced' }).where('id', '=', id).where('state', '=', 'asked').execute();
}

/** Stores that the player said that the address was wrong. @returns whether a request of theirs was open */
export async function takeRequestBack(trx: Transaction<DB>, playerId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('guardianships')
    .set({ state: 'replaced', taken_back_at: at })
    .where('player_id', '=', playerId)
    .where('state', '=', 'asked')
    .where('is_asked_by_team', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * SQL condition: nobody answers the request `s`, which was sent, last reminded, and taken back, before this time. One that was answered earlier, before
 * another address took its place, stays with the records of that.
 */
function isUnanswered(before: Date): RawBuilder<boolean> {
  return sql<boolean>`s.asked_at < ${before} and (s.reminded_at is null or s.reminded_at < ${before})
    and (s.taken_back_at is null or s.taken_back_at < ${before}) and (
    s.state = 'asked' or s.state = 'replaced' and not exists (
      select from consent_records r where r.player_id = s.player_id and (
        r.guardian_email = s.email or r.mail_id in (select m.id from guardian_mails m where m.guardianship_id = s.id))))`;
}

/** Requests that nobody answers, sent and last reminded before this time; at most `limit`. */
export async function listUnanswered(db: Kysely<DB>, before: Date, limit: number): Promise<{ id: string; player_id: string }[]> {
  const { rows } = await sql<{ id: string; player_id: string }>`
    select s.id, s.player_id from guardianships s
    where s.state in ('asked', 'replaced') and ${isUnanswered(before)} order by s.asked_at, s.id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes such a request, unless it was answered, sent again or reminded meanwhile. @returns whether it was deleted */
export async function deleteUnanswered(trx: Transaction<DB>, id: string, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from guardianships s where s.id = ${id} and ${isUnanswered(before)} returning s.id`.execute(trx);
  return rows.length > 0;
}

/**
 * Marks guardianships as being confirmed by a second mail: given at `givenBefore` or before, and no mail server took such a mail since; one
 * that was queued at `requeueCutoff` or before did not arrive, or was not sent because the account was closed then. Who is taking the consent
 * back at this moment is passed over. @returns their ids, at most `limit`
 */
export async function queueConfirmations(
  trx: Transaction<DB>,
  { now, givenBefore, requeueCutoff, limit }: { now: Date; givenBefore: Date; requeueCutoff: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select s.id from guardianships s join players p on p.id = s.player_id
      where s.state = 'given' and s.confirmation_taken_at is null and s.decided_at <= ${givenBefore}
        and (s.confirmation_queued_at is null or s.confirmation_queued_at <= ${requeueCutoff})
        and p.closed_as is null and p.age_band is distinct from 18
      order by s.decided_at, s.id limit ${limit} for update of s skip locked
    )
    update guardianships s set confirmation_queued_at = ${now} from due where s.id = due.id returning s.id`.execute(trx);
  return rows.map(({ id }) => id);
}
