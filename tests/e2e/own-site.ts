import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../../scripts/free-ports.ts';

// A site for one test, started as an operator starts it, with its own ports and data folder.

export const root = path.resolve(import.meta.dirname, '../..');

export type RunningSite = { child: ChildProcess; url: string; out: string; err: string; code: number | null; ended: Promise<void> };

/** Runs `npm start` with these settings. Resolves when it is ready or has ended. */
export async function startSite(env: Record<string, string>): Promise<RunningSite> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    // On a busy machine a site must be slow, not say that too many people are there.
    env: { ...process.env, LOG_LEVEL: 'warn', DATABASE_TIMEOUT: '60', OVERLOAD_REQUESTS: '0', OVERLOAD_DELAY: '0', PAGE_RATE: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const site: RunningSite = { child, url: `http://localhost:${env['PORT']}`, out: '', err: '', code: null, ended: Promise.resolve() };
  child.stderr?.on('data', (chunk) => (site.err += String(chunk)));
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      site.out += String(chunk);
      if (site.out.includes('Kiddo is ready')) resolve();
    });
  });
  site.ended = new Promise((resolve) => {
    child.on('close', (code) => {
      site.code = code;
      resolve();
    });
  });
  await Promise.race([ready, site.ended]);
  return site;
}

/** The folder for the data of this run's own sites; it is removed after all tests. */
async function ensureOwnFolder(): Promise<string> {
  const parent = `${process.env['TEST_DATA_DIR'] ?? path.join(os.tmpdir(), 'kiddo-e2e')}-own`;
  await fs.mkdir(parent, { recursive: true });
  return parent;
}

/**
 * Creates an environment with free ports and a data folder, without the demo world.
 * @param prepared whether the folder is a copy of one in which a site was started before: this saves the first start, which creates the
 * database and imports the catalogue. Otherwise it is empty
 */
export async function createSiteEnv({ prepared = false } = {}): Promise<Record<string, string>> {
  const folder = await fs.mkdtemp(path.join(await ensureOwnFolder(), 'site-'));
  if (prepared) await copyFolder(await ensurePreparedFolder(), folder);
  const ports = await freePorts(2);
  return { PORT: String(ports[0]), GAMES_PORT: String(ports[1]), DATA_DIR: folder, DEMO_WORLD: 'no' };
}

/** Preserves owners and modes: a database that root started belongs to another user. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-pR', `${from}/.`, to]);
}

/** The first caller creates it; the others wait, even in other processes. The next layers of the same run find it. */
async function ensurePreparedFolder(): Promise<string> {
  const parent = await ensureOwnFolder();
  const folder = process.env['TEST_PREPARED_SITE'] ?? path.join(parent, 'prepared');
  if (await fs.stat(folder).catch(() => null)) return folder;
  const isFirst = await fs.mkdir(path.join(parent, 'preparing')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  const failed = path.join(parent, 'failed');
  if (isFirst) {
    // Whatever happens, the others must not wait for ever.
    const why = await prepareSite(folder).catch(String);
    if (why !== null) await fs.writeFile(failed, `no site could be prepared: ${why}`);
  }
  for (;;) {
    const why = await fs.readFile(failed, 'utf8').catch(() => null);
    if (why !== null) throw new Error(why);
    if (await fs.stat(folder).catch(() => null)) return folder;
    await delay(100);
  }
}

/** Starts a site, stops it, and moves its folder there. @returns null, or why it could not */
async function prepareSite(folder: string): Promise<string | null> {
  const env = await createSiteEnv();
  const dataDir = env['DATA_DIR'] ?? '';
  const site = await startSite(env);
  site.child.kill('SIGTERM');
  await site.ended;
  if (site.code !== 0) return `it ended with code ${site.code}: ${site.err}`;
  const why = await findWhyDatabaseRuns(dataDir);
  if (why === null) await fs.rename(dataDir, folder);
  return why;
}

/** How often it is asked whether the database has ended, ten times a second: a minute in all. */
const DATABASE_ASKS_MAX = 600;

/**
 * Waits until the database of a site that has ended well has ended too: the site waits for it for some seconds only. The file goes last.
 * @returns null, or why it cannot be copied
 */
async function findWhyDatabaseRuns(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  for (let asked = 0; asked < DATABASE_ASKS_MAX; asked++) {
    if (!(await fs.stat(file).catch(() => null))) return null;
    await delay(100);
  }
  return `its database still runs, says ${file}`;
}
