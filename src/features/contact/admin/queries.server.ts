import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { AddressAccount, MessageState, MessageFilter } from './schema.ts';

export type MessageRow = {
  id: string;
  /** The player who sent it, if any. */
  player_id: string | null;
  name: string;
  email: string;
  subject: string;
  body: string;
  state: MessageState;
  priority: number;
  created_at: Date;
};

const COLUMNS = sql`m.id, m.player_id, m.name, m.email, m.subject, m.body, m.state, m.priority, m.created_at`;

/**
 * Messages, oldest first; open messages are sorted by priority first.
 * @param after priority, time and id of the last message of the previous page
 */
export async function listMessages(
  db: Database,
  state: MessageFilter,
  limit: number,
  after: { priority: number; at: Date; id: string } | null,
): Promise<MessageRow[]> {
  const key = state === 'open' ? sql`m.priority, m.created_at, m.id` : sql`m.created_at, m.id`;
  const last = after && (state === 'open' ? sql`${after.priority}::smallint, ${after.at}, ${after.id}` : sql`${after.at}, ${after.id}`);
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from contact_messages m
    where ${state === 'all' ? sql`true` : state === 'open' ? sql`m.state = 'open'` : sql`m.state = ${state}`}
      ${last ? sql`and (${key}) > (${last})` : sql``}
    order by ${key} limit ${limit}`.execute(db);
  return rows;
}

/** The number of open messages, and how many of them are older than `lateBefore`. */
export async function countOpen(db: Database, lateBefore: Date): Promise<{ open: number; late: number }> {
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*)::int as open, (count(*) filter (where created_at < ${lateBefore}))::int as late
    from contact_messages where state = 'open'`.execute(db);
  return rows[0] ?? { open: 0, late: 0 };
}

export type MessageDetailsRow = MessageRow & { username: string | null };

/** One message, with the player who sent it, if any. */
export async function findMessageById(db: Database, id: string): Promise<MessageDetailsRow | undefined> {
  const { rows } = await sql<MessageDetailsRow>`
    select ${COLUMNS}, p.username from contact_messages m left join players p on p.id = m.player_id
    where m.id = ${id}`.execute(db);
  return rows[0];
}

/** The accounts that have to do with an address: those with this address, and those whose guardian has the mailbox and was asked or agreed. */
export async function listAccountsOfAddress(db: Database, email: string, limit: number): Promise<AddressAccount[]> {
  const { rows } = await sql<AddressAccount>`
    select id, username, case when email_confirmed then 'account' else 'unconfirmed-account' end as "as" from players where email = lower(${email})
    union all
    (select p.id, p.username, case when s.state = 'given' then 'guardian' else 'asked-guardian' end from guardians g join guardianships s on s.guardian_id = g.id and s.state in ('asked', 'given')
      join players p on p.id = s.player_id
    where g.mailbox = mailbox_of(lower(${email})) order by p.username limit ${limit})`.execute(db);
  return rows;
}

/** Locks a message until the end of the transaction, so that concurrent operators run one after the other. */
export async function lockMessage(trx: Transaction<DB>, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from contact_messages m where m.id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The newest answers to a message, in chronological order. */
export async function listAnswers(db: Database, messageId: string, limit: number) {
  const newest = await db
    .selectFrom('contact_answers')
    .select(['id', 'actor_name', 'body', 'created_at'])
    .where('message_id', '=', messageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newest.toReversed();
}

/** The number of answers to a message, and whether an answer with this id exists. */
export async function countAnswers(trx: Transaction<DB>, messageId: string, id: string): Promise<{ count: number; isThere: boolean }> {
  const { rows } = await sql<{ count: number; there: boolean }>`
    select count(*)::int as count, coalesce(bool_or(id = ${id}), false) as there from contact_answers where message_id = ${messageId}`.execute(
    trx,
  );
  return { count: rows[0]?.count ?? 0, isThere: rows[0]?.there ?? false };
}

/** Stores an answer. */
export async function insertAnswer(
  trx: Transaction<DB>,
  answer: { id: string; messageId: string; actorId: string; actorName: string; body: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('contact_answers')
    .values({
      id: answer.id,
      message_id: answer.messageId,
      actor_id: answer.actorId,
      actor_name: answer.actorName,
      body: answer.body,
      created_at: answer.at,
    })
    .execute();
}

/** Marks a message as answered or closed. */
export async function setMessageState(trx: Transaction<DB>, id: string, state: 'answered' | 'closed', at: Date): Promise<void> {
  await trx.updateTable('contact_messages').set({ state, resolved_at: at }).where('id', '=', id).execute();
}
