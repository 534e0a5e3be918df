import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import * as queries from './queries.server.ts';
import { letterHtml, letterText, plainSubject, stopHeaders } from './rules.ts';
import type { Letter, OutboxView } from './schema.ts';
import { texts } from './texts.ts';

/** Mails of the outbox shown at once. */
const OUTBOX_SHOWN = 50;
/** Letters in the post that are looked at in one go. */
const LETTERS_AT_ONCE = 200;
/** Whether mail goes out is asked again after this long. */
const READY_MS = 5_000;

/** Hands a letter to the mail server; tried again for about a day and a half while that is away. */
export const sendLetter = {
  name: 'mail.send',
  retry: { limit: 40, seconds: 15, secondsMax: 3600 },
  async run(ctx: AppContext, { sealed }: SealedLetter, id: string) {
    const letter = unseal(ctx, sealed);
    if (letter.until && new Date(letter.until) < ctx.now()) return;
    const { to, subject } = letter;
    await ctx.mailer.send({
      id,
      to,
      subject: plainSubject(subject),
      text: letterText(letter, texts),
      html: letterHtml(letter, texts),
      headers: stopHeaders(letter),
    });
  },
};

/** Puts a letter in the post: it leaves when what it follows from is in the database. @param trx that transaction, if one runs. */
export async function postLetter(ctx: AppContext, letter: Letter, trx?: Kysely<never>): Promise<void> {
  await ctx.jobs.enqueue({ ...sendLetter, priority: letter.canWait ? -1 : 0 }, { sealed: seal(ctx, letter) }, trx);
}

/**
 * Takes letters about somebody out of the post, and in demo mode out of the outbox. Only other services call this.
 * @param isAbout asked with all that a letter says, the address too
 */
export async function forgetLetters(ctx: AppContext, isAbout: (words: string) => boolean): Promise<void> {
  for (let after: string | null = null; ;) {
    const waiting: queries.WaitingJob[] = await queries.waitingLetters(ctx.db, sendLetter.name, after, LETTERS_AT_ONCE);
    const about = waiting.filter(({ data }) => {
      const letter = readable(ctx, data as SealedLetter);
      return letter !== null && isAbout(wordsOf(letter));
    });
    await queries.deleteLetters(
      ctx.db,
      about.map(({ id }) => id),
    );
    after = waiting.at(-1)?.id ?? null;
    if (waiting.length < LETTERS_AT_ONCE) break;
  }
  await ctx.outbox?.deleteWhere((mail) => isAbout([mail.to, mail.subject, mail.text].join('\n')));
}

const wordsOf = (letter: Letter) => [letter.to, letter.subject, letterText(letter, texts)].join('\n');

/** Whether mails leave right now. The same for everybody, so it tells nothing about any one address. */
export async function isMailReady(ctx: AppContext): Promise<boolean> {
  return ctx.cached('mail is ready', READY_MS, () => ctx.mailer.isReady());
}

/** The mails of demo mode, newest first. @throws Refusal 'not-found' where mails really leave. */
export async function listOutbox(ctx: AppContext, actor: Actor): Promise<OutboxView[]> {
  return (await outboxFor(ctx, actor).list(OUTBOX_SHOWN)).map(present);
}

/** One mail of demo mode. @throws Refusal 'not-found' */
export async function readOutbox(ctx: AppContext, actor: Actor, name: string): Promise<OutboxView> {
  const mail = await outboxFor(ctx, actor).read(name);
  if (!mail) throw new AppError('not-found');
  return present(mail);
}

/** Letters hold links that open accounts: who reads the job's table must not be able to use them. */
type SealedLetter = { sealed: string };

function seal(ctx: AppContext, letter: Letter): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(ctx), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(letter), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function unseal(ctx: AppContext, sealed: string): Letter {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealKey(ctx), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as Letter;
}

/** Null for one that was sealed under another secret: nobody can read it any more. */
function readable(ctx: AppContext, { sealed }: SealedLetter): Letter | null {
  try {
    return unseal(ctx, sealed);
  } catch {
    return null;
  }
}

const sealKey = (ctx: AppContext) => createHmac('sha256', ctx.secret).update('letters').digest();

function outboxFor(ctx: AppContext, actor: Actor) {
  if (ctx.config.mode !== 'demo' || ctx.outbox === null) throw new AppError('not-found');
  authorize(actor, 'outbox:read', { mode: ctx.config.mode });
  return ctx.outbox;
}

function present(mail: { name: string; at: Date; to: string; subject: string; text: string; html: string }): OutboxView {
  return { name: mail.name, at: mail.at.toISOString(), to: mail.to, subject: mail.subject, text: mail.text, html: mail.html };
}
