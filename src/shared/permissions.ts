import { Refusal } from './refusal.ts';

/** Who asks. Built by the server from the session, never from what the browser says. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'player'; id: string; role: 'player' | 'moderator' | 'operator'; premium: boolean }
  /** Our own command line and jobs. */
  | { kind: 'system' };

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system' };

type GameRights = { isPremium: boolean };

const isPlayer = (actor: Actor) => actor.kind === 'player';
const isOperator = (actor: Actor) => actor.kind === 'player' && actor.role === 'operator';
const isSystem = (actor: Actor) => actor.kind === 'system';

/** One line a verb. Whatever is not named here is refused. */
const RULES = {
  'game:list': () => true,
  'game:view': () => true,
  'game:search': () => true,
  'game:play': (actor: Actor, game: GameRights) => !game.isPremium || (actor.kind === 'player' && actor.premium),
  'catalogue:import': (actor: Actor) => isSystem(actor) || isOperator(actor),
  // Signing up, signing in, confirming an address, asking for and choosing a new password.
  'account:enter': (actor: Actor) => actor.kind === 'visitor' || isPlayer(actor),
  'account:leave': isPlayer,
  // Demo players, the first operator, roles: by command line only.
  'account:appoint': isSystem,
  'outbox:read': (_actor: Actor, place: { mode: 'demo' | 'production' }) => place.mode === 'demo',
} satisfies Record<string, (actor: Actor, subject: never) => boolean>;

export type Verb = keyof typeof RULES;
type Subject<V extends Verb> = Parameters<(typeof RULES)[V]> extends [unknown, infer S] ? [subject: S] : [];

/** May this actor do this? Pure, so that the server and a table test can both ask. */
export function can<V extends Verb>(actor: Actor, verb: V, ...subject: Subject<V>): boolean {
  if (!Object.hasOwn(RULES, verb)) return false;
  return (RULES[verb] as (actor: Actor, subject: unknown) => boolean)(actor, subject[0]);
}

/**
 * Lets the actor pass or throws: 'sign-in-required' to visitors, 'premium-required' where premium would open it,
 * else 'not-allowed'.
 */
export function authorize<V extends Verb>(actor: Actor, verb: V, ...subject: Subject<V>): void {
  if (can(actor, verb, ...subject)) return;
  if (actor.kind === 'visitor') throw new Refusal('sign-in-required');
  throw new Refusal(verb === 'game:play' ? 'premium-required' : 'not-allowed');
}

/** Every verb, for the table test. */
export const VERBS = Object.keys(RULES) as Verb[];
