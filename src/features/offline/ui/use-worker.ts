import { useCallback, useEffect, useState } from 'react';
import { getConsent, CONSENT_EVENT } from '../../../web/consent.ts';
import { OFFLINE_GAMES_EVENT } from '../../../web/kept-event.ts';
import { listOfflineGames } from '../../../web/kept-games.ts';
import { STORAGE_ENTRIES } from '../../../web/storage.ts';
import type { ToWorker } from '../schema.ts';
import { isInstalled } from './installed.ts';

const ADDRESS = '/sw.js';
const PAGES = '?pages';
/** A worker has no origin to name, unlike a window. */
const NO_OPTIONS = {};

/**
 * Has the service worker, for who wants what it is there for: who accepted that pages are kept, installed the site, or keeps a game.
 * For others there is none, and nothing of it stays. A new one waits until somebody asks for it, or all tabs are closed.
 */
export function useWorker(): { isNewer: boolean; takeOver: () => void } {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  const [isTaking, setTaking] = useState(false);

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const settle = () => void settleWorker(setWaiting).catch(() => {}); // A closed store, or no network: the next page tries again.
    const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
    later(settle, { timeout: 5000 });
    window.addEventListener(CONSENT_EVENT, settle);
    window.addEventListener(OFFLINE_GAMES_EVENT, settle);
    return () => {
      window.removeEventListener(CONSENT_EVENT, settle);
      window.removeEventListener(OFFLINE_GAMES_EVENT, settle);
    };
  }, []);

  useEffect(() => {
    if (!isTaking) return;
    // Only where it was asked for: other tabs go on as they are.
    const onChange = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', onChange);
    return () => navigator.serviceWorker.removeEventListener('controllerchange', onChange);
  }, [isTaking]);

  const takeOver = useCallback(() => {
    setTaking(true);
    // After the effect above hears.
    setTimeout(() => waiting?.postMessage({ kind: 'take-over' } satisfies ToWorker, NO_OPTIONS));
  }, [waiting]);
  return { isNewer: waiting !== null, takeOver };
}

async function settleWorker(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const keepsPages = getConsent() === 'all';
  if (!keepsPages && !isInstalled() && (await listOfflineGames()).length === 0) return leave();
  // Pages and pictures are kept where these are; whoever takes them away ends it.
  if (keepsPages) for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) await caches.open(key);
  else await forgetVisited();
  const registration = await navigator.serviceWorker.register(`${ADDRESS}${keepsPages ? PAGES : ''}`, { updateViaCache: 'none' });
  const look = (worker: ServiceWorker | null) => {
    // The first one has nobody to wait for.
    if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
    // Another address of the same worker: what is kept changes, not the pages.
    const isOtherAddress = worker.scriptURL !== navigator.serviceWorker.controller.scriptURL;
    if (isOtherAddress) worker.postMessage({ kind: 'take-over' } satisfies ToWorker, NO_OPTIONS);
    else onWaiting(worker);
  };
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => look(worker));
  });
}

async function leave(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  if (!('caches' in window)) return;
  await forgetVisited();
  for (const name of await caches.keys()) if (name.startsWith(STORAGE_ENTRIES.shell.key)) await caches.delete(name);
}

async function forgetVisited(): Promise<void> {
  for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) await caches.delete(key);
}
