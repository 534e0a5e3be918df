import { useEffect, useState } from 'react';
import { isInstalled } from '../../../offline/ui/installed.ts';
import { findPushSubscription, registerWorker, withWorkerLock } from '../../../offline/ui/register-worker.ts';

/** What this browser can do: nothing is known before the page runs. */
export type PushState = 'checking' | 'off' | 'on' | 'blocked' | 'iphone-browser' | 'unsupported';

/** A worker that is installed for the first time has to load some files. */
const WORKER_TIMEOUT_MS = 60_000;

/** Whether this browser has a subscription, or what keeps it from having one. */
export function usePushState(): { state: PushState; refresh: () => Promise<void> } {
  const [state, setState] = useState<PushState>('checking');
  const refresh = () => readPushState().then(setState, () => setState('unsupported'));
  useEffect(() => {
    void readPushState().then(setState, () => setState('unsupported'));
  }, []);
  return { state, refresh };
}

async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() && !isInstalled() ? 'iphone-browser' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await findPushSubscription()) !== null ? 'on' : 'off';
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
function isAppleTouchDevice(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

/**
 * Asks the player, and then the browser's push service for a subscription. Only after a press: browsers do not ask otherwise.
 * @param publicKey the site's. @returns null if the player did not allow it. @throws if the browser could not do it
 */
export async function subscribeHere(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  return withWorkerLock(async () => {
    const registration = await registerWorker();
    await waitForActiveWorker();
    const key = decodeKey(publicKey);
    const existing = await registration.pushManager.getSubscription();
    // The site may have other keys by now: then the push service would not take its messages.
    if (existing && !isSameKey(existing, key)) await existing.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  });
}

function waitForActiveWorker(): Promise<unknown> {
  const tooSlow = new Promise((_, reject) => setTimeout(() => reject(new Error('the service worker does not begin')), WORKER_TIMEOUT_MS));
  return Promise.race([navigator.serviceWorker.ready, tooSlow]);
}

/** Not all browsers take base64url. */
function decodeKey(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function isSameKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const other = options.applicationServerKey;
  return other !== null && String(new Uint8Array(other)) === String(key);
}
