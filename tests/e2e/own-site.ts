import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../scripts/free-ports.ts';

// A site of a test's own, started as an operator starts it, on ports and a data folder of its own.

export const root = path.resolve(import.meta.dirname, '../..');

export type RunningSite = { child: ChildProcess; url: string; out: string; err: string; code: number | null; ended: Promise<void> };

/** Runs `npm start` with these settings, until it is ready or has ended. */
export async function startSite(env: Record<string, string>): Promise<RunningSite> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
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

/** The folder that holds what this run makes for sites of their own; it is removed when all tests have run. */
async function ensureOwnFolder(): Promise<string> {
  const parent = `${process.env['TEST_DATA_DIR'] ?? path.join(os.tmpdir(), 'kiddo-e2e')}-own`;
  await fs.mkdir(parent, { recursive: true });
  return parent;
}

/**
 * Ports that are free, and a data folder.
 * @param prepared whether the folder is a copy of one that a site was started on once, which saves its first start: making the database
 *   and bringing the catalogue in. Else it is empty.
 */
export async function createSiteEnv({ prepared = false } = {}): Promise<Record<string, string>> {
  const folder = await fs.mkdtemp(path.join(await ensureOwnFolder(), 'site-'));
  if (prepared) await copyFolder(await ensurePreparedFolder(), folder);
  const ports = await freePorts(2);
  return { PORT: String(ports[0]), GAMES_PORT: String(ports[1]), DATA_DIR: folder };
}

/** With owners and modes: a database that root started belongs to somebody else. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-pR', `${from}/.`, to]);
}

/** Made by the first who needs it; the others wait, also those in other processes. */
async function ensurePreparedFolder(): Promise<string> {
  const parent = await ensureOwnFolder();
  const folder = path.join(parent, 'prepared');
  const isFirst = await fs.mkdir(path.join(parent, 'preparing')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  const failed = path.join(parent, 'failed');
  if (isFirst) {
    const env = await createSiteEnv();
    const site = await startSite(env);
    site.child.kill('SIGTERM');
    await site.ended;
    if (site.code === 0) await fs.rename(env['DATA_DIR'] ?? '', folder);
    else await fs.writeFile(failed, `no site could be prepared, code ${site.code}: ${site.err}`);
  }
  for (;;) {
    const why = await fs.readFile(failed, 'utf8').catch(() => null);
    if (why !== null) throw new Error(why);
    if (await fs.stat(folder).catch(() => null)) return folder;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
