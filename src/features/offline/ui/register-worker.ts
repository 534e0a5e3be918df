import { getConsent } from '../../../web/consent.ts';
import { readStorage } from '../../../web/storage.ts';
import { withLock } from '../../../web/with-lock.ts';

const WORKER_URL = '/sw.js';
const PAGES_QUERY = '?pages';

/** Registers the service worker, if it is not there yet. Visited pages are cached only if the user consented to it. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  const query = getConsent() === 'all' ? PAGES_QUERY : '';
  return navigator.serviceWorker.register(`${WORKER_URL}${query}`, { updateViaCache: 'none' });
}

/** Runs what registers the worker, or decides that nobody needs it: not both at once, in whichever tab. */
export function withWorkerLock<Result>(run: () => Promise<Result>): Promise<Result> {
  return withLock('kiddo-worker', run);
}

/** The subscription with which this browser is told of notifications; null if there is none. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ends this browser's subscription, if it has one. */
export async function endPushSubscription(): Promise<void> {
  if ('serviceWorker' in navigator) await (await findPushSubscription())?.unsubscribe();
}

/** Whether the worker is needed to tell somebody of notifications: it ends when nobody is signed in here. */
export async function isWorkerTelling(): Promise<boolean> {
  return readStorage('owner') !== null && (await findPushSubscription()) !== null;
}
