import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnce } from './metrics-port.ts';

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
