import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { StartError } from '../../../infra/start-error.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { displayName as displayNameForm, email as emailForm, username as usernameForm, type Role } from '../schema.ts';
import { deleteDemo, demoUsernames, insertConfirmed, setRole, takenUsernames } from './queries.server.ts';

/** Everybody may know it: these accounts exist in demo mode only. */
const DEMO_PASSWORD = 'kiddo-demo';
const DEMO: { username: string; displayName: string; role: Role }[] = [
  { username: 'amina', displayName: 'Amina', role: 'player' },
  { username: 'brian', displayName: 'Brian', role: 'player' },
  { username: 'chao', displayName: 'Chao', role: 'player' },
  { username: 'mod', displayName: 'Kiddo Moderator', role: 'moderator' },
  { username: 'ops', displayName: 'Kiddo Operator', role: 'operator' },
];
/** So many of them are named in a message. */
const NAMED = 5;
const ROLES: Role[] = ['player', 'moderator', 'operator'];

/** Sees that the demo accounts are there; makes those that are missing. Demo mode only. */
export async function ensureDemoAccounts(ctx: AppContext, actor: Actor): Promise<{ usernames: string[]; password: string }> {
  authorize(actor, 'account:appoint');
  if (ctx.config.mode !== 'demo') throw new AppError('not-allowed', 'demo accounts are for demo mode');
  const usernames = DEMO.map(({ username }) => username);
  const there = new Set(await takenUsernames(ctx.db, usernames));
  const missing = DEMO.filter(({ username }) => !there.has(username));
  const passwordHash = missing.length > 0 ? await ctx.passwordHasher.hash(DEMO_PASSWORD) : '';
  for (const one of missing) {
    await insertConfirmed(ctx.db, {
      ...one,
      id: ctx.newId(),
      passwordId: ctx.newId(),
      email: `${one.username}@kiddo.invalid`,
      isDemo: true,
      passwordHash,
    });
  }
  return { usernames, password: DEMO_PASSWORD };
}

/**
 * Real players do not meet accounts that were made in demo mode, where passwords are known and anybody can confirm any
 * address. @throws StartError when the database holds some.
 */
export async function refuseDemoAccounts(ctx: AppContext): Promise<void> {
  const found = await demoUsernames(ctx.db, NAMED + 1);
  if (found.length === 0) return;
  const names = found.length > NAMED ? `${found.slice(0, NAMED).join(', ')} and others` : found.join(', ');
  throw new StartError(
    `This database holds accounts that were made in demo mode (${names}), where nobody proves who they are. Remove them with: npm run accounts -- remove-demo`,
  );
}

/** Removes the accounts that were made in demo mode, with all that is theirs. @returns how many there were. */
export async function removeDemoAccounts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:appoint');
  return deleteDemo(ctx.db);
}

/**
 * Makes a confirmed account for somebody who runs the place.
 * @returns the address where they choose their password; it works once, for an hour.
 * @throws Refusal 'bad-input' with the reason.
 */
export async function createOperator(
  ctx: AppContext,
  actor: Actor,
  input: { email: string; username: string; displayName: string },
): Promise<string> {
  authorize(actor, 'account:appoint');
  const email = emailForm.safeParse(input.email);
  const username = usernameForm.safeParse(input.username);
  const displayName = displayNameForm.safeParse(input.displayName);
  if (!email.success) throw new AppError('bad-input', `'${input.email}' is not an e-mail address`);
  if (!username.success) throw new AppError('bad-input', `'${input.username}' is not a username: a-z, 0-9 and _, at most 30`);
  if (!displayName.success) throw new AppError('bad-input', `'${input.displayName}' is not a display name`);
  // Nobody knows this password; the link below replaces it.
  const passwordHash = await ctx.passwordHasher.hash(randomBytes(24).toString('base64url'));
  const names = { username: username.data, displayName: displayName.data, email: email.data };
  const made = await insertConfirmed(ctx.db, {
    ...names,
    id: ctx.newId(),
    passwordId: ctx.newId(),
    role: 'operator',
    isDemo: false,
    passwordHash,
  });
  if (!made) throw new AppError('bad-input', 'this username or this e-mail has an account already');
  const token = await ctx.auth.createResetToken(email.data);
  return `${ctx.config.origin}/reset-password?token=${token ?? ''}`;
}

/** Gives a player another role. @throws Refusal 'bad-input', 'not-found'. */
export async function appoint(ctx: AppContext, actor: Actor, username: string, role: string): Promise<void> {
  authorize(actor, 'account:appoint');
  const known = ROLES.find((each) => each === role);
  if (!known) throw new AppError('bad-input', `a role is one of ${ROLES.join(', ')}`);
  if (!(await setRole(ctx.db, username.toLowerCase(), known, ctx.now()))) throw new AppError('not-found', `nobody is called '${username}'`);
}
