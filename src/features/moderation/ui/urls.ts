import { GAME_REPORTS_PATH, type GameReportFilters } from '../schema.ts';

/** The URL of the queue with filters; omits default values. @param after cursor of the page */
export function urlForGameReports({ state, reason }: GameReportFilters, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (reason !== null) query.set('reason', reason);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? GAME_REPORTS_PATH : `${GAME_REPORTS_PATH}?${search}`;
}

/** The URL of all reports on one game. */
export function urlForGameCase(gameId: string): string {
  return `${GAME_REPORTS_PATH}/games/${gameId}`;
}
