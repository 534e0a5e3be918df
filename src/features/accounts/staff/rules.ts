/** The domain of the addresses in demo mode. It is reserved for what does not exist, so no person has such an address. */
export const DEMO_EMAIL_DOMAIN = 'kiddo.invalid';

/** Whether the database refused a role because the player is under 18 (migration 0029). */
export function isUnderageError(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === 'players_team_are_adults';
}
