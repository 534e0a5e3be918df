import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.server.ts';
import { createLogger } from '../../infra/logger.ts';
import { listenOnce, openMetricsPort } from './metrics-port.ts';

test('however often a port is tried in vain, nothing is left behind, and it is opened when it is free', async () => {
  const holder = http.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const server = http.createServer();
  onTestFinished(() => void server.close());
  const count = () => [server.listenerCount('listening'), server.listenerCount('error')];
  const before = count();
  for (let nth = 0; nth < 3; nth++) await expect(listenOnce(server, '127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(count()).toEqual(before);
  holder.close();
  await once(holder, 'close');
  await listenOnce(server, '127.0.0.1', port);
  expect(server.address()).toMatchObject({ port });
});

test('a port that the process before still has is said once, and so is that it is open; without waiting the start ends', async () => {
  const holder = http.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const said: string[] = [];
  const log = createLogger('info', { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) });
  const config = readConfig({ METRICS_PORT: String(port) });
  const health = { isReady: async () => true };
  await expect(openMetricsPort(config, health, log)).rejects.toThrow(/Choose another with METRICS_PORT/);
  expect(said).toEqual([]);
  let tries = 0;
  const onTry = () => void (tries += 1);
  subscribe('tracing:net.server.listen:error', onTry);
  onTestFinished(() => void unsubscribe('tracing:net.server.listen:error', onTry));
  const opened = await openMetricsPort(config, health, log, true);
  onTestFinished(() => opened?.close());
  await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThan(1);
  holder.close();
  await expect.poll(() => said.length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(said).toEqual([expect.stringContaining('belongs to another process'), 'the port for figures is open']);
});
