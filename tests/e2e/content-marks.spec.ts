import type { Page } from '@playwright/test';
import { signOut } from './accounts.ts';
import { openPage } from './friends.ts';
import { query } from './players.ts';
import { openWithLiveConnection } from './subscribers.ts';
import { DESKTOP, expect, test } from './worker-site.ts';

// Open tabs and games that are not for every age. Who sees which games: src/features/games/content-marks.test.ts.

const GAME = 'matatu-rush';
const TITLE = 'Matatu Rush';

test('an open list follows its player into another age band, and out of the site; Back does not bring their list back', async ({
  someone,
  dataDir,
}) => {
  const { page, context, known } = await someone(DESKTOP);
  await query('update games set min_age = 16 where id = $1', [GAME], dataDir);
  try {
    const setAge = (age: string) =>
      query(
        `update players set age_band = 13, birth_month = to_char((now() at time zone 'Africa/Nairobi')::date - $2::interval, 'YYYY-MM') where id = $1`,
        [known.id, age],
        dataDir,
      );
    await setAge('14 years');
    const cards = page.locator('main ul.grid > li:not([aria-hidden])');
    const marked = cards.filter({ has: page.locator(`a[href^="/games/${GAME}"]`) });
    const count = page.getByText(/^Showing \d+ of \d+ games$/);
    const total = async () => Number(/of (\d+)/.exec((await count.textContent()) ?? '')?.[1]);
    const loadAll = () =>
      expect
        .poll(
          async () => {
            await page.evaluate(() => document.querySelector('.list-end')?.scrollIntoView());
            return count.textContent();
          },
          { timeout: 60_000 },
        )
        .toMatch(/^Showing (\d+) of \1 games$/);

    await openWithLiveConnection(page, '/games');
    await loadAll();
    const before = await total();
    await expect(marked).toHaveCount(0);
    const search = await context.newPage();
    await openWithLiveConnection(search, `/games?q=${TITLE}`);
    await expect(search.getByRole('heading', { level: 1, name: 'Games (0)' })).toBeVisible();
    // In this month they are one month over 16. The job also runs by itself, once an hour: not before they were seen as they had been.
    await setAge('16 years 1 month');
    await query(`insert into pgboss.job (name) values ('age.move-bands')`, [], dataDir);
    await expect.poll(total).toBe(before + 1);
    await loadAll();
    await expect(marked).toHaveCount(1);
    await expect(search.getByRole('heading', { level: 1, name: 'Games (1)' })).toBeVisible();

    // They read about another game, and leave in another tab.
    await cards
      .filter({ hasNot: page.locator(`a[href^="/games/${GAME}"]`) })
      .last()
      .locator('a[href^="/games/"]')
      .first()
      .click();
    await expect(page).toHaveURL(/\/games\/[a-z-]+$/);
    const other = await context.newPage();
    await openPage(other, '/');
    await signOut(other);
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/games');
    await expect.poll(total).toBe(before);
    await expect(marked).toHaveCount(0);
    await loadAll();
    await expect(marked).toHaveCount(0);
    await expect(search.getByRole('heading', { level: 1, name: 'Games (0)' })).toBeVisible();
    for (const tab of [other, search]) await tab.close();
  } finally {
    await query('update games set min_age = 0 where id = $1', [GAME], dataDir);
  }
});

test('lists and rows that are open when their player signs out in another tab show what visitors see', async ({ someone, dataDir }) => {
  const { page, context } = await someone(DESKTOP);
  // The row of popular games shows it first.
  await query('update games set min_age = 16, plays_30d = 1000000 where id = $1', [GAME], dataDir);
  try {
    const [home, other] = await Promise.all([context.newPage(), context.newPage()]);
    const markedIn = (tab: Page) => tab.locator(`main a[href^="/games/${GAME}"]`).first();
    await openWithLiveConnection(page, '/games?genre=Racing');
    await openWithLiveConnection(home, '/');
    for (const tab of [page, home]) await expect(markedIn(tab)).toBeVisible();
    // The search field finds it too as one types.
    await home.getByRole('combobox', { name: 'Search games' }).locator('visible=true').fill(TITLE);
    await expect(home.getByRole('option', { name: new RegExp(TITLE) })).toBeVisible();
    await openPage(other, '/cookies');
    await signOut(other);
    for (const tab of [page, home]) await expect(markedIn(tab)).toBeHidden();
    for (const tab of [home, other]) await tab.close();
  } finally {
    await query('update games set min_age = 0, plays_30d = 0 where id = $1', [GAME], dataDir);
  }
});
