import { HELP_REQUESTS_PATH, type ReportStateFilter } from '../../schema.ts';

/** The URL of the queue; omits default values. @param after cursor of the page */
export function urlForHelpRequests(state: ReportStateFilter, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'waiting') query.set('state', state);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? HELP_REQUESTS_PATH : `${HELP_REQUESTS_PATH}?${search}`;
}

/** The URL of one request. */
export function urlForHelpRequest(id: string): string {
  return `${HELP_REQUESTS_PATH}/${id}`;
}
