import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePorts } from './scripts/free-ports.ts';

// The built site, started as a player's would be: `npm start` on an empty data folder, on ports of its own.
const port = Number((process.env['TEST_PORT'] ??= String((await freePorts(3))[0])));
const dataDir = (process.env['TEST_DATA_DIR'] ??= fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-e2e-')));

/** What changes a site for everybody, or stops it, has one of its own. */
const OWN_SITE = ['start.spec.ts', 'team.spec.ts', 'live.spec.ts', 'chat-faults.spec.ts', 'crawler.spec.ts'];

/** The question about cookies was answered: no journey but its own (consent.spec.ts) begins with it. */
const ANSWERED = { name: 'cookie_consent', value: 'essential', domain: 'localhost', path: '/', expires: -1, sameSite: 'Lax' } as const;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Two browsers, the site and its database share what may be two busy cores: a hang is told from slowness by this.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/closing-line.ts']],
  globalTeardown: './tests/e2e/clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    storageState: { cookies: [{ ...ANSWERED, httpOnly: false, secure: false }], origins: [] },
    // A trace is a third of a test's work: it is asked for where a failure has to be looked into.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testIgnore: ['games.spec.ts', ...OWN_SITE] },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      testIgnore: [
        'games.spec.ts',
        'every-route.spec.ts',
        'http.spec.ts',
        'friends-routes.spec.ts',
        'budget.spec.ts',
        'premium-files.spec.ts',
        // What is kept, sent later and saved is the same on any width.
        'stored.spec.ts',
        'offline.spec.ts',
        'thrift.spec.ts',
        'lists.spec.ts',
        ...OWN_SITE,
      ],
    },
    { name: 'games', testMatch: 'games.spec.ts' },
    { name: 'start', testMatch: OWN_SITE },
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
