import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { freePorts, untilUp } from './bench/servers.ts';

// Takes the README's pictures of the built site: node scripts/run.mjs scripts/pictures.ts

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'docs/pictures');
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
await untilUp(`http://localhost:${port}/healthz`);
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS });

const SCENES: [string, (page: Page) => Promise<unknown>][] = [
  ['home', (page) => page.goto('/')],
  ['games', (page) => page.goto('/games')],
  ['game', (page) => page.goto('/games/matatu-rush')],
  ['player', play],
  ['login', (page) => page.goto('/login')],
  ['home-signed-in', signedIn],
];

async function signedIn(page: Page): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByLabel('Email or Username').fill('amina');
  await page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/');
  await page.waitForLoadState('networkidle');
}

async function play(page: Page): Promise<void> {
  await page.goto('/games/matatu-rush', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const game = page.frameLocator('iframe');
  await game.locator('.kk-go').click();
  await page.waitForTimeout(3500);
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, show] of SCENES) {
      if (theme === 'dark' && name !== 'home') continue;
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        hasTouch: size === 'phone',
        deviceScaleFactor: 1,
        baseURL: `http://localhost:${port}`,
      });
      const page = await context.newPage();
      await show(page);
      await page.waitForTimeout(600);
      const shot = await page.screenshot();
      await sharp(shot)
        .png({ palette: true, colours: 200, effort: 9 })
        .toFile(path.join(out, `${name}-${size}${theme === 'dark' ? '-dark' : ''}.png`));
      await context.close();
    }
  }
}
await browser.close();
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
await fs.rm(folder, { recursive: true, force: true });
