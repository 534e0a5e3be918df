import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import * as queries from './queries.server.ts';
import { createFriendCode, parseFriendCode } from './rules.ts';

// Only the service of friends calls these; it knows who acts.

/** A player's friend code; created on first use. */
export async function getOrCreateCode(ctx: AppContext, playerId: string): Promise<string> {
  return (
    (await queries.findFriendCode(ctx.db, playerId)) ??
    (await queries.ensureFriendCode(ctx.db, playerId, createFriendCode(randomBytes(8)))) ??
    getOrCreateCode(ctx, playerId)
  );
}

/** Gives a player a new friend code; the old one ends. */
export async function renewCode(ctx: AppContext, playerId: string): Promise<string> {
  for (;;) {
    const code = createFriendCode(randomBytes(8));
    if (await queries.saveFriendCode(ctx.db, playerId, code)) return code;
  }
}

/** Whether what somebody typed is a player's friend code. @param typed undefined: they typed none */
export async function isFriendCodeOf(trx: Transaction<DB>, playerId: string, typed: string | undefined): Promise<boolean> {
  const code = typed === undefined ? null : parseFriendCode(typed);
  return code !== null && code === (await queries.findFriendCode(trx, playerId));
}
