import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { createBaseBackup } from '../../src/infra/database/base-backup.ts';
import { startEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { resolveAccount } from '../../src/infra/database/postgres-programs.ts';
import { prepareDatabase } from '../../src/infra/database/prepare.ts';
import { executeOnDatabase, SETTINGS } from '../database-server.ts';
import { MIGRATIONS } from '../old-database.ts';

export type ReplicatedDatabase = {
  /** The primary, as the role of the application and as the owner. */
  url: string;
  ownerUrl: string;
  /** The replica, as the role of the application. */
  readUrl: string;
  /** Runs statements on one of the two, as the owner, over a connection of its own. */
  onPrimary(statement: string): Promise<void>;
  onReplica(statement: string): Promise<void>;
  /** A connection to the replica, as the owner, that the caller ends. */
  connectToReplica(): Promise<pg.Client>;
  /** The replica shows nothing newer until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills the replica, and starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/**
 * Starts a migrated database with a streaming replica, both for the whole file: PostgreSQL itself, in temporary folders. The replica begins as
 * a base backup of the primary.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-replica-'));
  // Commits are on the disk before they are seen, as on any server that an operator has.
  const settings = {
    ...SETTINGS,
    synchronous_commit: 'on',
    wal_level: 'replica',
    max_wal_senders: '3',
    wal_keep_size: '64MB',
    wal_writer_delay: '10ms',
  };
  const data = path.join(folder, 'primary/postgres');
  const primary = await startEmbeddedDatabase(data, () => {}, settings);
  const standby: { child: ChildProcess | null } = { child: null };
  const stop = async () => {
    const { child } = standby;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    // The parent alone, as when the machine kills it: its children notice.
    child.kill('SIGKILL');
    await ended;
  };
  afterAll(async () => {
    await stop();
    await primary.stop();
    await fs.rm(folder, { recursive: true, force: true });
  });
  await prepareDatabase(primary.url, MIGRATIONS, primary.app);

  const copy = path.join(folder, 'replica');
  await fs.mkdir(copy, { mode: 0o700 });
  const copyFile = async (from: string, name: string) => {
    await fs.mkdir(path.dirname(path.join(copy, name)), { recursive: true, mode: 0o700 });
    await fs.copyFile(from, path.join(copy, name));
    return true;
  };
  const folders = await createBaseBackup(primary.url, data, copyFile, (name, text) => fs.writeFile(path.join(copy, name), text));
  for (const name of [...folders, 'pg_wal']) await fs.mkdir(path.join(copy, name), { recursive: true, mode: 0o700 });
  await fs.writeFile(path.join(copy, 'standby.signal'), '');
  const account = await resolveAccount(copy);
  if (account.uid !== undefined && account.gid !== undefined) {
    await fs.chmod(folder, 0o755);
    for (const name of ['.', ...(await fs.readdir(copy, { recursive: true }))])
      await fs.chown(path.join(copy, name), account.uid, account.gid);
  }
  const port = await freePort();
  const toReplica = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const ownerUrl = toReplica(primary.url);

  const connectToReplica = async () => {
    const client = new pg.Client({ connectionString: ownerUrl });
    client.on('error', () => {}); // The replica is killed.
    await client.connect();
    return client;
  };
  const launch = async (): Promise<string> => {
    const own = {
      ...settings,
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '120',
      primary_conninfo: primary.url,
      // What has to be replayed ends the reads that are in its way, at once.
      max_standby_streaming_delay: '0',
      logging_collector: 'off',
    };
    await fs.rm(path.join(copy, 'postmaster.pid'), { force: true });
    const child = spawn(
      path.join(account.binaries, 'bin/postgres'),
      ['-D', account.dataArgument, ...Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: copy,
        uid: account.uid,
        gid: account.gid,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    standby.child = child;
    return new Promise((resolve) => {
      let output = '';
      child.stderr.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('ready to accept read-only connections')) resolve('ready');
      });
      child.once('close', () => resolve(output));
    });
  };
  // After it was killed its processes may still have its memory for a moment.
  const start = async () => {
    let said = '';
    for (let tries = 0; tries < 100 && said !== 'ready'; tries++) said = await launch();
    if (said !== 'ready') throw new Error(`the replica does not start: ${said}`);
  };
  await start();
  return {
    url: primary.app.url,
    ownerUrl: primary.url,
    readUrl: toReplica(primary.app.url),
    onPrimary: (statement) => executeOnDatabase(primary.url, statement),
    onReplica: (statement) => executeOnDatabase(ownerUrl, statement),
    connectToReplica,
    pause: () => executeOnDatabase(ownerUrl, 'select pg_wal_replay_pause()'),
    resume: () => executeOnDatabase(ownerUrl, 'select pg_wal_replay_resume()'),
    kill: stop,
    start,
  };
}
