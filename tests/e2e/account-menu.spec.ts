import { accountButton, expectSignedIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './friends.ts';
import { waitForHydration } from './site.ts';

// The menu under the player's own picture, at both widths.

const BOTH = { tag: ['@phone', '@desktop'] };

test('the menu ends with the words Sign Out, and the keyboard goes through it', BOTH, async ({ someone }) => {
  const { page, known } = await someone();
  await page.goto('/games');
  await waitForHydration(page, { parts: true });
  const button = accountButton(page);
  const lines = page.locator('.account-sheet:visible .menu-link');
  const focused = page.locator(':focus');
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(lines).toHaveText(['Profile', 'Groups', 'Settings', 'Light or dark', 'Sign Out']);
  await expect(page.locator('.account-sheet:visible')).toContainText(`@${known.username}`);
  for (const [key, line] of [
    ['ArrowDown', 'Groups'],
    ['End', 'Sign Out'],
    ['ArrowDown', 'Profile'],
    ['ArrowUp', 'Sign Out'],
    ['Home', 'Profile'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toHaveText(line);
  }
  await page.keyboard.press('Escape');
  await expect(lines).toHaveCount(0);
  await expect(button).toBeFocused();
  // The focus that leaves it, a press elsewhere and a navigation close it too.
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText('Sign Out');
  await page.keyboard.press('Shift+Tab');
  await expect(focused).toHaveText('Light or dark');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(lines).toHaveCount(0);
  await button.click();
  await expectAccessible(page);
  await lines.getByText('Settings').click();
  await expect(page).toHaveURL(/\/settings/);
  await expect(lines).toHaveCount(0);
  await button.click();
  await lines.getByText('Sign Out').click();
  await expectSignedIn(page, false);
});

test('a menu that was opened before its code was there stays open', BOTH, async ({ someone }) => {
  const { page } = await someone();
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.goto('/games', { waitUntil: 'commit' });
  // Its styles are there: only one of the two menus is visible.
  await expect(accountButton(page)).toHaveCount(1);
  await accountButton(page).click();
  const signOut = page.getByRole('button', { name: 'Sign Out' });
  await expect(signOut).toBeVisible();
  go();
  await waitForHydration(page, { parts: true });
  await expect(signOut).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signOut).toHaveCount(0);
});

test('without scripts it opens too, and signs out', { tag: '@phone' }, async ({ someone }) => {
  const { page } = await someone({ javaScriptEnabled: false });
  await page.goto('/games');
  await accountButton(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedIn(page, false);
});
