import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../../scripts/free-ports.ts';

// A site of a test's own, started as an operator starts it, on ports and a data folder of its own.

export const root = path.resolve(import.meta.dirname, '../..');

export type Site = { child: ChildProcess; url: string; out: string; err: string; code: number | null; ended: Promise<void> };

/** Runs `npm start` with these settings, until it is ready or has ended. */
export async function start(env: Record<string, string>): Promise<Site> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const site: Site = { child, url: `http://localhost:${env['PORT']}`, out: '', err: '', code: null, ended: Promise.resolve() };
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

/** An empty folder that is removed when all tests have run. */
async function ownFolder(): Promise<string> {
  const parent = `${process.env['TEST_DATA_DIR'] ?? path.join(os.tmpdir(), 'kiddo-e2e')}-own`;
  await fs.mkdir(parent, { recursive: true });
  return fs.mkdtemp(path.join(parent, 'site-'));
}

/** Ports that are free, and an empty data folder. */
export async function settings(): Promise<Record<string, string>> {
  const ports = await freePorts(2);
  return { PORT: String(ports[0]), GAMES_PORT: String(ports[1]), DATA_DIR: await ownFolder() };
}
