import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../database-server.ts';

/** Settings of processes that share a database and a data folder: empty ones, or as after a first start. */
export async function createSharedSettings({ isEmpty }: { isEmpty: boolean }) {
  const { database, app, folder: prepared } = inject('firstStart');
  const name = `shared_${randomBytes(6).toString('hex')}`;
  await copyDatabase(database, { from: isEmpty ? 'template1' : 'kiddo', to: name });
  onTestFinished(() => dropDatabase(database, name));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-shared-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  if (!isEmpty) await fs.cp(prepared, folder, { recursive: true });
  return { DATABASE_URL: urlForDatabase(app, name), DATABASE_OWNER_URL: urlForDatabase(database, name), DATA_DIR: folder };
}
