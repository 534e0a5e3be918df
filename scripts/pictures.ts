import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { freePorts } from './free-ports.ts';
import { waitUntilUp } from './bench/wait-until-up.ts';

// Takes the pictures of README.md and docs/tour.md from the built site: node scripts/run.mjs scripts/pictures.ts [SCENE ...]

const root = path.resolve(import.meta.dirname, '..');
const picturesFolder = path.join(root, 'docs/pictures');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-pictures-'));
const [port = 0, gamesPort = 0] = await freePorts(2);
// KIDDO_PARENT and the channel: it ends with this script, however that ends. A server that stays keeps a terminal waiting.
const env = {
  ...process.env,
  KIDDO_PARENT: '1',
  PORT: String(port),
  GAMES_PORT: String(gamesPort),
  DATA_DIR: folder,
  DEMO_WORLD: 'yes',
  LOG_LEVEL: 'warn',
};
const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
// It first fills the demo world, which takes minutes on a busy machine.
await waitUntilUp(`http://localhost:${port}/healthz`, 600);
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS });

const SCENES: [string, (page: Page) => Promise<unknown>][] = [
  ['home', (page) => page.goto('/')],
  ['games', (page) => page.goto('/games')],
  ['game', (page) => page.goto('/games/matatu-rush')],
  ['player', play],
  ['login', (page) => page.goto('/login')],
  ['home-signed-in', signIn],
  ['game-signed-in', gameSignedIn],
  ['profile', profile],
  ['bell', bell],
  ['moderation', moderation],
  ['friends', friends],
  ['chat', chat],
  ['reported-player', reportedPlayer],
  ['overview', (page) => asOperator(page, '/operator')],
  ['operator-games', (page) => asOperator(page, '/operator/games')],
  ['payments', (page) => asOperator(page, '/operator/payments')],
  ['switches', (page) => asOperator(page, '/operator/switches')],
  ['till', sandboxPayment],
  ['subscription', subscription],
  ['kiddocash', kiddocash],
  ['avatar', avatar],
  ['catalog', catalog],
  ['settings', settings],
  ['guardian', guardian],
  ['agreement', agreement],
  ['ask-at-home', askAtHome],
  ['cookies', (page) => page.goto('/', { waitUntil: 'networkidle' })],
  ['blog', (page) => page.goto('/blog', { waitUntil: 'networkidle' })],
  ['post', (page) => page.goto('/blog/playing-on-little-data', { waitUntil: 'networkidle' })],
  ['help', (page) => page.goto('/help-center?q=password', { waitUntil: 'networkidle' })],
  ['parents', (page) => page.goto('/parents', { waitUntil: 'networkidle' })],
  ['contact', (page) => page.goto('/contact', { waitUntil: 'networkidle' })],
  ['status', (page) => page.goto('/status', { waitUntil: 'networkidle' })],
  ['inbox', (page) => asOperator(page, '/operator/messages')],
  ['saver', dataSaver],
  ['kept', offlineGames],
  ['offline', offline],
];
/** The only picture that shows the cookie question; elsewhere it is answered. */
const COOKIE_BANNER_SCENE = 'cookies';
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !SCENES.some(([known]) => known === name));
if (unknown !== undefined) throw new Error(`there is no scene '${unknown}': ${SCENES.map(([name]) => name).join(', ')}`);

async function gameSignedIn(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/games/matatu-rush', { waitUntil: 'networkidle' });
}

async function profile(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/profile', { waitUntil: 'networkidle' });
}

async function bell(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.waitForTimeout(500);
}

async function moderation(page: Page): Promise<void> {
  await signIn(page, 'mod');
  await page.goto('/moderation', { waitUntil: 'networkidle' });
}

async function friends(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/friends?tab=search&q=ni', { waitUntil: 'networkidle' });
}

/** Opens the chat with a friend. */
async function openChat(page: Page, friend: string): Promise<void> {
  await page.goto('/friends', { waitUntil: 'networkidle' });
  await page.locator('.friend-line').filter({ hasText: friend }).click();
  await page.locator('.chat textarea').waitFor();
}

/** Amina reads what Brian wrote. His tab is open too, so that he is online. */
async function chat(page: Page): Promise<void> {
  const brianContext = await browser.newContext({ baseURL: `http://localhost:${port}` });
  await answerCookieBanner(brianContext);
  const brian = await brianContext.newPage();
  await signIn(brian, 'brian');
  await openChat(brian, 'Amina');
  await signIn(page);
  await openChat(page, 'Brian');
  await page.locator('.chat').getByText('Come and get it back, haha').waitFor();
}

async function reportedPlayer(page: Page): Promise<void> {
  await signIn(page, 'mod');
  await page.goto('/moderation/players', { waitUntil: 'networkidle' });
  await page.locator('.reported-person').first().click();
  await page.getByRole('heading', { name: 'What to do' }).waitFor();
}

/** Chao starts to pay for Premium with M-Pesa. */
async function sandboxPayment(page: Page): Promise<void> {
  await signIn(page, 'chao');
  const answer = await page.request.post('/subscription', {
    form: { do: 'subscribe', plan: 'premium', channel: 'mpesa' },
    headers: { origin: `http://localhost:${port}` },
    maxRedirects: 0,
  });
  await page.goto(answer.headers()['location'] ?? '', { waitUntil: 'networkidle' });
}

/** Neema has premium since some weeks, and two receipts. */
async function subscription(page: Page): Promise<void> {
  await signIn(page, 'neema_art');
  await page.goto('/subscription', { waitUntil: 'networkidle' });
}

async function kiddocash(page: Page): Promise<void> {
  await signIn(page, 'neema_art');
  await page.goto('/robux', { waitUntil: 'networkidle' });
}

/** The editor, with premium. */
async function avatar(page: Page): Promise<void> {
  await signIn(page, 'neema_art');
  await page.goto('/avatar-customization', { waitUntil: 'networkidle' });
}

async function catalog(page: Page): Promise<void> {
  await signIn(page, 'neema_art');
  await page.goto('/catalog', { waitUntil: 'networkidle' });
}

async function settings(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/settings?tab=privacy', { waitUntil: 'networkidle' });
}

/** What Amina sees of what her guardian chose. */
async function guardian(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/guardian', { waitUntil: 'networkidle' });
}

/** The guardian's own page, by the link of a mail that Amina has sent to them again. */
async function agreement(page: Page): Promise<void> {
  await guardian(page);
  const again = page.getByRole('button', { name: 'Send them the link again' });
  // It can be sent once a day: for the second size it was.
  if (await again.isVisible()) {
    await again.click();
    await page.getByText('The link is on its way').first().waitFor();
  }
  const mail = page.getByRole('link', { name: /Your link for @amina/ });
  while (!(await mail.isVisible())) {
    await page.waitForTimeout(500);
    await page.goto('/dev/outbox', { waitUntil: 'networkidle' });
  }
  await mail.click();
  await page.waitForURL('**/dev/outbox/*');
  const [link] = /\/guardian\/[\w-]+\.[\w-]+/.exec(await (await page.request.get(page.url())).text()) ?? [];
  if (link === undefined) throw new Error('the mail to the guardian has no link');
  await page.context().clearCookies();
  await answerCookieBanner(page.context());
  await page.goto(link, { waitUntil: 'networkidle' });
}

/** What Amina sees who asks her guardian for Premium. */
async function askAtHome(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/ask-at-home?plan=premium', { waitUntil: 'networkidle' });
}

async function asOperator(page: Page, to: string): Promise<void> {
  await signIn(page, 'ops');
  await page.goto(to, { waitUntil: 'networkidle' });
}

async function dataSaver(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'kiddo_saver', value: 'on', url: `http://localhost:${port}` }]);
  await page.goto('/games?size=light', { waitUntil: 'networkidle' });
}

async function offlineGames(page: Page): Promise<void> {
  for (const id of ['bao-master', 'matatu-rush', 'beat-safari']) {
    await page.goto(`/games/${id}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /^Keep for offline/ }).click();
    await page
      .getByText(/^Kept on this device/)
      .first()
      .waitFor();
  }
  await page.goto('/offline', { waitUntil: 'networkidle' });
}

/** The network is lost, and the user opens a page that was not visited before. */
async function offline(page: Page): Promise<void> {
  await offlineGames(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload({ waitUntil: 'networkidle' });
  await page.context().setOffline(true);
  await page.goto('/about');
  await page.getByText('You are offline').first().waitFor();
}

/** Hides the cookie question from the picture. */
const answerCookieBanner = (context: BrowserContext) =>
  context.addCookies([{ name: 'cookie_consent', value: 'essential', url: `http://localhost:${port}` }]);

async function signIn(page: Page, who = 'amina'): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByLabel('Email or Username').fill(who);
  await page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/');
  await page.waitForLoadState('networkidle');
}

async function play(page: Page): Promise<void> {
  await page.goto('/games/matatu-rush', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const game = page.frameLocator('iframe');
  await game.locator('html[data-state=playing]').waitFor();
  await page.waitForTimeout(3500);
}

try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [name, openScene] of SCENES) {
        if ((theme === 'dark' && name !== 'home') || (chosen.length > 0 && !chosen.includes(name))) continue;
        const context = await browser.newContext({
          viewport,
          colorScheme: theme,
          hasTouch: size === 'phone',
          deviceScaleFactor: 1,
          baseURL: `http://localhost:${port}`,
        });
        if (name !== COOKIE_BANNER_SCENE) await answerCookieBanner(context);
        const page = await context.newPage();
        await openScene(page);
        await page.waitForFunction(() =>
          [...document.images].every((image) => {
            const { left, top } = image.getBoundingClientRect();
            // Images beyond the window are loaded when they come near, and hidden ones never.
            return image.complete || image.offsetWidth === 0 || top > window.innerHeight || left > window.innerWidth;
          }),
        );
        await page.waitForTimeout(600);
        const shot = await page.screenshot();
        await sharp(shot)
          .png({ palette: true, colours: 200, effort: 9 })
          .toFile(path.join(picturesFolder, `${name}-${size}${theme === 'dark' ? '-dark' : ''}.png`));
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  // Listens first: one that failed has ended already.
  const ended = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  await fs.rm(folder, { recursive: true, force: true });
}
