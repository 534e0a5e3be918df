import type { Page } from '@playwright/test';
import { signInNewPlayer, advancePlayTime, query, type Known } from './players.ts';
import { expect, waitForHydration, test as base } from './site.ts';

// A player's own pages. Without JavaScript: tests/http/library.test.ts.

const test = base.extend<{ me: Known }>({
  me: async ({ page, baseURL }, use) => use(await signInNewPlayer(page.context(), { origin: baseURL ?? '' })),
});

const heart = (page: Page) => page.getByRole('button', { name: /^Favorite(d)?$/ });
/** The element to press: the star around the radio button. */
const star = (page: Page, stars: number) => page.locator('label').filter({ has: page.getByRole('radio', { name: `${stars} stars` }) });
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text).first();

async function openGame(page: Page, id: string): Promise<void> {
  await page.goto(`/games/${id}`);
  await waitForHydration(page);
}

/** Opens a game, waits until the play is counted, and closes the game. @param meanwhile runs while it is open */
async function play(page: Page, id: string, meanwhile?: () => Promise<void>): Promise<void> {
  await openGame(page, id);
  const started = page.waitForResponse((response) => response.url().endsWith(`/games/${id}/plays`) && response.ok());
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await started;
  await meanwhile?.();
  const ended = page.waitForResponse((response) => /\/plays\/[\w-]+$/.test(response.url()));
  await page.getByRole('button', { name: 'Close' }).click();
  await ended;
}

test('a game is kept among the favorites, shown on the profile, and let go', { tag: '@phone' }, async ({ page, me }) => {
  await openGame(page, 'kite-club');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await heart(page).click();
  await expect(heart(page)).toHaveText('Favorited');
  await expect(toast(page, 'Game has been added to your favorites!')).toBeVisible();
  await page.reload();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(me.displayName);
  await expect(page.getByRole('main').getByText(`@${me.username}`)).toBeVisible();
  await expect(page.getByText(/Member since \w+ \d{4}/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kite Club' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('button', { name: /Kite Club/ }).click();
  await expect(toast(page, 'Game has been removed from your favorites.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No favorite games yet. Start exploring!')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Games' }).click();
  await expect(page).toHaveURL('/games');
});

test('the heart shows the new state at once and takes no press while it is sent; the focus stays', async ({ page, me }) => {
  expect(me.id).not.toBe('');
  await openGame(page, 'cloud-climb');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/games/cloud-climb/favorite', (route) => released.then(() => route.continue()));
  await heart(page).focus();
  await page.keyboard.press('Enter');
  await expect(heart(page)).toHaveText('Favorited');
  await expect(heart(page)).toBeDisabled();
  release();
  await expect(heart(page)).toBeEnabled();
  await expect(heart(page)).toHaveText('Favorited');
  await expect(heart(page)).toBeFocused();
});

test('a favorite that cannot be saved is taken back, with a word', async ({ page, me, quiet }) => {
  expect(me.id).not.toBe('');
  quiet.allow(/status of 500/);
  await openGame(page, 'paws-clinic');
  // With no response at all there would be no network, and the request would be queued (offline.spec.ts).
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/favorite', (route) => released.then(() => route.fulfill({ status: 500, body: 'It broke.' })));
  await heart(page).click();
  await expect(heart(page)).toHaveText('Favorited');
  release();
  await expect(toast(page, 'Failed to add game to favorites.')).toBeVisible();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
});

test('what was played last stands on the home page, and all of it on the profile', { tag: '@phone' }, async ({ page, me }) => {
  await page.goto('/');
  const recent = page.getByRole('region', { name: 'Recently Played' });
  await expect(recent.getByText('No games played yet')).toBeVisible();
  await expect(recent.getByText('Start playing games to see your recent activity here!')).toBeVisible();
  await query(
    `insert into play_history (id, player_id, game_id, played_at) values
       (gen_random_uuid(), $1, 'bao-master', now() - interval '2 seconds'), (gen_random_uuid(), $1, 'rhino-sumo', now() - interval '1 second')`,
    [me.id],
  );
  await play(page, 'bao-master');
  await page.goto('/');
  await expect(recent.getByRole('listitem')).toHaveText([/Bao Master/, /Rhino Sumo/]);
  // Without horizontal scrolling.
  await expect(recent.getByRole('link', { name: /Bao Master/ })).toBeInViewport();
  await page.goto('/profile?tab=history');
  await expect(page.locator('.history-line')).toHaveText([/Bao Master/, /Rhino Sumo/]);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep history' }).click();
  await expect(page.locator('.history-line')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear it' }).click();
  await expect(toast(page, 'The list of games you played is empty now.')).toBeVisible();
  await expect(page.getByText('No games played yet')).toBeVisible();
  await page.goto('/');
  await expect(recent.getByText('No games played yet')).toBeVisible();
});

test('who has played for a minute gives stars, and can change them', async ({ page, me }) => {
  await query(`insert into play_times (player_id, game_id, seconds, counted_to) values ($1, 'maze-mamba', 35, now())`, [me.id]);
  await openGame(page, 'maze-mamba');
  await expect(page.getByText('Play for at least a minute, then you can rate it.')).toBeVisible();
  await play(page, 'maze-mamba', () => advancePlayTime(me.id, 35));
  // The page updates on its own after the game is closed.
  await star(page, 4).click();
  await expect(toast(page, 'Your stars are saved. You can change them any time.')).toBeVisible();
  await expect(page.getByText('You gave 4 stars')).toBeVisible();
  // The page shows it before the server has saved it.
  const saved = page.waitForResponse((response) => response.url().includes('/rating') && response.request().method() === 'POST');
  await star(page, 2).click();
  await expect(page.getByText('You gave 2 stars')).toBeVisible();
  await saved;
  await page.reload();
  await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
});

test('the bell shows what arrived before its code was loaded', async ({ page, me }) => {
  await page.addInitScript(() =>
    window.addEventListener('kiddo:live', (event) => {
      const { detail } = event as CustomEvent<{ kind: string; unread?: number }>;
      if (detail.kind === 'notification') document.documentElement.dataset['told'] = String(detail.unread);
    }),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/bell-(?!panel)/, (route) => promise.then(() => route.fallback()));
  await openGame(page, 'kite-club');
  const unread = page.locator('html');
  await expect(unread).toHaveAttribute('data-told', '0');
  const answer = await page.request.post('/games/kite-club/reports', {
    form: { reason: 'other', description: `From ${me.username}.` },
    headers: { accept: 'application/json', origin: new URL(page.url()).origin },
  });
  expect(await answer.json()).toEqual({ ok: true });
  await expect(unread).toHaveAttribute('data-told', '1');
  resolve();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});

test('recent games are there before their code is; every link works meanwhile, and nothing blinks when it comes', async ({ page, me }) => {
  await query(`insert into play_history (id, player_id, game_id, played_at) values (gen_random_uuid(), $1, 'kite-club', now())`, [me.id]);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/deferred-recent-games-*.js', (route) => promise.then(() => route.fallback()));
  await page.goto('/');
  await waitForHydration(page);
  const recent = page.getByRole('region', { name: 'Recently Played' });
  await expect(recent.getByRole('link', { name: 'Kite Club' })).toBeVisible();
  // A link that React handles: a boundary that waits for its code would hold it up.
  await page.evaluate(() => (document.documentElement.dataset['mark'] = 'same page'));
  await page.locator('.bar a[href="/games"]').locator('visible=true').first().click();
  await expect(page).toHaveURL('/games');
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'same page');
  await page.goto('/');
  await waitForHydration(page);
  await page.evaluate(() => {
    const blinks = () => document.querySelector('.recent[aria-busy]') && (document.documentElement.dataset['blinked'] = 'yes');
    new MutationObserver(blinks).observe(document.body, { childList: true, subtree: true });
  });
  resolve();
  await expect(page.locator('.recent-place')).not.toHaveAttribute('data-pending');
  await expect(recent.getByRole('link', { name: 'Kite Club' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-blinked');
});
