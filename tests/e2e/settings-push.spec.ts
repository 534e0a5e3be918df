import type { Page } from '@playwright/test';
import { expect, openPage, toast } from './friends.ts';
import { signOut } from './accounts.ts';
import { query } from './players.ts';
import { clickButton, settingsPanel, test } from './settings-pages.ts';

// Turning on notifications for a browser. This browser has no push service, so what that would say is put in its place; what is sent to a
// real one, and what a browser does with it: src/features/push/delivery/service.test.ts, src/features/offline/ui/service-worker.test.ts.

type Permission = 'default' | 'granted' | 'denied';

const SUBSCRIPTION = {
  endpoint: 'http://localhost:9/send/',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** Gives the page a push service, and a player who answers the browser's question so. Both last as long as the tab. */
async function fakePush(page: Page, { before, answer, id }: { before: Permission; answer: Permission; id: string }): Promise<void> {
  await page.addInitScript(
    ([first, then, json]) => {
      const store = { permission: 'test-permission', subscription: 'test-subscription' };
      const read = (key: string) => sessionStorage.getItem(key);
      Object.defineProperty(Notification, 'permission', { get: () => read(store.permission) ?? first });
      Notification.requestPermission = async () => {
        sessionStorage.setItem(store.permission, then);
        return then;
      };
      const fake = () => ({
        options: { applicationServerKey: null },
        toJSON: () => json,
        unsubscribe: async () => sessionStorage.removeItem(store.subscription),
      });
      const manager = PushManager.prototype as unknown as Record<string, unknown>;
      manager['getSubscription'] = async () => (read(store.subscription) === null ? null : fake());
      manager['subscribe'] = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        sessionStorage.setItem(store.subscription, String(applicationServerKey.length));
        return fake();
      };
    },
    [before, answer, { ...SUBSCRIPTION, endpoint: SUBSCRIPTION.endpoint + id }] as const,
  );
}

const openTab = (page: Page) => openPage(page, '/settings?tab=notifications');
const isWorkerThere = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);

test('a browser is turned on by a press, stays on, is tried out, and turned off', { tag: '@full-browser' }, async ({ owner }) => {
  const { page, known } = await owner();
  await fakePush(page, { before: 'default', answer: 'granted', id: known.id });
  const stored = () => query(`select endpoint from push_subscriptions where player_id = $1`, [known.id]);
  await openTab(page);
  const panel = settingsPanel(page, 'On this device');
  await expect(panel.getByRole('status')).toHaveText('This browser does not tell you.');
  await clickButton(panel, 'Turn on here');
  await expect(toast(page, 'Turned on')).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText('This browser tells you. That ends when you sign out.');
  await expect.poll(stored).toEqual([{ endpoint: SUBSCRIPTION.endpoint + known.id }]);
  // The site's key, as bytes.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBe('65');
  await clickButton(panel, 'Send a test');
  await expect(toast(page, 'Sent')).toBeVisible();

  await page.reload();
  await expect(panel.getByRole('status')).toHaveText('This browser tells you. That ends when you sign out.');
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => isWorkerThere(page)).toBe(true);
  await panel.getByRole('button', { name: /^Turn off/ }).click();
  await expect(toast(page, 'Turned off')).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText('This browser does not tell you.');
  await expect(panel.getByRole('button', { name: 'Turn on here' })).toBeVisible();
  await expect.poll(stored).toEqual([]);
  // Nothing else needs the service worker here.
  await page.reload();
  await expect.poll(() => isWorkerThere(page)).toBe(false);
});

test('signing out ends the subscription, in the browser too', async ({ owner }) => {
  const { page, known } = await owner();
  await fakePush(page, { before: 'granted', answer: 'granted', id: known.id });
  await openTab(page);
  await clickButton(settingsPanel(page, 'On this device'), 'Turn on here');
  await expect(toast(page, 'Turned on')).toBeVisible();
  const subscription = () => page.evaluate(() => sessionStorage.getItem('test-subscription'));
  expect(await subscription()).toBe('65');
  await signOut(page);
  await expect.poll(() => query(`select endpoint from push_subscriptions where player_id = $1`, [known.id])).toEqual([]);
  await expect.poll(subscription).toBe(null);
});

test('who does not allow it is told how to change that', { tag: '@phone' }, async ({ owner }) => {
  const { page, known } = await owner();
  await fakePush(page, { before: 'default', answer: 'denied', id: known.id });
  await openTab(page);
  const panel = settingsPanel(page, 'On this device');
  await clickButton(panel, 'Turn on here');
  await expect(panel.getByRole('status')).toContainText('This browser does not let Kiddo tell you.');
  await expect(panel.getByRole('button', { name: 'Turn on here' })).toHaveCount(0);
  await page.reload();
  await expect(panel.getByRole('status')).toContainText('allow notifications');
});

test('an iPhone is told about the home screen, and other browsers without push that the bell tells', async ({ owner }) => {
  const without = async (page: Page, userAgent: string) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => name });
      delete (window as { PushManager?: unknown }).PushManager;
    }, userAgent);
    await openTab(page);
    return settingsPanel(page, 'On this device').getByRole('status');
  };
  const [iPhone, old] = [await owner(), await owner()];
  await expect(await without(iPhone.page, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)')).toContainText('Add to Home Screen');
  await expect(await without(old.page, 'Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.0')).toContainText(
    'The bell on Kiddo still tells you.',
  );
});
