import { parseNote } from '../rules.ts';
import { PLAYER_ACTIONS, type PlayerAction, type Sanction } from './schema.ts';

/** The longest text that a player is told; the table says the same. */
export const EXPLANATION_MAX = 500;

/** Hours that a mute takes. */
const MUTE_HOURS: Partial<Record<PlayerAction, number>> = { 'mute-1h': 1, 'mute-24h': 24, 'mute-7d': 7 * 24 };

/** All that decides what can be done about a player. */
export type PlayerCaseState = {
  /** A report waits or somebody looks at it. */
  hasOpenReport: boolean;
  /** A mute or ban holds. */
  hasActiveSanction: boolean;
  role: string;
  /** The one who looks is the one it is about. */
  isSelf?: boolean;
};

/**
 * What can be done about a player. Nobody decides about themselves; and the team is not warned, muted or banned here: an
 * operator takes the role away first. What holds can always be lifted, also from who joined the team meanwhile.
 */
export function getAllowedActions({
  hasOpenReport,
  hasActiveSanction,
  role,
  isSelf = false,
}: PlayerCaseState): Record<PlayerAction, boolean> {
  const can = (action: PlayerAction): boolean => {
    if (isSelf) return false;
    if (action === 'dismiss') return hasOpenReport;
    if (action === 'lift') return hasActiveSanction;
    return role === 'player';
  };
  return Object.fromEntries(PLAYER_ACTIONS.map((action) => [action, can(action)])) as Record<PlayerAction, boolean>;
}

/** When a mute ends that begins at a moment; null where the action is none, or has no end. */
export function getMuteEnd(action: PlayerAction, now: Date): Date | null {
  const hours = MUTE_HOURS[action];
  return hours === undefined ? null : new Date(now.getTime() + hours * 3_600_000);
}

/** Whether a sanction takes something away at a moment. A warning never does. */
export function isSanctionActive({ kind, until, lifted }: Pick<Sanction, 'kind' | 'until' | 'lifted'>, now: Date): boolean {
  return kind !== 'warn' && !lifted && (until === null || Date.parse(until) > now.getTime());
}

/** Whether the player has to be told why: wherever the action is about what they did. */
export function requiresExplanation(action: PlayerAction): boolean {
  return action !== 'dismiss' && action !== 'lift';
}

/** Asked once more before it is done: what takes a child's friends away for a week, or for good. */
export function requiresConfirmation(action: PlayerAction): action is 'mute-7d' | 'ban' {
  return action === 'mute-7d' || action === 'ban';
}

/** What the player is told, as it is kept, or null where it says nothing or too much. */
export function parseExplanation(text: string): string | null {
  const why = parseNote(text);
  return why !== null && why.length <= EXPLANATION_MAX ? why : null;
}
