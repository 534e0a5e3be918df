import { sql, type Transaction } from 'kysely';
import type { QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { AgeBand, Consent } from '../../shared/permissions.ts';
import { whereAgesAllow, whereAgesReach } from '../friends/access/rules.ts';
import { selectConsent } from '../guardians/allowances/rules.ts';
import type { PlayerPair } from './schema.ts';

export type MessageRow = { seq: number; sender_id: string; client_id: string; body: string; sent_at: Date };

/** What decides how much two friends may write to each other. */
export type LevelFacts = {
  /** The age of `me`, and what their guardian chose; then the same of the other player. */
  my_band: AgeBand | null;
  my_consent: Consent;
  their_band: AgeBand | null;
  their_consent: Consent;
  /** They became friends by a friend code. */
  is_by_code: boolean;
};

export type ChatStatus = LevelFacts & {
  /** The age of both is known. While it is not, friends read what there is, and neither writes. */
  are_ages_known: boolean;
  /** Chat is enabled for everybody. */
  is_enabled: boolean;
  muted: { until: string | null; why: string } | null;
  /** The names of `me`. */
  sender: { displayName: string; username: string };
  /** The message that `me` already sent to the other player with this client id, if any. */
  before: MessageRow | null;
};

const CHAT_STATUS = {
  name: 'may write',
  text: `select friends.*,
    coalesce((select is_enabled from feature_flags where name = 'chat'), false) as is_enabled,
    (select jsonb_build_object('until', until, 'why', why) from sanctions
      where player_id = $3 and kind <> 'warn' and lifted_at is null and (until is null or until > $4)
      order by (kind = 'ban') desc, until desc nulls first limit 1) as muted,
    (select to_jsonb(m) from messages m where m.sender_id = $3 and m.client_id = $5 and m.low_id = $1 and m.high_id = $2) as before
    from (
      select (${whereAgesReach('me', 'p')}) is not null as are_ages_known, f.is_by_code,
        me.age_band as my_band, ${selectConsent('me.id')} as my_consent, p.age_band as their_band, ${selectConsent('p.id')} as their_consent,
        jsonb_build_object('displayName', me.display_name, 'username', me.username) as sender
      from friendships f join players me on me.id = $3 join players p on p.id = case when f.low_id = $3 then f.high_id else f.low_id end
      where f.low_id = $1 and f.high_id = $2 and f.state = 'accepted' and ${whereAgesAllow('me', 'p')}
    ) friends`,
};

/**
 * What decides whether two friends may write to each other now, and the mute or ban of `me` that lasts longest.
 * @returns null if they are no friends
 */
export async function findChatStatus(
  prepared: QueryPrepared,
  pair: PlayerPair,
  me: string,
  at: Date,
  clientId: string | null,
): Promise<ChatStatus | null> {
  const [row] = await prepared<ChatStatus>(CHAT_STATUS, [pair.low, pair.high, me, at, clientId]);
  if (row?.before) row.before.sent_at = new Date(row.before.sent_at);
  return row ?? null;
}

/**
 * Locks the rows of two accounts until the end of the transaction. Take this lock before any other lock on their data: account deletion
 * uses the same order.
 */
export async function lockPlayers(trx: Transaction<DB>, pair: PlayerPair): Promise<void> {
  await sql`select 1 from players where id in (${pair.low}, ${pair.high}) order by id for key share`.execute(trx);
}

/**
 * The same, and whoever changes the age, the consent or a friendship of one of the two waits, or is waited for: all of them lock the player's
 * row against changes first. A statement of its own, because one that had to wait would read other tables as they were before.
 */
export async function lockPlayersAndRights(trx: Transaction<DB>, pair: PlayerPair): Promise<void> {
  await sql`select 1 from players where id in (${pair.low}, ${pair.high}) order by id for share`.execute(trx);
}

/** What decides how much two friends may write to each other. After `lockPlayersAndRights` it stays so until the end of the transaction. */
export async function findLevelFacts(trx: Transaction<DB>, { low, high, isLow }: PlayerPair): Promise<LevelFacts> {
  // One subquery for both players: planning it is most of what this costs.
  const { rows } = await sql<{ is_low: boolean; age_band: AgeBand | null; consent: Consent; is_by_code: boolean | null }>`
    select p.id = ${low} as is_low, p.age_band, ${sql.raw(selectConsent('p.id'))} as consent,
      (select is_by_code from friendships where low_id = ${low} and high_id = ${high}) as is_by_code
    from players p where p.id in (${low}, ${high})`.execute(trx);
  const [mine, theirs] = [rows.find((row) => row.is_low === isLow), rows.find((row) => row.is_low !== isLow)];
  return {
    my_band: mine?.age_band ?? null,
    my_consent: mine?.consent ?? null,
    their_band: theirs?.age_band ?? null,
    their_consent: theirs?.consent ?? null,
    is_by_code: mine?.is_by_code === true,
  };
}

export type AddMessageResult = {
  outcome: 'added' | 'known' | 'not-friends';
  seq: number;
  their_read: number;
  their_unread: number;
  my_unread_before: number;
};

/** Appends a message to a conversation (calls the add_message function from the migrations). */
export async function addMessage(
  trx: Transaction<DB>,
  pair: PlayerPair,
  { senderId, clientId, body, at }: { senderId: string; clientId: string; body: string; at: Date },
): Promise<AddMessageResult> {
  const { rows } = await sql<AddMessageResult>`
    select * from add_message(${pair.low}, ${pair.high}, ${senderId}, ${clientId}, ${body}, ${at})`.execute(trx);
  if (!rows[0]) throw new Error('a message was not answered for');
  return rows[0];
}

/** Rows of a conversation that are searched for a sender's last messages: the other player may have answered in between. */
const ROWS_SEARCHED = 20;

/**
 * What a sender wrote in a conversation just before a message, newest first. Call it in the transaction that added the message: it holds
 * the lock of the conversation, so that of messages sent at the same time the later one sees the earlier one.
 */
export async function listMessagesJustBefore(
  trx: Transaction<DB>,
  pair: PlayerPair,
  { senderId, seq, since, limit }: { senderId: string; seq: number; since: Date; limit: number },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('messages')
    .select('body')
    .where('low_id', '=', pair.low)
    .where('high_id', '=', pair.high)
    .where('seq', '<', seq)
    .where('seq', '>=', seq - ROWS_SEARCHED)
    .where('sender_id', '=', senderId)
    .where('sent_at', '>', since)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ body }) => body);
}

const SELECT_MESSAGES = 'select seq, sender_id, client_id, body, sent_at from messages where low_id = $1 and high_id = $2';
const MESSAGES_BEFORE = { name: 'messages before', text: `${SELECT_MESSAGES} and seq < $3 order by seq desc limit $4` };
const MESSAGES_AFTER = { name: 'messages after', text: `${SELECT_MESSAGES} and seq > $3 order by seq limit $4` };
const SEQ_MAX = 2_147_483_647;

/** Lists messages of a conversation: either the last ones before a sequence number, newest first, or those after one, oldest first. */
export function listMessages(
  prepared: QueryPrepared,
  pair: PlayerPair,
  limit: number,
  bound: { before: number } | { after: number } | null,
): Promise<MessageRow[]> {
  if (bound && 'after' in bound) return prepared<MessageRow>(MESSAGES_AFTER, [pair.low, pair.high, bound.after, limit]);
  return prepared<MessageRow>(MESSAGES_BEFORE, [pair.low, pair.high, bound?.before ?? SEQ_MAX, limit]);
}

const READ_MARKS = { name: 'read marks', text: 'select low_read, high_read from conversations where low_id = $1 and high_id = $2' };

/** The sequence number up to which the other player has read. */
export async function getOtherReadSeq(prepared: QueryPrepared, pair: PlayerPair): Promise<number> {
  const [row] = await prepared<{ low_read: number; high_read: number }>(READ_MARKS, [pair.low, pair.high]);
  return row ? (pair.isLow ? row.high_read : row.low_read) : 0;
}

/**
 * Marks a conversation as read up to a message.
 * @returns whether the read position changed, and the number of messages still unread; null if there is no conversation
 */
export async function markRead(
  trx: Transaction<DB>,
  pair: PlayerPair,
  me: string,
  seq: number,
): Promise<{ hasChanged: boolean; unread: number } | null> {
  const { low, high, isLow: amLow } = pair;
  const [read, unread] = amLow ? [sql`low_read`, sql`low_unread`] : [sql`high_read`, sql`high_unread`];
  // Lock the row first: a statement that waits for a concurrent message insert would compute the count without that message.
  const locked = await sql<{ unread: number }>`
    select ${unread} as unread from conversations where low_id = ${low} and high_id = ${high} for update`.execute(trx);
  const { rows } = await sql<{ unread: number }>`
    update conversations c set ${read} = least(${seq}, last_seq),
      ${unread} = (select count(*) from messages m where m.low_id = c.low_id and m.high_id = c.high_id and m.seq > ${seq} and m.sender_id <> ${me})
    where low_id = ${low} and high_id = ${high} and ${read} < least(${seq}, last_seq) returning ${unread} as unread`.execute(trx);
  if (rows[0]) return { hasChanged: true, unread: rows[0].unread };
  return locked.rows[0] ? { hasChanged: false, unread: locked.rows[0].unread } : null;
}
