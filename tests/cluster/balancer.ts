import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { ensureHaproxy } from '../../scripts/testing/ensure-engines.mjs';
import { root } from '../http/built-site.ts';

// deploy/haproxy.cfg as it is, apart from addresses, certificates and how often it looks whether processes are ready.

const found = ensureHaproxy();

/** Why HAProxy is not here; null if it is. */
export const missingHaproxy: string | null = 'missing' in found ? found.missing : null;

/**
 * Starts the balancer on a port. It stops when the test finishes.
 * @param servers origins of the site, and of the games, of two processes
 * @param onEnd called when it ends
 * @returns its origin, once it leads to the site
 */
export async function startBalancer(
  port: number,
  servers: { site: string; games: string }[],
  onEnd: (why: string) => void = () => {},
): Promise<string> {
  if ('missing' in found) throw new Error(found.missing);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-balancer-'));
  const [plain] = await freePorts(1);
  let config = fs.readFileSync(path.join(root, 'deploy/haproxy.cfg'), 'utf8');
  const change = (from: string | RegExp, to: string) => {
    expect(config).toMatch(from);
    config = config.replaceAll(from, to);
  };
  change('bind :8080', `bind 127.0.0.1:${plain}`);
  change(/bind :8443 .*/g, `bind 127.0.0.1:${port}`);
  change('inter 2s', 'inter 100ms');
  change('maxconn 20000', 'maxconn 2000');
  for (const [i, { site, games }] of servers.entries()) {
    change(`web${i + 1}:3000`, new URL(site).host.replace('localhost', '127.0.0.1'));
    change(`web${i + 1}:3001`, new URL(games).host.replace('localhost', '127.0.0.1'));
  }
  const file = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(file, config);
  const child = spawn(found.programs.haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit').then(([code, signal]) => onEnd(`the balancer ended (${code ?? signal}): ${said}`));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => said || 'not yet',
    );
  await expect.poll(isUp).toBe(200);
  return origin;
}
