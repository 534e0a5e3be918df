import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { codeOf } from '../authenticator.ts';
import { befriend, expect, friendList, lineOf, open, talk, test as base, toast, type Someone } from './friends.ts';
import { givePassword, PASSWORD } from './keys.ts';
import { DRAWN_FACE, giveKiddocash, ownFace, sourceOf } from './looks.ts';
import { expectSignedIn, mailsTo, mailTo, newcomer, signIn, signOut } from './people.ts';
import { query } from './players.ts';
import { hydrated, toldPlainly } from './site.ts';

// The settings: what one is called, who sees what, which mails come, how one signs in, and leaving.

const test = base.extend<{ owner: (options?: { javaScriptEnabled?: boolean }) => Promise<Someone> }>({
  /** Somebody with a password. */
  owner: async ({ someone }, use) => {
    await use(async (options = {}) => {
      const who = await someone(options);
      await givePassword(who.known.id);
      return who;
    });
  },
});

const emailOf = ({ known }: Someone) => `${known.username}@example.com`;
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
const settingsTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });

/** Starts what runs by the clock now, as the queue itself does when it is time. */
const runJob = (name: string) => query(`insert into pgboss.job (name) values ($1)`, [name]);

/** Fills the sign-in form and sends it, whatever comes of it. */
async function typePassword(page: Page, identifier: string, password: string): Promise<void> {
  await open(page, '/login');
  await page.getByLabel('Email or Username').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign In');
}

test('four tabs with addresses of their own, the ways on, and signed out: please log in', async ({ owner, browserOf }) => {
  const visitor = await (await browserOf()).newPage();
  await open(visitor, '/settings?tab=security');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Please Log In');
  await visitor.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await expect(visitor).toHaveURL(`/login?returnUrl=${encodeURIComponent('/settings?tab=security')}`);

  const { page } = await owner();
  await open(page, '/settings');
  for (const [name, title] of [
    ['Privacy', 'Privacy'],
    ['Notifications', 'Push notifications'],
    ['Security', 'Where you are signed in'],
    ['Account', 'Your names'],
  ] as const) {
    await settingsTab(page, name).click();
    await expect(panel(page, title)).toBeVisible();
    await expect(settingsTab(page, name)).toHaveAttribute('aria-current', 'page');
  }
  await settingsTab(page, 'Notifications').click();
  // What is not there yet is no dead switch.
  await expect(panel(page, 'Push notifications')).toHaveText(/not available yet/);
  await expect(panel(page, 'Push notifications').getByRole('checkbox')).toHaveCount(0);
  const more = page.getByRole('navigation', { name: 'More about you' });
  for (const [name, address] of [
    ['My profile', '/profile'],
    ['Customize Avatar', '/avatar-customization'],
    ['My plan', '/subscription'],
  ] as const)
    await expect(more.getByRole('link', { name })).toHaveAttribute('href', address);
});

test('names are trimmed and saved, and shown in other tabs at once; unkind ones are refused', async ({ owner, someone }) => {
  const [me, other] = [await owner(), await someone()];
  const { page, known, context } = me;
  const elsewhere = await context.newPage();
  const line = lineOf(elsewhere);
  await open(elsewhere, '/profile');
  await line;
  await open(page, '/settings');
  const names = panel(page, 'Your names');
  await expect(names.getByLabel('Email')).toHaveValue(emailOf(me));
  await expect(names.getByLabel('Email')).not.toBeEditable();
  await expect(names).toContainText('Email cannot be changed here');
  const next = newcomer();
  await names.getByLabel('Username').fill(`  ${next.username.toUpperCase()} `);
  await names.getByLabel('Display Name').fill('   Simba wa Bahari  ');
  await press(names, 'Save changes');
  await expect(toast(page, 'Profile updated')).toBeVisible();
  await expect(toast(page, 'Your profile has been successfully updated.')).toBeVisible();
  await expect(names.getByLabel('Username')).toHaveValue(next.username);
  await expect(names.getByLabel('Display Name')).toHaveValue('Simba wa Bahari');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Simba wa Bahari');
  await expect(elsewhere.getByText(`@${next.username}`)).toBeVisible();

  const refused = async (username: string, displayName: string, field: 'Username' | 'Display Name', fault: RegExp) => {
    await names.getByLabel('Username').fill(username);
    await names.getByLabel('Display Name').fill(displayName);
    await press(names, 'Save changes');
    await expect(page.locator('.toast.bad').last()).toContainText('Update failed');
    await expect(names.getByLabel(field)).toHaveAccessibleDescription(fault);
    await expect(names.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
  };
  await refused(next.username, 'You are stupid', 'Display Name', /could hurt or scare/);
  await refused(next.username, 'Simba 0712 345 678', 'Display Name', /tells strangers how to find you/);
  await refused('fuck_you', 'Simba wa Bahari', 'Username', /could hurt or scare/);
  await refused(other.known.username, 'Simba wa Bahari', 'Username', /This username is taken/);
  expect(await query(`select username, display_name from players where id = $1`, [known.id])).toEqual([
    { username: next.username, display_name: 'Simba wa Bahari' },
  ]);
  // The second change is the last one for now; the name before is kept for them alone.
  await names.getByLabel('Username').fill(known.username);
  await press(names, 'Save changes');
  await expect(names).toContainText('You can change your username again on');
  await expect(names.getByLabel('Username')).not.toBeEditable();
});

test('the email changes only by the link in the mail to the new one; the old one is told', async ({ owner, someone, browserOf }) => {
  const [me, other] = [await owner(), await someone()];
  const { page, known } = me;
  const [before, next] = [emailOf(me), `new-${known.username}@example.com`];
  await open(page, '/settings');
  const change = panel(page, 'Change e-mail');
  const ask = async (email: string, password: string) => {
    await change.getByLabel('New email').fill(email);
    await change.getByLabel('Your password').fill(password);
    await press(change, 'Send the link');
  };
  await ask(next, 'wrong-password');
  await expect(change.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/);
  await ask(next, PASSWORD);
  await expect(toast(page, 'Look into your mail')).toBeVisible();
  await expect(change).toContainText(`Open the link that we sent to ${next}.`);
  const proof = await mailTo(next, /Confirm your new email/);
  await mailTo(before, /is to get another email/);
  await expect(panel(page, 'Your names').getByLabel('Email')).toHaveValue(before);

  // The link is worth nothing to others, and opening it changes nothing yet.
  const visitor = await (await browserOf()).newPage();
  await open(visitor, proof.link);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Please Log In');
  await open(other.page, proof.link);
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
  await open(page, proof.link);
  await expect(page.getByText(`From now on your email is ${next}.`)).toBeVisible();
  expect(await query(`select email from players where id = $1`, [known.id])).toEqual([{ email: before }]);
  await press(page, 'Yes, change my email');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is changed');
  await mailTo(before, /was changed/);
  await open(page, '/settings');
  await expect(panel(page, 'Your names').getByLabel('Email')).toHaveValue(next);
  await open(page, proof.link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
  await signOut(page);
  await typePassword(page, before, PASSWORD);
  await expect(page.locator('.toast.bad').last()).toContainText('Sign in failed');
  await signIn(page, next, PASSWORD);
  await expectSignedIn(page);

  // An address that somebody has: the same answer, and its owner hears of it.
  await open(page, '/settings');
  await ask(emailOf(other), PASSWORD);
  await expect(toast(page, 'Look into your mail')).toBeVisible();
  await mailTo(emailOf(other), /Somebody wanted to use your email/);
  expect(await query(`select email from players where id = $1`, [known.id])).toEqual([{ email: next }]);
});

test('privacy counts at once for friends, strangers and visitors', async ({ owner, someone, browserOf, quiet }) => {
  quiet.allow(/status of (404|403|409|429)/);
  const [me, friend, stranger] = [await owner(), await someone(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const visitor = await (await browserOf()).newPage();
  const { page, known } = me;
  const address = `/profile/${known.id}`;
  let looks = 0;
  /** Who gets to see the page. What visitors see alike is kept for seconds: each look has an address of its own. */
  const seenBy = async (who: Page) => {
    await who.goto(`${address}?view=look-${looks++}`);
    const title = await who.getByRole('heading', { level: 1 }).textContent();
    expect([known.displayName, 'Profile Not Found']).toContain(title);
    return title === known.displayName;
  };
  const choose = async (question: string, answer: string) => {
    await page.getByRole('group', { name: question }).getByText(answer, { exact: true }).click();
    await press(page, 'Save privacy');
    await expect(toast(page, 'Privacy saved')).toBeVisible();
    await page.locator('.toasts').getByRole('button').first().click();
    await expect(toast(page, 'Privacy saved')).toBeHidden();
  };
  await open(page, '/settings?tab=privacy');
  for (const group of await page.getByRole('main').getByRole('group').all())
    await expect(group.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect(page.getByLabel('Show my friends when I am online')).toBeChecked();
  expect([await seenBy(visitor), await seenBy(stranger.page), await seenBy(friend.page)]).toEqual([true, true, true]);
  await choose('Who can see my profile?', 'Friends Only');
  expect([await seenBy(visitor), await seenBy(stranger.page), await seenBy(friend.page)]).toEqual([false, false, true]);
  await choose('Who can see my profile?', 'Private');
  expect([await seenBy(visitor), await seenBy(stranger.page), await seenBy(friend.page)]).toEqual([false, false, false]);
  await choose('Who can see my profile?', 'Everyone');
  expect([await seenBy(visitor), await seenBy(stranger.page), await seenBy(friend.page)]).toEqual([true, true, true]);

  const found = stranger.page.getByRole('list', { name: 'Players found' }).getByRole('listitem');
  await open(stranger.page, `/friends?tab=search&q=${known.username}`);
  await expect(found).toContainText([`@${known.username}`]);
  await choose('Who can find me by my name?', 'Friends Only');
  await open(stranger.page, `/friends?tab=search&q=${known.username}`);
  await expect(stranger.page.getByText(`No players match "${known.username}".`)).toBeVisible();
  await choose('Who can find me by my name?', 'Everyone');

  await choose('Who can send me friend requests?', 'Private');
  await open(stranger.page, `/friends/${known.id}`);
  const ask = stranger.page.getByRole('button', { name: `Add Friend: ${known.displayName}` });
  await ask.click();
  await expect(toast(stranger.page, 'You cannot send a request to this player at the moment.')).toBeVisible();
  expect(await query(`select 1 from friendships where low_id = $1 or high_id = $1`, [stranger.known.id])).toEqual([]);
  await choose('Who can send me friend requests?', 'Everyone');
  await ask.click();
  await expect(toast(stranger.page, 'Friend request sent')).toBeVisible();

  await page.reload();
  for (const group of await page.getByRole('main').getByRole('group').all())
    await expect(group.getByRole('radio', { name: 'Everyone' })).toBeChecked();
});

test('the online status is hidden from friends when it is switched off, and back when on', async ({ owner, someone }) => {
  const [me, friend] = [await owner(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page } = me;
  const line = lineOf(page);
  await open(page, '/settings?tab=privacy');
  await line;
  const theirs = lineOf(friend.page);
  await open(friend.page, '/friends');
  await theirs;
  const inList = friendList(friend.page).locator('.friend-line');
  await expect(inList).toContainText('Online');
  const save = async () => {
    await press(page, 'Save privacy');
    await expect(toast(page, 'Privacy saved')).toBeVisible();
    await page.locator('.toasts').getByRole('button').first().click();
  };
  await page.getByText('Show my friends when I am online').click();
  await save();
  // On the page that is open already, and on one that is opened now.
  await expect(inList).not.toContainText('Online');
  await open(friend.page, '/friends');
  await expect(inList).toContainText(me.known.displayName);
  await expect(friendList(friend.page).locator('.presence')).toHaveCount(0);
  await open(friend.page, `/friends/${me.known.id}`);
  await expect(friend.page.locator('.presence')).toHaveCount(0);
  await page.getByText('Show my friends when I am online').click();
  await save();
  await open(friend.page, '/friends');
  await expect(inList).toContainText('Online');
});

test('mails come for what was not seen, as one wishes, and stop by one click from the mail', async ({
  owner,
  someone,
  browserOf,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const [me, asking, writing] = [await owner(), await someone(), await someone()];
  const origin = baseURL ?? '';
  const email = emailOf(me);
  /** What happened long enough ago that it is mailed now. @returns once it was looked at */
  const mailRound = async () => {
    await query(`update mail_wishes set mailed_at = null where player_id = $1`, [me.known.id]);
    await query(`update notifications set created_at = created_at - interval '15 minutes' where player_id = $1`, [me.known.id]);
    const waiting = () => query(`select 1 from notifications where player_id = $1 and not is_mailed`, [me.known.id]);
    await expect(async () => {
      // They are not here; a page that was closed a moment ago may still say that they are.
      await query(`update presence set seen_at = now() - interval '10 minutes' where player_id = $1`, [me.known.id]);
      await runJob('settings.mails');
      await expect.poll(async () => (await waiting()).length, { timeout: 13_000 }).toBe(0);
    }).toPass({ timeout: 60_000 });
  };
  const happen = (type: string, who: Someone) =>
    query(
      `insert into notifications (id, player_id, type, title, message, related_id, event)
       values (gen_random_uuid(), $1, $2, 'News', 'Secret words', $3, gen_random_uuid()::text)`,
      [me.known.id, type, who.known.id],
    );
  const asked = await asking.context.request.post('/friends/deeds', { headers: { origin }, form: { do: 'ask', id: me.known.id } });
  expect(asked.ok()).toBe(true);
  await mailRound();
  const mail = await mailTo(email, /You have news on Kiddo/);
  expect(mail.text).toContain(`@${asking.known.username} wants to be your friend.`);
  const stop = /https?:\/\/\S+\/mails\/stop\/[\w-]+/.exec(mail.text)?.[0] ?? '';
  expect(stop).not.toBe('');

  // Messages are not wished: nothing of them is mailed, and friends still are.
  const { page } = me;
  await open(page, '/settings?tab=notifications');
  await page.getByText('Messages: a friend wrote to you').click();
  await press(page, 'Save notifications');
  await expect(toast(page, 'Notifications saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Messages: a friend wrote to you')).not.toBeChecked();
  await expect(page.getByLabel('Friends: somebody asks you, or says yes')).toBeChecked();
  await page.goto('about:blank');
  await happen('message', writing);
  await mailRound();
  expect(await mailsTo(email)).toBe(1);
  await happen('friend_accepted', writing);
  await mailRound();
  await expect.poll(() => mailsTo(email), { timeout: 20_000 }).toBe(2);
  expect((await mailTo(email, /You have news/)).text).not.toContain('Secret words');

  // The link needs no signing in; opening it stops nothing, mail programs open links too.
  const visitor = await (await browserOf()).newPage();
  await open(visitor, stop);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Stop these mails?');
  const wishes = () => query(`select friends, messages, games from mail_wishes where player_id = $1`, [me.known.id]);
  expect(await wishes()).toEqual([{ friends: true, messages: false, games: true }]);
  await press(visitor, 'Stop the mails');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('No more of these mails');
  expect(await wishes()).toEqual([{ friends: false, messages: false, games: false }]);
  await happen('friend_accepted', asking);
  await mailRound();
  expect(await mailsTo(email)).toBe(2);
  await open(page, '/settings?tab=notifications');
  await page.getByText('Games: news about a game').click();
  await press(page, 'Save notifications');
  await expect(toast(page, 'Notifications saved')).toBeVisible();
  // A mail program's own button: no page, no session, no origin.
  const once = await fetch(stop, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect(once.status).toBe(200);
  expect(await wishes()).toEqual([{ friends: false, messages: false, games: false }]);
  await open(visitor, `${stop.slice(0, -4)}AAAA`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
});

test('a new password: the alerts of the specification, and the other browser is signed out at once', async ({ owner, browserOf }) => {
  const me = await owner();
  const { page, known } = me;
  const other = await (await browserOf()).newPage();
  await signIn(other, known.username, PASSWORD);
  const line = lineOf(other);
  await open(other, '/profile');
  await line;
  await open(page, '/settings?tab=security');
  const form = panel(page, 'Password');
  const update = form.getByRole('button', { name: 'Update Password' });
  const fill = async (current: string, next: string, again: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password', { exact: true }).fill(next);
    await form.getByLabel('Confirm new password').fill(again);
  };
  await expect(update).toBeDisabled();
  await fill(PASSWORD, 'other-word-1', '');
  await expect(update).toBeDisabled();
  await fill(PASSWORD, 'other-word-1', 'other-word-2');
  await update.click();
  await expect(page.getByText('New passwords do not match').first()).toBeVisible();
  await fill(PASSWORD, 'short', 'short');
  await update.click();
  await expect(page.getByText('Password must be at least 6 characters long').first()).toBeVisible();
  await fill('not-my-word', 'other-word-1', 'other-word-1');
  await update.click();
  await expect(page.getByText('This is not your password. Try again.').first()).toBeVisible();
  await expectSignedIn(other);

  await fill(PASSWORD, 'other-word-1', 'other-word-1');
  await update.click();
  await expect(toast(page, 'Password updated')).toBeVisible();
  await expect(form.getByLabel('Current password')).toHaveValue('');
  await expect(update).toBeDisabled();
  // No reload, no click: its line tells it.
  await expectSignedIn(other, false);
  await expectSignedIn(page);
  await page.reload();
  await expectSignedIn(page);
  await mailTo(emailOf(me), /password was changed/);
  await typePassword(other, known.username, PASSWORD);
  await expect(other.locator('.toast.bad').last()).toContainText('Sign in failed');
  await signIn(other, known.username, 'other-word-1');
  await expectSignedIn(other);
});

test('where one is signed in: one is signed out, then all others', async ({ owner, browserOf }) => {
  const me = await owner();
  const { page, known } = me;
  const agents = [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  ];
  const others: Page[] = [];
  for (const userAgent of agents) {
    const other = await (await browserOf({ userAgent })).newPage();
    await signIn(other, known.username, PASSWORD);
    others.push(other);
  }
  const [phone, laptop] = others as [Page, Page];
  await open(page, '/settings?tab=security');
  const list = panel(page, 'Where you are signed in').getByRole('listitem');
  await expect(list).toHaveCount(3);
  await expect(list.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(list.filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
  await expect(list.filter({ hasText: 'Firefox on Windows' })).toContainText('Signed in');
  await press(page, 'Sign out Chrome on Android');
  await expect(toast(page, 'That phone or computer is signed out.')).toBeVisible();
  await expect(list).toHaveCount(2);
  await expectSignedIn(phone, false);
  await expectSignedIn(laptop);
  await press(page, 'Sign out all others');
  await expect(toast(page, 'All other phones and computers are signed out.')).toBeVisible();
  await expect(list).toHaveCount(1);
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await expectSignedIn(laptop, false);
  await page.reload();
  await expectSignedIn(page);
});

test('two-step sign-in: set up, a code from the app, a backup code once, and off again', async ({ owner }) => {
  const me = await owner();
  const { page, known, context } = me;
  // By the form: what signs in asks for the signature of the session's cookie too.
  await context.clearCookies();
  await signIn(page, known.username, PASSWORD);
  await open(page, '/settings?tab=security');
  const second = panel(page, 'Two-step sign-in');
  await second.getByLabel('Your password').fill('not-my-word');
  await press(second, 'Set it up');
  await expect(second.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/);
  await second.getByLabel('Your password').fill(PASSWORD);
  await press(second, 'Set it up');
  await expect(second.getByRole('img', { name: /^A picture for your authenticator app/ })).toBeVisible();
  const key = ((await second.locator('.second-key').textContent()) ?? '').replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{16,}$/);
  const code = second.getByLabel('The 6 digits that the app shows now');
  await code.fill('000000');
  await press(second, 'Turn it on');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  expect(await query(`select two_factor from players where id = $1`, [known.id])).toEqual([{ two_factor: false }]);
  await code.fill(codeOf(key));
  await press(second, 'Turn it on');
  await expect(toast(page, 'Two-step sign-in is on')).toBeVisible();
  const codes = await second.getByRole('listitem').allTextContents();
  expect(codes.length).toBeGreaterThanOrEqual(8);
  expect(new Set(codes).size).toBe(codes.length);
  const file = page.waitForEvent('download');
  await second.getByRole('link', { name: 'Save them as a file' }).click();
  expect(await fs.readFile((await (await file).path()) ?? '', 'utf8')).toContain(codes[0]);
  await second.getByRole('link', { name: 'I have kept them' }).click();
  await expect(second).toContainText(`You have ${codes.length} backup codes left.`);
  await mailTo(emailOf(me), /Two-step sign-in is on/);

  const field = page.getByLabel('Code', { exact: true });
  // The settings have other buttons to sign out.
  const goOut = async () => {
    await open(page, '/');
    await signOut(page);
  };
  const enterCode = async (typed: string) => {
    await field.fill(typed);
    await press(page, 'Continue');
  };
  await goOut();
  await typePassword(page, known.username, PASSWORD);
  await expect(page.getByText('One more step')).toBeVisible();
  // The password alone lets nobody in.
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await typePassword(page, known.username, PASSWORD);
  await enterCode('123456');
  await expect(field).toHaveAccessibleDescription(/This code is not right/);
  await enterCode(codeOf(key, 1));
  await expectSignedIn(page);

  await goOut();
  await typePassword(page, known.username, PASSWORD);
  await enterCode(codes[0] ?? '');
  await expectSignedIn(page);
  await open(page, '/settings?tab=security');
  await expect(second).toContainText(`You have ${codes.length - 1} backup codes left.`);
  await goOut();
  await typePassword(page, known.username, PASSWORD);
  await enterCode(codes[0] ?? '');
  await expect(field).toHaveAccessibleDescription(/This code is not right/);
  await enterCode(codes[1] ?? '');
  await expectSignedIn(page);

  await open(page, '/settings?tab=security');
  await second.getByText('New backup codes, or turn it off').click();
  const off = second.locator('form').filter({ has: page.getByRole('button', { name: 'Turn it off' }) });
  await off.getByLabel('Your password').fill(PASSWORD);
  await press(off, 'Turn it off');
  await expect(toast(page, 'Two-step sign-in is off')).toBeVisible();
  await goOut();
  await signIn(page, known.username, PASSWORD);
  await expectSignedIn(page);
});

test('the export is a file with all that is theirs, and of nobody else but names; once an hour', async ({ owner, someone }) => {
  const [me, friend, stranger] = [await owner(), await someone(), await someone()];
  const { page, known } = me;
  await befriend(known.id, friend.known.id);
  await talk(known.id, friend.known.id, ['Habari yako?', 'Nzuri sana']);
  await talk(stranger.known.id, friend.known.id, ['A secret of others']);
  await giveKiddocash(known.id, 321);
  await query(`insert into favorites (player_id, game_id) values ($1, 'kite-club')`, [known.id]);
  await query(`insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350)`, [known.id]);
  await open(page, '/settings');
  const download = page.waitForEvent('download');
  await press(page, 'Export my data');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^kiddo-${known.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  const text = await fs.readFile((await file.path()) ?? '', 'utf8');
  const mine = JSON.parse(text) as Record<string, unknown>;
  expect(mine).toMatchObject({
    account: { username: known.username, displayName: known.displayName, email: emailOf(me), kiddocash: 321 },
    friends: [{ username: friend.known.username }],
    messages: [
      { with: friend.known.username, byMe: true, text: 'Habari yako?' },
      { with: friend.known.username, byMe: false, text: 'Nzuri sana' },
    ],
    kiddocash: [{ amount: 321 }],
  });
  for (const [name, said] of [
    ['favorites', /kite.club/i],
    ['inventory', /guitar/i],
    ['sessions', /"device"/],
    ['waysToSignIn', /password/],
  ] as const)
    expect(JSON.stringify(mine[name]), name).toMatch(said);
  for (const secret of ['argon2', 'A secret of others', `${friend.known.username}@`, stranger.known.username])
    expect(text).not.toContain(secret);
  await press(page, 'Export my data');
  await expect(toast(page, 'You got your data less than an hour ago. Try again later.')).toBeVisible();
});

/** Asks for the account to be deleted, by the form. */
async function leave({ page }: Someone): Promise<void> {
  await open(page, '/settings');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account?');
  await hydrated(page);
  await page.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Delete my account');
  await expect(toast(page, 'Kwaheri!')).toBeVisible();
  await expectSignedIn(page, false);
}

test('who leaves is signed out everywhere, sees nothing but the way back, and can keep it all', async ({
  owner,
  someone,
  browserOf,
  quiet,
}) => {
  quiet.allow(/status of 404/);
  const [me, friend] = [await owner(), await someone()];
  const { page, known } = me;
  await befriend(known.id, friend.known.id);
  await giveKiddocash(known.id, 77);
  const other = await (await browserOf()).newPage();
  await signIn(other, known.username, PASSWORD);
  const line = lineOf(other);
  await open(other, '/profile');
  await line;
  await open(page, '/settings/delete');
  await page.getByLabel('Your password').fill('not-my-word');
  await press(page, 'Delete my account');
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/);
  expect(await query(`select deletes_at from players where id = $1`, [known.id])).toEqual([{ deletes_at: null }]);
  await leave(me);
  await expectSignedIn(other, false);
  await mailTo(emailOf(me), /is going to be deleted/);
  const [row] = await query<{ days: number }>(`select extract(epoch from deletes_at - now()) / 86400 as days from players where id = $1`, [
    known.id,
  ]);
  expect(Number(row?.days)).toBeGreaterThan(13.9);
  expect(Number(row?.days)).toBeLessThanOrEqual(14);

  await typePassword(page, known.username, PASSWORD);
  await expect(page).toHaveURL('/leaving');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your account is going to be deleted on /);
  for (const address of ['/', '/profile', '/friends', '/settings', '/games/kite-club']) {
    await page.goto(address);
    await expect(page).toHaveURL('/leaving');
  }
  await hydrated(page);
  await press(page, 'Keep my account');
  await expect(toast(page, 'Karibu tena!')).toBeVisible();
  await expectSignedIn(page);
  await mailTo(emailOf(me), /account stays/);
  await open(page, '/profile');
  await expect(page.locator('.profile-cash')).toContainText('77');
  await open(friend.page, '/friends');
  await expect(friendList(friend.page)).toContainText(known.displayName);
  expect(await query(`select deletes_at from players where id = $1`, [known.id])).toEqual([{ deletes_at: null }]);
});

/** Tables of ours in which somebody is named by one of these words. */
async function tablesWith(words: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(`select 1 from ${name} as one where one::text ilike any ($1) limit 1`, [words.map((word) => `%${word}%`)]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('once its time has come the account is gone everywhere, and others have lost nothing of theirs', async ({ owner, someone, quiet }) => {
  test.setTimeout(120_000);
  quiet.allow(/status of 404/);
  const [me, friend, third] = [await owner(), await someone(), await someone()];
  const { page, known } = me;
  await befriend(known.id, friend.known.id);
  await befriend(third.known.id, friend.known.id);
  await talk(known.id, friend.known.id, ['Tutaonana', 'Sawa']);
  await giveKiddocash(known.id, 500);
  await query(`insert into inventory (player_id, item_id, category, price) values ($1, 'lamu-kofia', 'hats', 120)`, [known.id]);
  await query(`insert into favorites (player_id, game_id) values ($1, 'kite-club')`, [known.id]);
  await open(page, '/inventory');
  await page.getByRole('button', { name: 'Wear Lamu Kofia' }).click();
  await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
  const face = await sourceOf(ownFace(page));
  await leave(me);
  await mailTo(emailOf(me), /is going to be deleted/);
  const words = [known.id, known.username, emailOf(me)];
  expect((await tablesWith(words)).length).toBeGreaterThan(5);

  // 14 days later, at night.
  await query(`update players set deletes_at = now() - interval '1 minute' where id = $1`, [known.id]);
  await runJob('settings.forget');
  const left = () => query(`select 1 from players where id = $1`, [known.id]);
  await expect.poll(async () => (await left()).length, { timeout: 40_000, message: 'the account is deleted' }).toBe(0);
  await expect.poll(() => tablesWith(words), { timeout: 20_000, message: 'tables that still name them' }).toEqual([]);
  expect(await query(`select player_id from ledger where amount = 500 and balance = 500 and player_id is null`)).not.toEqual([]);
  expect(await mailsTo(emailOf(me))).toBe(0);
  const dataDir = process.env['TEST_DATA_DIR'] ?? '';
  const files = await fs.readdir(dataDir, { recursive: true });
  expect(files.filter((file) => !file.startsWith('postgres') && file.includes(known.id))).toEqual([]);
  expect(files.some((file) => path.basename(file) === 'face.webp' || file.includes('outbox'))).toBe(true);

  expect((await friend.context.request.get(face)).status()).toBe(404);
  await open(friend.page, '/friends');
  await expect(friendList(friend.page)).toContainText(third.known.displayName);
  await expect(friendList(friend.page)).not.toContainText(known.displayName);
  await friend.page.goto(`/profile/${known.id}`);
  await expect(friend.page.getByRole('heading', { level: 1 })).toHaveText('Profile Not Found');
  await typePassword(page, known.username, PASSWORD);
  await expect(page.locator('.toast.bad').last()).toContainText('Sign in failed');
});

test('without JavaScript: names, privacy, mails, a new password and signing out elsewhere', async ({ owner }) => {
  const { page, known } = await owner({ javaScriptEnabled: false });
  await page.goto('/settings');
  await page.getByLabel('Display Name').fill('Twiga Mrefu');
  await press(page, 'Save changes');
  await toldPlainly(page, 'Your profile has been successfully updated.');
  await page.goto('/settings?tab=privacy');
  await page.getByRole('group', { name: 'Who can see my profile?' }).getByText('Private', { exact: true }).click();
  await press(page, 'Save privacy');
  await toldPlainly(page, 'Your choices count from now on.');
  await page.goto('/settings?tab=notifications');
  await page.getByText('Games: news about a game').click();
  await press(page, 'Save notifications');
  await toldPlainly(page, 'You get the mails that you chose.');
  await page.goto('/settings?tab=security');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('other-word-1');
  await page.getByLabel('Confirm new password').fill('other-word-2');
  await press(page, 'Update Password');
  await expect(page.getByText('New passwords do not match').first()).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('other-word-1');
  await page.getByLabel('Confirm new password').fill('other-word-1');
  await press(page, 'Update Password');
  await toldPlainly(page, 'Your password is changed.');
  const [row] = await query(
    `select p.display_name, v.profile, w.games, w.friends from players p join privacy v on v.player_id = p.id
     join mail_wishes w on w.player_id = p.id where p.id = $1`,
    [known.id],
  );
  expect(row).toEqual({ display_name: 'Twiga Mrefu', profile: 'private', games: false, friends: true });
});
