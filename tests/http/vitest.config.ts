import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The built site, asked over HTTP, without a browser: `npm test -- http`, or after a build
// `node_modules/.bin/vitest run --config tests/http/vitest.config.ts`.

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/http/**/*.test.ts'],
    globalSetup: ['tests/http/first-start.ts'],
    reporters: ['default', './tests/vitest-counts.ts'],
    // As `npm start` sets it: React is as players get it.
    env: { NODE_ENV: 'production' },
    server: { deps: { external: [/\/build\/server\//] } },
    // Each process loads the built site once; nothing in it is the property of one site.
    isolate: false,
    maxWorkers: '100%',
    // What the issuer of google.test.ts says of itself.
    silent: 'passed-only',
    // The machine may be busy: a hang is told from slowness by this.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
  },
});
