import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createPasswordHasher } from '../src/infra/auth/password-hasher.ts';
import { prepareDatabase } from '../src/infra/database/prepare.ts';
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
  await prepareDatabase(database.url, path.resolve(import.meta.dirname, '../migrations'), null);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Every world has the filter's lists, because every start seeds them.
  const lists = path.resolve(import.meta.dirname, '../wordlists');
  for (const name of (await fs.readdir(lists)).filter((file) => file.endsWith('.txt')))
    await client.query('insert into filter_lists (name, text) values ($1, $2)', [name, await fs.readFile(path.join(lists, name), 'utf8')]);
  await client.query('alter database kiddo with is_template true');
  await client.end();
  project.provide('database', database.url);
  project.provide('passwordHash', await createPasswordHasher().hash('secret1'));
  return database.stop;
}
