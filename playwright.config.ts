import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePorts } from './scripts/free-ports.ts';

// The built site, started as a player's would be: `npm start` on an empty data folder, on ports of its own.
const port = Number((process.env['TEST_PORT'] ??= String((await freePorts(3))[0])));
const dataDir = (process.env['TEST_DATA_DIR'] ??= fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-e2e-')));

/** Every page of the site as it stands, by axe, keyboard and width. */
const PAGES = ['every-route.spec.ts', 'accessibility.spec.ts'];
const CRAWL = ['crawler.spec.ts'];
/** What changes a site for everybody, or stops it, has one of its own. */
const OWN_SITE = ['start.spec.ts', 'live.spec.ts', 'moderators.spec.ts', 'operators.spec.ts', 'recent-games.spec.ts'];
const GAMES = ['games.spec.ts'];
const JOURNEYS_IGNORE = [...PAGES, ...CRAWL, ...OWN_SITE, ...GAMES];

/** A journey runs once, on a computer: these tags say where else. `npm test` hands over both browsers (scripts/ensure-browser.mjs). */
const PHONE_ONLY = /^(?=.*@phone)(?!.*@desktop)/;
const FULL_BROWSER = /@full-browser/;

const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

/** The question about cookies was answered: no journey but its own (consent.spec.ts) begins with it. */
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

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Two browsers, the site and its database share what may be two busy cores: a hang is told from slowness by this.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/playwright-counts.ts']],
  globalTeardown: './tests/e2e/clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    storageState: { cookies: [{ ...ANSWERED, httpOnly: false, secure: false }], origins: [] },
    // A trace is a third of a test's work: it is asked for where a failure has to be looked into.
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
    { name: 'own-site', testMatch: OWN_SITE },
    { name: 'pages', use: DESKTOP, testMatch: PAGES, grepInvert: PHONE_ONLY },
    { name: 'pages-phone', use: PHONE, testMatch: PAGES, grep: /@phone/ },
    { name: 'crawl', testMatch: CRAWL },
  ],
  webServer: [
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
        OIDC_ISSUER: `http://localhost:${port + 2}`,
        OIDC_CLIENT_ID: 'kiddo',
        OIDC_CLIENT_SECRET: 'kiddo-test-secret',
      },
    },
  ],
});
