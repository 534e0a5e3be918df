import type { Page } from '@playwright/test';
import routes from '../../src/routes.ts';
import { withAll, withWork } from './filled.ts';
import { faultsAt } from './looking.ts';
import { placesOf, type Known, type Role } from './places.ts';
import { enter, query } from './players.ts';
import { expect, test } from './site.ts';

// Every page of the site, as each kind of person sees it: what a machine can find out about whether everybody can use it.

const NOBODY: Known = { friend: 'x', stranger: 'x', paid: 'x', open: 'x', message: 'x', mail: 'x' };

// So many steps of the keyboard are no use in a trace.
test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true, trace: 'off' });

test('each route is looked at, or is no page', () => {
  const paths = (routes as { path?: string }[]).map(({ path = '' }) => path);
  expect(Object.keys(placesOf(NOBODY)).toSorted()).toEqual([...new Set(paths)].toSorted());
});

/** A link that does not work leads to the login page after two seconds: it has to stay for as long as it is looked at. */
async function stay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.location.pathname !== '/reset-password') return;
    const { setTimeout: later } = window;
    const held = (run: () => void, ms = 0) => later(run, ms < 2000 ? ms : 2 ** 30);
    window.setTimeout = held as typeof later;
  });
}

async function expectClean(page: Page, role: Role, of: Partial<Known>): Promise<void> {
  const faults: string[] = [];
  await stay(page);
  for (const place of Object.values(placesOf({ ...NOBODY, ...of }))) {
    if (place === 'no page') continue;
    for (const address of place[role] ?? []) faults.push(...(await faultsAt(page, address)));
  }
  expect(faults).toEqual([]);
}

test.describe('every page can be used by everybody', () => {
  test.describe.configure({ timeout: 400_000 });

  test('visitors', async ({ page, browser, baseURL, quiet }) => {
    quiet.allow(/404|400/);
    const others = await browser.newContext();
    const { id } = await enter(others, { origin: baseURL ?? '' });
    await others.close();
    await expectClean(page, 'visitor', { friend: id });
  });

  test('players', async ({ page, baseURL, quiet }) => {
    quiet.allow(/404|400/);
    const known = await withAll(page, baseURL ?? '');
    const mail = async () => /\/dev\/outbox\/([\w.-]+\.eml)/.exec(await (await page.request.get('/dev/outbox')).text())?.[1];
    await expect.poll(mail, { message: 'the receipt is mailed' }).toBeDefined();
    await expectClean(page, 'player', { ...known, mail: await mail() });
  });

  test('players who have nothing yet, and who leave', async ({ page, baseURL }) => {
    const { id } = await enter(page.context(), { origin: baseURL ?? '' });
    await expectClean(page, 'newcomer', {});
    await query(`update players set deletes_at = now() + interval '14 days' where id = $1`, [id]);
    await expectClean(page, 'leaver', {});
  });

  test('moderators', async ({ page, baseURL }) => {
    await expectClean(page, 'moderator', await withWork(page, baseURL ?? '', 'moderator'));
  });

  test('operators', async ({ page, baseURL }) => {
    await expectClean(page, 'operator', await withWork(page, baseURL ?? '', 'operator'));
  });
});
