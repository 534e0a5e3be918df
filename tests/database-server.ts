import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/infra/database/embedded.ts';

// One database server for a whole run of tests; each test copies a template on it, which takes a moment.

/** Nothing of a test's database outlives the run: it need not survive a power cut, and its log stays small. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '64MB',
  shared_buffers: '64MB',
};

/** Starts a server of its own, in a folder that is removed when it stops. */
export async function startDatabaseServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-tests-'));
  const database = await startEmbeddedDatabase(path.join(folder, 'postgres'), () => {}, SETTINGS);
  return {
    url: database.url,
    async stop() {
      await database.stop();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of another database on the same server. */
export function urlForDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes a database that is a copy of another one, which nobody may be connected to. */
export async function copyDatabase(server: string, { from, to }: { from: string; to: string }): Promise<void> {
  await executeOnServer(server, `create database ${to} template ${from} strategy file_copy`);
}

/** Removes a database, whoever is still connected to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await executeOnServer(server, `drop database ${name} with (force)`);
}

/** One line for all tests of a process; it ends with the process. */
let adminClient: Promise<pg.Client> | null = null;
async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlForDatabase(server, 'postgres') });
  client.on('error', () => {}); // The server is stopped under it when all is over.
  await client.connect();
  (client as pg.Client & { unref(): void }).unref();
  return client;
}

/** Queries of `create database` cannot run side by side on one template, so they queue on a lock. */
async function executeOnServer(server: string, sql: string): Promise<void> {
  const client = await (adminClient ??= connect(server));
  await client.query('select pg_advisory_lock(1)');
  try {
    await client.query(sql);
  } finally {
    await client.query('select pg_advisory_unlock(1)');
  }
}
