import type { Locator, Page } from '@playwright/test';
import { bell, expect, openPage, test, type PlayerSession } from './friends.ts';
import { holdClock, isPhone, waitForHydration } from './site.ts';

// Where toasts stand, and when they leave.

const BOTH = { tag: ['@phone', '@desktop'] };
const GAME = '/games/kite-club';
const good = (page: Page) => page.locator('.toast:not(.bad)');
const bad = (page: Page) => page.locator('.toast.bad');

const PANELS = '.bell-drop, .account-sheet, .menu-sheet, .composer';

/** Headings, panels and fields that a toast covers now. */
const covered = (page: Page, what = `h1, h2, ${PANELS}`) =>
  page.evaluate((selector) => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
    const words = document.createRange();
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      words.selectNodeContents(element);
      const box = (/^H\d$/.test(element.tagName) ? words : element).getBoundingClientRect();
      const isCovered = toasts.some(
        ({ left, right, top, bottom }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      );
      return isCovered && element.checkVisibility() ? [(element.textContent ?? '').slice(0, 40)] : [];
    });
  }, what);

/** Opens a game's page whose heart cannot be saved if `isBroken`, and presses the heart. From then on only the test advances the clock. */
async function openAndPressHeart({ page }: PlayerSession, isBroken: boolean): Promise<void> {
  await page.clock.install();
  await openPage(page, GAME);
  await waitForHydration(page, { parts: true });
  if (isBroken) await page.route('**/favorite', (route) => route.fulfill({ status: 500, body: '' }));
  await holdClock(page);
  await pressHeart(page, isBroken ? bad(page) : good(page));
}

async function pressHeart(page: Page, toast: Locator): Promise<void> {
  await page.getByRole('button', { name: /^Favorite/ }).click();
  // A good toast waits until there are no more presses: the clock goes on until then.
  await expect
    .poll(async () => {
      await page.clock.runFor(250);
      return toast.count();
    })
    .toBe(1);
}

test('a toast covers no heading, leaves when it was seen for five seconds, and goes when a panel opens', BOTH, async ({ someone }) => {
  const me = await someone();
  const { page } = me;
  await openAndPressHeart(me, false);
  await expect.poll(() => covered(page)).toEqual([]);
  await page.clock.runFor(4_250);
  await expect(good(page)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(good(page)).toHaveCount(0);
  await pressHeart(page, good(page));
  await bell(page, 0).click();
  await expect(good(page)).toHaveCount(0);
});

test(
  'an error makes room for a panel, and leaves when it was seen: not in a tab in the background, under a dialog or the pointer',
  BOTH,
  async ({ someone, quiet }) => {
    quiet.allow(/status of 500/);
    const me = await someone();
    const { page } = me;
    await openAndPressHeart(me, true);
    await expect.poll(() => covered(page)).toEqual([]);
    await bell(page, 0).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
    await expect(bad(page)).toBeVisible();
    await expect.poll(() => covered(page, PANELS)).toEqual([]);
    await page.keyboard.press('Escape');

    const stays = async () => {
      await page.clock.runFor(60_000);
      await expect(bad(page)).toBeVisible();
    };
    const setFocused = (isFocused: boolean) => page.evaluate((is) => Object.assign(document, { hasFocus: () => is }), isFocused);
    await setFocused(false);
    await stays();
    await setFocused(true);
    await page.getByRole('button', { name: 'Report Game' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await stays();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (!isPhone(page)) {
      await bad(page).hover();
      await stays();
      await page.mouse.move(5, 5);
    }
    await bad(page).getByRole('button', { name: 'Close' }).focus();
    await stays();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.clock.runFor(11_000);
    await expect(bad(page)).toHaveCount(0);
  },
);

test('over a game it stands below the bar of the player', { tag: '@phone' }, async ({ someone }) => {
  const me = await someone();
  const { page } = me;
  await openAndPressHeart(me, false);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const bar = page.locator('.player-bar');
  await expect(bar).toBeVisible();
  const [above, toast] = [await bar.boundingBox(), await good(page).boundingBox()];
  expect(toast?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect(toast?.y).toBeLessThan(120);
});
