import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { findActiveBan } from '../sessions/queries.server.ts';
import * as queries from './queries.server.ts';
import { toMailbox } from './rules.ts';

// Only other services call these functions.

/** The keyed hash by which a banned address is known again; the same for all ways to write the address of a mailbox. */
export function hashEmail(ctx: AppContext, email: string): string {
  return createHmac('sha256', ctx.secret)
    .update(`banned address ${toMailbox(email)}`)
    .digest('base64url');
}

/**
 * Whether a banned player had this address, or has it and it is written in another way. No page may say so: the answer would tell a
 * stranger that there was an account.
 */
export async function isEmailBanned(ctx: AppContext, email: string): Promise<boolean> {
  return queries.hasBannedEmail(ctx.db, hashEmail(ctx, email), email);
}

/** Bans the address of a player who is banned without an end. It stays banned when the account is erased. */
export async function banEmail(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<void> {
  const email = await queries.findEmail(trx, playerId);
  if (email === undefined) return;
  await queries.saveBannedEmail(trx, { id: ctx.newId(), playerId, emailHash: hashEmail(ctx, email), at: ctx.now() });
}

/**
 * The last step before an account is erased: its address stays banned if the player is banned without an end, also where the ban is older
 * than these hashes. A ban with an end is over by then.
 */
export async function retainBannedEmail(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<void> {
  const ban = await findActiveBan(trx, playerId, ctx.now());
  if (ban !== null && ban.until === null) await banEmail(ctx, trx, playerId);
  else await queries.deleteBannedEmail(trx, playerId);
}
