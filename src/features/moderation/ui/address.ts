import type { ReportState, GameReportReason } from '../../reports/schema.ts';
import { QUEUE_ADDRESS } from '../schema.ts';

/** What the queue shows. */
export type QueueFilters = { state: 'waiting' | 'all' | ReportState; reason: GameReportReason | null };

/** The address of the queue, filtered; what is as usual is left out. @param after from where on */
export function addressOfQueue({ state, reason }: QueueFilters, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (reason !== null) query.set('reason', reason);
  if (after !== null) query.set('after', after);
  const words = query.toString();
  return words === '' ? QUEUE_ADDRESS : `${QUEUE_ADDRESS}?${words}`;
}

/** The address of all reports on one game. */
export function addressOfCase(gameId: string): string {
  return `${QUEUE_ADDRESS}/games/${gameId}`;
}
