import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureFolder, ensureSecretFile } from '../files/ensure.ts';
import { StartError } from '../start-error.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import { resolveAccount, type Account } from './postgres-programs.ts';

// Runs the PostgreSQL from npm on its own loopback port, with its files in our data folder. We start its programs ourselves, because the
// npm package's wrapper cannot take over a database that is still running after its Kiddo process was killed.

const MAJOR = '18';
const DATABASE = 'kiddo';
const APP_ROLE = 'kiddo_app';
const OTHER_OWNER =
  'Another process holds the lock of the data folder, which this one lost. Two Kiddos on one data folder lose data: stop one of them.';
const START_TIMEOUT_MS = 30_000;
/** How often the owner checks that its database process is alive. */
const HEALTH_CHECK_MS = 1_000;

export type EmbeddedDatabase = {
  /** Connects as the owner of all tables. */
  url: string;
  /** Connects with the role of the application, which `prepareDatabase` makes with this password. */
  app: { url: string; role: string; password: string };
  /** Releases the data folder and stops the database, even if it was taken over. */
  stop(): Promise<void>;
};

/** Server settings by name, as in postgresql.conf. */
export type ServerSettings = Record<string, string>;

/**
 * Starts the database of this data folder, or takes over one that a killed process left running.
 * @param folder absolute path of the PostgreSQL data folder; created if it does not exist
 * @param onProgress called before slow steps
 * @param settings override our own settings, if the server is started here
 * @throws StartError when another Kiddo uses the folder, or the folder is unusable
 */
export async function startEmbeddedDatabase(
  folder: string,
  onProgress: (step: string) => void,
  settings: ServerSettings = {},
): Promise<EmbeddedDatabase> {
  return open(folder, onProgress, false, settings);
}

/** Like startEmbeddedDatabase, but if a running Kiddo owns the folder, connects to its database and does not stop it. */
export async function attachEmbeddedDatabase(folder: string, onProgress: (step: string) => void): Promise<EmbeddedDatabase> {
  return open(folder, onProgress, true);
}

async function open(
  folder: string,
  onProgress: (step: string) => void,
  attach: boolean,
  settings: ServerSettings = {},
): Promise<EmbeddedDatabase> {
  const files = await prepareFolder(folder);
  const account = await resolveAccount(folder);
  if (!(await exists(path.join(folder, 'PG_VERSION')))) {
    onProgress('Making the database (once)');
    await initDatabase(folder, files, account);
  }
  await checkVersion(folder);
  const deadline = Date.now() + START_TIMEOUT_MS;
  do {
    const running = await readPidFile(folder);
    if (running && isAlive(running.pid) && (await acceptsConnections(running.port, files.password))) {
      const found = await acquireDatabase({ ...running, ...files, folder, account, settings, attach, onProgress });
      if (attach || (await hasConnections(found.url, settings))) return found;
      // It was started for fewer processes.
      await found.stop();
      continue;
    }
    const port = await freePort();
    const child = await startServer(folder, port, account, settings);
    if (await waitUntilReady(child, port, files.password))
      return acquireDatabase({ pid: child.pid as number, port, ...files, folder, account, settings, attach, onProgress });
    // The server exited: another process may have started it in the same folder since we checked, or the database of a killed process is
    // still in crash recovery. Try again.
    await delay(300);
  } while (Date.now() < deadline);
  throw new StartError(`The database in ${folder} does not start. Its log is ${logFile(folder)}.`);
}

/** Whether a running database takes as many connections as it should. */
async function hasConnections(url: string, { max_connections: wanted }: ServerSettings): Promise<boolean> {
  if (wanted === undefined) return true;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The statement fails, and says it.
  try {
    await client.connect();
    const { rows } = await client.query<{ max_connections: string }>('show max_connections');
    return Number(rows[0]?.max_connections) >= Number(wanted);
  } finally {
    await client.end();
  }
}

function logFile(folder: string): string {
  return path.join(path.dirname(folder), 'postgres.log');
}

type Credentials = { password: string };

async function prepareFolder(folder: string): Promise<Credentials> {
  const parent = path.dirname(folder);
  try {
    await ensureFolder(parent);
    await fs.access(parent, fs.constants.W_OK);
    return { password: await ensureSecretFile(path.join(parent, 'postgres.password'), () => randomBytes(24).toString('hex')) };
  } catch (error) {
    throw new StartError(
      `The data folder ${parent} cannot be written (${(error as NodeJS.ErrnoException).code}). Make it writable, or name another with DATA_DIR.`,
    );
  }
}

async function checkVersion(folder: string): Promise<void> {
  const version = (await fs.readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Kiddo brings PostgreSQL ${MAJOR}. ` +
        'Start it with the Kiddo that made it and move the data over, or name an empty folder with DATA_DIR.',
    );
  }
}

async function initDatabase(folder: string, files: Credentials, account: Account): Promise<void> {
  // Created in a temporary folder and renamed at the end, so that an interrupted start leaves no incomplete database.
  const partial = await fs.mkdtemp(`${folder}.new-`);
  const secretFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-init-'));
  const passwordFile = path.join(secretFolder, 'password');
  await fs.writeFile(passwordFile, `${files.password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const entry of [partial, secretFolder, passwordFile]) await fs.chown(entry, account.uid, account.gid);
  }
  try {
    const done = await run(
      path.join(account.binaries, 'bin', 'initdb'),
      [
        '-D',
        account.dataArgument === folder ? partial : account.dataArgument,
        '-U',
        DATABASE,
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      { cwd: partial, uid: account.uid, gid: account.gid, env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (done.code !== 0) throw new StartError(`The database could not be made: ${done.output.trim().split('\n').at(-1)}`);
    await fs.rename(partial, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process created it meanwhile: use that one.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
    await fs.rm(secretFolder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], options: object): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The database must not inherit our settings and secrets. */
function cleanEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function startServer(folder: string, port: number, account: Account, overrides: ServerSettings): Promise<ChildProcess> {
  const settings: ServerSettings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...overrides,
  };
  // Its own file descriptor, so that the database can still write its log after we were killed.
  const log = await fs.open(logFile(folder), 'a', 0o600);
  const child = spawn(
    path.join(account.binaries, 'bin', 'postgres'),
    ['-D', account.dataArgument, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached: Ctrl+C must only reach us, because we stop the database after the last request.
    { cwd: folder, uid: account.uid, gid: account.gid, env: cleanEnv(), detached: true, stdio: ['ignore', 'ignore', log.fd] },
  );
  child.once('spawn', () => void log.close());
  child.once('error', () => void log.close());
  child.unref();
  return child;
}

async function waitUntilReady(child: ChildProcess, port: number, password: string): Promise<boolean> {
  const life = new AbortController();
  child.once('exit', () => life.abort());
  child.once('error', () => life.abort());
  const until = Date.now() + START_TIMEOUT_MS;
  while (!life.signal.aborted && Date.now() < until) {
    if (await acceptsConnections(port, password)) return true;
    await delay(25);
  }
  child.kill('SIGINT');
  return false;
}

type RunningServer = {
  pid: number;
  port: number;
  password: string;
  folder: string;
  account: Account;
  settings: ServerSettings;
  attach: boolean;
  onProgress: (step: string) => void;
};

/** Takes the owner's lock, creates our database if it does not exist, and returns the running database. */
async function acquireDatabase(running: RunningServer): Promise<EmbeddedDatabase> {
  const base = `postgres://${DATABASE}:${running.password}@127.0.0.1:${running.port}`;
  const { url, app } = toConnections(running.password, running.port);
  let owner: pg.Client | null = null;
  const lock = async () => {
    const client = await acquireOwnerLock(base);
    owner = client;
    // Lost with the database, or because somebody ended it: then it is taken again.
    client?.once('end', () => (owner = null));
    return client;
  };
  const client = await lock();
  if (client === null) {
    if (running.attach) return { url, app, stop: async () => {} };
    throw new StartError(
      `Another Kiddo is already running on the data folder ${path.dirname(running.folder)}. Stop it first, or name another folder with DATA_DIR.`,
    );
  }
  const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);

  let { pid } = running;
  let busy = false;
  let lastProblem = '';
  const watchTimer = setInterval(() => void watch(), HEALTH_CHECK_MS).unref();
  const sayOnce = (problem: string) => {
    if (problem !== lastProblem) running.onProgress(problem);
    lastProblem = problem;
  };
  /** Restarts the database if it was killed, on the same port, which all connections use. A failure is tried again at the next look. */
  async function watch(): Promise<void> {
    if (busy || (isAlive(pid) && owner !== null)) return;
    busy = true;
    try {
      if (!isAlive(pid)) {
        const child = await startServer(running.folder, running.port, running.account, running.settings);
        if (await waitUntilReady(child, running.port, running.password)) pid = child.pid as number;
      }
      if (isAlive(pid) && (await lock()) === null) sayOnce(OTHER_OWNER);
      else lastProblem = '';
    } catch (error) {
      sayOnce(`The database did not start again yet: ${(error as Error).message}`);
    }
    busy = false;
  }
  return {
    url,
    app,
    async stop() {
      clearInterval(watchTimer);
      await owner?.end().catch(() => {});
      try {
        process.kill(pid, 'SIGINT'); // PostgreSQL's 'fast' shutdown
      } catch {
        return; // the process has already ended
      }
      for (let i = 0; i < 160 && isAlive(pid); i++) await delay(25);
    },
  };
}

/** The connections of a database that another process, the owner of its folder, runs and stops. @param ownerUrl connects as the owner of the tables */
export function joinEmbeddedDatabase(ownerUrl: string): EmbeddedDatabase {
  const { password, port } = new URL(ownerUrl);
  return { ...toConnections(password, Number(port)), stop: async () => {} };
}

function toConnections(password: string, port: number): Pick<EmbeddedDatabase, 'url' | 'app'> {
  // Whoever knows the one password can make the other: it keeps out a mistake in the application, not who reads the data folder.
  const appPassword = createHmac('sha256', password).update(APP_ROLE).digest('hex');
  const at = `127.0.0.1:${port}/${DATABASE}`;
  return {
    url: `postgres://${DATABASE}:${password}@${at}`,
    app: { role: APP_ROLE, password: appPassword, url: `postgres://${APP_ROLE}:${appPassword}@${at}` },
  };
}

/** Opens the connection that owns the data folder as long as it is open. @returns null if another process owns the folder */
async function acquireOwnerLock(base: string): Promise<pg.Client | null> {
  const owner = new pg.Client({ connectionString: `${base}/postgres`, application_name: 'kiddo owner' });
  owner.on('error', () => {}); // the pool reports a lost database; this connection only holds the lock
  try {
    await owner.connect();
    // A process that was just killed may still hold the lock for a moment.
    for (let i = 0; i < 10; i++) {
      if ((await owner.query('select pg_try_advisory_lock($1) as owned', [LOCK_NUMBERS.owner])).rows[0].owned) return owner;
      await delay(100);
    }
  } catch (error) {
    await owner.end().catch(() => {});
    throw error;
  }
  await owner.end();
  return null;
}

async function readPidFile(folder: string): Promise<{ pid: number; port: number } | null> {
  const text = await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n'); // pid, data folder, start time, port, ...
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : null;
}

async function acceptsConnections(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: DATABASE, password, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
