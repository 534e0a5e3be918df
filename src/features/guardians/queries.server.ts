import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';
import type { AgeBand } from '../../shared/permissions.ts';

export type AskingPlayer = {
  id: string;
  email: string;
  /** The address that they want to have instead, while it waits to be confirmed. */
  next_email: string | null;
  age_band: AgeBand | null;
};

const selectPlayer = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('players as p')
    .select(['p.id', 'p.email', 'p.age_band'])
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
  state: 'asked' | 'given' | 'refused' | 'withdrawn';
  asked_at: Date;
  reminded_at: Date | null;
  decided_at: Date | null;
  chat: 'off' | 'phrases' | 'friends' | null;
  buying: 'none' | 'ask' | 'up-to-a-sum' | null;
  monthly_limit_minor: number | null;
  mail_queued_at: Date | null;
  mail_taken_at: Date | null;
  mail_refused_at: Date | null;
};

/** The guardianship that counts for a player: the one that was given, else the latest. With its last mail. */
export async function findGuardianship(db: Kysely<DB>, playerId: string): Promise<GuardianshipRow | undefined> {
  const { rows } = await sql<GuardianshipRow>`
    select s.id, s.guardian_id, g.email, g.mailbox, s.state, s.asked_at, s.reminded_at, s.decided_at, s.chat, s.buying, s.monthly_limit_minor,
      m.queued_at as mail_queued_at, m.taken_at as mail_taken_at, m.refused_at as mail_refused_at
    from guardianships s join guardians g on g.id = s.guardian_id
    left join lateral (select * from guardian_mails m where m.guardianship_id = s.id order by m.queued_at desc, m.id desc limit 1) m on true
    where s.player_id = ${playerId} order by s.state = 'given' desc, s.asked_at desc limit 1`.execute(db);
  return rows[0];
}

/** When a guardian of the player last said no, or took a consent back; null: never. */
export async function findLastRefusal(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('guardianships')
    .select(({ fn }) => fn.max('decided_at').as('at'))
    .where('player_id', '=', playerId)
    .where('state', 'in', ['refused', 'withdrawn'])
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The other players whose accounts have this mailbox. @param emails ways to write it, for accounts from before the hash was stored */
export async function listAccountsOfMailbox(
  db: Kysely<DB>,
  playerId: string,
  { emails, emailHash }: { emails: string[]; emailHash: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('players')
    .select('id')
    .where((where) => where.or([where('email', 'in', emails), where('email_hash', '=', emailHash)]))
    .where('id', '<>', playerId)
    .execute();
  return rows.map(({ id }) => id);
}

/** For how many other players under 18 the owner of a mailbox has agreed. */
export async function countOtherChildren(db: Kysely<DB>, mailbox: string, playerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from guardians g join guardianships s on s.guardian_id = g.id join players p on p.id = s.player_id
    where g.mailbox = ${mailbox} and s.state = 'given' and s.player_id <> ${playerId} and p.age_band is distinct from 18`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Locks the guardian with this mailbox, if we know them, and the one whom the player has asked. Always in the same order: two players may
 * exchange theirs at once.
 */
export async function lockGuardians(trx: Transaction<DB>, playerId: string, mailbox: string): Promise<void> {
  await sql`
    select id from guardians
    where mailbox = ${mailbox} or id in (select guardian_id from guardianships where player_id = ${playerId} and state = 'asked')
    order by id for update`.execute(trx);
}

/** The guardian with this mailbox; the first way to write its address stays. @returns their id */
export async function saveGuardian(
  trx: Transaction<DB>,
  guardian: { id: string; email: string; mailbox: string; at: Date },
): Promise<string> {
  const row = await trx
    .insertInto('guardians')
    .values({ id: guardian.id, email: guardian.email, mailbox: guardian.mailbox, created_at: guardian.at })
    .onConflict((on) => on.column('mailbox').doUpdateSet((set) => ({ email: set.ref('guardians.email') })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores that a guardian is asked, also one who said no before. @returns the id of the guardianship */
export async function saveRequest(
  trx: Transaction<DB>,
  request: { id: string; playerId: string; guardianId: string; at: Date },
): Promise<string> {
  const asked = { state: 'asked', asked_at: request.at } as const;
  const nothing = {
    reminded_at: null,
    decided_at: null,
    relation: null,
    chat: null,
    buying: null,
    monthly_limit_minor: null,
    confirmation_queued_at: null,
  };
  const row = await trx
    .insertInto('guardianships')
    .values({ id: request.id, player_id: request.playerId, guardian_id: request.guardianId, ...asked })
    .onConflict((on) => on.columns(['player_id', 'guardian_id']).doUpdateSet({ ...asked, ...nothing }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores that a guardian is reminded. */
export async function saveReminder(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx.updateTable('guardianships').set({ reminded_at: at }).where('id', '=', id).execute();
}

/** Deletes a request, and with it its links; the guardian too, unless another player has asked them. */
export async function deleteRequest(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('guardianships').where('id', '=', id).where('state', '=', 'asked').execute();
}

/** Requests that were sent, and last reminded, before this time; at most `limit`. */
export async function listUnanswered(db: Kysely<DB>, before: Date, limit: number): Promise<{ id: string; player_id: string }[]> {
  const { rows } = await sql<{ id: string; player_id: string }>`
    select id, player_id from guardianships
    where state = 'asked' and asked_at < ${before} and (reminded_at is null or reminded_at < ${before}) order by asked_at, id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Deletes such a request, unless it was answered, sent again or reminded meanwhile. @returns whether it was deleted */
export async function deleteUnanswered(trx: Transaction<DB>, id: string, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from guardianships
    where id = ${id} and state = 'asked' and asked_at < ${before} and (reminded_at is null or reminded_at < ${before}) returning id`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Marks guardianships as being confirmed by a second mail: given at this time or before, and not confirmed yet. Who is taking it back at this
 * moment is passed over. @returns their ids, at most `limit`
 */
export async function queueConfirmations(trx: Transaction<DB>, givenBefore: Date, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from guardianships
      where state = 'given' and confirmation_queued_at is null and decided_at <= ${givenBefore}
      order by decided_at, id limit ${limit} for update skip locked
    )
    update guardianships s set confirmation_queued_at = ${now} from due where s.id = due.id returning s.id`.execute(trx);
  return rows.map(({ id }) => id);
}
