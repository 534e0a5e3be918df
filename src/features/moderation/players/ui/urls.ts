import { PLAYER_REPORTS_PATH } from '../../schema.ts';

/** The URL of all reports about one player. */
export function urlForPlayerCase(playerId: string): string {
  return `${PLAYER_REPORTS_PATH}/${encodeURIComponent(playerId)}`;
}
