import { createNewAccount, expectSignedIn, signUp, waitForMail } from './accounts.ts';
import { query, signInNewPlayer } from './players.ts';
import { expect, test, waitForHydration } from './site.ts';

// The question for the month of birth, as players meet it. What an answer means: src/features/age and tests/http/age.test.ts.

test(
  'a 12-year-old signs up, is turned away kindly, and plays; an earlier year later is the same answer',
  { tag: '@phone' },
  async ({ page }) => {
    const year = String(new Date().getFullYear() - 12);
    for (const typed of [year, '1990']) {
      const who = createNewAccount();
      await signUp(page, who);
      await expect(page.getByText('Check your email to confirm your account.').first()).toBeVisible();
      await page.goto((await waitForMail(who.email, /Confirm/)).link);
      await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible();
      await waitForHydration(page);
      await page.getByLabel('Month').selectOption('December');
      await page.getByLabel('Year').selectOption(typed);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/under-13\?account=erased/);
      await expect(page.getByRole('heading', { level: 1, name: 'You can play right now' })).toBeVisible();
      await expectSignedIn(page, false);
      await expect.poll(() => query('select 1 from players where email = $1', [who.email])).toEqual([]);
    }
    await page.getByRole('link', { name: 'Play the games' }).click();
    await expect(page).toHaveURL('/games');
  },
);

test(
  'an open tab leads to the question, and back to where its player was',
  { tag: '@phone' },
  async ({ page, context, baseURL, quiet }) => {
    // What the open tab asks for between the change and the reload.
    quiet.allow(/status of 403/);
    const { id } = await signInNewPlayer(context, { origin: baseURL ?? '' });
    await page.goto('/friends?tab=search');
    await query('update players set birth_month = null, age_band = null where id = $1', [id]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible();
    await waitForHydration(page);
    // Nothing chosen is said beside the fields, and what is chosen stays.
    await page.getByLabel('Year').selectOption('2010');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Choose a month.')).toBeVisible();
    await expect(page.getByLabel('Month')).toBeFocused();
    await expect(page.getByLabel('Year')).toHaveValue('2010');
    await page.getByLabel('Month').selectOption('May');
    await expect(page.getByText('Choose a month.')).toBeHidden();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ask a grown-up at home' })).toBeVisible();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect(page).toHaveURL('/friends?tab=search');
    await expectSignedIn(page);
    // Back does not lead to the question again.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeHidden();
  },
);
