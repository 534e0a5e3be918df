import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { findPlayerIdByLookup } from './queries.server.ts';

/** One line as somebody types or pastes it: no longer than an address, and nothing that cannot be seen. */
const LOOKUP_PATTERN = /^[^\p{Cc}]{1,254}$/u;

/**
 * The player that an operator means: by username (with or without @), by the address that receipts go to, or by the number of a
 * payment. @returns the player's id, or null where nobody is named so. @throws AppError 'not-allowed'
 */
export async function lookUpPlayerId(ctx: AppContext, actor: Actor, input: string): Promise<string | null> {
  authorize(actor, 'payment:oversee');
  const query = input.isWellFormed() ? input.normalize('NFC').trim() : '';
  if (!LOOKUP_PATTERN.test(query)) return null;
  return findPlayerIdByLookup(ctx.db, query.toLowerCase().replace(/^@/, ''), query);
}
