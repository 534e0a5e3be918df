import { useEffect, useState } from 'react';
import { OFFLINE_GAMES_EVENT } from '../../../web/offline-event.ts';
import { listOfflineGames, canPlayOffline, type OfflineGame } from '../../../web/offline-games.ts';

/** A kept game, and whether it may be played as it is. */
export type OfflineGameView = OfflineGame & { canPlay: boolean };

/** The games that are kept on this device; null until that is known. */
export function useOfflineGames(): OfflineGameView[] | null {
  const [offlineGames, setOfflineGames] = useState<OfflineGameView[] | null>(null);
  useEffect(() => {
    let isMounted = true;
    const update = () =>
      void listOfflineGames().then(
        (games) => isMounted && setOfflineGames(games.map((game) => ({ ...game, canPlay: canPlayOffline(game, Date.now()) }))),
        // The store is closed (a private window): then nothing is kept.
        () => isMounted && setOfflineGames([]),
      );
    update();
    window.addEventListener(OFFLINE_GAMES_EVENT, update);
    return () => {
      isMounted = false;
      window.removeEventListener(OFFLINE_GAMES_EVENT, update);
    };
  }, []);
  return offlineGames;
}
