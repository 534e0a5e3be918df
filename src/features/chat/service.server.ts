import { z } from 'zod';
import type { AppContext } from '../../context.server.ts';
import { isId } from '../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { viewPerson } from '../friends/service.server.ts';
import { announce, notify, takeBack } from '../notifications/service.server.ts';
import { judgeText } from '../safety/service.server.ts';
import * as queries from './queries.server.ts';
import type { Conversation, MessageView, Muted, Pair, RefusedKind } from './schema.ts';
import { idOf, MESSAGES_A_MINUTE, MESSAGES_PAGE, pairOf, preview, seqOf, tidyText, TYPING_A_MINUTE } from './sending/rules.ts';
import { noticeOf } from './texts.ts';

const id = z.uuid();

export type Sent = { message: MessageView } | { refused: RefusedKind } | { muted: Muted };

/**
 * Sends a message to a friend; once, however often a browser tries with the same `clientId`.
 * @returns the message, or why its words were not taken, or until when the actor may not write.
 * @throws Refusal 'not-found' (no friend of the actor: whoever it is), 'bad-input', 'too-many-requests', 'unavailable' (chat is off,
 * or the filter cannot run: then nothing is sent)
 */
export async function sendMessage(ctx: AppContext, actor: Actor, friendId: string, fields: Record<string, string>): Promise<Sent> {
  authorize(actor, 'chat:write');
  const me = requirePlayerId(actor);
  const clientId = id.safeParse(fields['clientId']);
  const { pair, standing } = await withFriend(ctx, me, friendId, clientId.data);
  const text = tidyText(fields['text'] ?? '');
  if (!clientId.success || text === null) throw new AppError('bad-input', 'a message has 1 to 500 letters and an id of its own');
  if (standing.before) return { message: present(standing.before, me) };
  if (!standing.is_on) throw new AppError('unavailable', 'chat is off');
  if (standing.muted) return { muted: muteOf(ctx, standing.muted) };
  await ctx.rateLimiter.consume(MESSAGES_A_MINUTE, me);
  const verdict = await judgeText(ctx, text);
  if (verdict) return { refused: verdict.kind };
  const message = { senderId: me, clientId: clientId.data, body: text, at: ctx.now() };
  const sent = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const added = await queries.addMessage(trx, pair, message);
      if (added.outcome === 'not-friends') throw new AppError('not-found');
      if (added.outcome === 'known') throw new AlreadySent();
      // Who answers has read; and one word of the bell for a conversation, until it is read.
      const read = added.my_unread_before > 0 ? await takeBack(trx, me, ['message'], friendId) : [];
      const words = noticeOf(standing.name, preview(text));
      const event = `message ${pair.low} ${pair.high} ${added.their_read}`;
      const told =
        added.their_unread === 1 ? await notify(ctx, trx, [{ playerId: friendId, type: 'message', ...words, relatedId: me, event }]) : [];
      return { row: rowOf(added.seq, message), told: [...told, ...read] };
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AlreadySent)) throw error;
      const { before } = (await withFriend(ctx, me, friendId, clientId.data)).standing;
      if (!before) throw new AppError('bad-input', 'this id names a message to somebody else');
      return { row: before, told: [] };
    });
  ctx.bus.publish({ kind: 'chat', playerIds: [friendId, me], between: [me, friendId] });
  announce(ctx, sent.told);
  return { message: present(sent.row, me) };
}

function rowOf(seq: number, message: { senderId: string; clientId: string; body: string; at: Date }): queries.MessageRow {
  return { seq, sender_id: message.senderId, client_id: message.clientId, body: message.body, sent_at: message.at };
}

/** A second sending of the same message that ran at the same time: it takes its number back. */
class AlreadySent extends Error {}

/**
 * A part of the conversation with a friend: the last messages, those before or those after one.
 * @throws Refusal 'not-found'
 */
export async function viewConversation(
  ctx: AppContext,
  actor: Actor,
  friendId: string,
  part: { before?: string | null; after?: string | null } = {},
): Promise<Conversation> {
  authorize(actor, 'chat:read');
  const me = requirePlayerId(actor);
  const [before, after] = [seqOf(part.before), seqOf(part.after)];
  const bound = after !== null ? { after } : before !== null ? { before } : null;
  const { pair, standing } = await withFriend(ctx, me, friendId);
  const [friend, rows, read] = await Promise.all([
    viewPerson(ctx, actor, friendId),
    queries.messagesOf(ctx.queryPrepared, pair, MESSAGES_PAGE + 1, bound),
    queries.theirRead(ctx.queryPrepared, pair),
  ]);
  const shown = rows.slice(0, MESSAGES_PAGE);
  const ordered = after !== null ? shown : shown.toReversed();
  const oldest = ordered[0];
  return {
    friend,
    messages: ordered.map((row) => present(row, me)),
    earlier: after === null && rows.length > MESSAGES_PAGE && oldest ? idOf(oldest.seq) : null,
    readUpTo: read > 0 ? idOf(read) : null,
    muted: standing.muted ? muteOf(ctx, standing.muted) : null,
    off: !standing.is_on,
  };
}

/** The actor has read a conversation up to a message. Both see it. @throws Refusal 'not-found', 'bad-input' */
export async function readConversation(ctx: AppContext, actor: Actor, friendId: string, upTo: string | undefined): Promise<void> {
  authorize(actor, 'chat:read');
  const me = requirePlayerId(actor);
  const { pair } = await withFriend(ctx, me, friendId);
  const seq = seqOf(upTo);
  if (seq === null) throw new AppError('bad-input', 'id names a message');
  const told = await ctx.db.transaction().execute(async (trx) => {
    await queries.holdPlayers(trx, pair);
    const marked = await queries.markRead(trx, pair, me, seq);
    // What came meanwhile still rings.
    const back = marked?.unread === 0 ? await takeBack(trx, me, ['message'], friendId) : [];
    return { isNews: marked?.isNews === true, back };
  });
  announce(ctx, told.back);
  if (!told.isNews) return;
  ctx.bus.publish({ kind: 'chat', playerIds: [friendId, me], between: [me, friendId] });
}

/**
 * The actor is writing: the friend's open tabs see it for a moment; of who may not write they see nothing.
 * @throws Refusal 'not-found', 'too-many-requests'
 */
export async function tellTyping(ctx: AppContext, actor: Actor, friendId: string): Promise<void> {
  authorize(actor, 'chat:write');
  const me = requirePlayerId(actor);
  const { standing } = await withFriend(ctx, me, friendId);
  await ctx.rateLimiter.consume(TYPING_A_MINUTE, me);
  if (standing.is_on && !standing.muted) ctx.bus.publish({ kind: 'typing', playerId: friendId, from: me });
}

/** Whether chat is on for everybody. */
export async function isChatOn(ctx: AppContext): Promise<boolean> {
  return queries.isOn(ctx.db, 'chat');
}

/** The actor and a friend, and whether they may write. @throws Refusal 'not-found' for everybody else, known or not */
async function withFriend(
  ctx: AppContext,
  me: string,
  friendId: string,
  clientId: string | null = null,
): Promise<{ pair: Pair; standing: queries.Standing }> {
  if (!isId(friendId) || friendId === me) throw new AppError('not-found');
  const pair = pairOf(me, friendId);
  const standing = await queries.standing(ctx.queryPrepared, pair, me, ctx.now(), clientId);
  if (!standing) throw new AppError('not-found');
  return { pair, standing };
}

/** The clock of a phone may be wrong: what is left is told beside the end. */
function muteOf(ctx: AppContext, { until, why }: { until: string | null; why: string }): Muted {
  if (until === null) return { until: '', left: null, why };
  const end = new Date(until);
  return { until: end.toISOString(), left: end.getTime() - ctx.now().getTime(), why };
}

function present(row: queries.MessageRow, me: string): MessageView {
  return { id: idOf(row.seq), clientId: row.client_id, mine: row.sender_id === me, text: row.body, at: row.sent_at.toISOString() };
}
