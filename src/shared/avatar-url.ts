/** The seed of a player's generated picture: the last 8 hex digits of their id, where ids differ most. */
export function getAvatarSeed(playerId: string): string {
  return playerId.replaceAll('-', '').slice(-8).toLowerCase();
}

/**
 * URL of a player's round picture: the drawn one, or one generated from the player id, which is always the same for the same player.
 * The number tells it from what the URL without it showed in former versions, which browsers keep for a year.
 */
export function urlForAvatar(playerId: string, chosen: string | null): string {
  return chosen ?? `/avatars/of/2/${getAvatarSeed(playerId)}.svg`;
}
