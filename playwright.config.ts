import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

// The built site, started as a player's would be: `npm start` on an empty data folder, on ports of its own.
const port = Number((process.env['TEST_PORT'] ??= String(20_000 + Math.floor(Math.random() * 10_000) * 4)));
const dataDir = (process.env['TEST_DATA_DIR'] ??= fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-e2e-')));

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: [['list'], ['./tests/closing-line.ts']],
  globalTeardown: './tests/e2e/clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
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
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testIgnore: ['games.spec.ts', 'start.spec.ts'] },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      testIgnore: ['games.spec.ts', 'start.spec.ts', 'http.spec.ts', 'budget.spec.ts'],
    },
    { name: 'games', testMatch: 'games.spec.ts' },
    { name: 'start', testMatch: 'start.spec.ts' },
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
