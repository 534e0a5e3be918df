import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests of several processes of the built site, with the engines between and behind them: `npm test -- cluster`, or after a build
// `node_modules/.bin/vitest run --config tests/cluster/vitest.config.ts`.

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/cluster/**/*.test.ts'],
    globalSetup: ['tests/cluster/engines.ts', 'tests/http/first-start.ts'],
    reporters: ['default', './tests/vitest-counts.ts'],
    // As in `npm start`: React's production build.
    env: { NODE_ENV: 'production' },
    server: { deps: { external: [/\/build\/server\//] } },
    isolate: false,
    // They wait for processes that start, each of which uses a core for a second.
    maxWorkers: os.availableParallelism() + 1,
    silent: 'passed-only',
    // Only to detect hangs: the machine may be busy.
    testTimeout: 240_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
  },
});
