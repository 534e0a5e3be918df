import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { actorId } from '../../../infra/security-log.ts';
import { StartError } from '../../../infra/start-error.ts';
import { getAgeBand, getDemoBirthMonth } from '../../../shared/age.ts';
import { authorize, type Actor, type AgeBand, type Role } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId, newId } from '../../../shared/ids.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import { recordAccountAction } from '../../audit-log/service.server.ts';
import { displayNameSchema, emailSchema, usernameSchema } from '../forms.server.ts';
import { DEMO_EMAIL_DOMAIN, isUnderageError } from './rules.ts';
import { findTakenUsernames, insertConfirmedPlayers, listDemoUsernames, lockForRole, setRole } from './queries.server.ts';

/** An account that exists in demo mode only. */
export type DemoAccount = { username: string; displayName: string; age: number; role: Role };

/** Not a secret: these accounts exist in demo mode only. */
const DEMO_PASSWORD = 'kiddo-demo';
/** The accounts that people are told of. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { username: 'amina', displayName: 'Amina', age: 14, role: 'player' },
  { username: 'brian', displayName: 'Brian', age: 15, role: 'player' },
  { username: 'chao', displayName: 'Chao', age: 16, role: 'player' },
  { username: 'mod', displayName: 'Kiddo Moderator', age: 29, role: 'moderator' },
  { username: 'ops', displayName: 'Kiddo Operator', age: 34, role: 'operator' },
];
/** Maximum number of usernames in the error message. */
const NAMES_SHOWN_MAX = 5;
const ROLES: Role[] = ['player', 'moderator', 'operator'];

/** Creates the demo accounts that are missing. Demo mode only. */
export async function ensureDemoAccounts(ctx: AppContext, actor: Actor): Promise<{ usernames: string[]; password: string }> {
  authorize(actor, 'account:manage-staff');
  const createdAt = ctx.now();
  await createDemoAccounts(
    ctx,
    actor,
    DEMO_ACCOUNTS.map((account) => ({ ...account, createdAt })),
  );
  return { usernames: DEMO_ACCOUNTS.map(({ username }) => username), password: DEMO_PASSWORD };
}

/**
 * Creates accounts for demo mode, except those whose username is taken. All have the demo password, which is hashed once: a hash takes a
 * noticeable time. Demo mode only.
 */
export async function createDemoAccounts(
  ctx: AppContext,
  actor: Actor,
  accounts: readonly (DemoAccount & { createdAt: Date })[],
): Promise<void> {
  authorize(actor, 'account:manage-staff');
  if (ctx.config.mode !== 'demo') throw new AppError('not-allowed', 'demo accounts are for demo mode');
  const usernames = accounts.map(({ username }) => username);
  const existing = new Set(await findTakenUsernames(ctx.db, usernames));
  const missing = accounts.filter(({ username }) => !existing.has(username));
  if (missing.length === 0) return;
  const passwordHash = await ctx.passwordHasher.hash(DEMO_PASSWORD);
  const players = missing.map((account) => ({
    ...account,
    // The end of an id is what a player's first picture is drawn from: a demo player looks the same wherever Kiddo is tried out.
    id: newId(account.createdAt, createHash('sha256').update(`demo player ${account.username}`).digest().subarray(0, 16)),
    passwordId: ctx.newId(),
    email: `${account.username}@${DEMO_EMAIL_DOMAIN}`,
    isDemo: true,
    passwordHash,
    ...getDemoBirth(account.age, ctx.now()),
  }));
  await ctx.db.transaction().execute((trx) => insertConfirmedPlayers(trx, players));
}

function getDemoBirth(age: number, now: Date): { birthMonth: string; ageBand: AgeBand | null } {
  const birthMonth = getDemoBirthMonth(age, now);
  return { birthMonth, ageBand: getAgeBand(birthMonth, now) };
}

/**
 * Refuses to run with accounts that were created in demo mode: their passwords are public, and anybody could confirm any address there.
 * @throws StartError if the database contains such accounts.
 */
export async function assertNoDemoAccounts(ctx: AppContext): Promise<void> {
  const found = await listDemoUsernames(ctx.db, NAMES_SHOWN_MAX + 1);
  if (found.length === 0) return;
  const names = found.length > NAMES_SHOWN_MAX ? `${found.slice(0, NAMES_SHOWN_MAX).join(', ')} and others` : found.join(', ');
  throw new StartError(
    `This database holds accounts that were made in demo mode (${names}), where nobody proves who they are. Remove them with: npm run accounts -- remove-demo`,
  );
}

/**
 * Creates a confirmed operator account.
 * @returns the URL to choose the password; it works once, for an hour.
 * @throws AppError 'bad-input' with the reason.
 */
export async function createOperator(
  ctx: AppContext,
  actor: Actor,
  input: { email: string; username: string; displayName: string },
): Promise<string> {
  authorize(actor, 'account:manage-staff');
  const email = emailSchema.safeParse(input.email);
  const username = usernameSchema.safeParse(input.username);
  const displayName = displayNameSchema.safeParse(input.displayName);
  if (!email.success) throw new AppError('bad-input', `'${input.email}' is not an e-mail address`);
  if (!username.success) throw new AppError('bad-input', `'${input.username}' is not a username: a-z, 0-9 and _, at most 30`);
  if (!displayName.success) throw new AppError('bad-input', `'${input.displayName}' is not a display name`);
  // Nobody knows this password; the link below replaces it.
  const passwordHash = await ctx.passwordHasher.hash(randomBytes(24).toString('base64url'));
  const names = { username: username.data, displayName: displayName.data, email: email.data };
  const player = { ...names, id: ctx.newId(), passwordId: ctx.newId(), role: 'operator' as const, isDemo: false, createdAt: ctx.now() };
  await ctx.db.transaction().execute(async (trx) => {
    const [inserted] = await insertConfirmedPlayers(trx, [{ ...player, passwordHash, birthMonth: null, ageBand: null }]);
    if (inserted === undefined) throw new AppError('bad-input', 'this username or this e-mail has an account already');
    await recordAccountAction(ctx, trx, actor, { action: 'create-operator', subjectId: player.id });
  });
  ctx.logSecurity('user_created', [actorId(actor), player.id, player.role]);
  const token = await ctx.auth.createResetToken(email.data);
  return `${ctx.config.origin}/reset-password?token=${token ?? ''}`;
}

/**
 * Gives a player another role, and ends their sessions everywhere. Nobody of the team is in touch with a child because a guardian approved them:
 * such friendships are paused, and stay so when the role ends: the child would seem to ask. Nobody changes their own role, so that somebody
 * is always there who can.
 * @param who username or id
 * @param note why, for the audit log
 * @throws AppError 'not-allowed', 'bad-input', 'not-found'
 */
export async function changeRole(ctx: AppContext, actor: Actor, who: string, role: string, note = ''): Promise<void> {
  authorize(actor, 'account:set-role');
  if (actor.kind === 'player' && actor.id === who) throw new AppError('bad-input', 'nobody changes their own role');
  const known = ROLES.find((each) => each === role);
  if (!known) throw new AppError('bad-input', `a role is one of ${ROLES.join(', ')}`);
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const operatorId = actor.kind === 'player' ? actor.id : null;
    const { operatorRole, target } = await lockForRole(trx, who.toLowerCase(), operatorId);
    // Somebody took the operator's own role meanwhile.
    if (operatorId !== null && operatorRole !== 'operator') throw new AppError('not-allowed');
    if (operatorId !== null && target?.role === known) throw new AppError('bad-input', 'They have this role already.');
    // Erasing an account takes its name out of the audit log: nobody of the team is erased.
    if (target?.isLeaving && known !== 'player')
      throw new AppError('bad-input', 'This account is being deleted: it gets no role of the team.');
    const set = await setRole(trx, who.toLowerCase(), known, ctx.now()).catch((error: unknown) => {
      if (!isUnderageError(error)) throw error;
      const byId: boolean = isId(who);
      throw new AppError('bad-input', `${byId ? 'this player' : `'${who}'`} is under 18: the team is 18 or older`);
    });
    if (set === null) throw new AppError('not-found', `nobody is called '${who}'`);
    await recordAccountAction(ctx, trx, actor, { action: 'set-role', subjectId: set.id, note, details: { from: set.from, to: known } });
    return { ...set, publish: set.from === known ? null : await applyAgeBand(ctx, trx, set.id, { asksAnew: false }) };
  });
  changed.publish?.();
  ctx.logSecurity('authz_change', [changed.id, changed.from, known]);
  if (changed.from === known) return;
  if (changed.ended > 0) ctx.logSecurity('session_expired', [changed.id, 'revoked']);
  ctx.bus.publish({ kind: 'player-out', playerId: changed.id });
}
