import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readConfig } from '../config.server.ts';
import { clientAddress } from './limits.ts';

const request = (remoteAddress: string, forwarded: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  [0, '198.51.100.1, 203.0.113.7', '10.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [1, '2A02:c1:2:3::9', '2a02:c1:2:3::'],
  [1, '', '10.0.0.1'],
])('behind %i trusted proxies, %j names %s', (trustedProxies, forwarded, address) => {
  expect(clientAddress({ ...readConfig({}), trustedProxies }, request('10.0.0.1', forwarded))).toBe(address);
});
