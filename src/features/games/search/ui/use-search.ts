import { useEffect, useRef, useState } from 'react';
import { QUERY_MAX, QUERY_MIN, type SearchResults } from '../schema.ts';

/** Debounce delay after a keystroke, in milliseconds. */
const DEBOUNCE_MS = 120;

export type SearchState = { state: 'idle' } | { state: 'searching' } | { state: 'done'; results: SearchResults };

/**
 * Searches while the user types. Below 2 characters no request is sent. Only the response to the latest request counts: earlier requests
 * are aborted, and a failure shows as an empty list (spec 1, section 8).
 * @param isSignedIn players may also find games for their age; visitors share the answers of the public API
 */
export function useSearch(text: string, isSignedIn: boolean): SearchState {
  const [found, setFound] = useState<SearchState>({ state: 'idle' });
  const latestRequest = useRef(0);
  const query = text.trim().slice(0, QUERY_MAX);
  useEffect(() => {
    const request = ++latestRequest.current;
    if (query.length < QUERY_MIN) {
      setFound({ state: 'idle' });
      return;
    }
    const controller = new AbortController();
    const showResults = (results: SearchResults) => {
      if (latestRequest.current === request) setFound({ state: 'done', results });
    };
    setFound((now) => (now.state === 'done' ? now : { state: 'searching' }));
    const timer = setTimeout(() => {
      fetch(`${isSignedIn ? '' : '/api/v1'}/search?q=${encodeURIComponent(query)}`, { signal: controller.signal })
        .then((response) => (response.ok ? (response.json() as Promise<SearchResults>) : { query, games: [] }))
        .then((results) => showResults({ query, games: results.games }))
        .catch(() => {
          if (!controller.signal.aborted) showResults({ query, games: [] });
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, isSignedIn]);
  return found;
}
