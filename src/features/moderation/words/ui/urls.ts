import { FILTER_WORDS_PATH } from '../../../case-queue/schema.ts';
import { type WordFilters } from '../schema.ts';

/** The URL of the matching entries; omits default values. @param after cursor of the page */
export function urlForWords({ list, q, show }: WordFilters, after: string | null = null): string {
  const query = new URLSearchParams();
  if (list !== null) query.set('list', list);
  if (q !== '') query.set('q', q);
  if (show !== 'all') query.set('show', show);
  if (after !== null) query.set('after', after);
  const search = query.toString();
  return search === '' ? FILTER_WORDS_PATH : `${FILTER_WORDS_PATH}?${search}`;
}
