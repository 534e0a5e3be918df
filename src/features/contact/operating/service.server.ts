import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { postLetter } from '../../mail/service.server.ts';
import { log, nameOf } from '../../moderation/queries.server.ts';
import { cleanNote, hoursSince } from '../../moderation/rules.ts';
import { PROMISE_HOURS } from '../../reports/rules.ts';
import { RANKS } from '../rules.ts';
import { answerText } from '../schema.ts';
import { letters } from '../texts.ts';
import * as queries from './queries.server.ts';
import { ANSWERS_SHOWN, canDo, MESSAGES_PAGE } from './rules.ts';
import type { MessageCase, MessageDeed, MessageItem, MessagePage, ShownState } from './schema.ts';

/** What people wrote to us, the oldest first; of what waits, that of players with Pro before the rest. @throws Refusal 'not-allowed' */
export async function listMessages(ctx: AppContext, actor: Actor, state: ShownState, after: string | null): Promise<MessagePage> {
  authorize(actor, 'message:answer');
  const key = decodeCursor(after, ['int', 'bigint', 'text']);
  const rank = Object.values(RANKS).find((each) => each === key?.[0]);
  const at = parseCursorDate(key?.[1]);
  const from = rank !== undefined && at && isId(key?.[2]) ? { rank, at, id: key[2] } : null;
  const [rows, counts] = await Promise.all([
    queries.messagesPage(ctx.db, state, MESSAGES_PAGE + 1, from),
    queries.countOpen(ctx.db, new Date(ctx.now().getTime() - PROMISE_HOURS * 3_600_000)),
  ]);
  const shown = rows.slice(0, MESSAGES_PAGE);
  const last = shown.at(-1);
  const next = rows.length > MESSAGES_PAGE && last ? encodeCursor([last.rank, last.created_at.getTime(), last.id]) : null;
  return { items: shown.map((row) => present(ctx, row)), next, ...counts };
}

/** One message with all that was done. @throws Refusal 'not-allowed', 'not-found' */
export async function viewMessage(ctx: AppContext, actor: Actor, id: string): Promise<MessageCase> {
  authorize(actor, 'message:answer');
  const row = isId(id) ? await queries.messageById(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  const [answers, entries] = await Promise.all([queries.answersOf(ctx.db, id, ANSWERS_SHOWN), queries.logOf(ctx.db, id, ANSWERS_SHOWN)]);
  const player = row.player_id !== null && row.username !== null ? { id: row.player_id, username: row.username } : null;
  return {
    message: { ...present(ctx, row), player },
    answers: answers.map((each) => ({ id: each.id, actor: each.actor_name, body: each.body, at: each.created_at.toISOString() })),
    log: entries.map((each) => ({
      id: each.id,
      at: each.at.toISOString(),
      actor: each.actor_name,
      action: each.action === 'message-close' ? 'close' : 'answer',
      note: each.note,
    })),
    key: ctx.newId(),
  };
}

/**
 * Answers a message by mail and keeps the answer, or closes it with a note; both stay in the log. An answer that is sent twice
 * is one.
 * @param fields `do`; for an answer `text`, `key` and `seen` (how many answers the page showed), else `note`
 * @throws Refusal 'not-allowed', 'not-found', 'bad-input', 'not-available' (somebody was faster)
 */
export async function settleMessage(ctx: AppContext, actor: Actor, id: string, fields: Record<string, string>): Promise<MessageDeed> {
  authorize(actor, 'message:answer');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  if (!isId(id)) throw new AppError('not-found');
  const done = fields['do'] === 'close' ? closing(fields) : answering(fields);
  await ctx.db.transaction().execute(async (trx) => {
    const message = await queries.holdMessage(trx, id);
    if (!message) throw new AppError('not-found');
    const given = await queries.countAnswers(trx, id, done.deed === 'answer' ? done.key : id);
    if (given.isThere) return;
    if (!canDo(message.state)[done.deed] || (done.deed === 'answer' && Math.min(given.count, ANSWERS_SHOWN) !== done.seen))
      throw new AppError('not-available', 'somebody was faster');
    const actorName = await nameOf(trx, actor.id);
    const at = ctx.now();
    if (done.deed === 'answer') {
      await queries.addAnswer(trx, { id: done.key, messageId: id, actorId: actor.id, actorName, body: done.text, at });
      await postLetter(ctx, letters.answer(message.email, message.subject, done.text, `${ctx.config.origin}/contact`), trx as never);
    }
    await queries.settle(trx, id, done.deed === 'answer' ? 'answered' : 'closed', at);
    await log(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName,
      action: `message-${done.deed}`,
      subjectKind: 'message',
      subjectId: id,
      note: done.deed === 'close' ? done.note : '',
      // Whose message it was: that is how the entry is found, and forgets their names, when they leave.
      details: { ...(message.player_id !== null && { player: message.player_id }), ...(done.deed === 'answer' && { answer: done.key }) },
    });
  });
  return done.deed;
}

function closing(fields: Record<string, string>): { deed: 'close'; note: string } {
  const note = cleanNote(fields['note'] ?? '');
  if (note === null) throw new AppError('bad-input', 'closing needs a note');
  return { deed: 'close', note };
}

function answering(fields: Record<string, string>): { deed: 'answer'; text: string; key: string; seen: number } {
  const text = answerText.safeParse(fields['text'] ?? '');
  const { key = '', seen = '' } = fields;
  if (fields['do'] !== 'answer' || !text.success || !isId(key) || !/^\d{1,6}$/.test(seen))
    throw new AppError('bad-input', 'an answer needs a text, the key of the page, and how many answers it showed');
  return { deed: 'answer', text: text.data, key, seen: Number(seen) };
}

function present(ctx: AppContext, row: queries.MessageRow): MessageItem {
  const ageHours = hoursSince(row.created_at, ctx.now());
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    body: row.body,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    ageHours,
    late: row.state === 'open' && ageHours >= PROMISE_HOURS,
    pro: row.rank === RANKS.pro,
  };
}
