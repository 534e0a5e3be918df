import type { ReportState } from '../../../reports/schema.ts';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';

/** Which reports the queue shows; 'waiting' are all that are not decided. */
export type ReportStateFilter = 'waiting' | ReportState | 'all';

/** The address of the queue of players; what is as usual is left out. @param after from where on */
export function urlForPlayerReports(state: ReportStateFilter, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? PLAYER_REPORTS_PATH : `${PLAYER_REPORTS_PATH}?${search}`;
}

/** The address of all reports about one player. */
export function urlForPlayerCase(playerId: string): string {
  return `${PLAYER_REPORTS_PATH}/${encodeURIComponent(playerId)}`;
}
