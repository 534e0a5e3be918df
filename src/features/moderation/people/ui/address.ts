import type { ReportState } from '../../../reports/schema.ts';
import { PLAYERS_ADDRESS } from '../../schema.ts';

/** Which reports the queue shows; 'waiting' are all that are not decided. */
export type ShownState = 'waiting' | ReportState | 'all';

/** The address of the queue of players; what is as usual is left out. @param after from where on */
export function addressOfPeople(state: ShownState, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (after !== null) query.set('after', after);
  const words = query.toString();
  return words === '' ? PLAYERS_ADDRESS : `${PLAYERS_ADDRESS}?${words}`;
}

/** The address of all reports about one player. */
export function addressOfPerson(playerId: string): string {
  return `${PLAYERS_ADDRESS}/${encodeURIComponent(playerId)}`;
}
