import { PLAYER_REPORTS_PATH, type ReportStateFilter } from '../../schema.ts';

/** The URL of the player report queue; omits default values. @param after cursor of the page */
export function urlForPlayerReports(state: ReportStateFilter, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? PLAYER_REPORTS_PATH : `${PLAYER_REPORTS_PATH}?${search}`;
}

/** The URL of all reports about one player. */
export function urlForPlayerCase(playerId: string): string {
  return `${PLAYER_REPORTS_PATH}/${encodeURIComponent(playerId)}`;
}
