import { lazy, Suspense, useEffect, useState } from 'react';
import { getConsent, CONSENT_EVENT } from '../../../web/consent.ts';
import { OFFLINE_GAMES_EVENT } from '../../../web/kept-event.ts';
import { STORAGE_ENTRIES, readStorage } from '../../../web/storage.ts';
import { importWithRetry } from '../../../web/until-there.ts';
import { isInstalled } from './installed.ts';

const OfflineCare = lazy(async () => ({ default: (await importWithRetry(() => import('./offline-care.tsx'))).OfflineCare }));

type OfflineWatchProps = { viewerId: string | null; hasPremium: boolean; isKept: boolean };

/** Loads what looks after this device where there is something to look after: who only looks around does not pay for it. */
export function OfflineWatch(props: OfflineWatchProps) {
  const [isNeeded, setNeeded] = useState(false);
  const { viewerId } = props;
  useEffect(() => {
    if (isNeeded) return;
    // A closed store keeps nothing.
    const look = () =>
      void hasCare(viewerId).then(
        (has) => has && setNeeded(true),
        () => {},
      );
    look();
    window.addEventListener(CONSENT_EVENT, look);
    window.addEventListener(OFFLINE_GAMES_EVENT, look);
    return () => {
      window.removeEventListener(CONSENT_EVENT, look);
      window.removeEventListener(OFFLINE_GAMES_EVENT, look);
    };
  }, [viewerId, isNeeded]);
  return (
    isNeeded && (
      <Suspense>
        <OfflineCare {...props} />
      </Suspense>
    )
  );
}

async function hasCare(viewerId: string | null): Promise<boolean> {
  if (viewerId !== null || readStorage('owner') !== null || getConsent() === 'all' || isInstalled()) return true;
  if (navigator.serviceWorker?.controller) return true;
  return 'caches' in window && (await caches.keys()).some((name) => name === STORAGE_ENTRIES.games.key || name === STORAGE_ENTRIES.waiting.key);
}
