import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { playerOfName } from './queries.server.ts';

/** One line as somebody types or pastes it: no longer than an address, and nothing that cannot be seen. */
const LINE = /^[^\p{Cc}]{1,254}$/u;

/**
 * The player that an operator means: by username (with or without @), by the address that receipts go to, or by the number of a
 * payment. @returns the player's id, or null where nobody is named so. @throws Refusal 'not-allowed'
 */
export async function findPayer(ctx: AppContext, actor: Actor, words: string): Promise<string | null> {
  authorize(actor, 'payment:oversee');
  const typed = words.isWellFormed() ? words.normalize('NFC').trim() : '';
  if (!LINE.test(typed)) return null;
  return playerOfName(ctx.db, typed.toLowerCase().replace(/^@/, ''), typed);
}
