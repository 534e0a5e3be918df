import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { root } from '../http/built-site.ts';

export type SiteProcess = {
  child: ChildProcess;
  origin: string;
  gamesOrigin: string;
  /** What it wrote so far. */
  output(): string;
  /** Resolves with its exit code, null if a signal ended it. */
  ended: Promise<number | null>;
};

/**
 * Starts the built site in a process of its own, as on a machine of its own. Resolves when it is ready, or has ended. The test that started
 * it ends it.
 * @param env settings, as environment variables
 * @param onOutput called with what it writes, and where, also before it is ready
 * @param command the program and its arguments
 */
export async function startSiteProcess(
  env: Record<string, string>,
  onOutput: (text: string, stream: 'stdout' | 'stderr') => void = () => {},
  command = [path.join(root, 'scripts/start.mjs')],
): Promise<SiteProcess> {
  const [freePort, freeGamesPort] = await freePorts(2);
  const { PORT: port = String(freePort), GAMES_PORT: gamesPort = String(freeGamesPort) } = env;
  const child = spawn(process.execPath, command, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: port,
      GAMES_PORT: gamesPort,
      DEMO_WORLD: 'no',
      LOG_LEVEL: 'warn',
      DATABASE_POOL: '4',
      // A busy machine must not make a test's site refuse requests.
      DATABASE_TIMEOUT: '60',
      OVERLOAD_REQUESTS: '0',
      OVERLOAD_DELAY: '0',
      SLOW_REQUEST_MS: '0',
      SLOW_STATEMENT_MS: '0',
      API_RATE: '0',
      PAGE_RATE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        onOutput(chunk, stream);
        if (output.includes('Kiddo is ready') || output.includes('jobs are run')) resolve();
      });
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await Promise.race([ready, ended]);
  return { child, origin: `http://localhost:${port}`, gamesOrigin: `http://localhost:${gamesPort}`, output: () => output, ended };
}
