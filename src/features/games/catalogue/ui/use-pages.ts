import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useInfiniteList } from '../../../../web/growing-list.ts';
import { useHydrated } from '../../../../web/hydrated.ts';
import { addressOfList, type GameCard, type GameList } from '../schema.ts';
import { readKept, writeKept } from './kept-list.ts';

type Answer = { kind: 'list'; list: GameList } | { kind: 'failed' } | { kind: 'search' };

const pick = (answer: Answer) => (answer.kind === 'list' ? { items: answer.list.games, next: answer.list.next } : null);
const idOf = ({ id }: GameCard) => id;

/**
 * The pages of a list that were loaded so far, and the way to the next. Going back to the list finds all of them, and
 * the place on the page, as they were left.
 */
export function usePages({ games, next, filters }: GameList, isStart: boolean) {
  const { key } = useLocation();
  const hydrated = useHydrated();
  const [first, setFirst] = useState(() => {
    // While the server's HTML is taken over the first picture must be the server's.
    const kept = hydrated && isStart ? readKept(key) : null;
    return { items: kept?.games ?? games, next: kept ? kept.next : next };
  });
  const grown = useInfiniteList(first, { urlForPage: (after) => addressOfList(filters, after), getPage: pick, idOf });

  const restore = useEffectEvent(() => {
    if (hydrated || !isStart) return;
    const kept = readKept(key);
    if (!kept) return;
    setFirst({ items: kept.games, next: kept.next });
    if (kept.y) requestAnimationFrame(() => window.scrollTo(0, kept.y ?? 0));
  });
  useLayoutEffect(() => restore(), []);

  const count = grown.items.length;
  const write = useEffectEvent(() => writeKept(key, { games: grown.items, next: grown.next, y: Math.round(window.scrollY) }));
  useEffect(() => {
    if (count <= games.length) return;
    const keep = () => write();
    keep();
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [key, count, games.length]);
  return grown;
}
