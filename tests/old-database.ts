import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '../src/infra/database/migrate.ts';
import { copyDatabase, dropDatabase, urlForDatabase } from './database-server.ts';

/** The folder of all migrations. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

/**
 * Creates an empty database as the migrations before this one left it; it is dropped after the test.
 * @param migration the beginning of the migration's file name, such as '0012'
 * @returns the URL of the database
 */
export async function createDatabaseBefore(migration: string): Promise<string> {
  const server = inject('database');
  const name = `old_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-migrations-'));
  onTestFinished(async () => {
    await dropDatabase(server, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  for (const file of await fs.readdir(MIGRATIONS))
    if (file < migration) await fs.copyFile(path.join(MIGRATIONS, file), path.join(folder, file));
  const url = urlForDatabase(server, name);
  await migrate(url, folder);
  return url;
}
