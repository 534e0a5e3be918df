import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { watchLayoutShift } from './loading.ts';
import { expect, waitForHydration, test } from './site.ts';

// The cookie question and its answer.

// All other journeys start with an answer (playwright.config.ts).
test.use({ storageState: { cookies: [], origins: [] } });

const question = (page: Page) => page.getByRole('region', { name: 'Cookies', exact: true });
/** Expects that the question is answered: the page's scripts, including delayed ones, do not show it again. The clock must be installed. */
async function expectAnswered(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.clock.runFor(10_000);
  await expect(question(page)).toBeHidden();
}
const press = (page: Page, name: 'Reject non-essential' | 'Accept all') =>
  question(page).getByRole('button', { name, exact: true }).click();

/** The cookie as the browser stores it. */
async function consentCookie(page: Page) {
  const cookies = await page.context().cookies();
  const found = cookies.find(({ name }) => name === 'cookie_consent');
  if (!found) return null;
  const { value, path, sameSite, expires } = found;
  return { value, path, sameSite, days: Math.round((expires - Date.now() / 1000) / 86_400) };
}
const keptAs = (value: string) => ({ value, path: '/', sameSite: 'Lax', days: 365 });

for (const [name, value, tag] of [
  ['Reject non-essential', 'essential', '@phone'],
  ['Accept all', 'all', '@desktop'],
] as const) {
  test(`the question stands on every page until it is answered: ${name}`, { tag }, async ({ page }) => {
    await page.clock.install();
    for (const path of ['/games/matatu-rush', '/']) {
      await page.goto(path);
      await expect(question(page)).toBeVisible();
    }
    await expect.poll(() => consentCookie(page)).toBeNull();
    for (const [link, address] of [
      ['Privacy', '/privacy'],
      ['Cookies', '/cookies'],
    ] as const)
      await expect(question(page).getByRole('link', { name: link })).toHaveAttribute('href', address);
    await waitForHydration(page);
    await press(page, name);
    await expect(question(page)).toBeHidden();
    await expect.poll(() => consentCookie(page)).toEqual(keptAs(value));
    // The focus moves to the page, because the button is gone.
    await expect(page.locator('#page')).toBeFocused();
    await page.reload();
    await expectAnswered(page);
    for (const path of ['/games', '/contact']) {
      await page.goto(path);
      await expectAnswered(page);
    }
    const other = await page.context().newPage();
    await other.goto('/');
    await expectAnswered(other);
  });
}

test('the two buttons are equal, and the keyboard reaches them first', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  const buttons = question(page).getByRole('button');
  await expect(buttons).toHaveText(['Reject non-essential', 'Accept all']);
  const looks = await buttons.evaluateAll((all) =>
    all.map((each) => {
      const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(each);
      const { width, height } = each.getBoundingClientRect();
      return { backgroundColor, color, fontSize, fontWeight, width: Math.round(width), height: Math.round(height) };
    }),
  );
  expect(looks[0]).toEqual(looks[1]);
  expect(looks[0]?.height).toBeGreaterThanOrEqual(44);
  for (const reached of ['Skip to the page', 'Privacy', 'Cookies', 'Reject non-essential', 'Accept all']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(reached);
  }
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect.poll(async () => (await consentCookie(page))?.value).toBe('all');
});

test('nothing moves by itself, before the answer, by it and after it', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  const { getShift: shiftOf } = await watchLayoutShift(page);
  for (const path of ['/', '/games', '/contact', '/games/matatu-rush']) {
    await page.goto(path);
    const moved = await shiftOf();
    expect(moved, path).toBeLessThan(0.01);
  }
  const places = () => page.locator('h1, main img, main button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await places();
  await press(page, 'Reject non-essential');
  await expect(question(page)).toBeHidden();
  expect(await places()).toEqual(before);
  await page.reload();
  const moved = await shiftOf();
  expect(moved).toBeLessThan(0.01);
});

test(
  'on a small phone it covers nothing: what one comes for is on the first screen, and can be pressed',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const [path, what] of [
      ['/', page.locator('main').getByRole('link', { name: 'Discover Games' })],
      ['/games/matatu-rush', page.locator('.cover-play')],
      ['/login', page.getByLabel('Email or Username')],
    ] as const) {
      await page.goto(path);
      await waitForHydration(page);
      await expect(question(page)).toBeInViewport({ ratio: 1 });
      await expect(what).toBeInViewport({ ratio: 1 });
      const isHit = await what.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && element.contains(hit);
      });
      expect([path, isHit]).toEqual([path, true]);
    }
    const box = await question(page).boundingBox();
    const tabBar = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(72);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(tabBar?.y);
  },
);

test(
  'it stays at the bottom, the end of each page is above it, and axe finds nothing, also in large print',
  { tag: ['@phone', '@desktop'] },
  async ({ page }) => {
    for (const path of ['/', '/cookies', '/games/matatu-rush', '/signup', '/contact']) {
      await page.goto(path);
      await waitForHydration(page);
      if (path === '/' || path === '/cookies') await expectAccessible(page);
      const end = page.getByRole('contentinfo').getByText('A good game is a shared game.');
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await expect(end).toBeInViewport({ ratio: 1, timeout: 500 });
      }).toPass();
      const [banner, last] = [await question(page).boundingBox(), await end.boundingBox()];
      expect((last?.y ?? 0) + (last?.height ?? 0), path).toBeLessThanOrEqual(banner?.y ?? 0);
      await expect(question(page)).toBeInViewport({ ratio: 1 });
    }
  },
);

test('‘Cookie settings’ leads back to the choice, which can be another one', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await press(page, 'Accept all');
  // A second tab of the same browser.
  const other = await page.context().newPage();
  await other.goto('/cookies');
  await waitForHydration(other);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await expect(page).toHaveURL('/cookies#consent-choice');
  const choice = page.getByRole('region', { name: 'Your choice' });
  await expect(choice).toBeInViewport();
  await expect(choice.getByRole('status')).toContainText('You accepted all.');
  await choice.getByRole('button', { name: 'Reject non-essential' }).click();
  await expect(choice.getByRole('status')).toContainText('You rejected what is not essential.');
  await expect.poll(() => consentCookie(page)).toEqual(keptAs('essential'));
  await expectAccessible(page);
  // When the user returns to the other tab, it shows the newest choice.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other.getByRole('region', { name: 'Your choice' }).getByRole('status')).toContainText('You rejected');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  // Which pages show it, what is stored, and where the form leads: tests/http/consent.test.ts.
  test('the styles of the server hide the question once it is answered', async ({ page }) => {
    await page.goto('/contact');
    await expect(question(page)).toBeVisible();
    await press(page, 'Reject non-essential');
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(question(page)).toBeHidden();
  });
});
