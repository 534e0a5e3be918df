import { useCallback, useEffect, useState } from 'react';
import type { MessageToWorker } from '../../../shared/service-worker-messages.ts';
import { getConsent, CONSENT_EVENT } from '../../../web/consent.ts';
import { OFFLINE_GAMES_EVENT } from '../../../web/offline-event.ts';
import { listOfflineGames } from '../../../web/offline-games.ts';
import { STORAGE_ENTRIES } from '../../../web/storage.ts';
import { isInstalled } from './installed.ts';
import { isWorkerTelling, registerWorker, withWorkerLock } from './register-worker.ts';

/** A worker's postMessage takes no target origin, unlike a window's. */
const NO_OPTIONS = {};

/**
 * Registers the service worker for users who need it: those who consented to cached pages, installed the site, saved a game, or are told of
 * notifications by this browser. For all others it is unregistered and its caches are deleted. A new worker waits until the user asks for it, or all tabs are closed.
 */
export function useServiceWorker(): { isUpdateReady: boolean; activateUpdate: () => void } {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  const [isTakingOver, setTakingOver] = useState(false);

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const update = () => void updateRegistration(setWaiting).catch(() => {}); // No storage or network: the next page tries again.
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
    whenIdle(update, { timeout: 5000 });
    window.addEventListener(CONSENT_EVENT, update);
    window.addEventListener(OFFLINE_GAMES_EVENT, update);
    return () => {
      window.removeEventListener(CONSENT_EVENT, update);
      window.removeEventListener(OFFLINE_GAMES_EVENT, update);
    };
  }, []);

  useEffect(() => {
    if (!isTakingOver) return;
    // Only the tab that asked for the update reloads: other tabs stay as they are.
    const onChange = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', onChange);
    return () => navigator.serviceWorker.removeEventListener('controllerchange', onChange);
  }, [isTakingOver]);

  const activateUpdate = useCallback(() => {
    setTakingOver(true);
    // Runs after the effect above has added its listener.
    setTimeout(() => waiting?.postMessage({ kind: 'take-over' } satisfies MessageToWorker, NO_OPTIONS));
  }, [waiting]);
  return { isUpdateReady: waiting !== null, activateUpdate };
}

async function updateRegistration(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const cachesPages = getConsent() === 'all';
  const isNeeded = await withWorkerLock(async () => {
    if (cachesPages || isInstalled() || (await listOfflineGames()).length > 0 || (await isWorkerTelling())) return true;
    await unregisterAll();
    return false;
  });
  if (!isNeeded) return;
  // The worker caches pages and images only in existing caches: deleting them stops the caching.
  if (cachesPages) for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) await caches.open(key);
  else await deleteVisitCaches();
  const registration = await registerWorker();
  const checkWorker = (worker: ServiceWorker | null) => {
    // The first worker has no old one to wait for.
    if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
    // The same worker with another URL: only what it caches changes, not the pages, so it takes over at once.
    const isOtherAddress = worker.scriptURL !== navigator.serviceWorker.controller.scriptURL;
    if (isOtherAddress) worker.postMessage({ kind: 'take-over' } satisfies MessageToWorker, NO_OPTIONS);
    else onWaiting(worker);
  };
  // A page that was loading when the worker became active is not controlled by it, and a saved game would not open without a network.
  if (!navigator.serviceWorker.controller) registration.active?.postMessage({ kind: 'claim' } satisfies MessageToWorker, NO_OPTIONS);
  checkWorker(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => checkWorker(worker));
  });
}

async function unregisterAll(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  if (!('caches' in window)) return;
  await deleteVisitCaches();
  for (const name of await caches.keys()) if (name.startsWith(STORAGE_ENTRIES.shell.key)) await caches.delete(name);
}

async function deleteVisitCaches(): Promise<void> {
  for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) await caches.delete(key);
}
