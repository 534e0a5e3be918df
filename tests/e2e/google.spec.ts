import type { Page } from '@playwright/test';
import { answerAge, expectSignedIn, createNewAccount } from './accounts.ts';
import { expect, waitForHydration, test } from './site.ts';

// Sign-in through an OpenID Connect issuer such as Google (tests/e2e/issuer.ts): the button and the flow in a browser.
// Who may sign in, and which accounts are linked: tests/http/google.test.ts.

/** Signs in at the issuer: any name, any password. */
async function atIssuer(page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL(/\/interaction\//);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: /continue/i }).click();
}

async function startGoogle(page: Page, from: string): Promise<void> {
  await page.goto(from);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
}

test.beforeEach(({ quiet }) => quiet.allow(/favicon|interaction|Content Security|fonts|404/));

test('somebody new is signed in, and comes back to the page they wanted', async ({ page }) => {
  const name = `amina.w-${createNewAccount().username}`;
  await startGoogle(page, '/login?returnUrl=%2Fgames');
  await atIssuer(page, name);
  await answerAge(page);
  await expect(page).toHaveURL('/games');
  await expectSignedIn(page);
});
