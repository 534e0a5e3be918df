import type { AppContext } from '../../context.server.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { consumeRateLimit } from '../accounts/sign-in-limits/service.server.ts';
import { toReadableText } from '../help-requests/rules.ts';
import { countRefusedText, findHelpSigns, isTeamNotified, notifyTeam } from '../help-requests/service.server.ts';
import { normalizeMailbox } from '../mail/rules.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import { findCurrentPeriod } from '../subscriptions/plans/queries.server.ts';
import * as queries from './queries.server.ts';
import {
  CONFIRMATION_LIMIT,
  CONFIRMATION_MONTHLY_LIMIT,
  IP_LIMIT,
  IP_DAILY_LIMIT,
  SENDER_LIMIT,
  RETENTION_DAYS,
  RANKS,
  DUPLICATE_SECONDS,
  UNSENT_LIMIT,
} from './rules.ts';
import { contactForm, honeypotForm } from './forms.server.ts';
import {
  BODY_MAX,
  CONTACT_FIELDS,
  HONEYPOT_FIELD,
  SUBJECT_MAX,
  type ContactField,
  type ContactResult,
  type ContactView,
  type HelpNews,
} from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

/** The data of /contact. A player's name and email address are prefilled. */
export async function getContactView(ctx: AppContext, actor: Actor): Promise<ContactView> {
  authorize(actor, 'message:send');
  const player = actor.kind === 'player' ? await queries.findSender(ctx.db, actor.id) : undefined;
  return { prefill: player ? { name: player.display_name, email: player.email } : null, support: ctx.config.supportMail };
}

/**
 * Stores a message, emails it to support, and emails the sender a confirmation. A duplicate is stored once. Whoever asks for help in it is
 * shown where to get it at once, also if the message is not taken. If a bot filled in the
 * honeypot, the response pretends success; players are never treated as bots, whatever their browser filled in.
 * @param fields name, email, subject, message, and the honeypot field
 * @param address IP address of the client
 */
export async function sendMessage(ctx: AppContext, actor: Actor, fields: FormFields, address: string): Promise<ContactResult> {
  authorize(actor, 'message:send');
  const playerId = actor.kind === 'player' ? actor.id : null;
  if (playerId === null && parseFormOrThrow(honeypotForm, fields)[HONEYPOT_FIELD] !== '') return { ok: true };
  const values = pickFields(fields, CONTACT_FIELDS);
  const parsed = parseForm(contactForm, values, describeIssue, CONTACT_FIELDS);
  if (!parsed.ok) return { ...parsed, ...(await findHelpInUnsent(ctx, playerId, address, toReadable(values))) };
  const { name, email, subject, message: body } = parsed.value;
  const message = { playerId, name, email, subject, body };
  const at = ctx.now();
  const since = new Date(at.getTime() - DUPLICATE_SECONDS * 1000);
  // A retry after a lost response must not run into the rate limit.
  if (await queries.messageExists(ctx.db, message, since))
    return { ok: true, ...(await findHelpInUnsent(ctx, playerId, address, message)) };
  if (await exceedsLimit(ctx, playerId, email, address))
    return {
      ...actionFailure('too-many-requests', { error: texts.slow, values }),
      ...(await findHelpInUnsent(ctx, playerId, address, message)),
    };
  const priority = (await isPro(ctx, actor)) ? RANKS.pro : RANKS.others;
  const id = ctx.newId();
  const { origin, supportMail } = ctx.config;
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.insertMessage(trx, { ...message, id, priority, at }, since))) return false;
    const inbox = `${origin}/operator/messages/${id}`;
    await enqueueEmail(ctx, emailTemplates.toSupport(supportMail, { name, email, subject, body }, inbox), trx);
    return true;
  });
  if (isNew) ctx.bus.publish({ kind: 'cases' });
  // Counted now: of a button that was pressed three times at once, only the message that was stored uses up a confirmation.
  if (isNew && (await canSendConfirmation(ctx, email))) await enqueueEmail(ctx, emailTemplates.arrived(email, `${origin}/contact`));
  return { ok: true, ...(await findHelpFor(ctx, playerId, message)) };
}

/** What is read of a message to find out whether its author asks for help. */
type ReadableMessage = { subject: string; body: string };

/** What was typed, for whom no message is made of it: of each field no more than the form takes. */
function toReadable({ subject, message }: Record<ContactField, string>): ReadableMessage {
  return { subject: toReadableText(subject, SUBJECT_MAX), body: toReadableText(message, BODY_MAX) };
}

/** As `findHelpFor`, for what is not stored, and so counts for none of the limits that keep the processor free. */
async function findHelpInUnsent(
  ctx: AppContext,
  playerId: string | null,
  address: string,
  message: ReadableMessage,
): Promise<{ help?: HelpNews }> {
  const isRead = playerId === null ? (await consumeRateLimit(ctx, UNSENT_LIMIT, address)) === 0 : await countRefusedText(ctx, playerId);
  return isRead ? findHelpFor(ctx, playerId, message) : {};
}

/** Whether the author asks for help. For a player where a child is harmed, our team is told. */
async function findHelpFor(ctx: AppContext, playerId: string | null, { subject, body }: ReadableMessage): Promise<{ help?: HelpNews }> {
  // Each by itself: a subject about a game would excuse the message.
  const signs = (await findHelpSigns(ctx, body)) ?? (await findHelpSigns(ctx, subject));
  if (signs === null) return {};
  const notice = playerId === null ? null : await notifyTeam(ctx, playerId, signs, `${subject}\n${body}`);
  return { help: { isTeamNotified: notice !== null && isTeamNotified(notice) } };
}

/** Whether the actor's current plan is Pro. If several plans are active, the most expensive one counts. */
async function isPro(ctx: AppContext, actor: Actor): Promise<boolean> {
  return actor.kind === 'player' && actor.premium && (await findCurrentPeriod(ctx.db, actor.id, ctx.now()))?.plan_id === 'pro';
}

/** Counts a message against the rate limits. @returns whether the sender has to wait */
async function exceedsLimit(ctx: AppContext, playerId: string | null, email: string, address: string): Promise<boolean> {
  if (playerId !== null) return (await consumeRateLimit(ctx, SENDER_LIMIT, playerId)) > 0;
  for (const limit of [IP_LIMIT, IP_DAILY_LIMIT]) if ((await consumeRateLimit(ctx, limit, address)) > 0) return true;
  return (await consumeRateLimit(ctx, SENDER_LIMIT, `${address} ${email}`)) > 0;
}

/** Counts a confirmation against the limits of a mailbox whose ownership is not confirmed. @returns whether it may be sent */
async function canSendConfirmation(ctx: AppContext, email: string): Promise<boolean> {
  for (const limit of [CONFIRMATION_LIMIT, CONFIRMATION_MONTHLY_LIMIT])
    if ((await consumeRateLimit(ctx, limit, normalizeMailbox(email))) > 0) return false;
  return true;
}

/** Deletes messages that were answered or closed long ago. @returns the number of messages */
export async function deleteOldMessages(ctx: AppContext): Promise<number> {
  return queries.deleteHandledMessages(ctx.db, new Date(ctx.now().getTime() - RETENTION_DAYS * 86_400_000));
}

function describeIssue(field: string, issue: string): string {
  const byIssue: Record<string, string> = texts.fieldErrors[field as ContactField];
  return byIssue[issue] ?? texts.wrong;
}
