import { expect, openPage, toast } from './friends.ts';
import { clickButton, runJob, test } from './settings-pages.ts';
import { waitForMail } from './accounts.ts';
import { query } from './players.ts';
import { createBuyers } from './purchases.ts';

// Which emails are sent. Their content and timing: src/features/settings/notification-emails/service.test.ts.

test('which mails come is chosen, and the link in a mail stops them all', { tag: '@phone' }, async ({ owner, browserOf, quiet }) => {
  quiet.allow(/status of 404/);
  const { page, known } = await owner();
  await openPage(page, '/settings?tab=notifications');
  await page.getByText('Messages: a friend wrote to you').click();
  await clickButton(page, 'Save notifications');
  await expect(toast(page, 'Notifications saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Messages: a friend wrote to you')).not.toBeChecked();
  await expect(page.getByLabel('Friends: somebody asks you, says yes, or invites you to a group')).toBeChecked();

  // The link works without signing in. Opening it alone stops nothing, because mail programs open links too.
  const wishes = () => query(`select friends, messages, games from email_preferences where player_id = $1`, [known.id]);
  const [row] = await query<{ key: string }>(`select unsubscribe_key as key from email_preferences where player_id = $1`, [known.id]);
  const visitor = await (await browserOf()).newPage();
  await openPage(visitor, `/mails/stop/${row?.key}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Stop these mails?');
  await expect.poll(wishes).toEqual([{ friends: true, messages: false, games: true }]);
  await clickButton(visitor, 'Stop the mails');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('No more of these mails');
  await expect.poll(wishes).toEqual([{ friends: false, messages: false, games: false }]);
});

test('what runs by the clock runs on the site: mails of what was not seen, and accounts whose time has come', async () => {
  const [reader, asking, leaving] = await createBuyers(3, process.env['TEST_DATA_DIR'] ?? '');
  const [names] = await query<{ email: string; asking: string }>(
    `select one.email, other.username as asking from players one, players other where one.id = $1 and other.id = $2`,
    [reader?.id, asking?.id],
  );
  await query(
    `insert into notifications (id, player_id, type, title, message, related_id, event, created_at)
     values (gen_random_uuid(), $1, 'friend_request', 'News', 'Secret words', $2, gen_random_uuid()::text, now() - interval '15 minutes')`,
    [reader?.id, asking?.id],
  );
  await query(`update players set deletes_at = now() - interval '1 minute' where id = $1`, [leaving?.id]);
  await Promise.all([runJob('settings.send-digests'), runJob('settings.erase-due-accounts')]);
  const left = () => query(`select id from players where id = any ($1)`, [[reader?.id, leaving?.id]]);
  await expect.poll(left, { timeout: 60_000, message: 'who goes is gone, and nobody else' }).toEqual([{ id: reader?.id }]);
  const waiting = () => query(`select 1 from notifications where player_id = $1 and not is_emailed`, [reader?.id]);
  await expect.poll(waiting, { timeout: 60_000, message: 'what was not seen is mailed' }).toEqual([]);
  const mail = await waitForMail(names?.email ?? '', /You have news on Kiddo/);
  expect(mail.text).toContain(`@${names?.asking} wants to be your friend.`);
  expect(mail.text).not.toContain('Secret words');
});
