import { signIn, signOut } from './accounts.ts';
import { PASSWORD, setPassword } from './passwords.ts';
import { query, signInNewPlayer } from './players.ts';
import { expect, waitForHydration, isPhone, test } from './site.ts';

const frameOf = '.player iframe, dialog iframe';

test('play, be counted, close by Escape outside and inside of the game, and be where one was', async ({ page }) => {
  await page.goto('/games/rhino-sumo');
  await waitForHydration(page);
  const play = page.getByRole('link', { name: 'Play', exact: true });
  await play.click();
  const viewer = page.getByRole('dialog', { name: /Rhino Sumo/ });
  await expect(viewer).toBeVisible();
  await expect(page).toHaveURL('/games/rhino-sumo');
  await expect(page.frameLocator(frameOf).locator('html')).toHaveAttribute('data-ready', 'true', { timeout: 60_000 });
  // What the site says of it is up to ten seconds old: tests/http/games.test.ts.
  await expect
    .poll(() => query(`select 1 from active_plays a join plays p on p.id = a.play_id where p.game_id = 'rhino-sumo'`), { timeout: 60_000 })
    .not.toEqual([]);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(play).toBeFocused();
  await expect(page).toHaveURL('/games/rhino-sumo');
  await play.click();
  await expect(page.frameLocator(frameOf).locator('html')).toHaveAttribute('data-state', 'playing');
  await page.keyboard.press('Escape');
  await expect(page.locator(frameOf)).toHaveCount(0);
});

test(
  "the phone's back and the close button close the viewer and keep the page; what a game keeps is there the next time",
  { tag: '@phone' },
  async ({ page }) => {
    // Few enough for one page: the order of popular games changes once an hour, by what was played.
    const list = '/games?genre=Adventure';
    await page.goto(list);
    await waitForHydration(page);
    await page.locator('main a[href="/games/simba-quest"]').first().click();
    const address = '/games/simba-quest';
    await expect(page).toHaveURL(address);
    const play = page.getByRole('link', { name: 'Play', exact: true });
    const game = page.frameLocator(frameOf);
    await play.click();
    await game.getByRole('button', { name: 'Sound off' }).click();
    await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible();
    await page.goBack();
    await expect(page.locator(frameOf)).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Simba Quest' })).toBeVisible();
    await play.click();
    await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator(frameOf)).toHaveCount(0);
    await expect(page).toHaveURL(address);
    // It leaves the page, and does not open the viewer that was closed.
    await page.goBack();
    await expect(page).toHaveURL(list);
  },
);

test('a game that comes slowly does not write over what was kept of it', async ({ page }) => {
  await page.goto('/games/bubble-baobab');
  await waitForHydration(page);
  const save = { best: 4200, muted: true, data: { tree: 3 } };
  await page.evaluate((value) => localStorage.setItem('kiddo-game:visitor:bubble-baobab', JSON.stringify(value)), save);
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/game.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const game = page.frameLocator(frameOf);
  // The kit that all games share loads before this game.
  await expect.poll(() => game.locator('html').evaluate(() => 'Kiddo' in window)).toBe(true);
  go();
  const sound = (name: string) => game.getByRole('button', { name });
  await expect(sound('Sound on')).toBeVisible();
  await game.getByRole('button', { name: 'Pause' }).click();
  await expect(game.getByText(/^Your best: 4,?200/)).toBeVisible();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('kiddo-game:visitor:bubble-baobab') ?? '{}'));
  await expect.poll(stored).toEqual(save);
  // It was not overwritten in between either: the next save still contains it.
  await sound('Sound on').click();
  await expect.poll(stored).toMatchObject({ ...save, muted: false });
});

test('a game that does not load in 15 s says so and can be tried again', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_/);
  await page.clock.install();
  await page.goto('/games/lamu-sails');
  await waitForHydration(page);
  await page.route('**/games/lamu-sails/*/index.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>nothing</title>' }),
  );
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.locator(frameOf)).toBeAttached();
  await page.clock.runFor(16_000);
  await expect(page.getByText('The game did not load')).toBeVisible();
  await page.unroute('**/games/lamu-sails/*/index.html');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.frameLocator(frameOf).locator('html')).toHaveAttribute('data-ready', 'true', { timeout: 60_000 });
});

test('the viewer goes full screen and follows the browser out of it', { tag: '@full-browser' }, async ({ page }) => {
  await page.goto('/games/volcano-dash');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.getByRole('button', { name: 'Leave fullscreen', exact: true })).toBeVisible();
  await page.evaluate(() => document.exitFullscreen());
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
});

test('sharing hands the address to the phone, or copies it', { tag: ['@phone', '@desktop'] }, async ({ page, context }) => {
  const address = `http://localhost:${process.env['TEST_PORT']}/games/beat-safari`;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The browsers under test have no share sheet: on the phone, a fake one records what it was given.
  if (isPhone(page)) {
    await page.addInitScript(() => {
      navigator.share = async (data) => sessionStorage.setItem('shared', data?.url ?? '');
    });
  }
  await page.goto('/games/beat-safari');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Share Game' }).click();
  if (isPhone(page)) {
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shared'))).toBe(address);
    return;
  }
  await expect(page.getByText('Link Copied!')).toBeVisible();
  await expect(page.getByText('Game link has been copied to your clipboard.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test('reporting asks a visitor to sign in', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/games/beat-safari');
  await waitForHydration(page);
  await page
    .getByRole('button', { name: 'Report Game' })
    .or(page.getByRole('link', { name: 'Report Game' }))
    .click();
  await expect(page.getByText('Authentication required')).toBeVisible();
  await expect(page.getByText('Please log in to report a game.')).toBeVisible();
});

test('each player of a device plays on with their own score, which goes when they sign out if they were not remembered', async ({
  page,
  baseURL,
}) => {
  const game = page.frameLocator(frameOf);
  const listScores = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('kiddo-game:'))
        .map(([, save]) => (JSON.parse(save) as { muted: boolean }).muted),
    );
  /** Opens the game, and mutes it, which is saved. */
  const playMuted = async () => {
    await page.goto('/games/bubble-baobab');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await game.getByRole('button', { name: 'Sound off' }).click();
    await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible();
  };
  await playMuted();
  await expect.poll(listScores).toEqual([true]);

  const me = await signInNewPlayer(page.context(), { origin: baseURL ?? '' });
  await setPassword(me.id);
  await page.context().clearCookies();
  await signIn(page, me.username, PASSWORD);
  // The visitor's choice is not theirs: for them the sound is on.
  await playMuted();
  await expect.poll(listScores).toEqual([true, true]);
  await page.getByRole('button', { name: 'Close' }).click();
  await signOut(page);
  await expect.poll(listScores).toEqual([true]);
  await page.goto('/games/bubble-baobab');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(game.getByRole('button', { name: 'Sound on' })).toBeVisible();
});
