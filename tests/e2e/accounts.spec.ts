import { answerAge, expectSignedIn, waitForMail, createNewAccount, signIn, signOut, signUp } from './accounts.ts';
import { setPassword } from './passwords.ts';
import { signInNewPlayer } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// Signing up, confirming, signing in and out, and resetting a password, as users do it: with the real outbox.

test('sign up, confirm by the mail that demo mode shows, sign out and sign in', { tag: '@phone' }, async ({ page, quiet }) => {
  // The test accesses the email's frame, which allows no scripts.
  quiet.allow(/frame is sandboxed/);
  const who = createNewAccount();
  await signUp(page, { ...who, username: who.username.toUpperCase() });
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Success!')).toBeVisible();
  await expectSignedIn(page, false);
  const mail = await waitForMail(who.email, /Confirm/);
  expect(mail.text).toContain(`@${who.username}`);
  expect(mail.html).toContain(mail.link);
  await page.goto('/dev/outbox');
  await page.getByRole('link').filter({ hasText: who.email }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email for Kiddo' })).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Confirm my email' })).toBeVisible();
  await page.locator('pre a').first().click();
  await expect(page).toHaveURL(/\/age/);
  await answerAge(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Email confirmed')).toBeVisible();
  await expectSignedIn(page);
  await signOut(page);
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await signIn(page, who.email.toUpperCase(), who.password);
  await expectSignedIn(page);
  // Opening the link again does no harm.
  await page.goto(mail.link);
  await expect(page.getByText('This email is confirmed already.')).toBeVisible();
});

test('what the page still has to tell does not break off a step that was begun', async ({ page, context, baseURL }) => {
  await signInNewPlayer(context, { origin: baseURL ?? '' });
  const held = (pattern: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return page.route(pattern, (route) => promise.then(() => route.fallback())).then(() => resolve);
  };
  // The code that shows the flash message arrives late, and so does the response to signing out.
  const letCode = await held('**/assets/flash-message-toast-*.js');
  const letAnswer = await held('**/logout.data');
  await page.goto('/?news=confirmed');
  await waitForHydration(page);
  const asked = page.waitForRequest('**/logout.data');
  const leaving = signOut(page);
  await asked;
  letCode();
  await expect(page.getByText('Email confirmed')).toBeVisible();
  letAnswer();
  await leaving;
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('kiddo_session');
  await expect(page).toHaveURL('/');
});

test('passwords that differ are said while one types; faults stand at their fields; nothing typed is lost', async ({ page }) => {
  await page.goto('/signup');
  await waitForHydration(page);
  const button = page.getByRole('button', { name: 'Create Account' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('one-password');
  await expect(button).toBeDisabled();
  await page.getByLabel('Confirm Password').fill('o');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(button).toBeDisabled();
  await page.getByLabel('Confirm Password').fill('one-password');
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  await expect(button).toBeEnabled();
  await page.getByLabel('Username').fill('amina');
  await page.getByLabel('Display Name').fill('Another Amina');
  await page.getByLabel('Email', { exact: true }).fill(createNewAccount().email);
  await button.click();
  await expect(page.getByText('This username is taken. Try another, or add a number.').first()).toBeVisible();
  await expect(page.getByText('Sign up failed')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Display Name')).toHaveValue('Another Amina');
  await page.getByLabel('Username').fill('has space');
  await button.click();
  await expect(page.getByText('Use only the letters a to z, digits and _ (no spaces).').first()).toBeVisible();
});

test(
  'the field says how strong a password is while one types; the commonest are refused with a reason',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/signup');
    await waitForHydration(page);
    const who = createNewAccount();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('abc');
    await expect(page.getByText('Too short: at least 6 characters.')).toBeVisible();
    await password.fill('tembo7');
    await expect(page.getByText('Easy to guess.', { exact: false })).toBeVisible();
    await password.fill('twiga na simba');
    await expect(page.getByText('Strong: very hard to guess.')).toBeVisible();
    await page.getByLabel('Username').fill(who.username);
    await page.getByLabel('Display Name').fill(who.displayName);
    await page.getByLabel('Email', { exact: true }).fill(who.email);
    await password.fill(`${who.username}1`);
    await expect(page.getByText('Not your own name or address', { exact: false })).toBeVisible();
    await password.fill('abc123');
    await page.getByLabel('Confirm Password').fill('abc123');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Many people use this password', { exact: false }).first()).toBeVisible();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Display Name')).toHaveValue(who.displayName);
  },
);

test('a wrong password says so and keeps what was typed; the password can be shown', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login');
  await waitForHydration(page);
  const who = createNewAccount();
  await page.getByLabel('Email or Username').fill(who.username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not-it');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Sign in failed')).toBeVisible();
  await expect(page.getByLabel('Email or Username')).toHaveValue(who.username);
});

test('a new password by mail: the link works once, and signs the others out', async ({ page, context, browser, baseURL }) => {
  const { id, username } = await signInNewPlayer(context, { origin: baseURL ?? '' });
  await setPassword(id);
  const email = `${username}@example.com`;
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/login?view=reset');
  await waitForHydration(other);
  await other.getByLabel('Email', { exact: true }).fill(email);
  await other.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(other.getByText('Password reset email sent')).toBeVisible();
  const { link } = await waitForMail(email, /new Kiddo password/);
  await other.goto(link);
  await waitForHydration(other);
  await expect(other).toHaveURL('/reset-password');
  await other.getByLabel('New password', { exact: true }).fill('short');
  await other.getByLabel('Confirm new password').fill('shorter');
  await other.getByRole('button', { name: 'Save new password' }).click();
  await expect(other.getByText("Passwords don't match")).toBeVisible();
  await other.getByLabel('Confirm new password').fill('short');
  await other.getByRole('button', { name: 'Save new password' }).click();
  await expect(other.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await other.getByLabel('New password', { exact: true }).fill('brand-new-1');
  await other.getByLabel('Confirm new password').fill('brand-new-1');
  await other.getByRole('button', { name: 'Save new password' }).click();
  await expect(other).toHaveURL('/login');
  await expect(other.getByText('Password updated successfully')).toBeVisible();
  // The first browser was signed in; the reset ended its session.
  await page.goto('/');
  await expectSignedIn(page, false);
  await signIn(other, username, 'brand-new-1');
  await waitForMail(email, /password was changed/);
  // The same link again: after two seconds it redirects to the login page.
  await page.clock.install();
  await page.goto(link);
  await waitForHydration(page);
  await expect(page.getByText('Invalid reset link').first()).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.close();
});

test('all tabs of the browser follow; signing out leaves nothing behind that Back could show', async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto('/games');
  await waitForHydration(second);
  await signIn(page, 'chao');
  await expectSignedIn(second);
  await page.goto('/games');
  await waitForHydration(page);
  await signOut(page);
  await expectSignedIn(second, false);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/games');
  await expectSignedIn(page, false);
});
