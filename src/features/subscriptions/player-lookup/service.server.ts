import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { findPlayerIdByLookup } from './queries.server.ts';

/** One line of typed or pasted input: at most as long as an email address, without control characters. */
const LOOKUP_PATTERN = /^[^\p{Cc}]{1,254}$/u;

/**
 * Looks up a player by username (with or without @), by the email address that receipts go to, or by a payment reference.
 * @returns the player's id, or null if there is no match
 * @throws AppError 'not-allowed'
 */
export async function lookUpPlayerId(ctx: AppContext, actor: Actor, input: string): Promise<string | null> {
  authorize(actor, 'payment:oversee');
  const query = input.isWellFormed() ? input.normalize('NFC').trim() : '';
  if (!LOOKUP_PATTERN.test(query)) return null;
  return findPlayerIdByLookup(ctx.db, query.toLowerCase().replace(/^@/, ''), query);
}
