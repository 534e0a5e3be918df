import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { formatPlayerName } from '../../../shared/player-name.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { findReportedPlayer } from '../../friends/access/service.server.ts';
import { hearIfRefused, noticeHelpInText } from '../../help-requests/service.server.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { lockReportsAbout } from '../../risk-scoring/contact-pauses/queries.server.ts';
import { pauseContactsIfReported } from '../../risk-scoring/contact-pauses/service.server.ts';
import { toPlayerPair } from '../messages.rules.ts';
import { playerReportForm } from './forms.server.ts';
import type { PlayerPair, PlayerReportResult } from '../schema.ts';
import { CLOSED_CHAT_EVIDENCE_SIZE, EVIDENCE_CONTEXT_SIZE, MERGE_WINDOW_HOURS, REPORTS_PER_DAY } from './rules.ts';
import { listEvidence, listLastMessages, savePlayerReport, type Evidence } from './queries.server.ts';
import { receipt } from './texts.ts';

/**
 * Reports a player, or one of their messages, to the moderators. A message report stores a copy of the message with the ten before and
 * after it; a report of a paused friend, whose chat is closed, the last messages of the two. The third independent report of a day pauses the player's new contacts.
 * @returns with a card, if the description says that its writer needs help; a failure has the code of an error below
 * @throws AppError 'bad-input', 'not-found' (the actor cannot see that player, or the message does not exist), 'too-many-requests', unless they
 * need help
 */
export async function reportPlayer(ctx: AppContext, actor: Actor, fields: FormFields): Promise<PlayerReportResult> {
  authorize(actor, 'report:send');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  return hearIfRefused(ctx, actor.id, fields['description'], () => takeReport(ctx, actor, fields));
}

async function takeReport(ctx: AppContext, actor: Extract<Actor, { kind: 'player' }>, fields: FormFields): Promise<PlayerReportResult> {
  const { playerId, messageId: seq = null, reason, description } = parseFormOrThrow(playerReportForm, fields);
  await ctx.rateLimiter.consume(REPORTS_PER_DAY, actor.id);
  const reportedPlayer = await findReportedPlayer(ctx, actor, playerId);
  // A message can be reported even after its author blocked the reader.
  if (!reportedPlayer || (reportedPlayer.isHidden && seq === null)) throw new AppError('not-found');
  const evidence = await collectEvidence(ctx, toPlayerPair(actor.id, playerId), seq, reportedPlayer.isPausedFriend);
  if (seq !== null && !evidence.some((message) => message.seq === seq && message.senderId === playerId)) throw new AppError('not-found');
  const { notifiedIds, isPaused } = await ctx.db
    .transaction()
    .execute(async (trx) => {
      await lockReportsAbout(trx, playerId);
      const at = ctx.now();
      const report = { id: ctx.newId(), reporterId: actor.id, subjectId: playerId, seq, evidence, reason, description, at };
      const id = await savePlayerReport(trx, report, new Date(at.getTime() - MERGE_WINDOW_HOURS * 3_600_000));
      const pauses = await pauseContactsIfReported(trx, playerId, at);
      // A message from before lets nobody learn what somebody out of sight is called now.
      const receiptText = receipt(reportedPlayer.isHidden ? null : formatPlayerName(reportedPlayer), reason);
      const notification = { playerId: actor.id, type: 'report' as const, ...receiptText, relatedId: null, event: `player report ${id}` };
      return { notifiedIds: await createNotifications(ctx, trx, [notification]), isPaused: pauses };
    })
    .catch((error: unknown) => {
      // The account was erased in this moment: the database takes no report about nobody.
      throw isForeignKeyViolation(error) ? new AppError('not-found') : error;
    });
  if (isPaused) ctx.logSecurity('user_updated', ['system', playerId, 'pause-contacts']);
  publishNotifications(ctx, notifiedIds);
  ctx.bus.publish({ kind: 'cases' });
  const help = await noticeHelpInText(ctx, actor.id, description);
  return { ok: true, ...(help ? { help } : {}) };
}

async function collectEvidence(ctx: AppContext, pair: PlayerPair, seq: number | null, isPausedFriend: boolean): Promise<Evidence[]> {
  if (seq !== null) return listEvidence(ctx.db, pair, seq, EVIDENCE_CONTEXT_SIZE);
  return isPausedFriend ? listLastMessages(ctx.db, pair, CLOSED_CHAT_EVIDENCE_SIZE) : [];
}

/** PostgreSQL error code 23503: foreign_key_violation. */
function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}
