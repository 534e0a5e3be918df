import type { Page } from '@playwright/test';
import {
  bell,
  openChatForBoth,
  chatWith,
  expect,
  messageField,
  friendList,
  notificationItems,
  waitForLiveConnection,
  messages,
  openPage,
  openChat,
  sendMessage,
  createMessages,
  test,
} from './friends.ts';
import { signOut } from './accounts.ts';
import { query } from './players.ts';
import { holdClock, isPhone, waitForHydration } from './site.ts';

// Two friends in a chat: what each sees of the other, at once and later.

const scroller = (page: Page) => page.locator('.messages');
/** The topmost visible message of the chat. */
const topOf = (page: Page) =>
  scroller(page).evaluate((at) => {
    const { top } = at.getBoundingClientRect();
    const seen = [...at.querySelectorAll<HTMLElement>('.message')].find((each) => each.getBoundingClientRect().top >= top);
    return { text: seen?.querySelector('p')?.textContent, y: Math.round((seen?.getBoundingClientRect().top ?? 0) - top) };
  });

test('both read at once what the other writes, in the same order, also in a second tab', async ({ pair }) => {
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await expect(amina.page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  const tab = await amina.context.newPage();
  const line = waitForLiveConnection(tab);
  await openChat({ page: tab }, brian.known);
  await line;
  const said: string[] = [];
  for (const text of ['Habari!', 'Shall we play?', 'Kite Club is fun']) {
    await sendMessage(amina.page, brian.known, text);
    said.push(text);
  }
  await expect(messages(brian.page)).toHaveText(said);
  await messageField(brian.page, amina.known).fill('Sawa sawa');
  await messageField(brian.page, amina.known).press('Enter');
  await brian.page.getByRole('button', { name: 'Good game!' }).click();
  said.push('Sawa sawa', 'Good game!');
  for (const page of [amina.page, brian.page, tab]) await expect(messages(page)).toHaveText(said);
  // Both send at once: whatever the order is, it is the same for both.
  for (let round = 0; round < 2; round++)
    await Promise.all([sendMessage(amina.page, brian.known, `one ${round}`), sendMessage(brian.page, amina.known, `two ${round}`)]);
  await expect(messages(amina.page)).toHaveCount(said.length + 4);
  await expect(amina.page.getByText('Sending...')).toHaveCount(0);
  const order = await messages(amina.page).allTextContents();
  for (const page of [brian.page, tab]) await expect(messages(page)).toHaveText(order);
  await amina.page.reload();
  await expect(messages(amina.page)).toHaveText(order);
  await expect(messageField(brian.page, amina.known)).toHaveValue('');
});

test(
  'what is unread is counted; the bell says it once, until it is read; then the writer sees that',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    const [aminas, brians] = [waitForLiveConnection(amina.page), waitForLiveConnection(brian.page)];
    await brian.page.clock.install();
    await Promise.all([openPage(brian.page, '/friends'), openChat(amina, brian.known)]);
    await Promise.all([aminas, brians]);
    const long = 'I found a game with kites, and you have to see the last level of it!';
    await sendMessage(amina.page, brian.known, long);
    await sendMessage(amina.page, brian.known, 'It is called Kite Club.');
    const line = friendList(brian.page).getByRole('link', { name: amina.known.displayName });
    await expect(line).toContainText('2 new messages');
    await expect(line).toContainText('It is called Kite Club.');
    await expect(bell(brian.page, 1)).toBeVisible();
    await bell(brian.page, 1).click();
    await expect(notificationItems(brian.page)).toHaveText([
      `New messageUnread${amina.known.displayName} (@${amina.known.username}): ${long.slice(0, 50)}...`,
    ]);
    await brian.page.keyboard.press('Escape');
    // All pending work of the page runs, and its effects would reach the sender before the next message: the messages do not count as read.
    await brian.page.clock.runFor(10_000);
    await sendMessage(amina.page, brian.known, 'Do you have it?');
    await expect(line).toContainText('3 new messages');
    await brian.page.clock.runFor(10_000);
    await expect(bell(brian.page, 1)).toBeVisible();
    await expect(amina.page.locator('.message.sending')).toHaveCount(0);
    await expect(amina.page.getByText('Read', { exact: true })).toHaveCount(0);
    await line.click();
    await expect(messages(brian.page)).toHaveText([long, 'It is called Kite Club.', 'Do you have it?']);
    await expect(amina.page.getByText('Read', { exact: true })).toHaveCount(1);
    await expect(amina.page.locator('.message').last()).toContainText('Read');
    if (isPhone(brian.page)) await brian.page.getByRole('link', { name: 'Back to the list of friends' }).click();
    await expect(bell(brian.page, 0)).toBeVisible();
    await expect(friendList(brian.page).getByText('new message')).toHaveCount(0);
    await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);
    // A message that arrives while the chat is open and visible is read at once.
    if (isPhone(brian.page)) await line.click();
    await sendMessage(amina.page, brian.known, 'See you there');
    await expect(amina.page.locator('.message').last()).toContainText('Read');
    await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);
    await brian.page.goto('/friends');
    await expect(bell(brian.page, 0)).toBeVisible();
  },
);

test('a message that came while the page was loading is there without a reload', async ({ pair: { amina, brian } }) => {
  await createMessages(brian.known.id, amina.known.id, ['Are you coming?']);
  // The page is rendered, but its scripts are still loading, as on a slow connection.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await brian.page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const line = waitForLiveConnection(brian.page);
  await brian.page.goto(`/friends?chat=${amina.known.id}`, { waitUntil: 'commit' });
  await expect(messages(brian.page)).toHaveText(['Are you coming?']);
  await openChat(amina, brian.known);
  await sendMessage(amina.page, brian.known, 'We begin now!');
  await expect(messages(amina.page)).toHaveText(['Are you coming?', 'We begin now!']);
  await expect(amina.page.locator('.message.sending')).toHaveCount(0);
  await expect(messages(brian.page)).toHaveText(['Are you coming?']);
  arrive();
  await line;
  await expect(messages(brian.page)).toHaveText(['Are you coming?', 'We begin now!']);
});

test('that somebody types is seen until the message is there', { tag: '@phone' }, async ({ pair }) => {
  for (const { page } of [pair.amina, pair.brian]) await page.clock.install();
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  // The typing indicator appears, repeats and disappears after seconds: the test controls the clock.
  for (const { page } of [amina, brian]) {
    await waitForHydration(page, { parts: true });
    await holdClock(page);
  }
  const typing = amina.page.getByText(`${brian.known.displayName} is typing...`);
  await messageField(brian.page, amina.known).pressSequentially('Wait for me');
  await expect(typing).toBeVisible();
  await brian.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(amina.page)).toHaveText(['Wait for me']);
  await expect(typing).toHaveCount(0);
  // The indicator disappears when the friend stops typing.
  await messageField(brian.page, amina.known).pressSequentially('No');
  await expect(typing).toBeVisible();
  await amina.page.clock.runFor(4_000);
  await expect(typing).toBeVisible();
  await amina.page.clock.runFor(1_000);
  await expect(typing).toHaveCount(0);
});

test(
  'earlier messages come fifty at a time, without moving what is read; what comes below is announced',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    const texts = Array.from({ length: 120 }, (_, index) => `Message number ${index + 1}`);
    await createMessages(amina.known.id, brian.known.id, texts);
    const line = waitForLiveConnection(brian.page);
    await openChat(brian, amina.known);
    await line;
    await expect(messages(brian.page)).toHaveText(texts.slice(70));
    await expect(messages(brian.page).last()).toBeInViewport();
    for (const from of [20, 0]) {
      await scroller(brian.page).evaluate((at) => at.scrollTo(0, -at.scrollHeight));
      await expect(messages(brian.page)).toHaveText(texts.slice(from));
    }
    await expect(brian.page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0);
    await scroller(brian.page).evaluate((at) => at.scrollTo(0, -at.scrollHeight / 2));
    const seen = async () => JSON.stringify(await topOf(brian.page));
    const before = await seen();
    await openChat(amina, brian.known);
    await sendMessage(amina.page, brian.known, 'Message number 121');
    await expect(messages(brian.page)).toHaveCount(121);
    const newMessages = brian.page.getByRole('button', { name: 'New messages' });
    await expect(newMessages).toBeVisible();
    await expect.poll(seen).toBe(before);
    await newMessages.click();
    await expect(messages(brian.page).last()).toBeInViewport();
    await expect(newMessages).toHaveCount(0);
  },
);

/** Expects that the flag of a message is visible without a pointer on it, and fainter than other controls, in both themes. */
async function expectFaintFlag(page: Page, text: string): Promise<void> {
  const flag = page.getByRole('button', { name: `Report this message: ${text}` });
  const contrast = () =>
    flag.evaluate((button) => {
      const luminance = (color: string) => {
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((value) => {
          const part = Number(value) / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const background = getComputedStyle(button.closest('.messages-frame') ?? button).backgroundColor;
      const [light = 0, dark = 0] = [luminance(getComputedStyle(button).color), luminance(background)].sort((a, b) => b - a);
      return getComputedStyle(button).opacity === '1' ? (light + 0.05) / (dark + 0.05) : 0;
    });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(1, 1);
    await expect.poll(contrast, colorScheme).toBeGreaterThanOrEqual(3);
    // Faint: other controls have at least 7.
    await expect.poll(contrast, colorScheme).toBeLessThan(6);
  }
}

test(
  'on a phone the chat takes the screen, and back leads to the list; else both stand side by side; the flag of a message is faint',
  { tag: ['@phone', '@desktop'] },
  async ({ pair: { amina, brian } }) => {
    const { page } = amina;
    await createMessages(brian.known.id, amina.known.id, ['Habari']);
    await openPage(page, '/friends');
    const line = friendList(page).getByRole('link', { name: brian.known.displayName });
    await line.click();
    const chat = chatWith(page, brian.known);
    await expect(chat).toBeVisible();
    await expectFaintFlag(page, 'Habari');
    if (!isPhone(page)) {
      await expect(line).toBeVisible();
      await expect(line).toHaveAttribute('aria-current', 'true');
      await expect.poll(async () => Math.round((await chat.boundingBox())?.height ?? 0)).toBe(600);
      await expect(messageField(page, brian.known)).toBeFocused();
      return;
    }
    await expect.poll(() => chat.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(messageField(page, brian.known)).toBeInViewport();
    await page.getByRole('link', { name: 'Back to the list of friends' }).click();
    await expect(chat).toHaveCount(0);
    await expect(line).toBeFocused();
    await expect(page).toHaveURL('/friends');
    await line.click();
    await expect(chat).toBeVisible();
    await page.goBack();
    await expect(chat).toHaveCount(0);
    await expect(line).toBeVisible();
  },
);

test('who closes the last tab is not online any more; who comes is: in the list, in the chat and on the profile', async ({
  pair: { amina, brian },
}) => {
  const line = waitForLiveConnection(amina.page);
  await openPage(amina.page, '/friends');
  await line;
  const friend = friendList(amina.page).getByRole('link', { name: brian.known.displayName });
  await expect(friend).toContainText('Never');
  const brians = waitForLiveConnection(brian.page);
  await brian.page.goto('/');
  await brians;
  await expect(friend).toContainText('Online');
  const profile = await amina.context.newPage();
  await profile.setViewportSize({ width: 360, height: 740 });
  const profiles = waitForLiveConnection(profile);
  await openPage(profile, '/profile');
  await profiles;
  const here = profile.getByRole('region', { name: 'Friends online' });
  await expect(here).toContainText(brian.known.displayName);
  const other = await brian.context.newPage();
  const others = waitForLiveConnection(other);
  await other.goto('/games');
  await others;
  await brian.page.close();
  await friend.click();
  await expect(chatWith(amina.page, brian.known).getByText('Online', { exact: true })).toBeVisible();
  await other.close();
  // The site waits some seconds: a page reload does not count as going offline.
  await expect(chatWith(amina.page, brian.known).getByText('Online', { exact: true })).toHaveCount(0, { timeout: 60_000 });
  await expect(chatWith(amina.page, brian.known).getByText('Just now')).toBeVisible();
  await expect(here).toContainText('No friends are online now.', { timeout: 60_000 });
  // Players who hide their online status are not shown as online.
  await query(`insert into privacy (player_id, online) values ($1, false)`, [brian.known.id]);
  await amina.page.reload();
  await expect(chatWith(amina.page, brian.known).getByText('Just now')).toHaveCount(0);
});

test('what is being written is there again after a look elsewhere, and gone with who signs out', async ({ pair: { amina, brian } }) => {
  await openChat(amina, brian.known);
  await messageField(amina.page, brian.known).fill('See you at');
  await openPage(amina.page, '/games');
  await openChat(amina, brian.known);
  await expect(messageField(amina.page, brian.known)).toHaveValue('See you at');
  await openPage(amina.page, '/games');
  await signOut(amina.page);
  await expect.poll(() => amina.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('mine')))).toEqual([]);
});

test('a message that failed is said to have failed beside the field, until it is sent', { tag: '@phone' }, async ({ pair, quiet }) => {
  quiet.allow(/ERR_FAILED/);
  const { amina, brian } = pair;
  const { page } = amina;
  await page.clock.install();
  await openChat(amina, brian.known);
  await waitForHydration(page, { parts: true });
  // The toast does not leave by itself.
  await holdClock(page);
  await page.route(`**/chat/${brian.known.id}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await sendMessage(page, brian.known, 'Are you there?');
  const failure = page.locator('.toast').filter({ hasText: 'Failed to send message.' });
  await expect(failure).toBeVisible();
  for (const control of [messageField(page, brian.known), page.getByRole('button', { name: 'Send', exact: true })]) {
    const gap = async () => {
      const [over, below] = [await failure.boundingBox(), await control.boundingBox()];
      return (below?.y ?? 0) - (over?.y ?? 0) - (over?.height ?? 0);
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  }
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page)).toHaveText(['Are you there?']);
  await expect(failure).toHaveCount(0);
});

test('on a small laptop the field is in view when a chat opens, also below the cookie question', async ({ pair: { amina, brian } }) => {
  const { page, context } = amina;
  await page.setViewportSize({ width: 1366, height: 768 });
  await openPage(page, '/friends');
  const heading = page.getByRole('heading', { level: 1 });
  const tall = await heading.locator('xpath=../..').boundingBox();
  await friendList(page).getByRole('link', { name: brian.known.displayName }).click();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(messageField(page, brian.known)).toBeInViewport({ ratio: 1 });
  await expect(send).toBeInViewport({ ratio: 1 });
  expect((await chatWith(page, brian.known).boundingBox())?.height).toBe(600);
  const low = await heading.locator('xpath=../..').boundingBox();
  expect(low?.height).toBeLessThan((tall?.height ?? 0) - 50);
  // The tabs are still there.
  await expect(page.getByRole('navigation', { name: 'Friends and requests' })).toBeInViewport({ ratio: 1 });
  await context.clearCookies({ name: 'cookie_consent' });
  for (const size of [
    { width: 1366, height: 768 },
    { width: 1280, height: 620 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await openChat(amina, brian.known);
    await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeInViewport({ ratio: 1 });
    await messageField(page, brian.known).fill('Habari');
    // It is pressed where it is.
    await expect(send).toBeInViewport({ ratio: 1 });
    await send.click({ trial: true });
  }
});

test('a mute that ends gives the field back by itself', { tag: '@phone' }, async ({ pair: { amina, brian } }) => {
  const { page, known } = amina;
  await query(
    `insert into sanctions (id, player_id, kind, why, until) values (gen_random_uuid(), $1, 'mute', 'Be kind.', now() + interval '100 seconds')`,
    [known.id],
  );
  await page.clock.install();
  await openChat(amina, brian.known);
  await waitForHydration(page, { parts: true });
  await expect(page.locator('.mute')).toContainText('Be kind.');
  await expect(messageField(page, brian.known)).toHaveCount(0);
  await holdClock(page);
  await page.clock.runFor(40_000);
  await expect(page.locator('.mute')).toBeVisible();
  // Nothing tells the page: it counts the time itself, and after two silent minutes it would ask.
  await query(`update sanctions set until = now() where player_id = $1`, [known.id]);
  await page.clock.runFor(65_000);
  await expect(page.locator('.mute')).toHaveCount(0);
  await sendMessage(page, brian.known, 'I am back');
  await expect(messages(page)).toHaveText(['I am back']);
});
