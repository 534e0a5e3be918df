import { cleanNote } from '../rules.ts';
import { PERSON_ACTIONS, type PersonAction, type Sanction } from './schema.ts';

/** The longest text that a player is told; the table says the same. */
export const WHY_MAX = 500;

/** Hours that a mute takes. */
const MUTE_HOURS: Partial<Record<PersonAction, number>> = { 'mute-1h': 1, 'mute-24h': 24, 'mute-7d': 7 * 24 };

/** All that decides what can be done about a player. */
export type Situation = {
  /** A report waits or somebody looks at it. */
  open: boolean;
  /** A mute or ban holds. */
  standing: boolean;
  role: string;
  /** The one who looks is the one it is about. */
  isSelf?: boolean;
};

/**
 * What can be done about a player. Nobody decides about themselves; and the team is not warned, muted or banned here: an
 * operator takes the role away first. What holds can always be lifted, also from who joined the team meanwhile.
 */
export function canDo({ open, standing, role, isSelf = false }: Situation): Record<PersonAction, boolean> {
  const can = (action: PersonAction): boolean => {
    if (isSelf) return false;
    if (action === 'dismiss') return open;
    if (action === 'lift') return standing;
    return role === 'player';
  };
  return Object.fromEntries(PERSON_ACTIONS.map((action) => [action, can(action)])) as Record<PersonAction, boolean>;
}

/** When a mute ends that begins at a moment; null where the action is none, or has no end. */
export function endOf(action: PersonAction, now: Date): Date | null {
  const hours = MUTE_HOURS[action];
  return hours === undefined ? null : new Date(now.getTime() + hours * 3_600_000);
}

/** Whether a sanction takes something away at a moment. A warning never does. */
export function isStanding({ kind, until, lifted }: Pick<Sanction, 'kind' | 'until' | 'lifted'>, now: Date): boolean {
  return kind !== 'warn' && !lifted && (until === null || Date.parse(until) > now.getTime());
}

/** Whether the player has to be told why: wherever the action is about what they did. */
export function needsWhy(action: PersonAction): boolean {
  return action !== 'dismiss' && action !== 'lift';
}

/** Asked once more before it is done: what takes a child's friends away for a week, or for good. */
export function isGrave(action: PersonAction): action is 'mute-7d' | 'ban' {
  return action === 'mute-7d' || action === 'ban';
}

/** What the player is told, as it is kept, or null where it says nothing or too much. */
export function cleanWhy(text: string): string | null {
  const why = cleanNote(text);
  return why !== null && why.length <= WHY_MAX ? why : null;
}
