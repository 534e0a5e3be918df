import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { databaseOwner, resolveAccount } from '../../src/infra/database/postgres-programs.ts';

const APP_ROLE = 'kiddo_app';
/** What the test itself asks fails after this time, in milliseconds: a server that is frozen answers nothing. */
const ANSWER_MS = 60_000;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '60',
  log_min_messages: 'warning',
  // What a crash loses must be lost here too: these are what a server has that nobody has set up.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

export type PostgresServer = {
  /** Its database, as the owner and as the role of the application. */
  ownerUrl: string;
  appUrl: string;
  /** Ends it (fast: after it rolled back; immediate: as a crash), and starts it again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops all its processes where they are, without a word to anybody, or lets them go on. */
  freeze(on: boolean): void;
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
};

/**
 * Starts a server of its own with an empty database, which survives crashes. It stops when the test finishes.
 * @param folder where its data lies; it exists, and is empty
 * @param walFolder where its log of changes lies: a full disk below the data must not end the server
 */
export async function startPostgres(folder: string, walFolder: string): Promise<PostgresServer> {
  const dataFolder = path.join(folder, 'postgres');
  const port = await freePort();
  fs.mkdirSync(dataFolder, { mode: 0o700 });
  const account = await resolveAccount(dataFolder);
  const owner = await databaseOwner();
  if (owner !== null) for (const each of [dataFolder, walFolder]) fs.chownSync(each, owner.uid, owner.gid);
  const run = (program: string, args: string[]): ChildProcess =>
    spawn(path.join(account.binaries, 'bin', program), ['-D', account.dataArgument, ...args], {
      cwd: dataFolder,
      uid: account.uid,
      gid: account.gid,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const initialized = run('initdb', [
    '-U',
    'kiddo',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
    `--waldir=${walFolder}/wal`,
  ]);
  let said = '';
  initialized.stderr?.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(initialized, 'close');
  if (code !== 0) throw new Error(`initdb: ${said}`);

  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    client.on('error', () => {}); // Whatever uses it fails, and says it.
    await client.connect();
    return client;
  };
  let server: ChildProcess | null = null;
  const start = async () => {
    server = run('postgres', ['-p', String(port), ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]);
    server.stderr?.resume();
    const isUp = () =>
      connect(urlOf('kiddo', 'postgres')).then(
        (client) => client.end().then(() => 'up'),
        (error: Error) => error.message,
      );
    await expect.poll(isUp, { timeout: 60_000 }).toBe('up');
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (server === null) return;
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
    server = null;
  };
  /** The server and those that it has started. */
  const pids = (): number[] => {
    const pid = server?.pid ?? 0;
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  };
  const freeze = (on: boolean) => {
    for (const pid of pids())
      try {
        process.kill(pid, on ? 'SIGSTOP' : 'SIGCONT');
      } catch (error) {
        // A session that ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  };
  // What the test asks must not depend on a connection that the faults end.
  let client: pg.Client | null = null;
  onTestFinished(async () => {
    if (server !== null) freeze(false);
    await client?.end().catch(() => {});
    await stop('SIGQUIT');
  });
  await start();
  const first = await connect(urlOf('kiddo', 'postgres'));
  await first.query('create database kiddo');
  await first.query(`create role ${APP_ROLE} login`);
  await first.end();

  return {
    ownerUrl: urlOf('kiddo', 'kiddo'),
    appUrl: urlOf(APP_ROLE, 'kiddo'),
    async restart(mode) {
      await client?.end().catch(() => {});
      client = null;
      await stop(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    freeze,
    async query(text, values = []) {
      client ??= await connect(urlOf('kiddo', 'kiddo'));
      const asked = client;
      try {
        return (await asked.query(text, values)).rows as never;
      } catch (error) {
        // A connection that gave no answer gives none to what is asked next.
        if (client === asked) client = null;
        void asked.end().catch(() => {});
        throw error;
      }
    },
  };
}
