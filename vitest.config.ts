import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const FOLDERS = ['src', 'scripts', 'tests/adapters'];
const include = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);

/** Test files that mock a module run in a process of their own, so that no other file gets the mock. */
const replacing = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && /\bvi\.(mock|doMock|resetModules)\(/.test(fs.readFileSync(file, 'utf8'))),
);

export default defineConfig({
  test: {
    // Tests often wait for their database: with one process for each core, a quarter of the cores' time is idle.
    maxWorkers: os.availableParallelism() + 1,
    globalSetup: ['tests/database.ts', 'tests/adapters/engines.ts'],
    reporters: ['default', './tests/vitest-counts.ts'],
    // Only to detect hangs: a test that is slow because the machine is busy must not fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // The style sheet of the kit is part of Creator Studio's archive: as it is, not emptied.
    css: { include: [/catalogue\/kit/] },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'shared', include, exclude: replacing, isolate: false } },
      { extends: true, test: { name: 'isolated', include: replacing } },
    ],
  },
});
