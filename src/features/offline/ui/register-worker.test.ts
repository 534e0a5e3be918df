import { afterEach, expect, test, vi } from 'vitest';
import { endPushSubscription, findPushSubscription, isWorkerTelling } from './register-worker.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with a subscription or without one, or without push at all, in which somebody is signed in or nobody. */
function stubBrowser(registration: object | undefined, owner: string | null): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'kiddo-owner' ? owner : null) });
}

test('the worker stays for whoever is told of notifications, as long as somebody is signed in', async () => {
  const subscription = { endpoint: 'x' };
  const told = { pushManager: { getSubscription: async () => subscription } };
  stubBrowser(told, 'amina');
  expect([await isWorkerTelling(), await findPushSubscription()]).toEqual([true, subscription]);
  stubBrowser(told, null);
  expect(await isWorkerTelling()).toBe(false);
  for (const registration of [{ pushManager: { getSubscription: async () => null } }, {}, undefined]) {
    stubBrowser(registration, 'amina');
    expect([await isWorkerTelling(), await findPushSubscription()]).toEqual([false, null]);
  }
});

test('a subscription is ended where there is one', async () => {
  let ended = 0;
  const told = { pushManager: { getSubscription: async () => ({ unsubscribe: async () => ended++ }) } };
  for (const registration of [told, {}, undefined]) {
    stubBrowser(registration, null);
    await endPushSubscription();
  }
  // A browser without service workers.
  vi.stubGlobal('navigator', {});
  await endPushSubscription();
  expect(ended).toBe(1);
});
