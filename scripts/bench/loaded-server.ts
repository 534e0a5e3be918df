import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { AppContext } from '../../src/context.server.ts';
import { freePort } from '../free-ports.ts';
import { startSite } from './site-process.ts';
import { waitUntilUp } from './wait-until-up.ts';

/** The built server and the bare one, both on the same database. */
export type LoadedServers = { url: string; bareUrl: string; server: ChildProcess };

/**
 * Starts the built server and the bare Node server (bare.ts) on the context's database while `measure` runs.
 * @param root the repository's folder
 */
export async function withServers<T>(root: string, ctx: AppContext, measure: (servers: LoadedServers) => Promise<T>): Promise<T> {
  const barePort = await freePort();
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const { server, origin: url, stop } = await startSite(ctx, { ROLES: 'web' });
  const bare = spawn(process.execPath, [path.join(root, 'scripts/bench/bare.ts')], {
    env: { ...process.env, PORT: String(barePort), DATABASE_URL: ctx.databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await waitUntilUp(`${bareUrl}/healthz`);
    return await measure({ url, bareUrl, server });
  } finally {
    bare.kill('SIGKILL');
    await stop();
  }
}
