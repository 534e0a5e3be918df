import type { Page } from '@playwright/test';
import { MESSAGES_A_MINUTE } from '../../src/features/chat/sending/rules.ts';
import {
  befriend,
  bell,
  bothOpen,
  chatOf,
  expect,
  field,
  friendList,
  inBell,
  lineOf,
  messages,
  open,
  openChat,
  say,
  talk,
  test as base,
  toast,
  type Someone,
} from './friends.ts';
import { signOut } from './people.ts';
import { query } from './players.ts';
import { isPhone } from './site.ts';

type Pair = { amina: Someone; brian: Someone };

const test = base.extend<{ pair: Pair }>({
  pair: async ({ someone }, use) => {
    const [amina, brian] = await Promise.all([someone(), someone()]);
    await befriend(amina.known.id, brian.known.id);
    await use({ amina, brian });
  },
});

const scroller = (page: Page) => page.locator('.messages');
/** What stands at the top of what can be seen of the chat. */
const topOf = (page: Page) =>
  scroller(page).evaluate((at) => {
    const { top } = at.getBoundingClientRect();
    const seen = [...at.querySelectorAll<HTMLElement>('.message')].find((each) => each.getBoundingClientRect().top >= top);
    return { text: seen?.querySelector('p')?.textContent, y: Math.round((seen?.getBoundingClientRect().top ?? 0) - top) };
  });

test('both read at once what the other writes, in the same order, also in a second tab', async ({ pair }) => {
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await expect(amina.page.getByText('No messages yet. Start the conversation!')).toBeVisible();
  const tab = await amina.context.newPage();
  const line = lineOf(tab);
  await openChat({ page: tab }, brian.known);
  await line;
  const said: string[] = [];
  for (const text of ['Habari!', 'Shall we play?', 'Kite Club is fun']) {
    await say(amina.page, brian.known, text);
    said.push(text);
  }
  await expect(messages(brian.page)).toHaveText(said);
  await field(brian.page, amina.known).fill('Sawa sawa');
  await field(brian.page, amina.known).press('Enter');
  await brian.page.getByRole('button', { name: 'Good game!' }).click();
  said.push('Sawa sawa', 'Good game!');
  for (const page of [amina.page, brian.page, tab]) await expect(messages(page)).toHaveText(said);
  // Both at once: whatever the order is, it is the same for both.
  for (let round = 0; round < 2; round++)
    await Promise.all([say(amina.page, brian.known, `one ${round}`), say(brian.page, amina.known, `two ${round}`)]);
  await expect(messages(amina.page)).toHaveCount(said.length + 4);
  await expect(amina.page.getByText('Sending...')).toHaveCount(0);
  const order = await messages(amina.page).allTextContents();
  for (const page of [brian.page, tab]) await expect(messages(page)).toHaveText(order);
  await amina.page.reload();
  await expect(messages(amina.page)).toHaveText(order);
  await expect(field(brian.page, amina.known)).toHaveValue('');
});

test(
  'what is unread is counted; the bell says it once, until it is read; then the writer sees that',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    const [aminas, brians] = [lineOf(amina.page), lineOf(brian.page)];
    await Promise.all([open(brian.page, '/friends'), openChat(amina, brian.known)]);
    await Promise.all([aminas, brians]);
    const long = 'I found a game with kites, and you have to see the last level of it!';
    await say(amina.page, brian.known, long);
    await say(amina.page, brian.known, 'It is called Kite Club.');
    const line = friendList(brian.page).getByRole('link', { name: amina.known.displayName });
    await expect(line).toContainText('2 new messages');
    await expect(line).toContainText('It is called Kite Club.');
    await expect(bell(brian.page, 1)).toBeVisible();
    await bell(brian.page, 1).click();
    await expect(inBell(brian.page)).toHaveText([`New messageUnread${amina.known.displayName}: ${long.slice(0, 50)}...`]);
    await brian.page.keyboard.press('Escape');
    await expect(amina.page.getByText('Read', { exact: true })).toHaveCount(0);
    await line.click();
    await expect(messages(brian.page)).toHaveText([long, 'It is called Kite Club.']);
    await expect(amina.page.getByText('Read', { exact: true })).toHaveCount(1);
    await expect(amina.page.locator('.message').last()).toContainText('Read');
    if (isPhone(brian.page)) await brian.page.getByRole('link', { name: 'Back to the list of friends' }).click();
    await expect(bell(brian.page, 0)).toBeVisible();
    await expect(friendList(brian.page).getByText('new message')).toHaveCount(0);
    await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);
    // What comes while the chat is open and seen is read at once.
    if (isPhone(brian.page)) await line.click();
    await say(amina.page, brian.known, 'See you there');
    await expect(amina.page.locator('.message').last()).toContainText('Read');
    await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);
    await brian.page.goto('/friends');
    await expect(bell(brian.page, 0)).toBeVisible();
  },
);

test('a message that came while the page was loading is there without a reload', async ({ pair: { amina, brian } }) => {
  await talk(brian.known.id, amina.known.id, ['Are you coming?']);
  // The page is made, but its scripts are still on their way, as on a slow line.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await brian.page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const line = lineOf(brian.page);
  await brian.page.goto(`/friends?chat=${amina.known.id}`, { waitUntil: 'commit' });
  await expect(messages(brian.page)).toHaveText(['Are you coming?']);
  await openChat(amina, brian.known);
  await say(amina.page, brian.known, 'We begin now!');
  await expect(messages(amina.page)).toHaveText(['Are you coming?', 'We begin now!']);
  await expect(amina.page.locator('.message.sending')).toHaveCount(0);
  await expect(messages(brian.page)).toHaveText(['Are you coming?']);
  arrive();
  await line;
  await expect(messages(brian.page)).toHaveText(['Are you coming?', 'We begin now!']);
});

test('that somebody types is seen until the message is there', { tag: '@phone' }, async ({ pair }) => {
  for (const { page } of [pair.amina, pair.brian]) await page.clock.install();
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  // Whether the word is still to be seen, and is to be said again, is a matter of seconds: they pass when they are told to.
  for (const { page } of [amina, brian]) await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const typing = amina.page.getByText(`${brian.known.displayName} is typing...`);
  await field(brian.page, amina.known).pressSequentially('Wait for me');
  await expect(typing).toBeVisible();
  await brian.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messages(amina.page)).toHaveText(['Wait for me']);
  await expect(typing).toHaveCount(0);
  // Who stops typing is not shown for ever.
  await field(brian.page, amina.known).pressSequentially('No');
  await expect(typing).toBeVisible();
  await amina.page.clock.runFor(4_000);
  await expect(typing).toBeVisible();
  await amina.page.clock.runFor(1_000);
  await expect(typing).toHaveCount(0);
});

test('what the filter refuses stays in the field, with a kind word; mended it goes', { tag: '@phone' }, async ({ pair }) => {
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  for (const [text, why] of [
    ['call me on 0712 345 678', 'There is a phone number in this message. Keep your number to yourself: not everybody is who they say.'],
    ['look at https://example.com/free', 'There is a link in this message. Links cannot be sent on Kiddo.'],
  ] as const) {
    await say(amina.page, brian.known, text);
    await expect(amina.page.getByRole('alert').getByText(why)).toBeVisible();
    await expect(field(amina.page, brian.known)).toHaveValue(text);
    await expect(field(amina.page, brian.known)).toBeFocused();
    await expect(messages(amina.page)).toHaveCount(0);
  }
  await say(amina.page, brian.known, 'look at Kite Club');
  await expect(messages(brian.page)).toHaveText(['look at Kite Club']);
  await expect(amina.page.locator('.composer-refusal')).toHaveCount(0);
});

test('a message has at most 500 letters, and keeps its lines; more than 20 in a minute wait', async ({ pair, quiet }) => {
  quiet.allow(/status of 429/);
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  const most = 'Tucheze tena kesho! '.repeat(25).trimEnd().padEnd(500, '!');
  // What is too long comes back whole: nobody has to write it again.
  await say(amina.page, brian.known, `${most} and more`);
  await expect(amina.page.getByText('509/500')).toBeVisible();
  await expect(amina.page.getByText('This message is too long. Make it shorter, then send it again.')).toBeVisible();
  await expect(field(amina.page, brian.known)).toHaveValue(`${most} and more`);
  await say(amina.page, brian.known, most);
  await expect(messages(brian.page)).toHaveText([most]);
  await field(amina.page, brian.known).pressSequentially('First line');
  await amina.page.keyboard.press('Shift+Enter');
  await amina.page.keyboard.type('second line');
  await amina.page.keyboard.press('Enter');
  await expect(messages(brian.page).last()).toHaveText('First line\nsecond line', { useInnerText: true });
  // Nothing but spaces is nothing.
  await say(amina.page, brian.known, '   ');
  // Those of this minute are all but used up; how many they are, the service's own tests count.
  await query(`update guard_counts set points = $2, expire = $3 where key = $1`, [
    `${MESSAGES_A_MINUTE.name}:${amina.known.id}`,
    MESSAGES_A_MINUTE.points - 1,
    Date.now() + 3_600_000,
  ]);
  await say(amina.page, brian.known, 'the last one');
  await expect(messages(brian.page)).toHaveText([most, 'First line\nsecond line', 'the last one'], { useInnerText: true });
  await say(amina.page, brian.known, 'one too many');
  await expect(amina.page.getByText('That was a lot of messages in one minute. Wait a little, then send it again.')).toBeVisible();
  await expect(field(amina.page, brian.known)).toHaveValue('one too many');
  await expect(messages(amina.page)).toHaveCount(3);
});

test('what stands in a message is text: no link, no markup', async ({ pair: { amina, brian } }) => {
  const texts = ['https://example.com/free www.example.com', '<b>bold</b> <img src=x onerror=alert(1)>', '[click](javascript:alert(1))'];
  await talk(amina.known.id, brian.known.id, texts);
  await openChat(brian, amina.known);
  await expect(messages(brian.page)).toHaveText(texts);
  await expect(scroller(brian.page).locator('a, b, img')).toHaveCount(0);
});

test(
  'earlier messages come fifty at a time, without moving what is read; what comes below is announced',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    const texts = Array.from({ length: 120 }, (_, index) => `Message number ${index + 1}`);
    await talk(amina.known.id, brian.known.id, texts);
    const line = lineOf(brian.page);
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
    await say(amina.page, brian.known, 'Message number 121');
    await expect(messages(brian.page)).toHaveCount(121);
    const news = brian.page.getByRole('button', { name: 'New messages' });
    await expect(news).toBeVisible();
    await expect.poll(seen).toBe(before);
    await news.click();
    await expect(messages(brian.page).last()).toBeInViewport();
    await expect(news).toHaveCount(0);
  },
);

test('offline nothing is lost: it says so, keeps it over a reload, and sends it once', { tag: '@phone' }, async ({ pair, quiet }) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await say(amina.page, brian.known, 'Before');
  await expect(messages(brian.page)).toHaveText(['Before']);
  await amina.context.setOffline(true);
  await say(amina.page, brian.known, 'In the lift');
  await say(amina.page, brian.known, 'Still in the lift');
  await expect(amina.page.getByText('Not sent', { exact: false })).toHaveCount(2);
  await amina.page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(2);
  await amina.context.setOffline(false);
  await amina.page.reload();
  await expect(messages(amina.page)).toHaveText(['Before', 'In the lift', 'Still in the lift']);
  await expect(messages(brian.page)).toHaveText(['Before']);
  await amina.page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(messages(brian.page)).toHaveText(['Before', 'In the lift']);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await amina.page.getByRole('button', { name: 'Try again' }).dblclick();
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(['Before', 'In the lift', 'Still in the lift']);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  for (const page of [amina.page, brian.page]) {
    await page.reload();
    await expect(messages(page)).toHaveText(['Before', 'In the lift', 'Still in the lift']);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
});

test('a message whose answer was lost is there once', async ({ pair, quiet }) => {
  quiet.allow(/ERR_FAILED/);
  await bothOpen(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await amina.page.route(`**/chat/${brian.known.id}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  const lost = amina.page.waitForEvent('requestfailed');
  await say(amina.page, brian.known, 'Did you get this?');
  await lost;
  await expect(messages(brian.page)).toHaveText(['Did you get this?']);
  await expect(messages(amina.page)).toHaveText(['Did you get this?']);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await amina.page.unrouteAll();
  await say(amina.page, brian.known, 'Good');
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(['Did you get this?', 'Good']);
  await expect(amina.page.locator('.message.sending')).toHaveCount(0);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test(
  'on a phone the chat takes the screen, and back leads to the list; else both stand side by side',
  { tag: ['@phone', '@desktop'] },
  async ({ pair: { amina, brian } }) => {
    const { page } = amina;
    await open(page, '/friends');
    const line = friendList(page).getByRole('link', { name: brian.known.displayName });
    await line.click();
    const chat = chatOf(page, brian.known);
    await expect(chat).toBeVisible();
    if (!isPhone(page)) {
      await expect(line).toBeVisible();
      await expect(line).toHaveAttribute('aria-current', 'true');
      await expect.poll(async () => Math.round((await chat.boundingBox())?.height ?? 0)).toBe(600);
      await expect(field(page, brian.known)).toBeFocused();
      return;
    }
    await expect.poll(() => chat.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(field(page, brian.known)).toBeInViewport();
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

test('who closes the last tab is not online any more; who comes is', async ({ pair: { amina, brian } }) => {
  const line = lineOf(amina.page);
  await open(amina.page, '/friends');
  await line;
  const friend = friendList(amina.page).getByRole('link', { name: brian.known.displayName });
  await expect(friend).toContainText('Never');
  const brians = lineOf(brian.page);
  await brian.page.goto('/');
  await brians;
  await expect(friend).toContainText('Online');
  const other = await brian.context.newPage();
  const others = lineOf(other);
  await other.goto('/games');
  await others;
  await brian.page.close();
  await friend.click();
  await expect(chatOf(amina.page, brian.known).getByText('Online', { exact: true })).toBeVisible();
  await other.close();
  // The site lets some seconds pass: a page that is loaded anew is no going.
  await expect(chatOf(amina.page, brian.known).getByText('Online', { exact: true })).toHaveCount(0, { timeout: 30_000 });
  await expect(chatOf(amina.page, brian.known).getByText('Just now')).toBeVisible();
  // Who does not want to be seen is not.
  await query(`insert into privacy (player_id, online) values ($1, false)`, [brian.known.id]);
  await amina.page.reload();
  await expect(chatOf(amina.page, brian.known).getByText('Just now')).toHaveCount(0);
});

test(
  'a message is reported with a reason; the reporter has a receipt and can block at once',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    await talk(brian.known.id, amina.known.id, ['You are no good', 'Please stop', 'Never']);
    const line = lineOf(amina.page);
    await openChat(amina, brian.known);
    await line;
    // One's own message cannot be reported.
    await expect(amina.page.getByRole('button', { name: /^Report this message/ })).toHaveCount(2);
    await amina.page.getByRole('button', { name: 'Report this message: You are no good' }).click();
    const dialog = amina.page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled();
    await dialog.getByText('Being mean or bullying').click();
    await dialog.getByLabel('What happened? (optional)').fill('He does not stop.');
    // What happens in the chat meanwhile takes nothing out of the form.
    await openChat(brian, amina.known);
    await say(brian.page, amina.known, 'Ha ha ha');
    await expect(messages(amina.page)).toHaveCount(4);
    await expect(dialog.getByLabel('What happened? (optional)')).toHaveValue('He does not stop.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('We got your report and will tell you when we looked at it.')).toBeVisible();
    await expect(dialog.getByText(new RegExp(`^Block ${brian.known.displayName}\\? Then you two`))).toBeVisible();
    await dialog.getByRole('button', { name: `Block ${brian.known.displayName}` }).click();
    await expect(toast(amina.page, 'Player blocked')).toBeVisible();
    await expect(amina.page).toHaveURL('/friends');
    await expect(amina.page.getByText('No friends yet. Start making connections!')).toBeVisible();
    await expect(bell(amina.page, 1)).toBeVisible();
    await bell(amina.page, 1).click();
    await expect(inBell(amina.page)).toHaveText([new RegExp(`^Your report about ${brian.known.displayName}Unread.*being mean`)]);
    const kept = `select reason, description, message_seq, jsonb_array_length(evidence) as around from player_reports where reporter_id = $1`;
    await expect
      .poll(() => query(kept, [amina.known.id]))
      .toEqual([{ reason: 'bullying', description: 'He does not stop.', message_seq: 1, around: 4 }]);
  },
);

test('a player is reported from the menu, and need not be blocked', async ({ pair: { amina, brian } }) => {
  await openChat(amina, brian.known);
  await amina.page.getByLabel(`More about ${brian.known.displayName}`).click();
  await amina.page.getByRole('button', { name: 'Report player' }).click();
  const dialog = amina.page.getByRole('dialog');
  await dialog.getByText('Pretends to be somebody else').click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('button', { name: 'No, thanks' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(chatOf(amina.page, brian.known)).toBeVisible();
  await expect
    .poll(() => query(`select reason from player_reports where subject_id = $1`, [brian.known.id]))
    .toEqual([{ reason: 'pretends' }]);
});

test('without JavaScript a friend reads and writes', { tag: '@phone' }, async ({ pair: { amina, brian }, browserOf }) => {
  await talk(brian.known.id, amina.known.id, ['Can you read this?']);
  const line = lineOf(brian.page);
  await openChat(brian, amina.known);
  await line;
  const context = await browserOf({ javaScriptEnabled: false });
  await context.addCookies(await amina.context.cookies());
  const page = await context.newPage();
  await page.goto('/friends');
  await friendList(page).getByRole('link', { name: brian.known.displayName }).click();
  await expect(messages(page)).toHaveText(['Can you read this?']);
  await say(page, brian.known, 'Yes, and I can write.');
  await expect(page).toHaveURL(`/friends?chat=${brian.known.id}`);
  for (const each of [page, brian.page]) await expect(messages(each)).toHaveText(['Can you read this?', 'Yes, and I can write.']);
  // What the filter refuses is not sent, and the page says that it was not.
  await say(page, brian.known, 'my number is 0712 345 678');
  const word = page.locator('.news .note');
  await expect(word).toContainText('Your message was not sent');
  // Nothing lies over it.
  await word.click({ trial: true, timeout: 5_000 });
  await expect(messages(page)).toHaveCount(2);
});

test('what is being written is there again after a look elsewhere, and gone with who signs out', async ({ pair: { amina, brian } }) => {
  await openChat(amina, brian.known);
  await field(amina.page, brian.known).fill('See you at');
  await open(amina.page, '/games');
  await openChat(amina, brian.known);
  await expect(field(amina.page, brian.known)).toHaveValue('See you at');
  await open(amina.page, '/games');
  await signOut(amina.page);
  await expect.poll(() => amina.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('mine')))).toEqual([]);
});
