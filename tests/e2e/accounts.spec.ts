import { expectSignedIn, join, mailsTo, mailTo, newcomer, signIn, signOut, signUp } from './people.ts';
import { enter } from './players.ts';
import { expect, hydrated, test } from './site.ts';

// Signing up, confirming, signing in and out, and a new password, as people do it: with the real outbox.

test('sign up, confirm by mail, sign out, sign in by username and by email', async ({ page }) => {
  const who = newcomer();
  await signUp(page, { ...who, username: who.username.toUpperCase() });
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Success!')).toBeVisible();
  await expectSignedIn(page, false);
  const mail = await mailTo(who.email, /Confirm/);
  expect(mail.text).toContain(`@${who.username}`);
  expect(mail.html).toContain(mail.link);
  await page.goto(mail.link);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Email confirmed')).toBeVisible();
  await expectSignedIn(page);
  await signOut(page);
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible();
  await signIn(page, who.email.toUpperCase(), who.password);
  await expectSignedIn(page);
  await signOut(page);
  await signIn(page, who.username, who.password);
  await expectSignedIn(page);
  // The link again: nothing happens that could hurt.
  await page.goto(mail.link);
  await expect(page.getByText('This email is confirmed already.')).toBeVisible();
});

test('what the page still has to tell does not break off a step that was begun', async ({ page, context, baseURL }) => {
  await enter(context, { origin: baseURL ?? '' });
  const held = (pattern: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return page.route(pattern, (route) => promise.then(() => route.fallback())).then(() => resolve);
  };
  // The code that tells the news comes late, and so does the answer to signing out.
  const letCode = await held('**/assets/news-*.js');
  const letAnswer = await held('**/logout.data');
  await page.goto('/?news=confirmed');
  await hydrated(page);
  const asked = page.waitForRequest('**/logout.data');
  const leaving = signOut(page);
  await asked;
  letCode();
  await expect(page.getByText('Email confirmed')).toBeVisible();
  letAnswer();
  await leaving;
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('kiddo_session');
  await expect(page).toHaveURL('/');
});

test('on another phone the link asks for the password that was chosen, so that nobody confirms a stranger’s', async ({ page, browser }) => {
  const who = newcomer();
  await signUp(page, who);
  const { link } = await mailTo(who.email, /Confirm/);
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await phone.goto(link);
  await hydrated(phone);
  await phone.getByLabel('Password', { exact: true }).fill('not-mine');
  await phone.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(phone.getByText('This is not the password of this account.', { exact: false })).toBeVisible();
  await expectSignedIn(phone, false);
  await phone.getByLabel('Password', { exact: true }).fill(who.password);
  await phone.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(phone).toHaveURL(/\/$/);
  await expectSignedIn(phone);
  await elsewhere.close();
});

test('who is not confirmed sees Confirm Your Email with the address, and can have the link again', async ({ page }) => {
  const who = newcomer();
  await signUp(page, who);
  await mailTo(who.email, /Confirm/);
  await page.goto('/login');
  await hydrated(page);
  await page.getByLabel('Email or Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Confirm Your Email' })).toBeVisible();
  await expect(page.getByText('Please check your email and click the confirmation link before signing in.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(who.email);
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await expect(page.getByText('Confirmation email sent')).toBeVisible();
  await expect.poll(() => mailsTo(who.email), { timeout: 20_000 }).toBe(2);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await page.goto('/login?view=confirm');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('passwords that differ are said while one types; faults stand at their fields; nothing typed is lost', async ({ page }) => {
  await page.goto('/signup');
  await hydrated(page);
  await page.getByLabel('Password', { exact: true }).fill('one-password');
  const button = page.getByRole('button', { name: 'Create Account' });
  await page.getByLabel('Confirm Password').fill('o');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(button).toBeDisabled();
  await page.getByLabel('Confirm Password').fill('one-password');
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  await page.getByLabel('Username').fill('amina');
  await page.getByLabel('Display Name').fill('Another Amina');
  await page.getByLabel('Email', { exact: true }).fill(newcomer().email);
  await button.click();
  await expect(page.getByText('This username is taken. Try another, or add a number.').first()).toBeVisible();
  await expect(page.getByText('Sign up failed')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Display Name')).toHaveValue('Another Amina');
  await page.getByLabel('Username').fill('has space');
  await button.click();
  await expect(page.getByText('Use only the letters a to z, digits and _ (no spaces).').first()).toBeVisible();
});

test('a wrong password says so and keeps what was typed; the password can be shown', async ({ page }) => {
  await page.goto('/login');
  await hydrated(page);
  const who = newcomer();
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

test('a new password by mail: the link works once, and signs the others out', async ({ page, browser }) => {
  const who = await join(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/login?view=reset');
  await hydrated(other);
  await other.getByLabel('Email', { exact: true }).fill(who.email);
  await other.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(other.getByText('Password reset email sent')).toBeVisible();
  const { link } = await mailTo(who.email, /new Kiddo password/);
  await other.goto(link);
  await hydrated(other);
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
  // The first browser was signed in; it is not any more.
  await page.goto('/');
  await expectSignedIn(page, false);
  await signIn(other, who.username, 'brand-new-1');
  await mailTo(who.email, /password was changed/);
  // The same link again.
  await page.goto(link);
  await hydrated(page);
  await expect(page.getByText('Invalid reset link').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/, { timeout: 6_000 });
  await elsewhere.close();
});

test('Remember me keeps the session for 30 days; without it the browser forgets', async ({ page, context }) => {
  const sessionCookie = async () => (await context.cookies()).find((cookie) => cookie.name === 'kiddo_session');
  await signIn(page, 'brian');
  const short = await sessionCookie();
  expect(short).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' });
  await signOut(page);
  await page.goto('/login');
  await hydrated(page);
  await page.getByLabel('Email or Username').fill('brian');
  await page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
  await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectSignedIn(page);
  const long = await sessionCookie();
  expect(Math.round(((long?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);
  expect(long?.value).not.toBe(short?.value);
});

test('after signing in one goes where one wanted to, and nowhere else', async ({ page }) => {
  await signIn(page, 'amina', 'kiddo-demo', '/login?returnUrl=%2Fgames%2Fmatatu-rush');
  await expect(page).toHaveURL('/games/matatu-rush');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%2Fevil.example',
    'https://evil.example',
    '/%255Cevil.example',
  ]) {
    // Signed in already, one is sent on at once: home, for what is no path of ours.
    await page.goto(`/login?returnUrl=${encodeURIComponent(bad)}`);
    await expect(page, bad).toHaveURL('/');
  }
  await page.goto('/login?returnUrl=%2Fgames');
  await expect(page).toHaveURL('/games');
  await page.goto('/signup');
  await expect(page).toHaveURL('/');
});

test('all tabs of the browser follow', async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto('/games');
  await hydrated(second);
  await signIn(page, 'chao');
  await expectSignedIn(second);
  await signOut(second);
  await expectSignedIn(page, false);
});

test('signing out leaves nothing behind that Back could show', async ({ page }) => {
  await signIn(page, 'chao');
  await page.goto('/games');
  await hydrated(page);
  await expectSignedIn(page);
  await signOut(page);
  await page.goBack();
  await expectSignedIn(page, false);
});

test('demo mode shows its mails, the newest first', async ({ page, quiet }) => {
  // The test looks into the mail's frame, which lets no script in.
  quiet.allow(/frame is sandboxed/);
  const who = newcomer();
  await signUp(page, who);
  // Its answer carries the cookie by which the link knows this browser; the mail may be there before it.
  await expect(page.getByText('Check your email to confirm your account.').first()).toBeVisible();
  await mailTo(who.email, /Confirm/);
  await page.goto('/dev/outbox');
  const mail = page.getByRole('link').filter({ hasText: who.email }).first();
  await mail.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email for Kiddo' })).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Confirm my email' })).toBeVisible();
  await page.locator('pre a').first().click();
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});
