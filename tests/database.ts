import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { createPasswordHasher } from '../src/infra/auth/password-hasher.ts';
import { migrate } from '../src/infra/database/migrate.ts';
import { startDatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test database server; its database `kiddo` is the migrated template of every world. */
    database: string;
    /** The hash of `secret1`, the password of all test players: hashing is slow on purpose. */
    passwordHash: string;
  }
}

/** One database server for all tests; each world copies the migrated template, which is fast. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabaseServer();
  await migrate(database.url, path.resolve(import.meta.dirname, '../migrations'));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Every world has the filter's lists, because every start seeds them.
  const lists = path.resolve(import.meta.dirname, '../wordlists');
  for (const name of (await fs.readdir(lists)).filter((file) => file.endsWith('.txt')))
    await client.query('insert into filter_lists (name, text) values ($1, $2)', [name, await fs.readFile(path.join(lists, name), 'utf8')]);
  // The job queue creates its tables at first use: once here instead of in each world that has jobs.
  const jobs = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  await jobs.start();
  await jobs.stop({ graceful: false });
  await client.query('alter database kiddo with is_template true');
  await client.end();
  project.provide('database', database.url);
  project.provide('passwordHash', await createPasswordHasher().hash('secret1'));
  return database.stop;
}
