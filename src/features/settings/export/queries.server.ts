import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { Section } from './rules.ts';

type Row = Record<string, unknown>;

/** The data in the player's own row, or undefined if the account is deleted. */
export async function findAccount(db: Database, playerId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select p.id, p.username, p.display_name as "displayName", p.email, p.email_confirmed as "emailConfirmed", p.avatar_url as avatar, p.role,
      p.birth_month as born, p.two_factor as "twoStepSignIn", p.created_at as "memberSince", coalesce(w.balance, 0) as kiddocash
    from players p left join wallets w on w.player_id = p.id where p.id = ${playerId}`.execute(db);
  return rows[0];
}

/** A page of a section. @param after the end of the previous page. @returns the rows and the end of this page */
export async function listSectionPage(
  db: Database,
  section: Section,
  playerId: string,
  after: string[] | null,
  limit: number,
): Promise<{ rows: Row[]; end: string[] }> {
  const key = section.key.map(([column]) => column).join(', ');
  const keyColumns = section.key.map(([column], at) => `(${column})::text as key_${at}`).join(', ');
  const afterCondition =
    after === null
      ? sql``
      : sql`and (${sql.raw(key)}) > (${sql.join(section.key.map(([, type], at) => sql`${after[at]}::${sql.raw(type)}`))})`;
  const { rows } = await sql<Row>`
    select ${sql.raw(keyColumns)}, ${bindPlayerId(section.columns, playerId)} from ${bindPlayerId(section.from, playerId)}
    where ${bindPlayerId(section.where, playerId)} ${afterCondition} order by ${sql.raw(key)} limit ${limit}`.execute(db);
  const last = rows.at(-1);
  const end = last ? section.key.map((_, at) => String(last[`key_${at}`])) : [];
  return { rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('key_')))), end };
}

function bindPlayerId(text: string, playerId: string): RawBuilder<unknown> {
  return sql.join(
    text.split('$me').map((part) => sql.raw(part)),
    sql`${playerId}::uuid`,
  );
}

export type Conversation = { low_id: string; high_id: string; other_id: string };

/** A player's conversations. @param after the last conversation of the previous page */
export async function listConversations(
  db: Database,
  playerId: string,
  after: Conversation | null,
  limit: number,
): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    select c.low_id, c.high_id, case when c.low_id = ${playerId} then c.high_id else c.low_id end as other_id from conversations c
    where (c.low_id = ${playerId} or c.high_id = ${playerId})
      ${after === null ? sql`` : sql`and (c.low_id, c.high_id) > (${after.low_id}, ${after.high_id})`}
    order by c.low_id, c.high_id limit ${limit}`.execute(db);
  return rows;
}

/** Messages of a conversation, oldest first. @param after sequence number of the last message of the previous page */
export async function listMessages(
  db: Database,
  { low_id, high_id }: Conversation,
  after: number,
  limit: number,
): Promise<{ seq: number; sender_id: string; body: string; sent_at: Date }[]> {
  return db
    .selectFrom('messages')
    .select(['seq', 'sender_id', 'body', 'sent_at'])
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}
