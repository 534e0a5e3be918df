import { createNewAccount, expectSignedIn, signUp, waitForMail } from './accounts.ts';
import { giveConsent } from '../guardian-world.ts';
import { createSignedInPlayer } from '../test-players.ts';
import { befriend, friendList, openPage } from './friends.ts';
import { choosePlan } from './payments.ts';
import { query, signInNewPlayer } from './players.ts';
import { expect, test, waitForHydration } from './site.ts';
import { openWithLiveConnection } from './subscribers.ts';

// The question for the month of birth, as players meet it. What an answer means: src/features/age and tests/http/age.test.ts.

test(
  'a 12-year-old signs up, is turned away kindly, and plays; an earlier year later is the same answer',
  { tag: '@phone' },
  async ({ page }) => {
    const year = String(new Date().getFullYear() - 12);
    for (const typed of [year, '1990']) {
      const who = createNewAccount();
      await signUp(page, who);
      await expect(page.getByText('Check your email to confirm your account.').first()).toBeVisible();
      await page.goto((await waitForMail(who.email, /Confirm/)).link);
      await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible();
      await waitForHydration(page);
      await page.getByLabel('Month').selectOption('December');
      await page.getByLabel('Year').selectOption(typed);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/under-13\?account=erased/);
      await expect(page.getByRole('heading', { level: 1, name: 'You can play right now' })).toBeVisible();
      await expectSignedIn(page, false);
      await expect.poll(() => query('select 1 from players where email = $1', [who.email])).toEqual([]);
    }
    await page.getByRole('link', { name: 'Play the games' }).click();
    await expect(page).toHaveURL('/games');
  },
);

test(
  'an open tab leads to the question, and back to where its player was',
  { tag: '@phone' },
  async ({ page, context, baseURL, quiet }) => {
    // What the open tab asks for between the change and the reload.
    quiet.allow(/status of 403/);
    const { id } = await signInNewPlayer(context, { origin: baseURL ?? '' });
    await page.goto('/friends?tab=search');
    await query('update players set birth_month = null, age_band = null where id = $1', [id]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible();
    await waitForHydration(page);
    // Nothing chosen is said beside the fields, and what is chosen stays.
    await page.getByLabel('Year').selectOption('2010');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Choose a month.')).toBeVisible();
    await expect(page.getByLabel('Month')).toBeFocused();
    await expect(page.getByLabel('Year')).toHaveValue('2010');
    await page.getByLabel('Month').selectOption('May');
    await expect(page.getByText('Choose a month.')).toBeHidden();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ask a grown-up at home' })).toBeVisible();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect(page).toHaveURL('/friends?tab=search');
    await expectSignedIn(page);
    // Back does not lead to the question again.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Ask a grown-up at home' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeHidden();
  },
);

/** Makes a player somebody who was born in the month that is so long before the current one in Nairobi. */
const setBirth = (id: string, ago: string, band: 13 | 16 | 18) =>
  query(
    `update players set age_band = $3, birth_month = to_char((now() at time zone 'Africa/Nairobi')::date - $2::interval, 'YYYY-MM') where id = $1`,
    [id, ago, band],
  );

/** Runs the job that moves players into the next age band, and waits until it is done. */
async function moveBands(): Promise<void> {
  const [job] = await query<{ id: string }>(`insert into pgboss.job (name) values ('age.move-bands') returning id`);
  if (!job) throw new Error('the job was not queued');
  const state = async () => (await query<{ state: string }>('select state from pgboss.job where id = $1', [job.id]))[0]?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('completed');
}

test(
  'a 17-year-old turns 18: open pages say which friends are paused, and nobody decides for them any more',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const me = await signInNewPlayer(context, { origin: baseURL ?? '' });
    const [friend, child, adult] = await Promise.all([0, 1, 2].map(async () => (await createSignedInPlayer(query)).known));
    if (!friend || !child || !adult) throw new Error('a player is missing');
    // Eighteen in this month: not before it is over (src/features/age/bands.test.ts).
    await setBirth(me.id, '18 years', 16);
    for (const { id } of [friend, child]) await setBirth(id, '16 years 6 months', 16);
    await giveConsent(query, me.id, { chat: 'friends', buying: 'none', sum: null });
    await befriend(me.id, friend.id);

    const found = page.getByRole('list', { name: 'Players found' }).getByRole('listitem');
    const searchFor = (username: string) => openPage(page, `/friends?tab=search&q=${username}`);
    await searchFor(child.username);
    await expect(found).toContainText([`@${child.username}`]);
    await searchFor(adult.username);
    await expect(page.getByText(`No players match "${adult.username}".`)).toBeVisible();
    await openPage(page, '/subscription');
    await expect(page.getByText('Buying is closed for now')).toBeVisible();
    // One tab shows the friends, and another one what their mother chose.
    const other = await context.newPage();
    await openWithLiveConnection(other, '/guardian');
    await expect(other.getByRole('heading', { level: 1, name: 'They said yes' })).toBeVisible();
    await openWithLiveConnection(page, '/friends');
    await expect(friendList(page).getByRole('link')).toContainText([friend.displayName]);

    // The month is over.
    await setBirth(me.id, '18 years 1 month', 16);
    await moveBands();
    await expect(page.getByRole('heading', { name: 'Paused friendships' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('So these friendships are paused')).toBeVisible();
    await expect(page.locator('.friends-paused').getByText(friend.displayName)).toBeVisible();
    await expect(page.getByText('No friends yet. Start making connections!')).toBeVisible();
    await expect(other.getByRole('heading', { level: 1, name: 'You decide for yourself' })).toBeVisible();
    await expect(other.getByText('You are 18 or older: nobody has to agree for you.')).toBeVisible();
    await other.close();

    await searchFor(adult.username);
    await expect(found).toContainText([`@${adult.username}`]);
    for (const { username } of [child, friend]) {
      await searchFor(username);
      await expect(page.getByText(`No players match "${username}".`)).toBeVisible();
    }
    await openPage(page, '/subscription');
    await expect(page.getByText('Buying is closed for now')).toBeHidden();
    await choosePlan(page, 'Premium', 'Card');
  },
);
