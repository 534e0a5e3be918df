import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests of the built site over HTTP, without a browser: `npm test -- http`, or after a build
// `node_modules/.bin/vitest run --config tests/http/vitest.config.ts`.

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/http/**/*.test.ts'],
    globalSetup: ['tests/http/first-start.ts'],
    reporters: ['default', './tests/vitest-counts.ts'],
    // As in `npm start`: React's production build.
    env: { NODE_ENV: 'production' },
    server: { deps: { external: [/\/build\/server\//] } },
    // Each process loads the built site once; nothing in it belongs to a single site.
    isolate: false,
    // They wait for their database, and for processes that start.
    maxWorkers: os.availableParallelism() + 1,
    // Hides the output of the issuer in google.test.ts.
    silent: 'passed-only',
    // Only to detect hangs: the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
  },
});
