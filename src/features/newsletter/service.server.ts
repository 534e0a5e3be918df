import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { countAsked } from '../accounts/guarding/service.server.ts';
import { mailboxOf } from '../mail/rules.ts';
import { postLetter } from '../mail/service.server.ts';
import { TRAP } from './limits/schema.ts';
import * as queries from './queries.server.ts';
import { CONFIRM_SECONDS, FROM_ADDRESS, FROM_ADDRESS_DAY, FROM_PLAYER, TO_MAILBOX, TO_MAILBOX_MONTH } from './rules.ts';
import { confirmToken, leaveToken, subscribeForm, type SubscribeAnswer } from './schema.ts';
import { letters, texts } from './texts.ts';

/**
 * Mails a link to an address that wants to read along. The answer is the same whether it does so already.
 * @param address the network address that asks
 */
export async function subscribe(ctx: AppContext, actor: Actor, fields: Record<string, string>, address: string): Promise<SubscribeAnswer> {
  authorize(actor, 'newsletter:join');
  // A player is no program, whatever their browser filled in.
  if (actor.kind !== 'player' && (fields[TRAP] ?? '') !== '') return { ok: true };
  const typed = fields['email'] ?? '';
  const parsed = subscribeForm.safeParse({ email: typed });
  const { faults, slow } = texts.box;
  if (!parsed.success) return { ok: false, fault: typed.trim() === '' ? faults.empty : faults.form, typed };
  const { email } = parsed.data;
  // Many share one network address, in a school or a mobile network; a player counts for themselves.
  const limits = actor.kind === 'player' ? [FROM_PLAYER] : [FROM_ADDRESS, FROM_ADDRESS_DAY];
  for (const limit of limits)
    if ((await countAsked(ctx, limit, actor.kind === 'player' ? actor.id : address)) > 0) return { ok: false, fault: slow, typed };
  for (const limit of [TO_MAILBOX, TO_MAILBOX_MONTH]) if ((await countAsked(ctx, limit, mailboxOf(email))) > 0) return { ok: true };
  await ctx.db.transaction().execute(async (trx) => {
    const token = randomBytes(24).toString('base64url');
    const at = ctx.now();
    const until = new Date(at.getTime() + CONFIRM_SECONDS * 1000);
    const hashes = { addressHash: addressHash(ctx, email), confirmHash: tokenHash(token) };
    const reader = await queries.askToConfirm(trx, { id: ctx.newId(), email, ...hashes, until, at });
    const letter = reader.confirmed
      ? letters.known(email, leaveUrl(ctx, reader.id))
      : { ...letters.confirm(email, `${ctx.config.origin}/newsletter/confirm/${token}`), until: until.toISOString() };
    await postLetter(ctx, letter, trx as never);
  });
  return { ok: true };
}

/** Uses the link of the first mail. @returns whether it was still good: it works once, for 48 hours */
export async function confirmReader(ctx: AppContext, actor: Actor, token: string): Promise<boolean> {
  authorize(actor, 'newsletter:join');
  return confirmToken.safeParse(token).success && queries.confirm(ctx.db, tokenHash(token), ctx.now());
}

/** Ends the letters for who holds this link, and forgets the address. @returns false where it is no link of ours */
export async function leaveNewsletter(ctx: AppContext, actor: Actor, token: string): Promise<boolean> {
  authorize(actor, 'newsletter:join');
  if (!leaveToken.safeParse(token).success) return false;
  const [id = '', signature = ''] = token.split('.');
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signed(ctx, id)))) return false;
  await queries.leave(ctx.db, id);
  return true;
}

/** The address of one reader's way out. It works for ever: an old mail must not be a trap. */
export function leaveUrl(ctx: AppContext, readerId: string): string {
  return `${ctx.config.origin}/newsletter/leave/${readerId}.${signed(ctx, readerId)}`;
}

/**
 * Forgets whoever reads along under an address, or once did: also the hash that is kept of who left. Only other services call this.
 * @param email of an account that is deleted
 */
export async function forgetReader(ctx: AppContext, trx: Transaction<DB>, email: string): Promise<void> {
  await queries.forget(trx, email, addressHash(ctx, email));
}

/** Forgets addresses that were never confirmed. */
export async function sweepReaders(ctx: AppContext): Promise<void> {
  await queries.sweep(ctx.db, ctx.now());
}

const tokenHash = (token: string) => createHash('sha256').update(token).digest();
const signed = (ctx: AppContext, id: string) => createHmac('sha256', ctx.secret).update(`newsletter leave ${id}`).digest('base64url');
const addressHash = (ctx: AppContext, email: string) => createHmac('sha256', ctx.secret).update(`newsletter address ${email}`).digest();
