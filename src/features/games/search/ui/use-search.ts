import { useEffect, useRef, useState } from 'react';
import { QUERY_MAX, QUERY_MIN, type SearchResults } from '../schema.ts';

/** Wait this long after a key before asking, in milliseconds. */
const PAUSE_MS = 120;

export type Found = { state: 'idle' } | { state: 'searching' } | { state: 'done'; results: SearchResults };

/**
 * Looks a text up while it is typed. Below 2 characters nothing is asked. Only the answer to the newest question counts:
 * older ones are called off, and a failure reads as an empty list (spec 1, section 8).
 */
export function useSearch(text: string): Found {
  const [found, setFound] = useState<Found>({ state: 'idle' });
  const newest = useRef(0);
  const query = text.trim().slice(0, QUERY_MAX);
  useEffect(() => {
    const turn = ++newest.current;
    if (query.length < QUERY_MIN) {
      setFound({ state: 'idle' });
      return;
    }
    const stop = new AbortController();
    const answer = (results: SearchResults) => {
      if (newest.current === turn) setFound({ state: 'done', results });
    };
    setFound((now) => (now.state === 'done' ? now : { state: 'searching' }));
    const timer = setTimeout(() => {
      fetch(`/api/v1/search?q=${encodeURIComponent(query)}`, { signal: stop.signal })
        .then((response) => (response.ok ? (response.json() as Promise<SearchResults>) : { query, games: [] }))
        .then((results) => answer({ query, games: results.games }))
        .catch(() => {
          if (!stop.signal.aborted) answer({ query, games: [] });
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  return found;
}
