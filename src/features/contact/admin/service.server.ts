import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeCursor, encodeCursor, parseCursorDate, toPage } from '../../../shared/paging.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { REVIEW_DEADLINE_HOURS } from '../../reports/rules.ts';
import { RANKS } from '../rules.ts';
import { emailTemplates } from '../texts.ts';
import { messageForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { ACCOUNTS_LIMIT, ANSWERS_LIMIT, getAllowedActions, MESSAGES_PAGE_SIZE } from './rules.ts';
import type { MessageDetails, MessageFilter, MessageItem, MessagePage, MessageResult } from './schema.ts';
import { texts } from './texts.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';
import { hoursSince } from '../../../shared/hours-since.ts';

/** Contact messages, oldest first; open messages of players with Pro come before the others. @throws AppError 'not-allowed' */
export async function listMessages(ctx: AppContext, actor: Actor, state: MessageFilter, after: string | null): Promise<MessagePage> {
  authorize(actor, 'message:reply');
  const key = decodeCursor(after, ['int', 'bigint', 'text']);
  const priority = Object.values(RANKS).find((each) => each === key?.[0]);
  const at = parseCursorDate(key?.[1]);
  const from = priority !== undefined && at && isId(key?.[2]) ? { priority, at, id: key[2] } : null;
  const [found, counts] = await Promise.all([
    queries.listMessages(ctx.db, state, MESSAGES_PAGE_SIZE + 1, from),
    queries.countOpen(ctx.db, getLateBefore(ctx)),
  ]);
  const { rows, next } = toPage(found, MESSAGES_PAGE_SIZE, (row) => encodeCursor([row.priority, row.created_at.getTime(), row.id]));
  await recordDataAccess(ctx, actor, 'read-message', rows.map(toAccessedRecord));
  return { items: rows.map((row) => toMessageItem(ctx, row)), next, ...counts };
}

/** How many messages are open, and how many of them wait for too long. @throws AppError 'not-allowed' */
export async function countOpenMessages(ctx: AppContext, actor: Actor): Promise<Pick<MessagePage, 'open' | 'late'>> {
  authorize(actor, 'message:reply');
  return queries.countOpen(ctx.db, getLateBefore(ctx));
}

/** One message with its answers and log entries. @throws AppError 'not-allowed', 'not-found' */
export async function getMessageDetails(ctx: AppContext, actor: Actor, id: string): Promise<MessageDetails> {
  authorize(actor, 'message:reply');
  const row = isId(id) ? await queries.findMessageById(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  await recordDataAccess(ctx, actor, 'read-message', [toAccessedRecord(row)]);
  const [accounts, answers, entries] = await Promise.all([
    queries.listAccountsOfAddress(ctx.db, row.email, ACCOUNTS_LIMIT),
    queries.listAnswers(ctx.db, id, ANSWERS_LIMIT),
    listAuditEntries(ctx.db, 'message', id, ANSWERS_LIMIT),
  ]);
  const player = row.player_id !== null && row.username !== null ? { id: row.player_id, username: row.username } : null;
  return {
    message: { ...toMessageItem(ctx, row), player },
    accounts,
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
 * Answers a message by email and stores the answer, or closes it with a note; both are recorded in the audit log. Submitting the same
 * answer twice has no further effect.
 * @param fields `do`; for an answer `text`, `key` and `seen` (how many answers the page showed), else `note`
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' if a hidden field is invalid, 'not-available' (somebody was faster)
 */
export async function handleMessageForm(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<MessageResult> {
  authorize(actor, 'message:reply');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  if (!isId(id)) throw new AppError('not-found');
  const parsed = parseForm(messageForm, fields, (field) => texts[field === 'note' ? 'close' : 'answer'].needed, ['text', 'note']);
  if (!parsed.ok && !parsed.fieldErrors['text'] && !parsed.fieldErrors['note'])
    throw new AppError('bad-input', 'a hidden field is invalid');
  if (!parsed.ok) return parsed;
  const form = parsed.value;
  await ctx.db.transaction().execute(async (trx) => {
    const message = await queries.lockMessage(trx, id);
    if (!message) throw new AppError('not-found');
    const existing = await queries.countAnswers(trx, id, form.do === 'answer' ? form.key : id);
    if (existing.isThere) return;
    if (!getAllowedActions(message.state)[form.do] || (form.do === 'answer' && Math.min(existing.count, ANSWERS_LIMIT) !== form.seen))
      throw new AppError('not-available', 'somebody was faster');
    const actorName = await getUsername(trx, actor.id);
    const at = ctx.now();
    if (form.do === 'answer') {
      await queries.insertAnswer(trx, { id: form.key, messageId: id, actorId: actor.id, actorName, body: form.text, at });
      await enqueueEmail(ctx, emailTemplates.answer(message.email, message.subject, form.text, `${ctx.config.origin}/contact`), trx);
    }
    await queries.setMessageState(trx, id, form.do === 'answer' ? 'answered' : 'closed', at);
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName,
      action: `message-${form.do}`,
      subjectKind: 'message',
      subjectId: id,
      note: form.do === 'close' ? form.note : '',
      // The sender's id, so that account erasure finds this entry and removes their names.
      details: {
        ...(message.player_id !== null && { player: message.player_id }),
        ...(form.do === 'answer' && { answer: form.key }),
      },
    });
  });
  return { ok: true, action: form.do };
}

const getLateBefore = (ctx: AppContext) => new Date(ctx.now().getTime() - REVIEW_DEADLINE_HOURS * 3_600_000);
const toAccessedRecord = (row: queries.MessageRow) => ({ subjectId: row.id, playerId: row.player_id });

function toMessageItem(ctx: AppContext, row: queries.MessageRow): MessageItem {
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
    late: row.state === 'open' && ageHours >= REVIEW_DEADLINE_HOURS,
    pro: row.priority === RANKS.pro,
  };
}
