import { expect, test } from '@playwright/test';
import { addStaleLine, allowStaleScript } from '../../src/server/stale-line.ts';
import { waitForHydration } from './site.ts';

test('a page as last seen says how old it is, and its links load pages anew: no line stays above what is from now', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  // As the server sends it while the database is away.
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const csp = allowStaleScript(headers['content-security-policy'] ?? '');
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': csp },
      body: addStaleLine(await response.text(), 12),
    });
  });
  await page.goto('/about');
  const line = page.getByText('This page is from 12 minutes ago');
  await expect(line).toBeVisible();
  await waitForHydration(page);
  await expect(line).toBeVisible();
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Games', exact: true }).first().click();
  await expect(page).toHaveURL(/\/games$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);
  expect([documents, problems]).toEqual([['/games'], []]);
});
