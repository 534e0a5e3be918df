import type { AppContext } from '../../../context.server.ts';
import { texts } from '../texts.ts';
import { isOwnName, type PasswordOwner } from './rules.ts';

const { common, ownName } = texts.fieldErrors.password;
/** The list is a part of the build, so it never changes while a process runs. */
const LIST_CACHE_MS = 365 * 86_400_000;

/**
 * Why a new password is refused although it is long enough: it is one of the commonest, or one's own name or address. Only other services
 * call this, when a password is chosen; existing passwords keep working.
 * @returns the text for the field, or null if the password is accepted
 */
export async function findPasswordFlaw(ctx: AppContext, password: string, owner: PasswordOwner): Promise<string | null> {
  if (isOwnName(password, owner)) return ownName;
  const commonPasswords = await ctx.cached('common passwords', LIST_CACHE_MS, async () => readCommonPasswords());
  return commonPasswords.has(password.toLowerCase()) ? common : null;
}

/** In a function, because the command line tools run this file without Vite; they never set a password. */
function readCommonPasswords(): ReadonlySet<string> {
  const files = import.meta.glob<string>('../../../../wordlists/passwords/common.txt', { query: '?raw', import: 'default', eager: true });
  const passwords = Object.values(files).flatMap((text) => text.split('\n').filter((line) => line !== ''));
  if (passwords.length === 0) throw new Error('the list of common passwords is not there');
  return new Set(passwords);
}
