import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import { readConfig } from '../config.server.ts';
import { findStranger, refuseStrangers } from './demo-guard.ts';

const DEMO = readConfig({});
/** A request as browsers make it. */
const requestWith = (headers: http.IncomingHttpHeaders) => ({ httpVersion: '1.1', headers });
const hostOnly = (host: string | undefined) => requestWith({ host });

test('demo mode knows this machine by its names, whatever the port, and no other', () => {
  const config = readConfig({ ORIGIN: 'http://kiddo.localhost:8080' });
  for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1:3001', '127.0.0.9', '[::1]:3000', 'kiddo.localhost:8080'])
    expect([host, findStranger(config, hostOnly(host))]).toEqual([host, null]);
  for (const host of [
    undefined,
    '',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.20:3000',
    'notlocalhost',
    '0.0.0.0',
    'x@localhost',
    'evil.example#localhost',
    'localhost/../evil.example',
  ])
    expect([host, findStranger(config, hostOnly(host))]).toEqual([host, { host: host ?? '' }]);
});

test('what a proxy, a content network or a tunnel adds gives it away', () => {
  for (const header of [
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'ngrok-agent-ips',
    'true-client-ip',
  ])
    expect(findStranger(DEMO, requestWith({ host: 'localhost:3000', [header]: '1' }))).toEqual({ header });
  const browser = { host: 'localhost:3000', accept: '*/*', 'x-requested-with': 'x', 'sec-fetch-site': 'none', cookie: 'a=1' };
  expect(findStranger(DEMO, requestWith(browser))).toBeNull();
});

test('so does HTTP/1.0, which proxies speak by default and browsers do not', () => {
  const headers = { host: 'localhost:3000' };
  expect(findStranger(DEMO, { httpVersion: '1.0', headers })).toEqual({ httpVersion: '1.0' });
  for (const httpVersion of ['1.1', '2.0']) expect(findStranger(DEMO, { httpVersion, headers })).toBeNull();
});

test('a page that names another host as its origin gets no answer; pages of this machine do, and games, whose origin is null', () => {
  const from = (origin: string) => findStranger(DEMO, requestWith({ host: 'localhost:3000', origin }));
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3001', 'http://[::1]', 'null'])
    expect([origin, from(origin)]).toEqual([origin, null]);
  for (const origin of ['https://evil.example', 'http://localhost.evil.example:3000', 'http://192.168.1.20:3000', 'file://', 'x', ''])
    expect([origin, from(origin)]).toEqual([origin, { origin }]);
});

test('a host that the settings name is not this machine for that', () => {
  const config = { ...DEMO, origin: 'http://kiddo.example', gamesOrigin: 'http://games.example' };
  for (const host of ['kiddo.example', 'games.example']) expect(findStranger(config, hostOnly(host))).toEqual({ host });
});

test('where others may use demo mode, and in production, nobody is a stranger', () => {
  const far = { httpVersion: '1.0', headers: { host: 'evil.example', via: 'x', origin: 'https://evil.example' } };
  expect(findStranger(readConfig({ ALLOW_PUBLIC_DEMO: 'yes' }), far)).toBeNull();
  expect(findStranger({ ...DEMO, mode: 'production' }, far)).toBeNull();
});

test('a stranger gets a page that says why, before anything else happens; the log says it once a minute', async () => {
  const world = await createWorld();
  let served = 0;
  const server = http.createServer(
    refuseStrangers(world.ctx, (_, res) => {
      served++;
      res.end('ours');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status?: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, path: '/login', method, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      request.on('error', reject);
      request.end();
    });
  expect((await ask({ host: `localhost:${port}` })).text).toBe('ours');
  for (const method of ['GET', 'POST', 'PUT']) {
    const refused = await ask({ host: `rebound.example:${port}` }, method);
    expect(refused).toMatchObject({ status: 403, headers: { 'cache-control': 'no-store' } });
    expect(refused.text).toContain('ALLOW_PUBLIC_DEMO=yes');
  }
  expect((await ask({ host: 'localhost', 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
  expect(served).toBe(1);
  const lines = () => world.logged.filter(({ msg }) => msg.startsWith('demo mode refused'));
  expect(lines()).toEqual([expect.objectContaining({ level: 40, host: `rebound.example:${port}` })]);
  world.advanceClock(61);
  await ask({ host: 'localhost', via: '1.1 proxy' });
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toMatchObject({ header: 'via' });
});
