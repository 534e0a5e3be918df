import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { consumeRateLimit } from '../accounts/sign-in-limits/service.server.ts';
import { isFeatureEnabled } from '../feature-flags/service.server.ts';
import { normalizeMailbox } from '../mail/rules.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import * as queries from './queries.server.ts';
import { CONFIRM_SECONDS, IP_LIMIT, IP_DAILY_LIMIT, PLAYER_LIMIT, MAILBOX_LIMIT, MAILBOX_MONTHLY_LIMIT } from './rules.ts';
import { confirmToken, honeypotForm, scriptForm, subscribeForm, unsubscribeToken } from './forms.server.ts';
import { HONEYPOT_FIELD, type SubscribeResult } from './schema.ts';
import { emailTemplates, texts } from './texts.ts';

/**
 * Emails a confirmation link to a new reader. The response is the same if the address is already subscribed.
 * @param ip IP address of the client
 */
export async function subscribe(ctx: AppContext, actor: Actor, fields: FormFields, ip: string): Promise<SubscribeResult> {
  authorize(actor, 'newsletter:subscribe');
  // Players are never treated as bots, whatever their browser filled in.
  if (actor.kind !== 'player' && parseFormOrThrow(honeypotForm, fields)[HONEYPOT_FIELD] !== '') return { ok: true };
  const values = pickFields(fields, ['email']);
  const { fieldErrors, slow, switchedOff } = texts.box;
  if (!(await isFeatureEnabled(ctx, 'newsletter'))) return actionFailure('switched-off', { error: switchedOff, values });
  const parsed = parseForm(subscribeForm, values, () => (values.email.trim() === '' ? fieldErrors.empty : fieldErrors.form), ['email']);
  if (!parsed.ok) return parsed;
  const { email } = parsed.value;
  // Many people share an IP address, in a school or a mobile network, so players have a limit of their own.
  const limits = actor.kind === 'player' ? [PLAYER_LIMIT] : [IP_LIMIT, IP_DAILY_LIMIT];
  for (const limit of limits)
    if ((await consumeRateLimit(ctx, limit, actor.kind === 'player' ? actor.id : ip)) > 0)
      return actionFailure('too-many-requests', { error: slow, values });
  for (const limit of [MAILBOX_LIMIT, MAILBOX_MONTHLY_LIMIT])
    if ((await consumeRateLimit(ctx, limit, normalizeMailbox(email))) > 0) return { ok: true };
  await ctx.db.transaction().execute(async (trx) => {
    const token = randomBytes(24).toString('base64url');
    const at = ctx.now();
    const until = new Date(at.getTime() + CONFIRM_SECONDS * 1000);
    const hashes = { addressHash: hashEmail(ctx, email), confirmHash: hashToken(token) };
    const reader = await queries.savePendingReader(trx, { id: ctx.newId(), email, ...hashes, until, at });
    const content = reader.confirmed
      ? emailTemplates.known(email, urlForUnsubscribe(ctx, reader.id))
      : { ...emailTemplates.confirm(email, `${ctx.config.origin}/newsletter/confirm/${token}`), until: until.toISOString() };
    await enqueueEmail(ctx, content, trx);
  });
  return { ok: true };
}

/** Whether a script sent the form. Without one, the browser has to be redirected. */
export function isSentByScript(fields: FormFields): boolean {
  return parseFormOrThrow(scriptForm, fields).script !== '';
}

/** Confirms a subscription with the emailed link. @returns whether the link was valid: it works once, for 48 hours */
export async function confirmSubscription(ctx: AppContext, actor: Actor, token: string): Promise<boolean> {
  authorize(actor, 'newsletter:subscribe');
  return confirmToken.safeParse(token).success && queries.confirmReader(ctx.db, hashToken(token), ctx.now());
}

/** Unsubscribes the owner of this link and removes the address. @returns false if the link is not valid */
export async function unsubscribeFromNewsletter(ctx: AppContext, actor: Actor, token: string): Promise<boolean> {
  authorize(actor, 'newsletter:subscribe');
  if (!unsubscribeToken.safeParse(token).success) return false;
  const [id = '', signature = ''] = token.split('.');
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(ctx, id)))) return false;
  await queries.unsubscribeReader(ctx.db, id);
  return true;
}

/** A reader's unsubscribe URL. It never expires, so that unsubscribing also works from old emails. */
export function urlForUnsubscribe(ctx: AppContext, readerId: string): string {
  return `${ctx.config.origin}/newsletter/leave/${readerId}.${sign(ctx, readerId)}`;
}

/**
 * Erases a reader by address, also one who unsubscribed and of whom only the hash remains. Only other services call this.
 * @param email address of the deleted account
 */
export async function eraseReader(ctx: AppContext, trx: Transaction<DB>, email: string): Promise<void> {
  await queries.deleteReader(trx, email, hashEmail(ctx, email));
}

/** Removes addresses that were not confirmed in time. */
export async function deleteExpiredReaders(ctx: AppContext): Promise<void> {
  await queries.deleteExpiredReaders(ctx.db, ctx.now());
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();
const sign = (ctx: AppContext, id: string) => createHmac('sha256', ctx.secret).update(`newsletter leave ${id}`).digest('base64url');
const hashEmail = (ctx: AppContext, email: string) => createHmac('sha256', ctx.secret).update(`newsletter address ${email}`).digest();
