import type { Page } from '@playwright/test';
import {
  befriend,
  bell,
  openChatForBoth,
  messageField,
  notificationItems,
  messages,
  openPage,
  openChat,
  sendMessage,
  createMessages,
  toast,
  waitForLiveConnection,
} from './friends.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';
import { signIn } from './accounts.ts';
import { removeOpenCases } from './open-cases.ts';
import { query, type Known } from './players.ts';
import { waitForHydration } from './site.ts';

// Moderation of games and players, from the point of view of the players concerned. Where a hidden game disappears, and reports that are
// dismissed: tests/http/moderation.test.ts.

// Journeys before these leave some, and here they are counted.
test.beforeEach(({ dataDir }) => removeOpenCases(dataDir));

async function report(page: Page, game: string, reason: string, description: string): Promise<void> {
  await page.goto(`/games/${game}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Report Game' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Submit Report' })).toBeDisabled();
  await dialog.getByLabel(reason).check();
  if (description) await dialog.getByRole('textbox').fill(description);
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(page.getByText('Thank you for your report. We will review it shortly.').first()).toBeVisible();
}

test('a report goes to the queue with a receipt; the moderator hides the game; its player closes at once; the reporter hears', async ({
  someone,
  quiet,
}) => {
  // The player's page requests the hidden game once more, and reports the end of a play that is already over.
  quiet.allow(/status of 40[49]/);
  const amina = await someone(PHONE);
  const other = await someone(DESKTOP);
  const mod = await someone({ ...DESKTOP, role: 'moderator' });

  await report(amina.page, 'volcano-dash', 'Inappropriate Content', 'The boss says a bad word.');
  // The receipt appears without a reload.
  await expect(bell(amina.page, 1)).toBeVisible();
  await bell(amina.page, 1).click();
  await expect(amina.page.getByText('Game Report: Volcano Dash')).toBeVisible();
  await expect(amina.page.getByText(/Reason: Inappropriate Content/)).toBeVisible();
  await expect(amina.page.getByText('Just now')).toBeVisible();
  await amina.page.keyboard.press('Escape');
  // Another report of the same game is merged into the first.
  await report(amina.page, 'volcano-dash', 'Other', '');
  await expect(bell(amina.page, 1)).toBeVisible();

  // Another player is in the game.
  await other.page.goto('/games/volcano-dash');
  await waitForHydration(other.page);
  await other.page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(other.page.locator('.player iframe')).toBeVisible();

  await mod.page.goto('/moderation/games');
  await waitForHydration(mod.page);
  await expect(mod.page.getByText('1 report waits.')).toBeVisible();
  await expect(mod.page.getByText('reported again 1 time')).toBeVisible();
  await mod.page.getByLabel('Reason').selectOption('spam');
  await expect(mod.page.getByText('No reports here')).toBeVisible();
  await mod.page.getByLabel('Reason').selectOption('inappropriate_content');
  await mod.page.getByRole('link', { name: 'Volcano Dash' }).click();
  await expect(mod.page.getByText('The boss says a bad word.')).toBeVisible();
  // A note is required.
  await mod.page.getByRole('button', { name: 'Hide the game' }).click();
  await expect(mod.page.getByText('Write a short note: why?')).toBeVisible();
  await expect(mod.page.getByRole('dialog')).toHaveCount(0);
  await mod.page.getByRole('textbox').fill('Checked: the word is there.');
  await mod.page.getByRole('button', { name: 'Hide the game' }).click();
  await mod.page.getByRole('dialog').getByRole('button', { name: /Hide/ }).click();
  await expect(toast(mod.page, 'Nothing else waits for you.')).toBeVisible();

  // The game closes on its own.
  await expect(other.page.locator('.player iframe')).toHaveCount(0);
  // The reporter is notified without a reload.
  await expect(bell(amina.page, 2)).toBeVisible();
  await bell(amina.page, 2).click();
  await expect(amina.page.getByText('Your report helped: Volcano Dash')).toBeVisible();
  await amina.page.getByRole('button', { name: /^Delete: Your report helped/ }).click();
  await expect(amina.page.getByText('Your report helped: Volcano Dash')).toHaveCount(0);
  await expect(bell(amina.page, 1)).toBeVisible();
  await amina.page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(amina.page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  await openPage(mod.page, '/moderation/games/volcano-dash');
  await expect(mod.page.getByText('Checked: the word is there.')).toBeVisible();
  await mod.page.getByRole('textbox', { name: /^Note/ }).fill('The maker took the word out.');
  await mod.page.getByRole('button', { name: 'Restore the game' }).click();
  await expect(mod.page.locator('.toasts').getByText('Players find it again.')).toBeVisible();
});

test('a moderator reads what was reported, warns, mutes, bans and lifts; the player and the reporter are told', async ({
  someone,
  dataDir,
  quiet,
}) => {
  // The friend can no longer write to the banned player, and the banned player's page sends a request with an ended session.
  quiet.allow(/status of 40[134]|WebSocket/);
  const [amina, mod, brian] = [await someone(PHONE), await someone({ ...DESKTOP, role: 'moderator' }), await someone(DESKTOP)];
  await givePassword(brian.known, dataDir);
  // A demo account of the team: a ban asks for its password again, of others for a code.
  await mod.page.context().clearCookies();
  await signIn(mod.page, 'mod');
  await befriend(amina.known.id, brian.known.id, dataDir);
  const texts = Array.from({ length: 30 }, (_, index) => (index === 14 ? 'You are the worst' : `Text ${index}`));
  await createMessages(brian.known.id, amina.known.id, texts, dataDir);
  await openChatForBoth(amina, brian);

  await amina.page.getByRole('button', { name: 'Report this message: You are the worst' }).click();
  const dialog = amina.page.getByRole('dialog');
  await dialog.getByText('Being mean or bullying').click();
  await dialog.getByLabel('What happened? (optional)').fill('Every day.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('button', { name: 'No, thanks' }).click();

  await openPage(mod.page, '/moderation');
  await mod.page.getByRole('navigation', { name: 'What to look after' }).getByRole('link', { name: 'Players' }).click();
  await expect(mod.page.getByText('1 report waits.')).toBeVisible();
  await expect(mod.page.getByText('You are the worst')).toBeVisible();
  await mod.page.getByRole('link', { name: brian.known.displayName }).click();
  await expect(mod.page.getByRole('heading', { level: 1 })).toHaveText(brian.known.displayName);
  await expect(mod.page.getByText('The 21 messages around it')).toBeVisible();
  await expect(mod.page.locator('.evidence-text')).toHaveText(texts.slice(4, 25));
  await expect(mod.page.locator('.evidence-line', { hasText: 'You are the worst' })).toContainText('Reported');
  await expect(mod.page.getByText('Every day.')).toBeVisible();

  /** Applies a sanction to the player, and waits until it is done. */
  const decide = async (button: string, why: string, note: string, done: string): Promise<void> => {
    if (why !== '') await mod.page.getByLabel('What the player is told').fill(why);
    await mod.page.getByLabel('Note', { exact: true }).fill(note);
    if (button === 'Ban the player') {
      await mod.page.getByLabel('Your password').fill('kiddo-demo');
      // Enter presses no button, least of all the first, which dismisses.
      await mod.page.keyboard.press('Enter');
      await expect(mod.page.getByRole('button', { name: button, exact: true })).toBeEnabled();
      await expect(mod.page.getByLabel('Note', { exact: true })).toHaveValue(note);
    }
    await mod.page.getByRole('button', { name: button, exact: true }).click();
    if (button === 'Ban the player') {
      await expect(mod.page.getByRole('dialog').getByText(why)).toBeVisible();
      await mod.page.getByRole('dialog').getByRole('button', { name: 'Ban the player' }).click();
    }
    await expect(toast(mod.page, done)).toBeVisible();
    // A toast with the same text may still be visible from before; the text field is only cleared by the response.
    await expect(mod.page.getByLabel('Note', { exact: true })).toHaveValue('');
  };

  // A message to the player is required.
  await mod.page.getByLabel('Note', { exact: true }).fill('Seen.');
  await mod.page.getByRole('button', { name: '1 hour', exact: true }).click();
  await expect(mod.page.getByText('Write what the player is told, in 3 to 500 letters.')).toBeVisible();
  await expect.poll(() => query(`select 1 from sanctions where player_id = $1`, [brian.known.id], dataDir)).toEqual([]);
  await messageField(brian.page, amina.known).fill('Hello again');
  await mod.page.getByLabel('What the player is told').fill('Your message hurt somebody. Write kindly.');
  await mod.page.getByLabel('Note', { exact: true }).fill('First time.');
  await mod.page.getByRole('button', { name: '1 hour', exact: true }).click();
  // That closes the case; there is no other one.
  await expect(toast(mod.page, 'Nothing else waits for you.')).toBeVisible();
  await openPage(mod.page, `/moderation/players/${brian.known.id}`);
  await expect(mod.page.getByText('Muted', { exact: true })).toBeVisible();

  // The reporter is notified without a reload, but does not learn what happened to the other player.
  await amina.page.getByRole('link', { name: 'Back to the list of friends' }).click();
  await expect(bell(amina.page, 2)).toBeVisible();
  await bell(amina.page, 2).click();
  await expect(notificationItems(amina.page)).toHaveText([
    /^Your report helpedUnread/,
    new RegExp(`^Your report about ${brian.known.displayName} \\(@${brian.known.username}\\)Unread`),
  ]);
  await expect(notificationItems(amina.page).first()).not.toContainText(/mute|ban/i);
  await amina.page.keyboard.press('Escape');
  await openChat(amina, brian.known);

  // A muted player is notified by the bell, and the open chat says at once until when and why; reading still works.
  const expectMuted = async (page: Page) => {
    await expect(page.getByText(/^You cannot write until [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M$/)).toBeVisible();
    await expect(page.locator('.mute')).toContainText('Your message hurt somebody. Write kindly.');
    await expect(page.locator('.mute')).not.toContainText(amina.known.displayName);
    await expect(page.locator('.mute')).toContainText('What you were writing is kept.');
    await expect(messageField(page, amina.known)).toHaveCount(0);
  };
  await expectMuted(brian.page);
  // The field that had the focus is gone.
  await expect(brian.page.locator('.mute-title')).toBeFocused();
  await expect(bell(brian.page, 1)).toBeVisible();
  await sendMessage(amina.page, brian.known, 'Can you read me?');
  await expect(messages(brian.page).last()).toHaveText('Can you read me?');
  await expect(messages(amina.page).filter({ hasText: 'Hello again' })).toHaveCount(0);
  const line = waitForLiveConnection(brian.page);
  await brian.page.reload();
  await line;
  await expectMuted(brian.page);
  await bell(brian.page, 1).click();
  await expect(notificationItems(brian.page)).toHaveText([
    'You cannot write messages for 1 hourUnreadYour message hurt somebody. Write kindly.',
  ]);
  await brian.page.keyboard.press('Escape');

  await decide('Lift the mute or ban', '', 'Said sorry.', 'Lifted');
  await expect(mod.page.getByText('Muted', { exact: true })).toHaveCount(0);
  await expect(bell(brian.page, 2)).toBeVisible();
  // The field comes back by itself, with what was being written.
  await expect(messageField(brian.page, amina.known)).toHaveValue('Hello again');
  await sendMessage(brian.page, amina.known, 'I am sorry');
  await expect(messages(amina.page).last()).toHaveText('I am sorry');
  await decide('Warn the player', 'Please be careful with words.', 'Again.', 'Warned');
  await expect(bell(brian.page, 3)).toBeVisible();

  await decide('Ban the player', 'You hurt others again and again.', 'Third time.', 'Banned');
  await expect(brian.page.getByRole('heading', { level: 1, name: 'Please Log In' })).toBeVisible();
  const refused = await brian.context.request.get(`/chat/${amina.known.id}`);
  expect(refused.status()).toBe(401);
  await brian.page.goto('/login');
  await brian.page.getByLabel('Email or Username').fill(brian.known.username);
  await brian.page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
  await brian.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const notice = brian.page.getByRole('region', { name: 'This account is closed for now' });
  await expect(notice).toContainText('You hurt others again and again.');
  await expect(notice).toContainText('This holds until we tell you that it is open again.');
  await decide('Lift the mute or ban', '', 'A parent wrote.', 'Lifted');
  await signIn(brian.page, brian.known.username);
  await openChat(brian, amina.known);
  await sendMessage(brian.page, amina.known, 'Thank you');
  await expect(messages(amina.page).last()).toHaveText('Thank you');

  // The audit log has all actions, newest first.
  await mod.page.reload();
  await expect(mod.page.getByRole('region', { name: 'What was done' }).getByRole('listitem')).toHaveText(
    [
      ['lifted the mute or ban', 'A parent wrote.'],
      ['banned the player', 'Third time.'],
      ['warned the player', 'Again.'],
      ['lifted the mute or ban', 'Said sorry.'],
      ['muted the player for 1 hour', 'First time.'],
    ].map(([did, note]) => new RegExp(`^@mod ${did}${note}`)),
  );
  await expect(mod.page.getByRole('region', { name: 'Warnings, mutes and bans' }).getByRole('listitem')).toHaveText([
    /^Ban lifted/,
    /^Warning/,
    /^Mute lifted/,
  ]);
  await openPage(mod.page, '/moderation/players');
  await expect(mod.page.getByText('Nothing waits.')).toBeVisible();
});

/** Sets the demo players' password, so that the banned player can sign in with it. */
async function givePassword(player: Known, dataDir?: string): Promise<void> {
  await query(
    `insert into identities (id, player_id, provider, subject, password_hash)
     select gen_random_uuid(), $1::uuid, s.provider, $1::text, s.password_hash
     from identities s join players p on p.id = s.player_id where p.username = 'brian' and s.provider = 'credential'`,
    [player.id],
    dataDir,
  );
}
