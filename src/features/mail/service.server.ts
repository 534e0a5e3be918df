import type { AppContext } from '../../context.server.ts';
import type { Database } from '../../infra/database/database.ts';
import { sealText, unsealText } from '../../infra/sealed-text.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import * as queries from './queries.server.ts';
import { renderEmailHtml, renderEmailText, sanitizeSubject, getUnsubscribeHeaders } from './rules.ts';
import type { EmailContent, OutboxView } from './schema.ts';
import { emailTexts } from './texts.ts';

/** Maximum number of emails shown in the outbox. */
const OUTBOX_LIMIT = 50;
/** Queued emails loaded at once. */
const QUEUED_EMAILS_PAGE_SIZE = 200;
/** How long the result of the mail server check is cached. */
const READY_CACHE_MS = 5_000;

/** Sends an email to the mail server; retried for about a day and a half while the server is unavailable. */
export const sendEmailJob = {
  name: 'mail.send',
  retry: { limit: 40, seconds: 15, secondsMax: 3600 },
  async run(ctx: AppContext, { sealed }: EncryptedEmail, id: string) {
    const content = decrypt(ctx, sealed);
    if (content.until && new Date(content.until) < ctx.now()) return;
    await sendEmail(ctx, content, id);
  },
};

/**
 * Hands an email to the mail server now. For jobs that have to know that it was taken; everybody else enqueues. Only other services call this.
 * @param id the same for every attempt to send this email. @throws when the mail server did not take it
 */
export async function sendEmail(ctx: AppContext, content: EmailContent, id: string): Promise<void> {
  const { to, subject } = content;
  await ctx.mailer.send({
    id,
    to,
    subject: sanitizeSubject(subject),
    text: renderEmailText(content, emailTexts),
    html: renderEmailHtml(content, emailTexts),
    headers: getUnsubscribeHeaders(content),
  });
}

/** Enqueues an email. @param trx transaction, if any: the email is sent only if it commits. */
export async function enqueueEmail(ctx: AppContext, content: EmailContent, trx?: Database): Promise<void> {
  await ctx.jobs.enqueue({ ...sendEmailJob, priority: content.canWait ? -1 : 0 }, { sealed: encrypt(ctx, content) }, trx);
}

/**
 * Deletes queued emails about a player and, in demo mode, those in the outbox. Only other services call this.
 * @param matches receives the whole text of an email, including its address
 */
export async function eraseEmails(ctx: AppContext, matches: (text: string) => boolean): Promise<void> {
  for (let after: string | null = null; ;) {
    const queued: queries.QueuedJob[] = await queries.listQueuedEmails(ctx.db, sendEmailJob.name, after, QUEUED_EMAILS_PAGE_SIZE);
    const matching = queued.filter(({ data }) => {
      const content = tryDecrypt(ctx, data as EncryptedEmail);
      return content !== null && matches(getSearchableText(content));
    });
    await queries.deleteQueuedEmails(
      ctx.db,
      matching.map(({ id }) => id),
    );
    after = queued.at(-1)?.id ?? null;
    if (queued.length < QUEUED_EMAILS_PAGE_SIZE) break;
  }
  await ctx.outbox?.deleteWhere((mail) => matches([mail.to, mail.subject, mail.text].join('\n')));
}

const getSearchableText = (content: EmailContent) => [content.to, content.subject, renderEmailText(content, emailTexts)].join('\n');

/** Whether emails are being sent right now. It is the same for everybody, so it reveals nothing about any address. */
export async function isMailReady(ctx: AppContext): Promise<boolean> {
  return ctx.cached('mail is ready', READY_CACHE_MS, () => ctx.mailer.isReady());
}

/** The emails of demo mode, newest first. @throws AppError 'not-found' outside of demo mode. */
export async function listOutbox(ctx: AppContext, actor: Actor): Promise<OutboxView[]> {
  return (await getOutbox(ctx, actor).list(OUTBOX_LIMIT)).map(toOutboxView);
}

/** One email of demo mode. @throws AppError 'not-found' */
export async function getOutboxMail(ctx: AppContext, actor: Actor, name: string): Promise<OutboxView> {
  const mail = await getOutbox(ctx, actor).read(name);
  if (!mail) throw new AppError('not-found');
  return toOutboxView(mail);
}

/** Emails contain links that give access to accounts, so they are encrypted: reading the job table must not be enough to use the links. */
type EncryptedEmail = { sealed: string };

const SEALED_AS = 'letters';

function encrypt(ctx: AppContext, content: EmailContent): string {
  return sealText(ctx.secret, SEALED_AS, JSON.stringify(content));
}

function decrypt(ctx: AppContext, sealed: string): EmailContent {
  return JSON.parse(unsealText(ctx.secret, SEALED_AS, sealed)) as EmailContent;
}

/** Null if the email was encrypted with another secret, so that nobody can read it any more. */
function tryDecrypt(ctx: AppContext, { sealed }: EncryptedEmail): EmailContent | null {
  try {
    return decrypt(ctx, sealed);
  } catch {
    return null;
  }
}

function getOutbox(ctx: AppContext, actor: Actor) {
  if (ctx.config.mode !== 'demo' || ctx.outbox === null) throw new AppError('not-found');
  authorize(actor, 'outbox:read', { mode: ctx.config.mode });
  return ctx.outbox;
}

function toOutboxView(mail: { name: string; at: Date; to: string; subject: string; text: string; html: string }): OutboxView {
  return { name: mail.name, at: mail.at.toISOString(), to: mail.to, subject: mail.subject, text: mail.text, html: mail.html };
}
