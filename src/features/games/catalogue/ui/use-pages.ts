import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useInfiniteList } from '../../../../web/infinite-list.ts';
import { useHydrated } from '../../../../web/hydrated.ts';
import { urlForGameList, type GameCard, type GameList } from '../schema.ts';
import { readCachedList, writeCachedList } from './list-cache.ts';

type GamesPageData = { kind: 'list'; list: GameList } | { kind: 'failed' } | { kind: 'search' };

const getPage = (answer: GamesPageData) => (answer.kind === 'list' ? { items: answer.list.games, next: answer.list.next } : null);
const idOf = ({ id }: GameCard) => id;

/**
 * The pages of a list that were loaded so far, and how to load the next one. Navigating back to the list restores the loaded pages and the
 * scroll position.
 * @param version whose list it is, and of which games; give the list a new key for another one
 */
export function usePages({ games, next, filters }: GameList, version: string, isStart: boolean) {
  const { key } = useLocation();
  const hydrated = useHydrated();
  const [first, setFirst] = useState(() => {
    // During hydration the first render must match the server's HTML.
    const cached = hydrated && isStart ? readCachedList(key, version) : null;
    return { items: cached?.games ?? games, next: cached ? cached.next : next };
  });
  const infiniteList = useInfiniteList(first, { urlForPage: (after) => urlForGameList(filters, after), getPage, idOf });

  const restore = useEffectEvent(() => {
    if (hydrated || !isStart) return;
    const cached = readCachedList(key, version);
    if (!cached) return;
    setFirst({ items: cached.games, next: cached.next });
    if (cached.y) requestAnimationFrame(() => window.scrollTo(0, cached.y ?? 0));
  });
  useLayoutEffect(() => restore(), []);

  const count = infiniteList.items.length;
  const saveList = useEffectEvent(() =>
    writeCachedList(key, { version, games: infiniteList.items, next: infiniteList.next, y: Math.round(window.scrollY) }),
  );
  useEffect(() => {
    if (count <= games.length) return;
    const save = () => saveList();
    save();
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [key, count, games.length]);
  return infiniteList;
}
