import { expect, PHONE, test } from './worker-site.ts';
import { query } from './players.ts';
import { waitForHydration } from './site.ts';

test('recent games show that they are on their way, and say so when they cannot be read', async ({ someone, dataDir }) => {
  const dada = await someone(PHONE);
  await dada.page.goto('/games');
  await waitForHydration(dada.page);
  await query('alter table play_history rename to play_history_away', [], dataDir);
  try {
    await dada.page.getByRole('link', { name: 'Home' }).locator('visible=true').first().click();
    await expect(dada.page.getByText('Unable to load recent games')).toBeVisible();
    await expect(dada.page.getByText('Please try again later')).toBeVisible();
    await expect(dada.page.getByRole('heading', { name: 'Popular Games' })).toBeVisible();
  } finally {
    await query('alter table play_history_away rename to play_history', [], dataDir);
  }
  await dada.page.reload();
  await expect(dada.page.getByText('No games played yet')).toBeVisible();
  // While the query is blocked in the database, placeholders are shown.
  await dada.page.goto('/games');
  await waitForHydration(dada.page);
  const held = query('do $$ begin lock table play_history in access exclusive mode; perform pg_sleep(60); end $$', [], dataDir).catch(
    (error: { code?: string }) => error.code,
  );
  await expect
    .poll(
      async () =>
        (
          await query(
            `select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'play_history'::regclass`,
            [],
            dataDir,
          )
        ).length,
    )
    .toBe(1);
  await dada.page.getByRole('link', { name: 'Home' }).locator('visible=true').first().click();
  await expect(dada.page.locator('.recent[aria-busy=true] .token')).toHaveCount(6);
  await query(
    `select pg_cancel_backend(pid) from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'play_history'::regclass`,
    [],
    dataDir,
  );
  const ended = await held;
  expect(ended, 'it was held until then').toBe('57014');
  await expect(dada.page.getByText('No games played yet')).toBeVisible();
});
