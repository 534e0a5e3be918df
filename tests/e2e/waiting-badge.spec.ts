import type { Page } from '@playwright/test';
import { openPage } from './friends.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';

// The number of what waits, in the top bar of the team's open tabs. What it says in words: src/features/site/team/rules.test.ts.

type Counts = { total: number; urgent: number };

const badge = (page: Page) => page.locator('.bar').getByRole('link', { name: /^Waiting/ });
const tabBar = (page: Page) => page.locator('.tab-bar');

async function expectWaiting(page: Page, { total, urgent }: Counts): Promise<void> {
  const words = urgent === 0 ? '' : `, ${urgent} ${urgent === 1 ? 'is' : 'are'} urgent`;
  await expect(badge(page)).toHaveAccessibleName(`Waiting ${total}${words}`);
  await expect(badge(page)).toContainText(String(total));
}

test('an open tab shows a report that comes in, and one that was decided, on a phone too; whoever is no moderator sees none', async ({
  someone,
}) => {
  const [amina, phone, desktop] = [
    await someone(PHONE),
    await someone({ ...PHONE, role: 'moderator' }),
    await someone({ ...DESKTOP, role: 'moderator' }),
  ];
  const send = async (page: Page, address: string, form: Record<string, string>) => {
    const answer = await page.request.post(address, { form, headers: { accept: 'application/json', origin: new URL(page.url()).origin } });
    expect(answer.ok(), `${address} ${answer.status()}`).toBe(true);
  };
  await openPage(phone.page, '/');
  await openPage(desktop.page, '/games/kite-club');
  const before = (await (await phone.page.request.get('/moderation/counts')).json()) as Counts;
  await expect(badge(phone.page)).toBeVisible();
  await expect(desktop.page.locator('.bar').getByRole('link', { name: 'Premium' })).toHaveCount(0);

  await openPage(amina.page, '/games/matatu-rush');
  await expect(badge(amina.page)).toHaveCount(0);
  await send(amina.page, '/games/matatu-rush/reports', { reason: 'broken_game', description: 'It is black.' });
  const reported = { ...before, total: before.total + 1 };
  for (const { page } of [phone, desktop]) await expectWaiting(page, reported);

  // A child who asks for help is urgent.
  await send(amina.page, '/get-help/team', {});
  const urgent = { total: before.total + 2, urgent: before.urgent + 1 };
  for (const { page } of [phone, desktop]) {
    await expectWaiting(page, urgent);
    await expect(page.locator('.waiting-count.urgent')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'For the team:' })).toContainText(
      `${urgent.urgent === 1 ? '1 is' : `${urgent.urgent} are`} urgent`,
    );
  }

  await openPage(phone.page, '/moderation/games/matatu-rush');
  await phone.page.getByRole('textbox').fill('It works on three phones.');
  await phone.page.getByRole('button', { name: 'Dismiss the reports' }).click();
  for (const { page } of [phone, desktop]) await expectWaiting(page, { ...urgent, total: before.total + 1 });
});

test('the pages of the team have their own tabs on phones, and the site is one of them', async ({ someone }) => {
  const [mod, ops] = [await someone({ ...PHONE, role: 'moderator' }), await someone({ ...PHONE, role: 'operator' })];
  const labels = ({ page }: { page: Page }) => tabBar(page).getByRole('link');
  await openPage(mod.page, '/');
  await expect(labels(mod)).toHaveText(['Home', 'Games', 'Friends', 'Market']);
  await badge(mod.page).click();
  await expect(labels(mod)).toHaveText(['Waiting', 'Players', 'Games', 'Pictures', 'Site']);
  await expect(labels(mod).filter({ hasText: 'Waiting' })).toHaveAttribute('aria-current', 'page');
  await labels(mod).filter({ hasText: 'Players' }).click();
  await expect(mod.page).toHaveURL(/\/moderation\/players$/);
  await expect(labels(mod).filter({ hasText: 'Players' })).toHaveAttribute('aria-current', 'page');
  await expect(labels(mod).filter({ hasText: 'Waiting' })).not.toHaveAttribute('aria-current');
  await labels(mod).filter({ hasText: 'Site' }).click();
  await expect(labels(mod)).toHaveText(['Home', 'Games', 'Friends', 'Market']);
  await openPage(ops.page, '/operator');
  await expect(labels(ops)).toHaveText(['Waiting', 'Players', 'Games', 'Overview', 'Site']);
  await expect(labels(ops).filter({ hasText: 'Overview' })).toHaveAttribute('aria-current', 'page');
});
