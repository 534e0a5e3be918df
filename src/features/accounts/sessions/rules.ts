/** Minutes between two notes that a session was used. */
export const TOUCH_MINUTES = 10;
/** Avatars in public/avatars/. */
const AVATARS = 10;

/** A picture for who has chosen none: always the same for the same player. */
export function avatarOf(playerId: string, chosen: string | null): string {
  if (chosen !== null) return chosen;
  const number = (Number.parseInt(playerId.slice(-4), 16) % AVATARS) + 1;
  return `/avatars/cartoon-${String(number).padStart(2, '0')}.svg`;
}
