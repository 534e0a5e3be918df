import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { AppContext } from '../../src/context.server.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';

/** A first start on a busy machine, and one while thousands of tabs want to come back. */
const START_SECONDS_MAX = 150;

const root = path.resolve(import.meta.dirname, '../..');

/** The built site in a process of its own, or in several. */
export type SiteProcess = { server: ChildProcess; origin: string; port: number; stop(): Promise<void> };

/**
 * Starts the built site beside this process, on the context's database and data folder, and waits until it is up.
 * @param env settings beyond those that every benchmark has; `PORT` to start it where it was before
 */
export async function startSite(ctx: AppContext, env: Record<string, string> = {}): Promise<SiteProcess> {
  const [port, gamesPort] = await freePorts(2);
  const all = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: ctx.config.dataDir,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    API_RATE: '0',
    PAGE_RATE: '0',
    ...env,
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env: all, stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${all.PORT}`;
  await waitUntilUp(`${origin}/healthz`, START_SECONDS_MAX);
  return {
    server,
    origin,
    port: Number(all.PORT),
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}
