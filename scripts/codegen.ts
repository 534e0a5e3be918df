import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../src/infra/database/embedded.ts';
import { migrate } from '../src/infra/database/migrate.ts';

// Generates src/infra/database/tables.ts from the migrations: `node scripts/run.mjs scripts/codegen.ts [OUT_FILE]`.
// A test writes it to a temporary file and compares.

const root = path.resolve(import.meta.dirname, '..');
const out = process.argv[2] ?? path.join(root, 'src/infra/database/tables.ts');
const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-codegen-'));
const database = await startEmbeddedDatabase(path.join(scratch, 'postgres'), () => {});
try {
  await migrate(database.url, path.join(root, 'migrations'));
  const done = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      database.url,
      '--out-file',
      out,
      '--include-pattern',
      'public.*',
      '--numeric-parser',
      'number',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (done.status !== 0) process.exitCode = 1;
} finally {
  await database.stop();
  await fs.rm(scratch, { recursive: true, force: true });
}
