import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { MailRefusedError } from '../../../infra/mail/mailer.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { sendEmail, sendEmailJob } from '../../mail/service.server.ts';
import { urlForAgreement } from '../links.service.server.ts';
import { hashUnwantedMailbox } from '../mailboxes.service.server.ts';
import * as queries from './queries.server.ts';
import { isRequest, isStillTrue } from './rules.ts';
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
    const mail = await queries.findQueuedMail(ctx.db, mailId);
    // Sent by another run, or the request was taken back; or what it says is not so any more.
    if (!mail || !isStillTrue(mail)) return;
    // They said to another child that they want no such mails.
    if (isRequest(mail.kind) && (await queries.isUnwanted(ctx.db, hashUnwantedMailbox(ctx, mail.email)))) return;
    try {
      await sendEmail(ctx, writeMail(ctx, mail, urlForAgreement(ctx, mailId)), id);
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      await queries.saveOutcome(ctx.db, mailId, 'refused_at', ctx.now());
      return;
    }
    await queries.saveOutcome(ctx.db, mailId, 'taken_at', ctx.now());
  },
};

/**
 * Queues a mail to a guardian, as a part of the transaction. What it says of what was chosen is read when it is sent. Only other services
 * call this.
 */
export async function queueGuardianMail(
  ctx: AppContext,
  trx: Transaction<DB>,
  guardianshipId: string,
  kind: GuardianMailKind,
): Promise<void> {
  const mailId = ctx.newId();
  await queries.insertMail(trx, { id: mailId, guardianshipId, kind, at: ctx.now() });
  await ctx.jobs.enqueue(sendGuardianMailJob, { mailId }, trx);
}

function writeMail(ctx: AppContext, mail: queries.QueuedMail, url: string): EmailContent {
  const { origin } = ctx.config;
  const links = { url, contact: `${origin}/contact`, privacy: `${origin}/privacy` };
  const { email, username, language, kind, relation, chat, buying, monthly_limit_minor: limit } = mail;
  if (kind === 'request') return emailTemplates.request(email, username, links);
  if (kind === 'reminder') return emailTemplates.reminder(email, username, links, language);
  // The table has both for every consent that is given.
  if (chat === null || buying === null || relation === null) throw new Error('a consent that is given says nothing of what was chosen');
  const agreed: AgreedMail = { username, relation, choices: { chat, buying, sum: limit === null ? null : limit / 100 } };
  if (kind === 'confirmation') return emailTemplates.confirmation(email, agreed, links, language);
  return emailTemplates.receipt(email, { ...agreed, isToBeConfirmed: mail.confirmation_queued_at === null }, links, language);
}
