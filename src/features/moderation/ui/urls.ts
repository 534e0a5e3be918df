import { GAME_REPORTS_PATH, type GameReportFilters, type ReportStateFilter } from '../schema.ts';

type QueueFilters = { state: ReportStateFilter; reason?: GameReportFilters['reason'] };

/** The URL of a queue with filters; omits default values. @param path of the queue @param after cursor of the page */
export function urlForQueue(path: string, { state, reason = null }: QueueFilters, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (reason !== null) query.set('reason', reason);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The URL of all reports on one game. */
export function urlForGameCase(gameId: string): string {
  return `${GAME_REPORTS_PATH}/${gameId}`;
}
