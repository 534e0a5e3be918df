import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { AppContext } from '../../src/context.server.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';

/** The built server and the bare one, both on the same database. */
export type LoadedServers = { url: string; bareUrl: string; server: ChildProcess };

/**
 * Starts the built server and the bare Node server (bare.ts) on the context's database while `measure` runs.
 * @param root the repository's folder
 */
export async function withServers<T>(root: string, ctx: AppContext, measure: (servers: LoadedServers) => Promise<T>): Promise<T> {
  const [port, gamesPort, barePort] = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: ctx.config.dataDir,
    API_RATE: '0',
    PAGE_RATE: '0',
    ROLES: 'web',
    NODE_ENV: 'production',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const bare = spawn(process.execPath, [path.join(root, 'scripts/bench/bare.ts')], {
    env: { ...env, PORT: String(barePort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await waitUntilUp(`${url}/healthz`);
    await waitUntilUp(`${bareUrl}/healthz`);
    return await measure({ url, bareUrl, server });
  } finally {
    bare.kill('SIGKILL');
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}
