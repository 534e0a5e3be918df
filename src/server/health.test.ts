import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createHealth } from './health.ts';

async function serve(query: () => Promise<unknown[]>) {
  const logged: string[] = [];
  const clock = { now: 0 };
  const health = createHealth(pino({ base: undefined }, { write: (line) => void logged.push(JSON.parse(line).msg) }), () => clock.now);
  // As `main.ts` opens them; behind it somebody who refuses everything.
  const server = http.createServer(
    { requireHostHeader: false },
    health.before((_, res) => res.writeHead(429).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  /** @returns the first line of the answer to a request as it is written */
  const write = async (request: string) => {
    const socket = net.connect(port, '127.0.0.1').end(`${request}\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const start = () => health.markStarted(query);
  return { health, start, clock, logged, write, ask, origin: `http://127.0.0.1:${port}` };
}

test('whoever is asked without a Host header and over HTTP/1.0 answers too, nobody stores it, and nothing else is let through', async () => {
  const { start, write, origin } = await serve(async () => []);
  start();
  for (const path of ['/livez', '/readyz', '/healthz', '/readyz?from=balancer'])
    for (const version of ['1.0', '1.1']) expect(await write(`GET ${path} HTTP/${version}\r\nConnection: close`)).toBe('HTTP/1.1 200 OK');
  expect(await write('GET / HTTP/1.1\r\nConnection: close')).toBe('HTTP/1.1 400 Bad Request');
  expect(await write('GET / HTTP/1.0')).toBe('HTTP/1.1 429 Too Many Requests');
  expect(await write('POST /readyz HTTP/1.0')).toBe('HTTP/1.1 429 Too Many Requests');
  const answer = await fetch(`${origin}/readyz`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ok: true });
});

test('it is ready from the end of the start until it is told to stop, and lives all the time', async () => {
  const { health, start, ask } = await serve(async () => []);
  const both = async () => [await ask('/livez'), await ask('/readyz')];
  expect(await both()).toEqual([200, 503]);
  start();
  expect(await both()).toEqual([200, 200]);
  health.markStopping();
  expect(await both()).toEqual([200, 503]);
});

test('without the database it lives and is not ready; however many ask, the database is asked once', async () => {
  let asked = 0;
  const failing = await serve(async () => {
    asked++;
    throw new Error('it is away');
  });
  failing.start();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => failing.ask('/readyz'))))).toEqual(new Set([503]));
  expect([asked, await failing.ask('/livez')]).toEqual([1, 200]);
  failing.clock.now += 1_000;
  expect([await failing.ask('/readyz'), asked]).toEqual([503, 2]);

  // One that does not answer is not asked again beside that, also after the second in which its answer counts.
  let hanging = 0;
  const frozen = await serve(() => {
    hanging++;
    return new Promise(() => {});
  });
  frozen.start();
  expect(await frozen.ask('/readyz')).toBe(503);
  frozen.clock.now += 1_000;
  expect([await frozen.ask('/readyz'), hanging]).toEqual([503, 1]);
});

test('the log has a line when the database goes away, also one that hangs, and a line when it is back', async () => {
  let answer = async (): Promise<unknown[]> => [];
  const { start, clock, logged, ask } = await serve(() => answer());
  start();
  const askLater = async () => {
    clock.now += 1_000;
    return ask('/readyz');
  };
  expect([await askLater(), logged]).toEqual([200, []]);
  const hanging = Promise.withResolvers<unknown[]>();
  answer = () => hanging.promise;
  expect([await askLater(), await askLater()]).toEqual([503, 503]);
  expect(logged).toEqual(['the database does not answer: this process is not ready']);
  answer = async () => [];
  hanging.reject(new Error('the connection is lost'));
  await expect.poll(askLater).toBe(200);
  expect([await askLater(), logged.slice(1)]).toEqual([200, ['the database answers again: this process is ready']]);
});
