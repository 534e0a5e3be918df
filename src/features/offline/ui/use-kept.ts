import { useEffect, useState } from 'react';
import { OFFLINE_GAMES_EVENT } from '../../../web/kept-event.ts';
import { listOfflineGames, canPlayOffline, type OfflineGame } from '../../../web/kept-games.ts';

/** A kept game, and whether it may be played as it is. */
export type KeptNow = OfflineGame & { mayPlay: boolean };

/** The games that are kept on this device; null until that is known. */
export function useKept(): KeptNow[] | null {
  const [kept, setKept] = useState<KeptNow[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const look = () =>
      void listOfflineGames().then(
        (games) => isHere && setKept(games.map((game) => ({ ...game, mayPlay: canPlayOffline(game, Date.now()) }))),
        // The store is closed (a private window): then nothing is kept.
        () => isHere && setKept([]),
      );
    look();
    window.addEventListener(OFFLINE_GAMES_EVENT, look);
    return () => {
      isHere = false;
      window.removeEventListener(OFFLINE_GAMES_EVENT, look);
    };
  }, []);
  return kept;
}
