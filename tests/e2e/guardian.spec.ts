import type { Page } from '@playwright/test';
import { createNewAccount, signUp, waitForMail } from './accounts.ts';
import { findAxeViolations } from './axe.ts';
import { query } from './players.ts';
import { expect, test, waitForHydration } from './site.ts';
import { openWithLiveConnection } from './subscribers.ts';

// A player of 14 and their mother. What each answer means: src/features/guardians, and tests/http/guardian.test.ts without JavaScript.

test.use({ bypassCSP: true });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test(
  'a 14-year-old asks their mother by mail; she agrees in Kiswahili and takes it back, and the open page says so',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const who = createNewAccount();
    const mother = `mother-of-${who.email}`;
    await signUp(page, who);
    await expect(page.getByText('Check your email to confirm your account.').first()).toBeVisible();
    await page.goto((await waitForMail(who.email, /Confirm/)).link);
    await expect(heading(page, 'When were you born?')).toBeVisible();
    await waitForHydration(page);
    await page.getByLabel('Month').selectOption('January');
    await page.getByLabel('Year').selectOption(String(new Date().getFullYear() - 15));
    await page.getByRole('button', { name: 'Continue' }).click();

    // Asked, with what is open until then. What was typed stays when it cannot be.
    await expect(heading(page, 'Ask a grown-up at home')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ready phrases' })).toContainText('With friends who used your friend code');
    expect(await findAxeViolations(page)).toEqual([]);
    const address = page.getByLabel('Their email address');
    await address.fill(who.email);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(page.getByText('This is the address of your own account.')).toBeVisible();
    await expect(address).toBeFocused();
    await expect(address).toHaveValue(who.email);
    await address.fill(mother);
    await expect(page.getByText('This is the address of your own account.')).toBeHidden();
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(heading(page, 'Waiting for a yes at home')).toBeFocused();
    await expect(page.getByText('m***@example.com')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);

    // Reminding is open a day later.
    await expect(page.getByRole('button', { name: 'Remind them' })).toBeHidden();
    await query(
      `update guardianships set asked_at = asked_at - interval '25 hours' where player_id = (select id from players where email = $1)`,
      [who.email],
    );
    await openWithLiveConnection(page, '/guardian');
    await page.getByRole('button', { name: 'Remind them' }).click();
    await expect(page.getByText('You can remind them once a day: again from')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remind them' })).toBeHidden();

    // On another phone, in Kiswahili.
    const { text } = await waitForMail(mother, /asks for your permission/);
    const context = await browser.newContext({ viewport: page.viewportSize(), baseURL, bypassCSP: true });
    const phone = await context.newPage();
    await phone.goto(/https?:\/\/\S+\/guardian\/[^\s?]+/.exec(text)?.[0] ?? '');
    await waitForHydration(phone);
    await phone.getByRole('link', { name: 'Kiswahili', exact: true }).click();
    await expect(heading(phone, 'Mtoto unayemlea anaomba ruhusa yako')).toBeVisible();
    await expect(phone).toHaveTitle('Ruhusa kwa mtoto | Kiddo');
    await expect(phone.locator('.agreement')).toHaveAttribute('lang', 'sw');
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await findAxeViolations(phone)).toEqual([]);
    await expect(phone.getByRole('radio', { checked: true })).toHaveCount(0);
    const agree = phone.getByRole('button', { name: 'Ninakubali' });
    await agree.click();
    await expect(phone.getByRole('radio', { name: 'Asiandike' })).toBeFocused();
    await expect(phone.getByRole('alert')).toContainText('Chagua jibu moja kuhusu kuandika.');
    expect(await findAxeViolations(phone)).toEqual([]);
    await phone.getByRole('radio', { name: 'Maneno yaliyo tayari tu' }).check();
    // Said at its field and in the list, until it is chosen; the others stay.
    await expect(phone.getByText('Chagua jibu moja kuhusu kuandika.')).toHaveCount(0);
    await expect(phone.getByText('Chagua jibu moja kuhusu kununua.')).toHaveCount(2);
    const sum = phone.getByLabel('Shilingi kila mwezi (KSH)');
    await expect(sum).toBeHidden();
    await phone.getByRole('radio', { name: 'Hadi kiasi fulani kila mwezi' }).check();
    await sum.fill('500');
    await phone.getByLabel('Kwa mtoto huyu, mimi ni').selectOption('Mama');
    await phone.getByLabel('Nina umri wa miaka 18').check();
    await agree.click();
    await expect(phone.getByLabel('Nina haki ya kumwamulia')).toBeFocused();
    await expect(sum).toHaveValue('500');
    await phone.getByLabel('Nina haki ya kumwamulia').check();
    await agree.click();
    await expect(heading(phone, 'Umetoa ruhusa')).toBeFocused();
    expect(await findAxeViolations(phone)).toEqual([]);

    // The child's open page shows it, without a reload.
    await expect(heading(page, 'They said yes')).toBeVisible();
    await expect(page.getByText('Ready phrases with your friends')).toBeVisible();
    await expect(page.getByText('Up to KSH 500 each month')).toBeVisible();
    await phone.getByRole('button', { name: 'Ondoa ruhusa' }).click();
    await expect(heading(phone, 'Ruhusa imeondolewa')).toBeFocused();
    await expect(heading(page, 'They took their yes back')).toBeVisible();
    await expect(page.getByText('You can ask again from')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await context.close();
  },
);
