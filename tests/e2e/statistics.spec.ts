import fs from 'node:fs/promises';
import { createSignedInPlayer } from '../test-players.ts';
import { query } from './players.ts';
import { expect, PHONE, test } from './worker-site.ts';

// What is counted, and how: src/features/statistics. Who may see it: tests/http/statistics.test.ts.

test('an operator sees who signed up today once it was counted, looks at 7 days, and takes a table home', async ({ someone, dataDir }) => {
  const { page } = await someone({ ...PHONE, role: 'operator' });
  const signUps = page.getByRole('region', { name: 'Sign-ups' });
  const queryHere = <Row extends object>(text: string, values: unknown[] = []) => query<Row>(text, values, dataDir);
  const count = async () => {
    await queryHere(`insert into pgboss.job (name) values ('statistics.count-figures')`);
    const [row] = await queryHere<{ n: number }>(
      `select count(*)::int as n from players where created_at >= date_trunc('day', now(), 'Africa/Nairobi')`,
    );
    return row?.n ?? 0;
  };
  await page.goto('/operator?days=1');
  await createSignedInPlayer(queryHere);
  const today = await count();
  // The job runs when the queue comes to it.
  await expect(async () => {
    await page.reload();
    await expect(signUps.getByText(String(today), { exact: true }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('navigation', { name: 'How many days' }).getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL('/operator?days=7');
  await expect(page.getByRole('heading', { name: /beside the 7 days before$/ })).toBeVisible();
  await expect(signUps.getByRole('img', { name: /^Sign-ups: by day/ })).toBeVisible();

  await signUps.getByText('How it is counted').click();
  await expect(signUps.getByText('Accounts made in this time.')).toBeVisible();
  await signUps.getByText('As a table').click();
  await expect(signUps.getByRole('table', { name: 'Sign-ups' }).getByRole('row')).toHaveCount(8);
  const saved = page.waitForEvent('download');
  await signUps.getByRole('link', { name: /^CSV/ }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^kiddo-sign-ups-7-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await fs.readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect([lines.length, lines[0], lines.at(-1)?.split(',')[1]]).toEqual([8, 'Day,Now,Day before,Before', String(today)]);
});
