import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { addressOfList, type GameCard, type GameList } from '../schema.ts';
import { readKept, writeKept, type Kept } from './kept-list.ts';

type Answer = { kind: 'list'; list: GameList } | { kind: 'failed' } | { kind: 'search' };

/**
 * The pages of a list that were loaded so far, and the way to the next. Going back to the list finds all of them, and
 * the place on the page, as they were left.
 */
export function usePages(list: GameList, isStart: boolean) {
  const { key } = useLocation();
  const hydrated = useHydrated();
  const fetcher = useFetcher<Answer>();
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState<Kept>(() => {
    const fresh = { games: list.games, next: list.next };
    // While the server's HTML is taken over the first picture must be the server's.
    return (hydrated && isStart && readKept(key)) || fresh;
  });

  const restore = useEffectEvent(() => {
    if (hydrated || !isStart) return;
    const kept = readKept(key);
    if (!kept) return;
    setPages(kept);
    if (kept.y) requestAnimationFrame(() => window.scrollTo(0, kept.y ?? 0));
  });
  useLayoutEffect(() => restore(), []);

  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || fetcher.state !== 'idle') return;
    if (answer.kind !== 'list') {
      setFailed(true);
      return;
    }
    setFailed(false);
    setPages((now) => ({ games: withoutDoubles([...now.games, ...answer.list.games]), next: answer.list.next }));
  }, [fetcher.data, fetcher.state]);

  useEffect(() => {
    if (pages.games.length <= list.games.length) return;
    const keep = () => writeKept(key, { ...pages, y: Math.round(window.scrollY) });
    keep();
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [key, pages, list.games.length]);

  const address = pages.next === null ? null : addressOfList(list.filters, pages.next);
  const loading = fetcher.state !== 'idle';
  const loadMore = () => {
    if (!address || loading) return;
    setFailed(false);
    void fetcher.load(address);
  };
  return { games: pages.games, address, loading, failed, loadMore };
}

/** Two pages may meet in the same game when the order moves between them (spec 1, section 5). */
function withoutDoubles(games: GameCard[]): GameCard[] {
  return [...new Map(games.map((game) => [game.id, game])).values()];
}
