import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/infra/database/embedded.ts';
import { migrate } from '../src/infra/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test database server; `kiddo` on it is the migrated template of every world. */
    database: string;
  }
}

/** One database server for all tests; each world copies the migrated template, which takes a moment. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-tests-'));
  const database = await startEmbedded(path.join(folder, 'postgres'), () => {});
  await migrate(database.url, path.resolve(import.meta.dirname, '../migrations'));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('alter database kiddo with is_template true');
  await client.end();
  project.provide('database', database.url);
  return async () => {
    await database.stop();
    await fs.rm(folder, { recursive: true, force: true });
  };
}
