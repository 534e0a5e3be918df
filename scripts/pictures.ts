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
const env = { ...process.env, PORT: String(port), GAMES_PORT: String(gamesPort), DATA_DIR: folder, LOG_LEVEL: 'warn' };
const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
await waitUntilUp(`http://localhost:${port}/healthz`);
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
  ['till', sandboxPayment],
  ['subscription', subscription],
  ['kiddocash', kiddocash],
  ['avatar', avatar],
  ['catalog', catalog],
  ['settings', settings],
  ['cookies', (page) => page.goto('/', { waitUntil: 'networkidle' })],
  ['blog', (page) => page.goto('/blog', { waitUntil: 'networkidle' })],
  ['post', (page) => page.goto('/blog/playing-on-little-data', { waitUntil: 'networkidle' })],
  ['help', (page) => page.goto('/help-center?q=password', { waitUntil: 'networkidle' })],
  ['parents', (page) => page.goto('/parents', { waitUntil: 'networkidle' })],
  ['contact', (page) => page.goto('/contact', { waitUntil: 'networkidle' })],
  ['inbox', inbox],
  ['saver', dataSaver],
  ['kept', offlineGames],
  ['offline', offline],
];
/** The only picture that shows the cookie question; elsewhere it is answered. */
const COOKIE_BANNER_SCENE = 'cookies';
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !SCENES.some(([known]) => known === name));
if (unknown !== undefined) throw new Error(`there is no scene '${unknown}': ${SCENES.map(([name]) => name).join(', ')}`);

/** Amina has played and saved a few games, rated one and reported another. */
async function seedActivity(page: Page): Promise<void> {
  await signIn(page);
  const post = (address: string, form: Record<string, string>) =>
    page.request.post(address, { form, headers: { origin: `http://localhost:${port}`, accept: 'application/json' } });
  for (const id of ['reli-tycoon', 'bao-master', 'simba-quest', 'cloud-climb', 'beat-safari', 'matatu-rush'])
    await post(`/games/${id}/plays`, { a: '1' });
  for (const id of ['kite-club', 'coral-divers', 'matatu-rush']) await post(`/games/${id}/favorite`, { on: 'yes' });
  await post('/games/maze-mamba/reports', { reason: 'broken_game', description: 'The snake stops in the third maze.' });
}

async function gameSignedIn(page: Page): Promise<void> {
  await seedActivity(page);
  await page.goto('/games/matatu-rush', { waitUntil: 'networkidle' });
}

async function profile(page: Page): Promise<void> {
  await seedActivity(page);
  await page.goto('/profile', { waitUntil: 'networkidle' });
}

async function bell(page: Page): Promise<void> {
  await seedActivity(page);
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
  await page.goto('/friends?tab=search&q=chao', { waitUntil: 'networkidle' });
}

/** Amina and Brian become friends, if they are not yet, and chat; Brian's tab stays open. */
async function chat(page: Page): Promise<void> {
  const brianContext = await browser.newContext({ baseURL: `http://localhost:${port}` });
  await answerCookieBanner(brianContext);
  const brian = await brianContext.newPage();
  await signIn(page);
  await signIn(brian, 'brian');
  await page.goto('/friends?tab=search&q=brian', { waitUntil: 'networkidle' });
  const add = page.getByRole('button', { name: /Add Friend/ });
  if (await add.isVisible()) {
    await add.click();
    await page.getByRole('button', { name: /^Request Sent/ }).waitFor();
    await brian.goto('/friends?tab=requests', { waitUntil: 'networkidle' });
    // The button disappears at once, before the server has responded.
    const acceptResponse = brian.waitForResponse((response) => response.request().method() === 'POST');
    await brian.getByRole('button', { name: /Accept/ }).click();
    await acceptResponse;
  }
  for (const one of [page, brian]) {
    await one.goto('/friends', { waitUntil: 'networkidle' });
    await one.locator('.friend-line').first().click();
    await one.locator('.chat textarea').waitFor();
  }
  const messages: [Page, string][] = [
    [page, 'Habari! Tucheze Bao?'],
    [brian, 'Nzuri! You will lose again'],
    [page, 'I scored 254712 in Volcano Dash'],
    [brian, 'No way! Show me'],
  ];
  for (const [one, text] of messages) {
    await one.locator('.chat textarea').fill(text);
    await one.keyboard.press('Enter');
    await (one === page ? brian : page).locator('.chat').getByText(text).last().waitFor();
  }
}

async function reportedPlayer(page: Page): Promise<void> {
  await chat(page);
  await page
    .getByRole('button', { name: /^Report this message/ })
    .last()
    .click();
  await page.getByLabel('Being mean or bullying').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('We got your report').waitFor();
  await page.context().clearCookies({ name: 'kiddo_session' });
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

async function subscription(page: Page): Promise<void> {
  await sandboxPayment(page);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('Next Billing').or(page.getByText('Paid until')).first().waitFor();
  await page.goto('/subscription', { waitUntil: 'networkidle' });
}

async function kiddocash(page: Page): Promise<void> {
  await signIn(page, 'chao');
  await page.goto('/robux', { waitUntil: 'networkidle' });
}

/** The editor, with premium. */
async function avatar(page: Page): Promise<void> {
  await subscription(page);
  await page.goto('/avatar-customization', { waitUntil: 'networkidle' });
}

async function catalog(page: Page): Promise<void> {
  await signIn(page, 'chao');
  await page.goto('/catalog', { waitUntil: 'networkidle' });
}

async function settings(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/settings?tab=privacy', { waitUntil: 'networkidle' });
}

/** People wrote to us through the contact page, and an operator reads their messages. */
async function inbox(page: Page): Promise<void> {
  const messages = [
    ['Wanjiku', 'How do I see who my daughter talks to?', 'Hello! My daughter is 13 and loves Bao Master. Can I see her friends?'],
    ['Otieno', 'A game for our school', 'We are a school in Kisumu with 20 tablets. May we use Kiddo in the lessons?'],
  ];
  for (const [name = '', subject = '', message = ''] of messages) {
    await page.goto('/contact', { waitUntil: 'networkidle' });
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email', { exact: true }).fill(`${name.toLowerCase()}@example.com`);
    await page.getByLabel('Subject').fill(subject);
    await page.getByLabel('Message', { exact: true }).fill(message);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Thank you! We got your message.').waitFor();
  }
  await signIn(page, 'ops');
  await page.goto('/operator/messages', { waitUntil: 'networkidle' });
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
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await fs.rm(folder, { recursive: true, force: true });
}
