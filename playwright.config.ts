import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePorts } from './scripts/free-ports.ts';

// The built site, started the way a user would start it, by `npm start` on its own ports: with an empty data folder, or with a copy of what
// a former layer of the same run has prepared.
const port = Number((process.env['TEST_PORT'] ??= String((await freePorts(3))[0])));
const dataDir = (process.env['TEST_DATA_DIR'] ??= makeDataDir());

/** This runs once: the workers get the folder's name. */
function makeDataDir(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-e2e-'));
  const prepared = process.env['TEST_PREPARED_SITE'];
  // Preserves owners and modes: a database that root started belongs to another user.
  if (prepared && fs.existsSync(prepared)) execFileSync('cp', ['-pR', `${prepared}/.`, folder]);
  return folder;
}

/** Tests that check every page of the site with axe, the keyboard and several widths. */
const PAGES = ['every-route.spec.ts', 'accessibility.spec.ts'];
const CRAWL = ['crawler.spec.ts'];
/**
 * Tests that change a site for everybody, or stop it, get a site of their own. Those that leave it as it was share one site for each worker
 * (worker-site.ts), which lasts as long as the worker, and a worker is of one project: so all of them are in the same one.
 */
const OWN_SITE = [
  'announcements.spec.ts',
  'case-queue.spec.ts',
  'content-marks.spec.ts',
  'disputes.spec.ts',
  'game-admin.spec.ts',
  'help-requests.spec.ts',
  'live.spec.ts',
  'moderators.spec.ts',
  'operators.spec.ts',
  'parents-request.spec.ts',
  'recent-games.spec.ts',
  'service-status.spec.ts',
  'start.spec.ts',
  'statistics.spec.ts',
  'switches.spec.ts',
  'texts.spec.ts',
  'waiting-badge.spec.ts',
];
const GAMES = ['games.spec.ts'];
const JOURNEYS_IGNORE = [...PAGES, ...CRAWL, ...OWN_SITE, ...GAMES];

/** A journey runs once, on desktop: these tags say where else. `npm test` provides both browsers (scripts/ensure-browser.mjs). */
const PHONE_ONLY = /^(?=.*@phone)(?!.*@desktop)/;
const FULL_BROWSER = /@full-browser/;

const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

/** The cookie question is already answered: only the journey about it (consent.spec.ts) starts without an answer. */
const ANSWERED = { name: 'cookie_consent', value: 'essential', domain: 'localhost', path: '/', expires: -1, sameSite: 'Lax' } as const;

const fullBrowser = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For pages that live for a second: compiling their code to the fastest form takes longer than running it. */
const SHORT_LIVED_PAGES = ['--js-flags=--no-opt --no-maglev --no-sparkplug'];

/** The crawl starts sites of its own, one for each walk. */
const projects = process.argv.filter((argument) => argument.startsWith('--project'));
const isCrawlOnly = projects.length === 1 && projects[0] === '--project=crawl';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  // A third one adds contention: on two cores the journeys took 647 s with it and 498 s without, in one whole run each,
  // whose other layers took about the same time.
  workers: 2,
  retries: 0,
  // Two browsers, the site and its database may share two busy cores: the timeout must be long enough to tell a hang from slowness.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/playwright-counts.ts']],
  globalTeardown: './tests/e2e/clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    storageState: { cookies: [{ ...ANSWERED, httpOnly: false, secure: false }], origins: [] },
    // Tracing costs a third of a test's time: request it only to investigate a failure.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: process.env['HEADLESS_SHELL_PATH'] ?? fullBrowser, args: ARGUMENTS },
  },
  projects: [
    { name: 'desktop', use: DESKTOP, testIgnore: JOURNEYS_IGNORE, grepInvert: [PHONE_ONLY, FULL_BROWSER] },
    { name: 'phone', use: PHONE, testIgnore: JOURNEYS_IGNORE, grep: /@phone/, grepInvert: FULL_BROWSER },
    {
      name: 'full-browser',
      use: { ...DESKTOP, launchOptions: { executablePath: fullBrowser, args: ARGUMENTS } },
      testIgnore: JOURNEYS_IGNORE,
      grep: FULL_BROWSER,
    },
    { name: 'games', testMatch: GAMES },
    { name: 'own-site', use: DESKTOP, testMatch: OWN_SITE },
    { name: 'pages', use: DESKTOP, testMatch: PAGES, grepInvert: PHONE_ONLY },
    { name: 'pages-phone', use: PHONE, testMatch: PAGES, grep: /@phone/ },
    {
      name: 'crawl',
      testMatch: CRAWL,
      use: {
        launchOptions: { executablePath: process.env['HEADLESS_SHELL_PATH'] ?? fullBrowser, args: [...ARGUMENTS, ...SHORT_LIVED_PAGES] },
      },
    },
  ],
  webServer: isCrawlOnly
    ? []
    : [
        {
          command: `${JSON.stringify(process.execPath)} tests/e2e/issuer.ts`,
          url: `http://localhost:${port + 2}/.well-known/openid-configuration`,
          env: { ISSUER_PORT: String(port + 2), SITE_ORIGIN: `http://localhost:${port}` },
        },
        {
          command: `${JSON.stringify(process.execPath)} scripts/start.mjs`,
          url: `http://localhost:${port}/healthz`,
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
          env: {
            PORT: String(port),
            GAMES_PORT: String(port + 1),
            DATA_DIR: dataDir,
            LOG_LEVEL: 'warn',
            API_RATE: '0',
            PAGE_RATE: '0',
            DATABASE_TIMEOUT: '60',
            OVERLOAD_REQUESTS: '0',
            OVERLOAD_DELAY: '0',
            // Tests add the players that they are about: an empty world is easier to reason about.
            DEMO_WORLD: 'no',
            // A push service that never answers: what one on the internet said to a test's browser would end its subscription.
            PUSH_HOSTS: 'http://localhost:9',
            OIDC_ISSUER: `http://localhost:${port + 2}`,
            OIDC_CLIENT_ID: 'kiddo',
            OIDC_CLIENT_SECRET: 'kiddo-test-secret',
          },
        },
      ],
});
