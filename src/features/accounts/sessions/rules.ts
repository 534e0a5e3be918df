import { getAvatarSeed } from '../../avatars/generated-head/rules.ts';

/** Minimum number of minutes between two updates of a session's last-used time. */
export const LAST_USED_INTERVAL_MINUTES = 10;

/** URL of a player's avatar: the chosen one, or one generated from the player id, which is always the same for the same player. */
export function urlForAvatar(playerId: string, chosen: string | null): string {
  return chosen ?? `/avatars/of/${getAvatarSeed(playerId)}.svg`;
}
