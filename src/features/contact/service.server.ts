import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { countAsked } from '../accounts/guarding/service.server.ts';
import { mailboxOf } from '../mail/rules.ts';
import { postLetter } from '../mail/service.server.ts';
import { heldTime } from '../subscriptions/queries.server.ts';
import { TRAP } from './limits/schema.ts';
import * as queries from './queries.server.ts';
import {
  CONFIRMATIONS,
  CONFIRMATIONS_MONTH,
  FROM_ADDRESS,
  FROM_ADDRESS_DAY,
  FROM_SENDER,
  KEEP_DAYS,
  RANKS,
  SAME_SECONDS,
} from './rules.ts';
import { CONTACT_FIELDS, contactForm, type ContactAnswer, type ContactFields, type ContactView } from './schema.ts';
import { letters, texts } from './texts.ts';

/** What /contact shows: a player's name and address are filled in. */
export async function viewContact(ctx: AppContext, actor: Actor): Promise<ContactView> {
  authorize(actor, 'message:send');
  const player = actor.kind === 'player' ? await queries.senderOf(ctx.db, actor.id) : undefined;
  return { known: player ? { name: player.display_name, email: player.email } : null, support: ctx.config.supportMail };
}

/**
 * Stores a message, mails it to support, and tells the sender that it arrived. The same sent again is one. A program that filled in
 * the hidden field is answered as if it had worked; a player is no program, whatever their browser filled in.
 * @param fields name, email, subject, message, and the hidden field
 * @param address the network address that asks
 * @returns null where it was sent, else what is wrong with it and what was typed
 */
export async function sendMessage(
  ctx: AppContext,
  actor: Actor,
  fields: Record<string, string>,
  address: string,
): Promise<ContactAnswer | null> {
  authorize(actor, 'message:send');
  const typed = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, fields[name] ?? ''])) as ContactFields;
  const playerId = actor.kind === 'player' ? actor.id : null;
  if (playerId === null && (fields[TRAP] ?? '') !== '') return null;
  const parsed = contactForm.safeParse(typed);
  if (!parsed.success) return { faults: faultsIn(parsed.error.issues), fault: null, typed };
  const { name, email, subject, message: body } = parsed.data;
  const message = { playerId, name, email, subject, body };
  const at = ctx.now();
  const since = new Date(at.getTime() - SAME_SECONDS * 1000);
  // Who only sends it again, because no answer came through, is not told to wait.
  if (await queries.hasMessage(ctx.db, message, since)) return null;
  if (await isTooMuch(ctx, playerId, email, address)) return { faults: {}, fault: texts.slow, typed };
  const isTold = await mayConfirm(ctx, email);
  const rank = (await isPro(ctx, actor)) ? RANKS.pro : RANKS.others;
  const id = ctx.newId();
  const { origin, supportMail } = ctx.config;
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.addMessage(trx, { ...message, id, rank, at }, since))) return;
    const inbox = `${origin}/operator/messages/${id}`;
    await postLetter(ctx, letters.toSupport(supportMail, { name, email, subject, body }, inbox), trx as never);
    if (isTold) await postLetter(ctx, letters.arrived(email, `${origin}/contact`), trx as never);
  });
  return null;
}

/** Whether it is the plan Pro that the actor has now: of several, the dearest counts. */
async function isPro(ctx: AppContext, actor: Actor): Promise<boolean> {
  return actor.kind === 'player' && actor.premium && (await heldTime(ctx.db, actor.id, ctx.now()))?.plan_id === 'pro';
}

/** Counts a message. @returns whether its sender has to wait */
async function isTooMuch(ctx: AppContext, playerId: string | null, email: string, address: string): Promise<boolean> {
  if (playerId !== null) return (await countAsked(ctx, FROM_SENDER, playerId)) > 0;
  for (const limit of [FROM_ADDRESS, FROM_ADDRESS_DAY]) if ((await countAsked(ctx, limit, address)) > 0) return true;
  return (await countAsked(ctx, FROM_SENDER, `${address} ${email}`)) > 0;
}

/** Counts a letter to a mailbox of which only somebody says that it is theirs. @returns whether it may go out */
async function mayConfirm(ctx: AppContext, email: string): Promise<boolean> {
  for (const limit of [CONFIRMATIONS, CONFIRMATIONS_MONTH]) if ((await countAsked(ctx, limit, mailboxOf(email))) > 0) return false;
  return true;
}

/** Deletes what was answered or closed long ago. @returns how many messages */
export async function sweepMessages(ctx: AppContext): Promise<number> {
  return queries.deleteSettled(ctx.db, new Date(ctx.now().getTime() - KEEP_DAYS * 86_400_000));
}

function faultsIn(issues: readonly { path: PropertyKey[]; message: string }[]): Partial<ContactFields> {
  const faults: Partial<ContactFields> = {};
  for (const { path, message } of issues) {
    const field = CONTACT_FIELDS.find((each) => each === path[0]);
    if (!field || faults[field] !== undefined) continue;
    faults[field] = (texts.faults[field] as Record<string, string>)[message] ?? texts.wrong;
  }
  return faults;
}
