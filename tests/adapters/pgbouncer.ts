import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { ensurePgBouncer } from '../../scripts/testing/ensure-engines.mjs';

const found = ensurePgBouncer();

/** Why PgBouncer is not here; null if it is. */
export const missingPgBouncer: string | null = 'missing' in found ? found.missing : null;

/**
 * Starts PgBouncer with the file that operators use, on a free port, with a pool of two sessions: so that connections share them. It stops
 * when the test finishes.
 * @param url a database, as the role that connects
 * @returns the same through PgBouncer
 */
export async function startPgBouncer(url: string): Promise<string> {
  if ('missing' in found) throw new Error(found.missing);
  const { pgbouncer } = found.programs;
  const { hostname, port, pathname, username, password } = new URL(url);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-pgbouncer-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  const listenPort = await freePort();
  const [users, settings] = [path.join(folder, 'users.txt'), path.join(folder, 'pgbouncer.ini')];
  await fs.writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  // From 1.24 on, prepared statements are followed unless a setting says no; older ones may not know it.
  const version = /PgBouncer 1\.(\d+)/.exec(spawnSync(pgbouncer, ['--version'], { encoding: 'utf8' }).stdout)?.[1];
  const changed: Record<string, string> = {
    listen_port: String(listenPort),
    auth_file: users,
    default_pool_size: '2',
    reserve_pool_size: '0',
  };
  const file = await fs.readFile(path.resolve(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  const lines = file.split('\n').map((line) =>
    line.replace(/^(\w+) = .*/, (all, name: string) => {
      if (name === 'kiddo') return `${pathname.slice(1)} = host=${hostname} port=${port} dbname=${pathname.slice(1)}`;
      return name in changed ? `${name} = ${changed[name]}` : all;
    }),
  );
  const added = ['unix_socket_dir =', ...(Number(version) >= 21 ? ['max_prepared_statements = 0'] : [])];
  await fs.writeFile(settings, [...lines, ...added, ''].join('\n'));
  // As root it does not run: then as somebody who may read these files.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await fs.chmod(folder, 0o755);
    for (const each of [users, settings]) await fs.chmod(each, 0o644);
  }
  const child = spawn(pgbouncer, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('process up')) resolve();
    });
    child.once('close', () => reject(new Error(`pgbouncer ended: ${output}`)));
  });
  const through = new URL(url);
  through.host = `127.0.0.1:${listenPort}`;
  return through.href;
}
