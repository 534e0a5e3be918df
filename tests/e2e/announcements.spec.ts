import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { watchLayoutShift } from './loading.ts';
import { query } from './players.ts';
import { waitForHydration } from './site.ts';
import { expect, PHONE, test } from './worker-site.ts';

// The line over the site. Without JavaScript, and on shared pages: tests/http/announcements.test.ts.

const line = (page: Page) => page.getByRole('region', { name: 'Announcement' });

/** An hour of today or later in Nairobi, as the form has it. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 + 3) * 3_600_000).toISOString().slice(0, 16);

const maintenance = (page: Page) => page.getByRole('region', { name: 'Work on the site' });

/** Makes the site read-only or ends that, by the form of the operators' page: so the site and open pages know it at once. */
async function switchReadOnly(ops: Page, state: 'on' | 'off', dataDir: string | undefined): Promise<void> {
  const [row] = await query<{ version: number }>(`select version from feature_flags where name = 'read-only'`, [], dataDir);
  const { origin } = new URL(ops.url());
  const form = { flag: 'read-only', do: state, note: 'A test.', version: String(row?.version) };
  const answer = await ops.request.post('/operator/switches', { form, headers: { origin } });
  expect(answer.ok()).toBe(true);
}

test.afterEach(async ({ dataDir }) => {
  // The site notices within two seconds.
  await query(`update feature_flags set is_enabled = false where name = 'read-only'`, [], dataDir);
  await query('update announcements set ended_at = now() where ended_at is null and starts_at <= now()', [], dataDir);
});

test.describe('on a phone', () => {
  test.use(PHONE);
  test('an operator starts a line for everybody: a visitor sees it on home and closes it, it stays closed, and the next one shows', async ({
    page,
    someone,
  }) => {
    const { page: ops } = await someone({ ...PHONE, role: 'operator' });
    await ops.goto('/operator/announcements');
    await waitForHydration(ops);
    const preview = ops.getByRole('region', { name: 'How it looks' });
    const start = async (text: string) => {
      await ops.getByRole('textbox', { name: 'Says', exact: true }).fill(text);
      await ops.getByRole('textbox', { name: 'Link says' }).fill('Play it');
      await ops.getByRole('textbox', { name: 'and leads to' }).fill('/games/matatu-rush');
      await expect(preview).toContainText(`${text} Play it`);
      await expect(ops.getByText(`${text.length} of at most 90 letters`)).toBeVisible();
      await ops.getByLabel('Until').fill(inDays(2));
      await ops.getByRole('textbox', { name: 'Why' }).fill('To tell them.');
      await ops.getByLabel('From').fill(inDays(1));
      await expect(ops.getByRole('button', { name: /^Start on [A-Z][a-z]+ \d+$/ })).toBeVisible();
      await ops.getByLabel('From').fill('');
      await ops.getByRole('button', { name: 'Start now' }).click();
      await expect(ops.getByText('It runs now').first()).toBeVisible();
      // The form is empty again.
      await expect(ops.getByRole('textbox', { name: 'Says', exact: true })).toHaveValue('');
    };
    await start('Matatu Rush has a new road. It is long.');

    const shift = await watchLayoutShift(page);
    await page.goto('/');
    await expect(line(page)).toHaveText('Matatu Rush has a new road. It is long. Play it');
    await waitForHydration(page, { parts: true });
    await expect(line(page).getByRole('link', { name: 'Play it' })).toHaveAttribute('href', '/games/matatu-rush');
    expect(await shift.getShift()).toBeLessThan(0.02);
    await expectAccessible(page);
    await line(page).getByRole('button', { name: 'Close' }).click();
    await expect(line(page)).toBeHidden();
    await expect(page.locator('#page')).toBeFocused();

    await start('Bao Master is back.');
    // The page is as every visitor gets it, with both lines: only the second one is ever seen.
    await page.addInitScript(() => {
      const watch = () => {
        for (const each of document.querySelectorAll('.site-line'))
          if (each.textContent?.includes('new road') && getComputedStyle(each).display !== 'none') document.title = 'It flashed';
        requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
    });
    await page.reload();
    await expect(line(page)).toHaveText('Bao Master is back. Play it');
    await waitForHydration(page, { parts: true });
    await expect(page).not.toHaveTitle('It flashed');
    await line(page).getByRole('link', { name: 'Play it' }).click();
    await expect(page).toHaveURL(/\/games\/matatu-rush$/);
    await expect(line(page)).toHaveText('Bao Master is back. Play it');
    await line(page).getByRole('button', { name: 'Close' }).click();
    await page.goto('/');
    await waitForHydration(page, { parts: true });
    await expect(line(page)).toHaveCount(0);

    // Ended by the operator, on the same page.
    const item = ops.getByRole('listitem').filter({ hasText: 'Bao Master is back.' }).first();
    await item.locator('summary').click();
    await item.getByRole('textbox', { name: 'Why' }).fill('Enough.');
    await item.getByRole('button', { name: /^End now ?: Bao/ }).click();
    await expect(ops.getByText('The line is gone from every page.').first()).toBeVisible();
    await expect(item).toContainText('Ended early');
  });
});

test('at its end a line goes from an open page, and is not on an old copy', async ({ page, dataDir }) => {
  await page.clock.install();
  await query(
    `insert into announcements (form_id, text, audience, starts_at, ends_at, has_bell, created_at)
      values (gen_random_uuid(), 'Soon it is over.', 'everybody', now() - interval '1 minute', now() + interval '10 minutes', false, now())`,
    [],
    dataDir,
  );
  // Nobody told the process: within some seconds it knows by itself.
  await expect(async () => {
    await page.goto('/contact');
    await expect(line(page)).toHaveText('Soon it is over.', { timeout: 500 });
  }).toPass();
  await waitForHydration(page, { parts: true });
  await page.clock.runFor('11:00');
  await expect(line(page)).toHaveCount(0);
  // Nor does it show on a page that says it although it is over here, such as an old copy of the service worker's.
  const old = await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await old?.text()).toContain('Soon it is over.');
  await expect(line(page)).toHaveCount(0);
});

test('the line of a read-only site goes before what is announced, and from open pages when it ended', async ({
  page,
  someone,
  dataDir,
}) => {
  const { page: ops } = await someone({ ...PHONE, role: 'operator' });
  await ops.goto('/operator/switches');
  const { page: mine } = await someone(PHONE);
  await switchReadOnly(ops, 'on', dataDir);
  await mine.goto('/contact');
  // Nothing was ever closed here, and the script has chosen.
  await expect(maintenance(mine)).toBeVisible();
  await waitForHydration(mine, { parts: true });
  await mine.getByRole('link', { name: 'Games', exact: true }).first().click();
  await expect(mine).toHaveURL('/games');
  await expect(maintenance(mine)).toBeVisible();
  await page.clock.install();
  await page.goto('/contact');
  await expect(maintenance(page)).toBeVisible();
  await waitForHydration(page, { parts: true });
  await expect(maintenance(page)).toBeVisible();

  await switchReadOnly(ops, 'off', dataDir);
  await expect(maintenance(mine)).toHaveCount(0);
  // A visitor has no live connection: the page asks.
  await expect(maintenance(page)).toBeVisible();
  await page.clock.runFor('05:01');
  await expect(maintenance(page)).toHaveCount(0);
});
