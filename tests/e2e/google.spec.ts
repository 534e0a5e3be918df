import type { Page } from '@playwright/test';
import { expectSignedIn, join, newcomer, signOut, signUp } from './people.ts';
import { expect, hydrated, test } from './site.ts';

// Sign-in through an OpenID Connect issuer, as Google is one (tests/e2e/issuer.ts).

/** At the issuer: any name, any password. */
async function atIssuer(page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL(/\/interaction\//);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: /continue/i }).click();
}

async function startGoogle(page: Page, from = '/login'): Promise<void> {
  await page.goto(from);
  await hydrated(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
}

test.beforeEach(({ quiet }) => quiet.allow(/favicon|interaction|Content Security|fonts|404/));

test('somebody new is signed in with names from the address; the next time too', async ({ page, context }) => {
  const name = `amina.w-${newcomer().username}`;
  await startGoogle(page, '/login?returnUrl=%2Fgames');
  await atIssuer(page, name);
  await expect(page).toHaveURL('/games');
  await expectSignedIn(page);
  await signOut(page);
  await context.clearCookies();
  await startGoogle(page, '/signup');
  await atIssuer(page, name);
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});

test('an address with an account here is connected only after its owner signed in', async ({ page, context }) => {
  const who = await join(page);
  await signOut(page);
  await startGoogle(page);
  await atIssuer(page, who.email);
  await expect(page).toHaveURL(/\/login\?/);
  await expectSignedIn(page, false);
  await expect(page.getByText(/You already have a Kiddo account with this email/)).toBeVisible();
  await hydrated(page);
  await page.getByLabel('Email or Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  // The issuer still knows this browser, or asks once more; then both are connected.
  if (
    await page
      .locator('input[name=login]')
      .isVisible({ timeout: 3_000 })
      .catch(() => false)
  )
    await atIssuer(page, who.email);
  await expect(page.getByText('Google connected')).toBeVisible();
  await expectSignedIn(page);
  await signOut(page);
  await context.clearCookies();
  await startGoogle(page);
  await atIssuer(page, who.email);
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});

test('an account that nobody ever confirmed makes way for who proves the address', async ({ page }) => {
  const squatter = newcomer();
  await signUp(page, squatter);
  await expect(page.getByText('Success!')).toBeVisible();
  await startGoogle(page);
  await atIssuer(page, squatter.email);
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
  await signOut(page);
  await page.goto('/login');
  await hydrated(page);
  await page.getByLabel('Email or Username').fill(squatter.email);
  await page.getByLabel('Password', { exact: true }).fill(squatter.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Sign in failed')).toBeVisible();
});

test('an address that the other site has not confirmed is not taken', async ({ page }) => {
  await startGoogle(page);
  await atIssuer(page, `unproved_${newcomer().username}`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/this email is not confirmed yet/)).toBeVisible();
  await expectSignedIn(page, false);
});

test('a way back that nobody started leads to the login page', async ({ page }) => {
  await page.goto('/auth/callback/google?code=forged&state=forged');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('We could not sign you in with Google.', { exact: false })).toBeVisible();
  await page.goto('/auth/callback/google');
  await expect(page).toHaveURL(/\/login/);
  await expectSignedIn(page, false);
});
