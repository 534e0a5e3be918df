import { useEffect, useState } from 'react';
import { OFFLINE_GAMES_EVENT } from '../../../web/offline-event.ts';
import { listOfflineGames, canPlayOffline, type OfflineGame } from '../../../web/offline-games.ts';

/** A saved game, and whether it may be played now. */
export type OfflineGameView = OfflineGame & { canPlay: boolean };

/** The games saved on this device; null until that is known. */
export function useOfflineGames(): OfflineGameView[] | null {
  const [offlineGames, setOfflineGames] = useState<OfflineGameView[] | null>(null);
  useEffect(() => {
    let isMounted = true;
    const update = () =>
      void listOfflineGames().then(
        (games) => isMounted && setOfflineGames(games.map((game) => ({ ...game, canPlay: canPlayOffline(game, Date.now()) }))),
        // Storage is unavailable (a private window): then nothing is saved.
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
