import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { MailRefusedError } from '../../../infra/mail/mailer.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import type { EmailContent, EmailLanguage } from '../../mail/schema.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import { sendEmail, sendEmailJob } from '../../mail/service.server.ts';
import { lockPlayersAndGuardian } from '../decisions/queries.server.ts';
import { endConsent, publishDecisions, type Decided } from '../decisions/service.server.ts';
import { urlForAgreement } from '../links.service.server.ts';
import { hashUnwantedMailbox } from '../mailboxes.service.server.ts';
import * as queries from './queries.server.ts';
import { isRequest, isSameConsent, isStillTrue, RECEIPT_MINUTES, UNTAKEN_DAYS } from './rules.ts';
import type { GuardianMailKind } from './schema.ts';
import { emailTemplates, type AgreedMail } from './texts.ts';

// Mails to guardians. Each has a row of its own: its id is in the link, and the player's page says when an address takes no mails.

/**
 * Sends a mail to a guardian, and records that a mail server took it, or that there is no such mailbox. A job of its own and not the common one
 * of mails, because only it knows that. What it says of the player and of what was chosen is read now.
 */
export const sendGuardianMailJob = {
  name: 'guardians.send-mail',
  retry: sendEmailJob.retry,
  async run(ctx: AppContext, { mailId }: { mailId: string }, id: string): Promise<void> {
    const read = await readMail(ctx, mailId);
    // Sent by another run, or the request was taken back; or what it says is not so any more.
    if (!read || !isStillTrue(read.mail)) return;
    const { mail } = read;
    // They said to another child that they want no such mails.
    if (isRequest(mail.kind) && (await queries.isUnwanted(ctx.db, hashUnwantedMailbox(ctx, mail.email)))) return;
    const lowestPrice = mail.kind === 'request' ? await queries.findLowestPlanPrice(ctx.db) : null;
    try {
      await sendEmail(ctx, writeMail(ctx, mail, urlForAgreement(ctx, mailId), lowestPrice), id);
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      await applyRefusal(ctx, mailId, mail);
      return;
    }
    await finishMail(ctx, mailId, read);
  },
};

/** What a mail says, and of when that is. */
type ReadMail = { mail: queries.QueuedMail; at: Date };

/** Reads a mail while nobody decides: the next one tells what was decided from then on, and must not miss what is being stored now. */
async function readMail(ctx: AppContext, mailId: string): Promise<ReadMail | null> {
  const found = await queries.findQueuedMail(ctx.db, mailId);
  if (!found) return null;
  return ctx.db.transaction().execute(async (trx) => {
    await lockPlayersAndGuardian(trx, [found.player_id], null);
    const mail = await queries.findQueuedMail(trx, mailId);
    return mail ? { mail, at: ctx.now() } : null;
  });
}

/**
 * Records that a mail server took the mail, as of when it was read. Was something else chosen while it was on its way? Then another receipt
 * says that. From the second mail on the grown-ups who were approved are in reach: paused friendships with them are asked anew.
 */
async function finishMail(ctx: AppContext, mailId: string, { mail, at }: ReadMail): Promise<void> {
  const publish = await ctx.db.transaction().execute(async (trx) => {
    // Not the guardian: friends of the player are locked below, and players come before guardians.
    await lockPlayersAndGuardian(trx, [mail.player_id], null);
    const now = await queries.findQueuedMail(trx, mailId);
    await queries.saveTaken(trx, mailId, at);
    if (!now || !isStillTrue(now)) return null;
    if (now.kind === 'receipt' && !isSameConsent(now, mail)) await queueReceipt(ctx, trx, now.guardianship_id);
    return now.kind === 'confirmation' && now.adults.length > 0 ? applyAgeBand(ctx, trx, now.player_id) : null;
  });
  publish?.();
}

/**
 * There is no such mailbox. A consent whose second mail came back ends: nobody can undo it who does not learn of it. The player sees why, and
 * can ask again at once.
 */
async function applyRefusal(ctx: AppContext, mailId: string, { player_id: playerId, guardian_id: guardianId }: queries.QueuedMail) {
  const decided = await ctx.db.transaction().execute(async (trx): Promise<Decided[]> => {
    await lockPlayersAndGuardian(trx, [playerId], guardianId);
    const mail = await queries.findQueuedMail(trx, mailId);
    // The account is gone, or another run was faster.
    if (!mail) return [];
    await queries.saveRefused(trx, mailId, ctx.now());
    if (mail.kind !== 'confirmation' || !isStillTrue(mail)) return [];
    const { guardianship_id: guardianshipId, email, language, kind } = mail;
    const returned = { id: mailId, kind, queuedAt: mail.queued_at };
    const ended = { guardianshipId, playerId, email, mail: returned, decision: 'ended', textVersion: null, language } as const;
    return [await endConsent(ctx, trx, ended, true)];
  });
  await publishDecisions(ctx, SYSTEM, decided);
}

/**
 * Queues a mail to a guardian, as a part of the transaction. What it says of what was chosen is read when it is sent. Only other services
 * call this.
 * @param options.at when it counts as queued: now
 */
export async function queueGuardianMail(
  ctx: AppContext,
  trx: Transaction<DB>,
  guardianshipId: string,
  kind: GuardianMailKind,
  { at = ctx.now(), delaySeconds = 0 }: { at?: Date; delaySeconds?: number } = {},
): Promise<void> {
  const mailId = ctx.newId();
  await queries.insertMail(trx, { id: mailId, guardianshipId, kind, at });
  await ctx.jobs.enqueue({ ...sendGuardianMailJob, delaySeconds }, { mailId }, trx);
}

/**
 * Queues the mail that says what a guardian chose, at most one in an hour: a later one waits until the hour is over, and as long as one waits
 * no other is queued, because it says what holds when it is sent. Only other services call this.
 */
export async function queueReceipt(ctx: AppContext, trx: Transaction<DB>, guardianshipId: string): Promise<void> {
  const now = ctx.now().getTime();
  const last = await queries.findLastReceipt(trx, guardianshipId, new Date(now - UNTAKEN_DAYS * 86_400_000));
  if (last.is_waiting) return;
  const due = (last.taken_at?.getTime() ?? 0) + RECEIPT_MINUTES * 60_000;
  await queueGuardianMail(ctx, trx, guardianshipId, 'receipt', { delaySeconds: Math.max(0, Math.ceil((due - now) / 1000)) });
}

function writeMail(ctx: AppContext, mail: queries.QueuedMail, url: string, lowestPrice: number | null): EmailContent {
  const { origin } = ctx.config;
  const links = { url, contact: `${origin}/contact`, privacy: `${origin}/privacy` };
  const { email, username, language, kind, relation, chat, buying, monthly_limit_minor: limit, adults, adult_changes: adultChanges } = mail;
  if (kind === 'request') return emailTemplates.request(email, { username, isAfterNo: mail.is_after_no, lowestPrice }, links);
  if (kind === 'reminder') return emailTemplates.reminder(email, username, links, language);
  // The table has both for every consent that is given.
  if (chat === null || buying === null || relation === null) throw new Error('a consent that is given says nothing of what was chosen');
  const choices = { chat, buying, sum: limit === null ? null : limit / 100 };
  // They count from the second mail on.
  const areAdultsOpen = mail.confirmation_taken_at !== null || kind === 'confirmation';
  const agreed: AgreedMail = { username, relation, choices, adults, areAdultsOpen };
  if (kind === 'link') return emailTemplates.link(email, agreed, links, language);
  if (kind === 'confirmation') return emailTemplates.confirmation(email, { ...agreed, adultChanges }, links, language);
  return emailTemplates.receipt(email, { ...agreed, adultChanges, isToBeConfirmed: mail.confirmation_queued_at === null }, links, language);
}

/** A mail to a guardian that another part of the site writes, with what it needs to write it. */
export type ForeignMail = {
  email: string;
  language: EmailLanguage;
  username: string;
  /** Where they change or take back what they allowed. */
  agreementUrl: string;
};

/**
 * Records a mail to a guardian that another part of the site writes, as a part of the transaction: its id gives it a link by which they
 * change or take back what they allowed, as every mail to them has. Only other services call this. @returns the id
 */
export async function recordGuardianMail(
  ctx: AppContext,
  trx: Transaction<DB>,
  guardianshipId: string,
  kind: Extract<GuardianMailKind, `purchase-${string}`>,
): Promise<string> {
  const id = ctx.newId();
  await queries.insertMail(trx, { id, guardianshipId, kind, at: ctx.now() });
  return id;
}

/**
 * Sends such a mail, once: a mail server took it, or said that there is no such mailbox. Only jobs of other features call this.
 * @param write writes it; null: what it says is not so any more
 * @param id of the job
 * @throws when no mail server took it
 */
export async function sendForeignMail(
  ctx: AppContext,
  mailId: string,
  id: string,
  write: (mail: ForeignMail) => EmailContent | null,
): Promise<void> {
  const mail = await queries.findQueuedMail(ctx.db, mailId);
  if (!mail) return;
  const { email, language, username } = mail;
  const content = write({ email, language, username, agreementUrl: urlForAgreement(ctx, mailId) });
  if (content === null) return;
  try {
    await sendEmail(ctx, content, id);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    await queries.saveRefused(ctx.db, mailId, ctx.now());
    return;
  }
  await queries.saveTaken(ctx.db, mailId, ctx.now());
}
