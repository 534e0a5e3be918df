import { PLAYER_ACTIONS, type PlayerAction, type Sanction } from './schema.ts';
import { parseNote } from '../../audit-log/schema.ts';

/** Maximum length of the explanation for a player; the database has the same limit. */
export const EXPLANATION_MAX = 500;

/** Duration of each mute in hours. */
const MUTE_HOURS: Partial<Record<PlayerAction, number>> = { 'mute-1h': 1, 'mute-24h': 24, 'mute-7d': 7 * 24 };

/** Everything that decides which actions are possible on a player. */
export type PlayerCaseState = {
  /** A report is new or in review. */
  hasOpenReport: boolean;
  /** The player is muted or banned. */
  hasActiveSanction: boolean;
  role: string;
};

/**
 * The possible actions on a player. Nobody gets the case about themselves. Moderators and operators cannot be warned, muted or banned here:
 * an operator removes the role first. Active sanctions can always be lifted, even if the player has joined the team since.
 */
export function getAllowedActions({ hasOpenReport, hasActiveSanction, role }: PlayerCaseState): Record<PlayerAction, boolean> {
  const can = (action: PlayerAction): boolean => {
    if (action === 'dismiss') return hasOpenReport;
    if (action === 'lift') return hasActiveSanction;
    return role === 'player';
  };
  return Object.fromEntries(PLAYER_ACTIONS.map((action) => [action, can(action)])) as Record<PlayerAction, boolean>;
}

/** The possible actions on a player whose account was deleted. @param hasActiveSanction a ban without an end, which holds the address */
export function getErasedCaseActions(hasActiveSanction: boolean): Record<PlayerAction, boolean> {
  return Object.fromEntries(PLAYER_ACTIONS.map((action) => [action, action === 'lift' && hasActiveSanction])) as Record<
    PlayerAction,
    boolean
  >;
}

/** The end of a mute that starts now; null if the action is no mute or has no end. */
export function getMuteEnd(action: PlayerAction, now: Date): Date | null {
  const hours = MUTE_HOURS[action];
  return hours === undefined ? null : new Date(now.getTime() + hours * 3_600_000);
}

/** Returns whether a sanction restricts the player at a given time. A warning never does. */
export function isSanctionActive({ kind, until, lifted }: Pick<Sanction, 'kind' | 'until' | 'lifted'>, now: Date): boolean {
  return kind !== 'warn' && !lifted && (until === null || Date.parse(until) > now.getTime());
}

/** Returns whether the player gets an explanation: for all actions that concern the player's behaviour. */
export function requiresExplanation(action: PlayerAction): boolean {
  return action !== 'dismiss' && action !== 'lift';
}

/** Returns whether an action needs confirmation: those that cut a child off from friends for a week or permanently. */
export function requiresConfirmation(action: PlayerAction): action is 'mute-7d' | 'ban' {
  return action === 'mute-7d' || action === 'ban';
}

/** The explanation as it is stored, or null if it is empty or too long. */
export function parseExplanation(text: string): string | null {
  const why = parseNote(text);
  return why !== null && why.length <= EXPLANATION_MAX ? why : null;
}
