import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  chatWith,
  expect,
  friendList,
  messageField,
  messages,
  openChat,
  openChatForBoth,
  openPage,
  sendMessage,
  setChatChoice,
  test,
  toast,
  waitForLiveConnection,
} from './friends.ts';
import { watchRequests } from './loading.ts';
import { query } from './players.ts';

// What two friends under 18 can write to each other, as it looks. Which levels there are: src/features/chat/levels.test.ts.

const phrase = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Ready phrases' }).getByRole('button', { name: text, exact: true });
const knowByCode = (one: string) => query('update friendships set is_by_code = true where $1 in (low_id, high_id)', [one]);
/** What the server tells the tabs of a player when what they may do has changed. */
const announceRights = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new CustomEvent('kiddo:live', { detail: { kind: 'rights' } })));

test(
  'friends who know each other send ready phrases, and see what it takes to write their own words',
  { tag: ['@phone', '@desktop'] },
  async ({ pair }) => {
    const { amina, brian } = pair;
    for (const { known } of [amina, brian]) await setChatChoice(known.id, null);
    const { page } = amina;
    await openChat(amina, brian.known);
    await expect(page.getByText('No messages yet.', { exact: true })).toBeVisible();
    await expect(page.getByText('You two cannot write to each other here yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask a grown-up' })).toBeInViewport({ ratio: 1 });
    await knowByCode(amina.known.id);
    await openChatForBoth(amina, brian);
    await expect(page.getByText('You two can send ready phrases.')).toBeVisible();
    await expect(messageField(page, brian.known)).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Ready phrases' }).getByRole('button')).toHaveCount(12);
    await phrase(page, 'Tucheze?').click();
    await expect(messages(brian.page)).toHaveText(['Tucheze?']);
    await phrase(brian.page, 'Yes, please').click();
    for (const each of [amina.page, brian.page]) await expect(messages(each)).toHaveText(['Tucheze?', 'Yes, please']);
    // The last message, and all that can be pressed, are in view.
    await expect(messages(page).last()).toBeInViewport({ ratio: 1 });
    await expect(phrase(page, 'I have to go now')).toBeInViewport({ ratio: 1 });
    const door = page.getByRole('link', { name: 'Ask a grown-up' });
    await expect(door).toBeHidden();
    await page.getByText('How to write your own words').click();
    await expect(door).toBeInViewport({ ratio: 1 });
    await expect(door).toHaveAttribute('href', `/guardian?returnUrl=${encodeURIComponent(`/friends?chat=${brian.known.id}`)}`);
    await expectAccessible(page);
  },
);

test(
  'friends who found each other by name show that they know each other with a friend code, and phrases open',
  { tag: ['@phone', '@desktop'] },
  async ({ pair: { amina, brian } }) => {
    for (const { known } of [amina, brian]) await setChatChoice(known.id, null);
    await openPage(brian.page, '/friends?tab=search');
    const code = await brian.page.getByLabel('Code', { exact: true }).inputValue();
    await openChatForBoth(amina, brian);
    const { page } = amina;
    await expect(page.getByText('friends who used your friend code, or whose code you used.')).toBeVisible();
    await expectAccessible(page);
    await chatWith(page, brian.known).getByRole('link', { name: 'Open friend codes' }).click();
    await page.getByRole('searchbox', { name: 'Username, name or friend code' }).fill(code);
    const button = page.getByRole('button', { name: `We know each other: ${brian.known.displayName}`, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Do you know each other?')).toBeVisible();
    await expectAccessible(page);
    await button.click();
    await expect(toast(page, 'Now Kiddo knows that you two know each other.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Friends: ${brian.known.displayName}`, exact: true })).toBeVisible();
    // The friend's open chat has the phrases without a reload.
    await phrase(brian.page, 'Habari!').click();
    await openChat(amina, brian.known);
    await expect(messages(page)).toHaveText(['Habari!']);
    await expect(page.getByText(/friend code/)).toHaveCount(0);
  },
);

test('an open chat closes and opens as guardians choose, and what is being written is kept', { tag: '@phone' }, async ({ pair }) => {
  const { amina, brian } = pair;
  const { page } = amina;
  const loaded = watchRequests(page);
  for (const { known } of [amina, brian]) await setChatChoice(known.id, 'friends');
  await openChatForBoth(amina, brian);
  await sendMessage(page, brian.known, 'Habari yako?');
  await expect(messages(brian.page)).toHaveText(['Habari yako?']);
  const field = messageField(page, brian.known);

  // Her own tab is told, and what she had typed waits.
  await field.fill('Do you know');
  await setChatChoice(amina.known.id, 'phrases');
  await announceRights(page);
  await expect(field).toHaveCount(0);
  const reason = page.getByText('You two can send ready phrases. What you were writing is kept.');
  await expect(reason).toBeFocused();
  await phrase(page, 'Be right back').click();
  await expect(messages(brian.page)).toHaveText(['Habari yako?', 'Be right back']);
  await expect(page.locator('.message').last()).toContainText('Read');
  // What makes her tab load anew may be late: from now on it finds nothing new, and learns what is chosen only by sending.
  await page.route(`**/chat/${brian.known.id}?*`, (route) => route.fulfill({ status: 204 }));
  await loaded();
  // A phrase that could not be sent is there to be pressed again: it does not get among her own words.
  await setChatChoice(brian.known.id, 'off');
  await phrase(page, 'Nice one').click();
  await expect(phrase(page, 'Nice one')).toHaveCount(0);
  for (const { known } of [amina, brian]) await setChatChoice(known.id, 'friends');
  await announceRights(page);
  await expect(field).toHaveValue('Do you know');

  // A friend's tab that was not told learns it with the next message, which was not sent and is not lost.
  // Nothing says whose guardian chose what.
  await setChatChoice(brian.known.id, 'off');
  await sendMessage(page, brian.known, 'Do you know Kite Club?');
  await expect(page.getByText('You two cannot write to each other here yet. What you were writing is kept.')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(chatWith(page, brian.known).getByRole('button', { name: /^(Send|Try again|Tucheze\?)$/ })).toHaveCount(0);
  await expect(chatWith(page, brian.known).getByText(/guardian|grown-up/)).toHaveCount(0);
  await expect(messages(page)).toHaveText(['Habari yako?', 'Be right back']);
  await setChatChoice(brian.known.id, 'friends');
  await announceRights(page);
  await expect(field).toHaveValue('Do you know Kite Club?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(brian.page)).toHaveText(['Habari yako?', 'Be right back', 'Do you know Kite Club?']);
});

test('without JavaScript a ready phrase is a button', { tag: '@phone' }, async ({ pair: { amina, brian }, browserOf }) => {
  for (const { known } of [amina, brian]) await setChatChoice(known.id, 'phrases');
  const line = waitForLiveConnection(brian.page);
  await openChat(brian, amina.known);
  await line;
  const context = await browserOf({ javaScriptEnabled: false });
  await context.addCookies(await amina.context.cookies());
  const page = await context.newPage();
  await page.goto('/friends');
  await friendList(page).getByRole('link', { name: brian.known.displayName }).click();
  await phrase(page, 'Hongera!').click();
  await expect(page).toHaveURL(`/friends?chat=${brian.known.id}`);
  for (const each of [page, brian.page]) await expect(messages(each)).toHaveText(['Hongera!']);
  // What was chosen meanwhile counts, and the page says so.
  await setChatChoice(brian.known.id, 'off');
  await phrase(page, 'Nice one').click();
  await expect(page.locator('.news .note')).toContainText('You two cannot write that to each other here yet.');
  await expect(page.getByText('You two cannot write to each other here yet.')).toBeVisible();
  await expect(messages(page)).toHaveText(['Hongera!']);
});
