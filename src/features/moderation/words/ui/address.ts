import { WORDS_ADDRESS } from '../../schema.ts';
import { type WordFilters } from '../schema.ts';

/** The address of the entries that fit; what is as usual is left out. @param after from where on */
export function addressOfWords({ list, q, show }: WordFilters, after: string | null = null): string {
  const query = new URLSearchParams();
  if (list !== null) query.set('list', list);
  if (q !== '') query.set('q', q);
  if (show !== 'all') query.set('show', show);
  if (after !== null) query.set('after', after);
  const words = query.toString();
  return words === '' ? WORDS_ADDRESS : `${WORDS_ADDRESS}?${words}`;
}
