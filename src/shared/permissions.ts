import { AppError } from './app-error.ts';

/** Who asks. Built by the server from the session, never from what the browser says. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'player'; id: string; role: 'player' | 'moderator' | 'operator'; premium: boolean }
  /** Signed in to an account that is going to be deleted: they may keep it, and nothing else. */
  | { kind: 'leaving'; id: string }
  /** Our own command line and jobs. */
  | { kind: 'system' };

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system' };

type GameAccess = { isPremium: boolean };

const isPlayer = (actor: Actor) => actor.kind === 'player';
const isOperator = (actor: Actor) => actor.kind === 'player' && actor.role === 'operator';
const isSystem = (actor: Actor) => actor.kind === 'system';

/** One line a verb. Whatever is not named here is refused. */
const RULES = {
  'game:list': () => true,
  'game:view': () => true,
  'game:search': () => true,
  'game:play': (actor: Actor, game: GameAccess) => !game.isPremium || (actor.kind === 'player' && actor.premium),
  // What is one's own: each function works on the actor's rows only.
  'library:read': isPlayer,
  'library:write': isPlayer,
  'favorite:write': isPlayer,
  'rating:write': (actor: Actor, played: { seconds: number }) => isPlayer(actor) && played.seconds >= 60,
  // One's looks: changing them is part of premium, taking one's own picture away is not.
  'avatar:read': isPlayer,
  'avatar:write': (actor: Actor) => actor.kind === 'player' && actor.premium,
  'avatar:delete': isPlayer,
  'avatar:ship': isSystem,
  'picture:decide': (actor: Actor) => actor.kind === 'player' && (actor.role === 'moderator' || actor.role === 'operator'),
  'notification:read': isPlayer,
  'notification:write': isPlayer,
  'live:open': isPlayer,
  'profile:read': () => true,
  'friend:read': isPlayer,
  'friend:write': isPlayer,
  'chat:read': isPlayer,
  'chat:write': isPlayer,
  'switch:set': isOperator,
  // Kiddocash: one's own, and (with a reason) anybody's.
  'wallet:read': isPlayer,
  'wallet:adjust': isOperator,
  // Plans, payments, receipts: one's own; operators see everybody's.
  'subscription:read': isPlayer,
  'subscription:write': isPlayer,
  'payment:oversee': isOperator,
  // What there is to wear: looking, buying, and what is one's own.
  'item:list': () => true,
  'item:buy': isPlayer,
  'inventory:read': isPlayer,
  'inventory:write': isPlayer,
  // Items, avatar templates and plans, by operators; what comes with the site, at its start.
  'item:edit': isOperator,
  'item:ship': isSystem,
  'template:edit': isOperator,
  'plan:edit': isOperator,
  'report:send': isPlayer,
  'report:decide': (actor: Actor) => actor.kind === 'player' && (actor.role === 'moderator' || actor.role === 'operator'),
  'catalogue:import': (actor: Actor) => isSystem(actor) || isOperator(actor),
  // Signing up, signing in, confirming an address, asking for and choosing a new password.
  'account:enter': (actor: Actor) => actor.kind === 'visitor' || isPlayer(actor),
  'account:leave': isPlayer,
  // One's own password, sessions and second step; all that is one's own as a file; the account's end, and taking that back.
  'security:read': isPlayer,
  'security:write': isPlayer,
  'account:export': isPlayer,
  'account:delete': isPlayer,
  'account:keep': (actor: Actor) => actor.kind === 'leaving',
  'account:forget': isSystem,
  // The settings of one's own account.
  'settings:read': isPlayer,
  'settings:write': isPlayer,
  // By the key that stands in the mails themselves: who has it got them.
  'mails:stop': () => true,
  // Demo players, the first operator, roles: by command line only.
  'account:appoint': isSystem,
  // What a parent asks for their child's account, which is not theirs to sign in to: by command line only.
  'account:attend': isSystem,
  'filter:ship': isSystem,
  'filter:edit': (actor: Actor) => actor.kind === 'player' && (actor.role === 'moderator' || actor.role === 'operator'),
  // Writing to us, and reading along by mail; operators answer and write.
  'message:send': () => true,
  'message:answer': isOperator,
  'newsletter:join': () => true,
  'newsletter:mail': isOperator,
  'till:use': (_actor: Actor, environment: { mode: 'demo' | 'production' }) => environment.mode === 'demo',
  'outbox:read': (_actor: Actor, environment: { mode: 'demo' | 'production' }) => environment.mode === 'demo',
} satisfies Record<string, (actor: Actor, subject: never) => boolean>;

export type Permission = keyof typeof RULES;
type Subject<V extends Permission> = Parameters<(typeof RULES)[V]> extends [unknown, infer S] ? [subject: S] : [];

/** May this actor do this? Pure, so that the server and a table test can both ask. */
export function can<V extends Permission>(actor: Actor, permission: V, ...subject: Subject<V>): boolean {
  if (!Object.hasOwn(RULES, permission)) return false;
  if (actor.kind === 'leaving' && permission !== 'account:keep') return false;
  return (RULES[permission] as (actor: Actor, subject: unknown) => boolean)(actor, subject[0]);
}

/**
 * Lets the actor pass or throws: 'sign-in-required' to visitors, 'premium-required' where premium would open it,
 * else 'not-allowed'.
 */
export function authorize<V extends Permission>(actor: Actor, permission: V, ...subject: Subject<V>): void {
  if (can(actor, permission, ...subject)) return;
  if (actor.kind === 'visitor') throw new AppError('sign-in-required');
  throw new AppError(actor.kind === 'player' && PREMIUM_PERMISSIONS.has(permission) ? 'premium-required' : 'not-allowed');
}

const PREMIUM_PERMISSIONS: ReadonlySet<string> = new Set(['game:play', 'avatar:write'] satisfies Permission[]);

/** Every verb, for the table test. */
export const PERMISSIONS = Object.keys(RULES) as Permission[];

/** The id of the player who asks. @throws AppError 'sign-in-required' for who is none */
export function requirePlayerId(actor: Actor): string {
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  return actor.id;
}
