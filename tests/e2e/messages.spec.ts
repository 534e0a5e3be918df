import { MESSAGES_PER_MINUTE } from '../../src/features/chat/messages.rules.ts';
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
  openChat,
  sendMessage,
  createMessages,
  test,
  toast,
} from './friends.ts';
import { query } from './players.ts';

// A single message: refused, lost, sent again, reported.

test('what the filter refuses stays in the field, with a kind word; mended it goes', { tag: '@phone' }, async ({ pair }) => {
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  for (const [text, why] of [
    ['call me on 0712 345 678', 'There is a phone number in this message. Keep your number to yourself: not everybody is who they say.'],
    ['look at https://example.com/free', 'There is a link in this message. Links cannot be sent on Kiddo.'],
  ] as const) {
    await sendMessage(amina.page, brian.known, text);
    await expect(amina.page.getByRole('alert').getByText(why)).toBeVisible();
    await expect(messageField(amina.page, brian.known)).toHaveValue(text);
    await expect(messageField(amina.page, brian.known)).toBeFocused();
    await expect(messages(amina.page)).toHaveCount(0);
  }
  await sendMessage(amina.page, brian.known, 'look at Kite Club');
  await expect(messages(brian.page)).toHaveText(['look at Kite Club']);
  await expect(amina.page.locator('.composer-refusal')).toHaveCount(0);
});

test('a message has at most 500 letters, and keeps its lines; more than 20 in a minute wait', async ({ pair, quiet }) => {
  quiet.allow(/status of 4(00|29)/);
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  const most = 'Tucheze tena kesho! '.repeat(25).trimEnd().padEnd(500, '!');
  // A message that is too long returns to the field completely, so that nobody has to write it again.
  await sendMessage(amina.page, brian.known, `${most} and more`);
  await expect(amina.page.getByText('509/500')).toBeVisible();
  await expect(amina.page.getByText('This message is too long. Make it shorter, then send it again.')).toBeVisible();
  await expect(messageField(amina.page, brian.known)).toHaveValue(`${most} and more`);
  // A cry for help in it is heard.
  await expect(amina.page.getByText('You are not alone')).toHaveCount(0);
  await sendMessage(amina.page, brian.known, `${most} i want to hurt myself`);
  await expect(amina.page.getByRole('link', { name: 'Call Childline Kenya: 116' })).toBeVisible();
  await expect(messageField(amina.page, brian.known)).toHaveValue(`${most} i want to hurt myself`);
  await amina.page.getByRole('button', { name: 'Close this' }).click();
  await sendMessage(amina.page, brian.known, most);
  await expect(messages(brian.page)).toHaveText([most]);
  await messageField(amina.page, brian.known).pressSequentially('First line');
  await amina.page.keyboard.press('Shift+Enter');
  await amina.page.keyboard.type('second line');
  await amina.page.keyboard.press('Enter');
  await expect(messages(brian.page).last()).toHaveText('First line\nsecond line', { useInnerText: true });
  // Spaces alone are not a message.
  await sendMessage(amina.page, brian.known, '   ');
  // Almost all messages of this minute are used up; the service's own tests check the limit itself.
  await query(`update rate_limit_counters set points = $2, expire = $3 where key = $1`, [
    `${MESSAGES_PER_MINUTE.name}:${amina.known.id}`,
    MESSAGES_PER_MINUTE.points - 1,
    Date.now() + 3_600_000,
  ]);
  await sendMessage(amina.page, brian.known, 'the last one');
  await expect(messages(brian.page)).toHaveText([most, 'First line\nsecond line', 'the last one'], { useInnerText: true });
  await sendMessage(amina.page, brian.known, 'one too many');
  await expect(amina.page.getByText('That was a lot of messages in one minute. Wait a little, then send it again.')).toBeVisible();
  await expect(messageField(amina.page, brian.known)).toHaveValue('one too many');
  await expect(messages(amina.page)).toHaveCount(3);
});

test('offline nothing is lost: it says so, keeps it over a reload, and sends it once', { tag: '@phone' }, async ({ pair, quiet }) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await sendMessage(amina.page, brian.known, 'Before');
  await expect(messages(brian.page)).toHaveText(['Before']);
  await amina.context.setOffline(true);
  await sendMessage(amina.page, brian.known, 'In the lift');
  await sendMessage(amina.page, brian.known, 'Still in the lift');
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
  await openChatForBoth(pair.amina, pair.brian);
  const { amina, brian } = pair;
  await amina.page.route(`**/chat/${brian.known.id}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  const lost = amina.page.waitForEvent('requestfailed');
  await sendMessage(amina.page, brian.known, 'Did you get this?');
  await lost;
  await expect(messages(brian.page)).toHaveText(['Did you get this?']);
  await expect(messages(amina.page)).toHaveText(['Did you get this?']);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await amina.page.unrouteAll();
  await sendMessage(amina.page, brian.known, 'Good');
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(['Did you get this?', 'Good']);
  await expect(amina.page.locator('.message.sending')).toHaveCount(0);
  await expect(amina.page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test(
  'a message is reported with a reason; the reporter has a receipt and can block at once',
  { tag: '@phone' },
  async ({ pair: { amina, brian } }) => {
    await createMessages(brian.known.id, amina.known.id, ['You are no good', 'Please stop', 'Never']);
    const line = waitForLiveConnection(amina.page);
    await openChat(amina, brian.known);
    await line;
    // Players cannot report their own messages.
    await expect(amina.page.getByRole('button', { name: /^Report this message/ })).toHaveCount(2);
    await amina.page.getByRole('button', { name: 'Report this message: You are no good' }).click();
    const dialog = amina.page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled();
    await dialog.getByText('Being mean or bullying').click();
    await dialog.getByLabel('What happened? (optional)').fill('He does not stop.');
    // New messages in the chat must not clear the form.
    // If his connection opened after the block, his page would load the chat anew and find no friend.
    const brians = waitForLiveConnection(brian.page);
    await openChat(brian, amina.known);
    await brians;
    await sendMessage(brian.page, amina.known, 'Ha ha ha');
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
    await expect(notificationItems(amina.page)).toHaveText([
      new RegExp(`^Your report about ${brian.known.displayName} \\(@${brian.known.username}\\)Unread.*being mean`),
    ]);
    const storedReport = `select reason, description, message_seq, jsonb_array_length(evidence) as around from player_reports where reporter_id = $1`;
    await expect
      .poll(() => query(storedReport, [amina.known.id]))
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
  await expect(chatWith(amina.page, brian.known)).toBeVisible();
  await expect
    .poll(() => query(`select reason from player_reports where reported_player_id = $1`, [brian.known.id]))
    .toEqual([{ reason: 'pretends' }]);
  // They are still friends, even a moment later.
  await sendMessage(amina.page, brian.known, 'Is it you?');
  await expect(amina.page.locator('.message.sending')).toHaveCount(0);
  await amina.page.reload();
  await expect(messages(amina.page)).toHaveText(['Is it you?']);
});

test('without JavaScript a friend reads and writes', { tag: '@phone' }, async ({ pair: { amina, brian }, browserOf }) => {
  await createMessages(brian.known.id, amina.known.id, ['Can you read this?']);
  const line = waitForLiveConnection(brian.page);
  await openChat(brian, amina.known);
  await line;
  const context = await browserOf({ javaScriptEnabled: false });
  await context.addCookies(await amina.context.cookies());
  const page = await context.newPage();
  await page.goto('/friends');
  await friendList(page).getByRole('link', { name: brian.known.displayName }).click();
  await expect(messages(page)).toHaveText(['Can you read this?']);
  await sendMessage(page, brian.known, 'Yes, and I can write.');
  await expect(page).toHaveURL(`/friends?chat=${brian.known.id}`);
  for (const each of [page, brian.page]) await expect(messages(each)).toHaveText(['Can you read this?', 'Yes, and I can write.']);
  // A message that the filter refuses is not sent, and the page says so.
  await sendMessage(page, brian.known, 'my number is 0712 345 678');
  const word = page.locator('.news .note');
  await expect(word).toContainText('Your message was not sent');
  // No other element covers it.
  await word.click({ trial: true, timeout: 5_000 });
  await expect(messages(page)).toHaveCount(2);
});
