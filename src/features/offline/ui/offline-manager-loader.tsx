import { lazy, Suspense, useEffect, useState } from 'react';
import { getConsent, CONSENT_EVENT } from '../../../web/consent.ts';
import { OFFLINE_GAMES_EVENT } from '../../../web/offline-event.ts';
import { STORAGE_ENTRIES, readStorage } from '../../../web/storage.ts';
import { importWithRetry } from '../../../web/import-with-retry.ts';
import { isInstalled } from './installed.ts';

const OfflineManager = lazy(async () => ({ default: (await importWithRetry(() => import('./offline-manager.tsx'))).OfflineManager }));

type OfflineManagerLoaderProps = { viewerId: string | null; hasPremium: boolean; isFromCache: boolean };

/** Loads the OfflineManager only where there is something to manage, so that a casual visitor does not download it. */
export function OfflineManagerLoader(props: OfflineManagerLoaderProps) {
  const [isNeeded, setNeeded] = useState(false);
  const { viewerId } = props;
  useEffect(() => {
    if (isNeeded) return;
    // If storage is unavailable, nothing is saved.
    const check = () =>
      void needsManager(viewerId).then(
        (isManagerNeeded) => isManagerNeeded && setNeeded(true),
        () => {},
      );
    check();
    window.addEventListener(CONSENT_EVENT, check);
    window.addEventListener(OFFLINE_GAMES_EVENT, check);
    return () => {
      window.removeEventListener(CONSENT_EVENT, check);
      window.removeEventListener(OFFLINE_GAMES_EVENT, check);
    };
  }, [viewerId, isNeeded]);
  return (
    isNeeded && (
      <Suspense>
        <OfflineManager {...props} />
      </Suspense>
    )
  );
}

async function needsManager(viewerId: string | null): Promise<boolean> {
  if (viewerId !== null || readStorage('owner') !== null || getConsent() === 'all' || isInstalled()) return true;
  if (navigator.serviceWorker?.controller) return true;
  return (
    'caches' in window && (await caches.keys()).some((name) => name === STORAGE_ENTRIES.games.key || name === STORAGE_ENTRIES.waiting.key)
  );
}
