import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../src/infra/database/embedded.ts';

// One database server for a whole test run; each test copies a template on it, which is fast.

/** No test database outlives the run: so it need not survive a power failure, and its WAL stays small. */
export const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '64MB',
  shared_buffers: '64MB',
};

/**
 * Starts a separate server, in a folder that is removed when it stops. `app`: the role of the application, which is not made yet. `pidFile`
 * begins with the line that names its process.
 */
export async function startDatabaseServer(): Promise<Pick<EmbeddedDatabase, 'url' | 'app' | 'stop'> & { pidFile: string }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-tests-'));
  const database = await startEmbeddedDatabase(path.join(folder, 'postgres'), () => {}, SETTINGS);
  return {
    url: database.url,
    app: database.app,
    pidFile: path.join(folder, 'postgres/postmaster.pid'),
    async stop() {
      await database.stop();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** The URL of another database on the same server. */
export function urlForDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a copy of a database. Nobody may be connected to the original. */
export async function copyDatabase(server: string, { from, to }: { from: string; to: string }): Promise<void> {
  await executeOnServer(server, `create database ${to} template ${from} strategy file_copy`);
}

/** Drops a database, even if clients are still connected to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await executeOnServer(server, `drop database ${name} with (force)`);
}

/** Runs a statement on a database, over a connection of its own. */
export async function executeOnDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** One connection for all tests of a process; it ends with the process. */
let adminClient: Promise<pg.Client> | null = null;
async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlForDatabase(server, 'postgres') });
  client.on('error', () => {}); // The server stops while it is still connected.
  await client.connect();
  (client as pg.Client & { unref(): void }).unref();
  return client;
}

/** `create database` cannot run concurrently on one template, so these statements wait for a lock. */
async function executeOnServer(server: string, sql: string): Promise<void> {
  const client = await (adminClient ??= connect(server));
  await client.query('select pg_advisory_lock(1)');
  try {
    await client.query(sql);
  } finally {
    await client.query('select pg_advisory_unlock(1)');
  }
}
