import type { Page } from '@playwright/test';
import { expect, waitForHydration, isPhone, test } from './site.ts';

/** The search field; on a phone it must be opened first. */
async function field(page: Page) {
  await waitForHydration(page);
  if (isPhone(page)) await page.getByLabel('Search games').locator('visible=true').first().click();
  const box = page.getByRole('combobox', { name: 'Search games' }).locator('visible=true').first();
  await box.click();
  return box;
}

test(
  'finds as one types, from two letters on, and forgives a slip; a result that is clicked opens',
  { tag: '@phone' },
  async ({ page }) => {
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/v1/search') asked.push(searchParams.get('q'));
    });
    await page.clock.install();
    await page.goto('/');
    const box = await field(page);
    await box.fill('b');
    // Longer than the field waits for the next letter.
    await page.clock.runFor(2_000);
    await expect(page.getByRole('option')).toHaveCount(0);
    await box.fill('bublle');
    await expect(page.getByText('Games (1)')).toBeVisible();
    await expect(page.getByRole('option', { name: /Bubble Baobab/ })).toBeVisible();
    await box.fill('zzqqzz');
    await expect(page.locator('b', { hasText: 'No games found for "zzqqzz"' })).toBeVisible();
    await expect(page.getByText('Try different keywords or check spelling')).toBeVisible();
    expect(asked).toEqual(['bublle', 'zzqqzz']);
    await box.fill('cloud');
    await page.getByRole('option', { name: /Cloud Climb/ }).click();
    await expect(page).toHaveURL('/games/cloud-climb');
    // Who leaves the field closes the list.
    const again = await field(page);
    await again.fill('rover');
    await expect(page.getByRole('option').first()).toBeVisible();
    await again.blur();
    await expect(page.getByRole('option')).toHaveCount(0);
  },
);

test('the latest answer wins, whatever order answers arrive in; arrows choose, Enter opens, Escape closes', async ({ page }) => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  let answered = Promise.resolve();
  await page.route('**/api/v1/search?q=ma', (route) => {
    answered = (async () => {
      const answer = await route.fetch();
      await gate;
      await route.fulfill({ response: answer });
    })().catch(() => {});
    return answered;
  });
  await page.goto('/');
  const box = await field(page);
  const asked = page.waitForRequest('**/api/v1/search?q=ma');
  const calledOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/search?q=ma'));
  await box.fill('ma');
  await asked;
  await box.fill('rhino');
  await expect(page.getByRole('option', { name: /Rhino Sumo/ })).toBeVisible();
  await calledOff;
  go();
  await answered;
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Rhino Sumo/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { name: /Matatu Rush/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await box.fill('matatu r');
  await expect(page.getByRole('option', { name: /Matatu Rush/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Matatu Rush/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/games/matatu-rush');
  await expect(page.getByRole('option')).toHaveCount(0);
});
