import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { ensureRedis } from '../../scripts/testing/ensure-engines.mjs';

const found = ensureRedis();

/** Why Redis is not here; null if it is. */
export const missingRedis: string | null = 'missing' in found ? found.missing : null;
export const hasRedis = missingRedis === null;

export type RedisServer = { url: string; stop(): Promise<void>; start(): Promise<void>; freeze(on: boolean): void };

/** Starts a separate Redis server without persistence, on a free port. It stops when the test finishes. */
export async function startRedis(): Promise<RedisServer> {
  if ('missing' in found) throw new Error(found.missing);
  const { redis } = found.programs;
  const port = await freePort();
  let child: ChildProcess | null = null;
  const stop = async () => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
    const started = spawn(redis, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      started.stdout.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('Ready to accept connections')) resolve();
      });
      started.once('close', () => reject(new Error(`redis-server ended: ${output}`)));
    });
  };
  onTestFinished(stop);
  await start();
  const freeze = (on: boolean) => void child?.kill(on ? 'SIGSTOP' : 'SIGCONT');
  return { url: `redis://127.0.0.1:${port}`, stop, start, freeze };
}
