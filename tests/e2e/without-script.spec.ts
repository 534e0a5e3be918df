import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('browse, filter, page on, search and reach a game without JavaScript', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Discover Games' }).click();
  await expect(page).toHaveURL('/games');
  await page.getByRole('link', { name: 'Load More Games' }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(page.locator('main li a').first()).toBeVisible();
  await page.goto('/games');
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Genre').selectOption('Puzzle');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(/genre=Puzzle/);
  await page.goto('/games?q=bublle');
  await expect(page.getByText('Games (1)')).toBeVisible();
  await page
    .getByRole('link', { name: /Bubble Baobab/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bubble Baobab' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play', exact: true })).toHaveAttribute('href', /\/games\/bubble-baobab\/.*index\.html$/);
  await page.goto('/games?q=zzqqzz');
  await expect(page.getByText('No games found for "zzqqzz"')).toBeVisible();
});
