import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/adapters/**/*.test.ts'],
    // The worlds wait for their database much of the time: one process less than cores leaves cores idle.
    maxWorkers: '100%',
    globalSetup: ['tests/database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
