import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('the table types are those of the migrations', { timeout: 60_000 }, async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-types-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  const out = path.join(folder, 'tables.ts');
  const done = spawnSync(process.execPath, [path.join(import.meta.dirname, 'codegen.ts'), out], { encoding: 'utf8' });
  expect(done.stderr).not.toMatch(/Error/);
  const committed = await fs.readFile(path.resolve(import.meta.dirname, '../src/infra/database/tables.ts'), 'utf8');
  expect(await fs.readFile(out, 'utf8'), 'run: node scripts/run.mjs scripts/codegen.ts').toBe(committed);
});
