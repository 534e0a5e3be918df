import { useEffect, useState } from 'react';
import { KEPT_EVENT } from '../../../web/kept-event.ts';
import { listKept, mayPlayKept, type KeptGame } from '../../../web/kept-games.ts';

/** A kept game, and whether it may be played as it is. */
export type KeptNow = KeptGame & { mayPlay: boolean };

/** The games that are kept on this device; null until that is known. */
export function useKept(): KeptNow[] | null {
  const [kept, setKept] = useState<KeptNow[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const look = () =>
      void listKept().then(
        (games) => isHere && setKept(games.map((game) => ({ ...game, mayPlay: mayPlayKept(game, Date.now()) }))),
        // The store is closed (a private window): then nothing is kept.
        () => isHere && setKept([]),
      );
    look();
    window.addEventListener(KEPT_EVENT, look);
    return () => {
      isHere = false;
      window.removeEventListener(KEPT_EVENT, look);
    };
  }, []);
  return kept;
}
