import { writeGameZip } from '../zip.ts';
import { query } from './players.ts';
import { waitForHydration } from './site.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';

// An operator alone with a phone. The rules: src/features/game-admin; without scripts: tests/http/game-admin.test.ts.

const GAME = 'kite-club';
/** Files that are replaced do not come back with the row: so each test that replaces some has a game of its own. */
const CHECKED_GAME = 'bubble-baobab';

/** The games as the next test finds them. */
test.beforeEach(async ({ dataDir }) => {
  await query('create table games_before as select id, game_url, bytes, assets, picture from games', [], dataDir);
});
test.afterEach(async ({ dataDir }) => {
  const back = `update games g set game_url = b.game_url, bytes = b.bytes, assets = b.assets, picture = b.picture, staff_order = null,
    edited_columns = '{}' from games_before b where b.id = g.id and g.edited_columns <> '{}'`;
  for (const text of [back, 'drop table games_before']) await query(text, [], dataDir);
});

test('a broken game is found, hidden with a note and gone at once, mended by a zip file, tried, and shown again', async ({
  someone,
  quiet,
}) => {
  // The visitor asks for the page of the hidden game.
  quiet.allow(/status of 404/);
  const { page } = await someone({ ...PHONE, role: 'operator' });
  const { page: visitor } = await someone({ ...DESKTOP, role: 'player' });
  await visitor.goto(`/games/${GAME}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/operator/games');
  await waitForHydration(page);
  await page.getByRole('searchbox', { name: 'Title, developer or id' }).fill(GAME.replace('-', ' '));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('link', { name: /^Edit Kite/ }).click();
  const part = (name: string) => page.getByRole('region', { name, exact: true });

  // What was typed in another form stays, and the preview shows it before it is saved.
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Kites of Kenya');
  await expect(page.locator('.game-preview-card').getByText('Kites of Kenya')).toBeVisible();
  await part('Hide it').getByRole('heading').click();
  await part('Hide it').getByRole('textbox').fill('It stays blank on phones');
  await part('Hide it').getByRole('button', { name: 'Hide it' }).click();
  await expect(page.getByText('Nobody sees this game now.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Kites of Kenya');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Game Not Found' })).toBeVisible();

  const file = {
    name: 'kites.zip',
    mimeType: 'application/zip',
    buffer: writeGameZip({ 'index.html': '<!doctype html><h1>It flies again</h1>' }),
  };
  await part('Files').getByRole('heading').click();
  await part('Files').locator('input[type=file]').setInputFiles(file);
  await part('Files').getByRole('textbox').fill('The fix of the maker');
  await part('Files').getByRole('button', { name: 'Replace the files' }).click();
  await expect(page.getByText('replaced the files')).toBeVisible();
  await part('Try the game').locator('summary').click();
  await expect(page.frameLocator('.game-try iframe').getByRole('heading', { name: 'It flies again' })).toBeVisible();

  await part('Show it').getByRole('textbox').fill('Mended');
  await part('Show it').getByRole('button', { name: 'Show it' }).click();
  await expect(part('Hide it')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Game Not Found' })).toBeHidden();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
});

// That a game shows nothing the robot says only after 20 s: game-browser.spec.ts and tests/http/game-admin.test.ts.
test('a game with an error is opened by the robot when asked, with its picture and error; with better files it has none', async ({
  someone,
}) => {
  const { page } = await someone({ ...PHONE, role: 'operator' });
  await page.goto(`/operator/games/${CHECKED_GAME}/edit`);
  await waitForHydration(page);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const check = part('The nightly check');
  const replaceFiles = async (html: string) => {
    const file = { name: 'kites.zip', mimeType: 'application/zip', buffer: writeGameZip({ 'index.html': html }) };
    if ((await part('Files').getAttribute('open')) === null && !(await part('Files').locator('input[type=file]').isVisible()))
      await part('Files').getByRole('heading').click();
    await part('Files').locator('input[type=file]').setInputFiles(file);
    await part('Files').getByRole('textbox').fill('From the maker');
    await part('Files').getByRole('button', { name: 'Replace the files' }).click();
    await expect(page.getByText('replaced the files')).not.toHaveCount(0);
  };
  await replaceFiles('<!doctype html><h1>It hardly flies</h1><script>missingKite.fly()</script>');
  await check.getByRole('button', { name: 'Open it now' }).click();
  await expect(check.getByText('It is being opened.')).toBeVisible();
  await expect(check.getByText(/missingKite is not defined/)).toBeVisible({ timeout: 90_000 });
  await expect(check.getByText('It works: something was drawn.')).toBeVisible();
  const picture = check.getByRole('img', { name: 'What it looked like on a phone' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360);
  await page.goto('/operator/games');
  await expect(page.getByRole('listitem').filter({ hasText: 'Bubble Baobab' }).getByText('Look at it')).toBeVisible();

  await page.goto(`/operator/games/${CHECKED_GAME}/edit`);
  await waitForHydration(page);
  await replaceFiles('<!doctype html><h1>It flies again</h1>');
  await expect(check.getByText('Its files changed since then.')).toBeVisible();
  await check.getByRole('button', { name: 'Open it now' }).click();
  await expect(check.getByText(/missingKite/)).toBeHidden({ timeout: 90_000 });
  await expect(check.getByText('It works: something was drawn.')).toBeVisible({ timeout: 90_000 });
});

test('a staff pick is dragged to the top, and Featured begins with it', async ({ someone }) => {
  const { page } = await someone({ ...DESKTOP, role: 'operator' });
  for (const game of ['lamu-sails', 'coral-divers']) {
    await page.goto(`/operator/games/picks?q=${game}`);
    await waitForHydration(page);
    await page.getByRole('textbox', { name: /^Why/ }).fill('For the holidays');
    await page
      .getByRole('button', { name: /^Add to the picks/ })
      .first()
      .click();
    await expect(page.locator(`li[data-id="${game}"]`)).toBeVisible();
  }
  await page.getByRole('textbox', { name: /^Why/ }).fill('The sea first');
  const rows = page.locator('li[data-id]');
  const handle = page.locator('li[data-id="coral-divers"] .pick-handle');
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await rows.first().boundingBox()];
  if (!from || !to) throw new Error('there is nothing to drag');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 30, { steps: 4 });
  await page.mouse.move(from.x + 10, to.y + 4);
  await page.mouse.up();
  await expect(rows.first()).toHaveAttribute('data-id', 'coral-divers');
  await page.goto('/games?tab=featured');
  await expect(page.locator('.grid .card-title').first()).toHaveText(/Coral/);
});
