import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import * as launcher from 'chrome-launcher';
import lighthouse from 'lighthouse';
import routes from '../../src/routes.ts';
import { freePorts } from '../free-ports.ts';
import { untilUp } from './servers.ts';
import { keep, machine, percentile, table, type Line } from './report.ts';

// The built site as a phone sees it: Lighthouse (mobile) on every page that a visitor may see, and the time from the click on Play to a
// game's first frame on Lighthouse's slow 4G with a CPU four times slower.

const root = path.resolve(import.meta.dirname, '../..');
/** What stands in the place of a parameter. A route with another parameter is one person's, or made for one mail. */
const EXAMPLES: Record<string, string> = {
  'games/:id': 'games/matatu-rush',
  'blog/category/:category': 'blog/category/safety',
  'blog/:slug': 'blog/playing-on-little-data',
  'help/:slug': 'help/play-a-game',
};
const TO_REACH = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };
const SHIFT_TO_REACH = 0.01;
/** Lead on to another page by themselves (spec 2, section 9): what moves then is one page becoming another. */
const LEADING_ON = ['/reset-password'];
/** Where performance is missed, the page is measured so often in all, and the middle one counts. */
const RUNS = 3;
const GAMES = ['matatu-rush', 'bubble-baobab', 'duka-tycoon', 'goal-street', 'volcano-dash'];
const FRAME_TO_REACH_MS = 3000;
// Lighthouse's slow 4G where the browser itself holds requests back: latency of a request, bytes a second.
const SLOW_4G = { latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8, offline: false };
const CPU_SLOWER = 4;
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-site-'));
  const [port = 0, gamesPort = 0] = await freePorts(2);
  const env = {
    ...process.env,
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATA_DIR: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const url = `http://localhost:${port}`;
    await untilUp(`${url}/healthz`);
    const lines = [...(await pages(url)), ...(await firstFrames(url))];
    const text = ['## site', `${machine()}. One run on ${new Date().toISOString().slice(0, 10)}.`, table(lines)].join('\n\n');
    process.stdout.write(`\n${text}\n`);
    if (write) await keep('site', text);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** The pages that answer to a visitor, from the site's own list of routes. BENCH_PAGES=/,/blog takes some of them only. */
async function publicPages(url: string): Promise<{ page: string; isListed: boolean }[]> {
  const only = process.env['BENCH_PAGES']?.split(',');
  const found: { page: string; isListed: boolean }[] = [];
  for (const { path: given = '' } of routes) {
    const page = `/${EXAMPLES[given] ?? given}`;
    if (/[:*]/.test(page) || page.startsWith('/dev/') || (only && !only.includes(page))) continue;
    const answer = await fetch(url + page, { redirect: 'manual' });
    const text = await answer.text();
    if (answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html'))
      found.push({ page, isListed: !/<meta name="robots" content="noindex/.test(text) });
    else if (EXAMPLES[given]) throw new Error(`${page} answers ${answer.status}: choose another example of /${given}`);
  }
  return found;
}

type Seen = { scores: Record<keyof typeof TO_REACH, number>; shift: number; missed: string[] };

async function look(address: string): Promise<Seen> {
  const chrome = await launcher.launch({ chromePath: CHROMIUM, chromeFlags: FLAGS });
  try {
    const result = await lighthouse(address, { port: chrome.port, output: 'json', logLevel: 'error' });
    const scoreOf = (category: string) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100);
    return {
      scores: {
        performance: scoreOf('performance'),
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
        seo: scoreOf('seo'),
      },
      shift: result?.lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
      missed: Object.values(result?.lhr.audits ?? {})
        .filter((audit) => audit.score !== null && audit.score < 0.9)
        .map((audit) => audit.id),
    };
  } finally {
    chrome.kill();
  }
}

async function pages(url: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { page, isListed } of await publicPages(url)) {
    const seen = [await look(url + page)];
    while ((seen[0]?.scores.performance ?? 0) < TO_REACH.performance && seen.length < RUNS) seen.push(await look(url + page));
    const middle = seen.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(seen.length / 2)] as Seen;
    // Pages that search engines are asked to leave out cannot please them.
    const asked = Object.entries(TO_REACH).filter(([category]) => category !== 'seo' || isListed);
    const scores = asked.map(([category]) => middle.scores[category as keyof typeof TO_REACH]);
    const ok =
      asked.every(([, target], at) => (scores[at] ?? 0) >= target) && (LEADING_ON.includes(page) || middle.shift <= SHIFT_TO_REACH);
    if (!ok) process.stdout.write(`${page}: ${middle.missed.join(', ')}\n`);
    const names = asked.map(([category]) => category).join(', ');
    lines.push({
      what: `Lighthouse mobile, ${page}: ${names}, layout shift${seen.length > 1 ? ` (middle of ${seen.length})` : ''}`,
      measured: [...scores, middle.shift.toFixed(3)].join(' / '),
      target: [...asked.map(([, target]) => target), LEADING_ON.includes(page) ? 'leads on' : SHIFT_TO_REACH].join(' / '),
      ok,
    });
  }
  return lines;
}

async function firstFrames(url: string): Promise<Line[]> {
  // One process for page and game, so that one throttle holds both back; players' browsers keep them apart.
  const together = '--disable-features=IsolateSandboxedIframes,IsolateOrigins,site-per-process';
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, together, '--disable-site-isolation-trials'] });
  const times: number[] = [];
  for (const game of GAMES) {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await page.goto(`${url}/games/${game}`, { waitUntil: 'networkidle' });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    const started = performance.now();
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.frameLocator('iframe').locator('html[data-ready=true]').waitFor({ timeout: 30_000 });
    times.push(performance.now() - started);
    const apart = await page
      .context()
      .newCDPSession(page.frames()[1] ?? page)
      .then(
        () => true,
        () => false,
      );
    if (apart) throw new Error('the game ran in a process of its own: it was not held back');
    await page.context().close();
  }
  await browser.close();
  const worst = Math.max(...times);
  return [
    {
      what: `a game's first frame after the click, slow 4G and ${CPU_SLOWER}x CPU, slowest of ${GAMES.length} (median ${(percentile(times, 0.5) / 1000).toFixed(2)} s)`,
      measured: `${(worst / 1000).toFixed(2)} s`,
      target: '3 s',
      ok: worst <= FRAME_TO_REACH_MS,
    },
  ];
}
