import { getAvatarSeed } from '../../avatars/generated-head/rules.ts';

/** Minutes between two notes that a session was used. */
export const LAST_USED_INTERVAL_MINUTES = 10;

/** A player's picture: what was drawn of them, or the one drawn from their id, always the same for the same player. */
export function urlForAvatar(playerId: string, chosen: string | null): string {
  return chosen ?? `/avatars/of/${getAvatarSeed(playerId)}.svg`;
}
