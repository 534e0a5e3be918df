import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { isId } from '../../shared/ids.ts';
import { toPage } from '../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, getAllowances, requirePlayerId, type Actor, type ChatLevel } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { READ_ONLY_TEXT } from '../../shared/read-only.ts';
import { formatPlayerName } from '../../shared/player-name.ts';
import { isFeatureEnabled } from '../feature-flags/service.server.ts';
import { getPlayerSummary } from '../friends/service.server.ts';
import { getChatLevel } from '../guardians/allowances/rules.ts';
import { getOwnAllowances } from '../guardians/allowances/service.server.ts';
import { publishNotifications, createNotifications, deleteRelatedNotifications } from '../notifications/service.server.ts';
import { enqueuePushes } from '../push/delivery/service.server.ts';
import {
  findHelpCardAgain,
  hearIfRefused,
  noticeHelpInRefusedText,
  notifyTeam,
  takeHelpCard,
  toHelpCard,
} from '../help-requests/service.server.ts';
import { isCountedBesideHelp, isCountedRefusal } from '../risk-scoring/rules.ts';
import { assessPlayer, countSignals } from '../risk-scoring/service.server.ts';
import type { HelpSigns, ModerationCategory, ModerationResult } from '../safety/filter/schema.ts';
import { moderateMessage, moderateMessages } from '../safety/service.server.ts';
import { countRefusedMessage } from '../statistics/queries.server.ts';
import { messageForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { ChatAccess, Conversation, MessageView, Mute, PlayerPair, SendMessageResult } from './schema.ts';
import {
  CHECKED_TOGETHER_MAX,
  CHECKED_TOGETHER_SECONDS,
  chooseCheckedTogether,
  toMessageId,
  MESSAGES_PER_MINUTE,
  MESSAGES_PAGE_SIZE,
  toPlayerPair,
  toPreview,
  parseMessageId,
  TYPING_SIGNALS_PER_MINUTE,
} from './messages.rules.ts';
import { isPhrase } from './phrases.texts.ts';
import { formatMessageNotification, MESSAGE_PUSH } from './texts.ts';

/** What came of storing a message: it is refused with those before it, it is there already, or it is stored. */
type StoreOutcome =
  | { closed: ClosedCode }
  | { category: ModerationCategory }
  | { before: queries.MessageRow }
  | { row: queries.MessageRow; notifiedIds: string[] };
/** Why two friends cannot write something to each other, whatever it says. */
type ClosedCode = 'age-unknown' | 'closed';

/**
 * Sends a message to a friend. Idempotent: retries with the same `clientId` create no second message.
 * Whoever asks for help in it gets a card, and where a child is harmed our team is told, whether the message is sent or not, and whatever
 * keeps it from being sent.
 * @returns the message, or why the filter rejected it, or until when the actor is muted; or code 'age-unknown', while one of the two has not
 * told their age: a friend from before may be out of reach then; or code 'closed', where the ages and the guardians of the two do not allow it;
 * or code 'read-only' or 'switched-off', while nobody writes for maintenance, or to friends; or the code of an error below, with the card
 * @throws AppError 'not-found' (the other player is not a friend of the actor, or does not exist), 'bad-input', 'too-many-requests',
 * 'unavailable' (the filter cannot run: then nothing is sent)
 */
export async function sendMessage(ctx: AppContext, actor: Actor, friendId: string, fields: FormFields): Promise<SendMessageResult> {
  authorize(actor, 'chat:write');
  const me = requirePlayerId(actor);
  return hearIfRefused(ctx, me, fields['text'], () => takeMessage(ctx, actor, me, friendId, fields));
}

async function takeMessage(ctx: AppContext, actor: Actor, me: string, friendId: string, fields: FormFields): Promise<SendMessageResult> {
  const { text, clientId } = parseFormOrThrow(messageForm, fields);
  const { pair, status } = await requireFriend(ctx, me, friendId, clientId);
  if (status.before) return toRepeatedResult(ctx, me, status.before);
  const refused = await findRefusal(ctx, actor, status, text);
  if (refused) {
    const help = await noticeHelpInRefusedText(ctx, me, text);
    return { ...refused, ...(help ? { help } : {}) };
  }
  await ctx.rateLimiter.consume(MESSAGES_PER_MINUTE, me);
  const verdict = await moderateMessage(ctx, text);
  // Before the message is stored, which may fail: our team is notified all the same.
  const notice = verdict.help && (await notifyTeam(ctx, me, verdict.help, text));
  // A message that is refused is stored nowhere, so a card with it cannot be told from one with its retry: it comes with both.
  const refusedHelp = notice ? { help: toHelpCard(notice) } : {};
  // What is fine alone is nothing to count against a child who asks for help.
  const soft = verdict.help ? [] : verdict.soft;
  if (verdict.refused) {
    await countRefusal(ctx, me, friendId, verdict.refused.kind, verdict.help);
    return { ...actionFailure('refused'), category: verdict.refused.kind, ...refusedHelp };
  }
  const message = { senderId: me, clientId, body: text, at: ctx.now() };
  const outcome = await ctx.db
    .transaction()
    .execute(async (trx) => {
      await queries.lockPlayersAndRights(trx, pair);
      const addResult = await queries.addMessage(trx, pair, message);
      if (addResult.outcome === 'not-friends') throw new AppError('not-found');
      if (addResult.outcome === 'known') throw new DuplicateMessageError();
      // Again: a guardian may have decided while the filter was at work.
      const closedNow = findClosedCode(actor, await queries.findLevelFacts(trx, pair), text);
      if (closedNow !== null) throw new ClosedChatError(closedNow);
      const together = await checkTogether(ctx, trx, pair, { ...message, seq: addResult.seq });
      if (together) throw new RefusedMessageError(together.kind);
      const signals = soft.map((kind) => ({ playerId: me, otherId: friendId, kind }));
      await countSignals(ctx, trx, signals);
      // Replying marks the conversation as read. Each conversation has at most one notification until it is read.
      const deletedFor = addResult.my_unread_before > 0 ? await deleteRelatedNotifications(trx, me, ['message'], friendId) : [];
      const notificationText = formatMessageNotification(formatPlayerName(status.sender), toPreview(text));
      const event = `message ${pair.low} ${pair.high} ${addResult.their_read}`;
      const notifiedIds =
        addResult.their_unread === 1
          ? await createNotifications(ctx, trx, [{ playerId: friendId, type: 'message', ...notificationText, relatedId: me, event }])
          : [];
      // Of each message: the first one may come while nobody can be told, and the others are told of once in a while only.
      await enqueuePushes(ctx, trx, [{ playerId: friendId, ...MESSAGE_PUSH }]);
      return { row: toMessageRow(addResult.seq, message), notifiedIds: [...notifiedIds, ...deletedFor] };
    })
    .catch(async (error: unknown): Promise<StoreOutcome> => {
      if (error instanceof RefusedMessageError) return { category: error.category };
      if (error instanceof ClosedChatError) return { closed: error.code };
      if (!(error instanceof DuplicateMessageError)) throw error;
      const { before } = (await requireFriend(ctx, me, friendId, clientId)).status;
      if (!before) throw new AppError('bad-input', 'this id names a message to somebody else');
      return { before };
    });
  if ('before' in outcome) return toRepeatedResult(ctx, me, outcome.before);
  if ('closed' in outcome) {
    const { status: now } = await requireFriend(ctx, me, friendId, clientId);
    return { ...(await toClosedResult(ctx, actor, outcome.closed, now)), ...refusedHelp };
  }
  if ('category' in outcome) {
    await countRefusal(ctx, me, friendId, outcome.category, verdict.help);
    return { ...actionFailure('refused'), category: outcome.category, isTogether: true, ...refusedHelp };
  }
  ctx.bus.publish({ kind: 'chat', playerIds: [friendId, me], between: [me, friendId] });
  publishNotifications(ctx, outcome.notifiedIds);
  if (soft.length > 0) await assessPlayer(ctx, me);
  const card = notice && (await takeHelpCard(ctx, me, notice));
  return { ok: true, message: toMessageView(outcome.row, me), ...(card ? { help: card } : {}) };
}

/** Why a message is not sent, whatever it says, before the filter has read it; null: nothing keeps it. What counts for the whole site is said first. */
async function findRefusal(
  ctx: AppContext,
  actor: Actor,
  status: queries.ChatStatus,
  text: string,
): Promise<Extract<SendMessageResult, { ok: false }> | null> {
  if (await isFeatureEnabled(ctx, 'read-only')) return actionFailure('read-only', { error: READ_ONLY_TEXT });
  if (!status.is_enabled) return actionFailure('switched-off');
  if (status.muted) return { ...actionFailure('muted'), mute: toMute(ctx, status.muted) };
  const closed = findClosedCode(actor, status, text);
  return closed === null ? null : toClosedResult(ctx, actor, closed, status);
}

/** What keeps two friends from writing this to each other; null: nothing. */
function findClosedCode(actor: Actor, facts: queries.LevelFacts, text: string): ClosedCode | null {
  if (facts.my_band === null || facts.their_band === null) return 'age-unknown';
  return can(actor, 'chat:send', { level: getLevel(facts).level, isPhrase: isPhrase(text) }) ? null : 'closed';
}

/** The result for a message that the two cannot write to each other, with what the composer shows instead. */
async function toClosedResult(ctx: AppContext, actor: Actor, code: ClosedCode, facts: queries.LevelFacts) {
  return code === 'closed' ? { ...actionFailure(code), access: await getAccess(ctx, actor, facts) } : actionFailure(code);
}

/** The result for a message that was sent before: its answer was lost, and with it the card. */
async function toRepeatedResult(ctx: AppContext, me: string, row: queries.MessageRow): Promise<SendMessageResult> {
  const card = await findHelpCardAgain(ctx, me, row.body, row.sent_at);
  return { ok: true, message: toMessageView(row, me), ...(card ? { help: card } : {}) };
}

/** A refused message is stored nowhere; what kind it was is counted. @param help what it says of the need for help */
async function countRefusal(
  ctx: AppContext,
  me: string,
  friendId: string,
  kind: ModerationCategory,
  help: HelpSigns | null,
): Promise<void> {
  if (help ? isCountedBesideHelp(kind, help.kinds) : isCountedRefusal(kind)) {
    await countSignals(ctx, ctx.db, [{ playerId: me, otherId: friendId, kind }]);
    await assessPlayer(ctx, me);
  }
  ctx.metrics?.countRefusedMessage(kind);
  // Last, and without failing: a figure must not keep what protects a child from being recorded.
  await countRefusedMessage(ctx.db, kind, ctx.now()).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'a refused message is missing in the figures'),
  );
}

/** Checks a message together with what its sender just wrote: one part of a phone number alone says nothing. */
async function checkTogether(
  ctx: AppContext,
  trx: Transaction<DB>,
  pair: PlayerPair,
  { senderId, seq, at, body }: { senderId: string; seq: number; at: Date; body: string },
): Promise<ModerationResult> {
  const since = new Date(at.getTime() - CHECKED_TOGETHER_SECONDS * 1000);
  const before = await queries.listMessagesJustBefore(trx, pair, { senderId, seq, since, limit: CHECKED_TOGETHER_MAX });
  const checked = chooseCheckedTogether(before);
  return checked.length === 0 ? null : moderateMessages(ctx, [...checked, body]);
}

function toMessageRow(seq: number, message: { senderId: string; clientId: string; body: string; at: Date }): queries.MessageRow {
  return { seq, sender_id: message.senderId, client_id: message.clientId, body: message.body, sent_at: message.at };
}

/**
 * Thrown if the client id is already taken when the message is inserted, usually by a concurrent request with the same message. It rolls
 * back the transaction and with it the sequence number.
 */
class DuplicateMessageError extends Error {}

/** Thrown if what the two may write became less while the message was on its way. It rolls back the transaction. */
class ClosedChatError extends Error {
  readonly code: ClosedCode;

  constructor(code: ClosedCode) {
    super('nothing more is written here');
    this.code = code;
  }
}

/** Thrown if the filter refuses a message together with earlier ones. It rolls back the transaction. */
class RefusedMessageError extends Error {
  readonly category: ModerationCategory;

  constructor(category: ModerationCategory) {
    super('refused together with earlier messages');
    this.category = category;
  }
}

/**
 * Loads one page of the conversation with a friend: the last messages, or those before or after a message.
 * @throws AppError 'not-found'
 */
export async function getConversation(
  ctx: AppContext,
  actor: Actor,
  friendId: string,
  part: { before?: string | null; after?: string | null } = {},
): Promise<Conversation> {
  authorize(actor, 'chat:read');
  const me = requirePlayerId(actor);
  const [before, after] = [parseMessageId(part.before), parseMessageId(part.after)];
  const bound = after !== null ? { after } : before !== null ? { before } : null;
  const { pair, status } = await requireFriend(ctx, me, friendId);
  const [friend, access, found, readSeq] = await Promise.all([
    getPlayerSummary(ctx, actor, friendId),
    getAccess(ctx, actor, status),
    queries.listMessages(ctx.queryPrepared, pair, MESSAGES_PAGE_SIZE + 1, bound),
    queries.getOtherReadSeq(ctx.queryPrepared, pair),
  ]);
  const { rows, next } = toPage(found, MESSAGES_PAGE_SIZE, (row) => toMessageId(row.seq));
  return {
    friend,
    messages: (after !== null ? rows : rows.toReversed()).map((row) => toMessageView(row, me)),
    earlier: after === null ? next : null,
    readUpTo: readSeq > 0 ? toMessageId(readSeq) : null,
    muted: status.muted ? toMute(ctx, status.muted) : null,
    off: !status.is_enabled,
    isAgeUnknown: !status.are_ages_known,
    ...access,
  };
}

/** Marks a conversation as read up to a message and publishes that to both players. @throws AppError 'not-found', 'bad-input' */
export async function markConversationRead(ctx: AppContext, actor: Actor, friendId: string, upTo: string | undefined): Promise<void> {
  authorize(actor, 'chat:read');
  const me = requirePlayerId(actor);
  const { pair } = await requireFriend(ctx, me, friendId);
  const seq = parseMessageId(upTo);
  if (seq === null) throw new AppError('bad-input', 'id names a message');
  const readResult = await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPlayers(trx, pair);
    const marked = await queries.markRead(trx, pair, me, seq);
    // If messages arrived in the meantime, the notification stays.
    const notifiedIds = marked?.unread === 0 ? await deleteRelatedNotifications(trx, me, ['message'], friendId) : [];
    return { hasChanged: marked?.hasChanged === true, back: notifiedIds };
  });
  publishNotifications(ctx, readResult.back);
  if (!readResult.hasChanged) return;
  ctx.bus.publish({ kind: 'chat', playerIds: [friendId, me], between: [me, friendId] });
}

/**
 * Publishes that the actor is typing: the friend's open tabs show it for a moment. Does nothing for a muted actor, and where nobody can write
 * their own words.
 * @throws AppError 'not-found', 'too-many-requests'
 */
export async function publishTyping(ctx: AppContext, actor: Actor, friendId: string): Promise<void> {
  authorize(actor, 'chat:write');
  const me = requirePlayerId(actor);
  const { status } = await requireFriend(ctx, me, friendId);
  await ctx.rateLimiter.consume(TYPING_SIGNALS_PER_MINUTE, me);
  const canWrite = status.is_enabled && status.are_ages_known && !status.muted && getLevel(status).level === 'free';
  if (canWrite) ctx.bus.publish({ kind: 'typing', playerId: friendId, from: me });
}

/**
 * Loads a friend of the actor and whether the two may write to each other.
 * @throws AppError 'not-found' for anybody else, whether or not they exist
 */
async function requireFriend(
  ctx: AppContext,
  me: string,
  friendId: string,
  clientId: string | null = null,
): Promise<{ pair: PlayerPair; status: queries.ChatStatus }> {
  if (!isId(friendId) || friendId === me) throw new AppError('not-found');
  const pair = toPlayerPair(me, friendId);
  const status = await queries.findChatStatus(ctx.queryPrepared, pair, me, ctx.now(), clientId);
  if (!status) throw new AppError('not-found');
  return { pair, status };
}

/** What two friends can write to each other. `isOwn`: what `me` may do keeps it from being more, whatever the friend may. */
function getLevel(status: queries.LevelFacts): { level: ChatLevel; isOwn: boolean } {
  const mine = getAllowances(status.my_band, status.my_consent);
  const level = getChatLevel(mine, getAllowances(status.their_band, status.their_consent), status.is_by_code);
  return { level, isOwn: level !== 'free' && level === getChatLevel(mine, mine, status.is_by_code) };
}

/** The same as the composer shows it. */
async function getAccess(ctx: AppContext, actor: Actor, status: queries.LevelFacts): Promise<ChatAccess> {
  const { level, isOwn } = getLevel(status);
  const opensByCode = level === 'off' && !status.is_by_code && getAllowances(status.my_band, status.my_consent).chat === 'phrases-by-code';
  return { level, door: isOwn ? (await getOwnAllowances(ctx, actor)).door : null, opensByCode };
}

/** Includes the time left besides the end, because the clock of a phone may be wrong. */
function toMute(ctx: AppContext, { until, why }: { until: string | null; why: string }): Mute {
  if (until === null) return { until: '', left: null, why };
  const end = new Date(until);
  return { until: end.toISOString(), left: end.getTime() - ctx.now().getTime(), why };
}

function toMessageView(row: queries.MessageRow, me: string): MessageView {
  return { id: toMessageId(row.seq), clientId: row.client_id, mine: row.sender_id === me, text: row.body, at: row.sent_at.toISOString() };
}
