import type { Context } from '../../../context.server.ts';
import { PasswordsBusy } from '../../../infra/sign-in/password.ts';
import type { Visit } from '../../../infra/sign-in/sign-in.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { tryAccount } from '../../accounts/guarding/service.server.ts';
import { passwordOf } from './queries.server.ts';

/** What came of asking a signed-in player for their password; `hash` is the one it was compared with. `wait` is in seconds. */
export type Proof =
  | { state: 'right'; email: string; username: string; hash: string }
  | { state: 'empty' | 'wrong' | 'none' | 'busy' }
  | { state: 'too-many'; wait: number };

/**
 * Asks a signed-in player for the password again, before what could take the account away from them. Counted like signing in:
 * who found a phone unlocked must not guess here either. 'none': they sign in through another site and have no password.
 * Only other services call this. @throws Refusal 'not-found' where the account is gone
 */
export async function provePassword(ctx: Context, playerId: string, password: string, visit: Visit): Promise<Proof> {
  const known = await passwordOf(ctx.db, playerId);
  if (known === null) throw new Refusal('not-found');
  if (known.hash === null) return { state: 'none' };
  if (password === '') return { state: 'empty' };
  const attempt = await tryAccount(ctx, { typed: known.email, playerId }, visit);
  if (!('undo' in attempt)) return { state: 'too-many', wait: attempt.wait };
  try {
    if (!(await ctx.passwords.verify(known.hash, password))) return { state: 'wrong' };
    await attempt.undo();
    return { state: 'right', email: known.email, username: known.username, hash: known.hash };
  } catch (error) {
    await attempt.undo();
    if (error instanceof PasswordsBusy) return { state: 'busy' };
    throw error;
  }
}
