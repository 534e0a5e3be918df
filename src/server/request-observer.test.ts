import { sql } from 'kysely';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createBuild, serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';
import { createMetrics } from '../infra/metrics/metrics.ts';
import { requestPaystack } from '../infra/payments/paystack-client.ts';
import { sendPush, generatePushKeys } from '../infra/push/push-client.ts';
import { createRequestObserver } from './request-observer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A service outside of ours. @returns its address, and the headers of what it was asked */
async function serveOther() {
  const asked: IncomingHttpHeaders[] = [];
  const server = http.createServer((req, res) => {
    asked.push(req.headers);
    res.end('{"status":true,"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a slow request and a slow statement are named with their request and trace, and without a value; what it asks of others has the trace', async () => {
  const world = await createWorld({ SLOW_REQUEST_MS: '30', SLOW_STATEMENT_MS: '30', TRUSTED_PROXIES: '1' });
  const other = await serveOther();
  await Promise.all([world.addGame(), world.addPlayer()]);
  const slow = {
    async loader() {
      await sql`update games set title = ${'secret title'} where pg_sleep(0.05) is null`.execute(world.ctx.db);
      await world.ctx.queryPrepared({ name: 'slow', text: 'select 1 from players, pg_sleep(0.05) where username = $1 or true' }, ['amina']);
      await sql`select 1 from pg_sleep(0.05)`.execute(world.ctx.db);
      await requestPaystack({ secretKey: 'sk', base: other.url, timeoutMs: 5_000 }, 'GET', '/bank', z.object({}));
      world.ctx.log.warn('said by the page');
      return new Response('');
    },
  };
  const origin = await serveSite({ ctx: world.ctx, pages: createBuild({ 'slow/:id': slow }), assets: new Map() });
  const response = await fetch(`${origin}/slow/secret-id?q=secret`, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
  const requestId = response.headers.get('x-request-id');
  // Others may be slow too on a busy machine.
  await expect.poll(() => world.logged.map(({ msg }) => msg)).toContain('slow request');
  const about = { requestId, traceId: TRACE, ms: expect.any(Number) };
  const ours: object[] = [
    { msg: 'slow statement', statement: 'update games', ...about },
    { msg: 'slow statement', statement: 'select players', ...about },
    { msg: 'slow statement', statement: 'select other', ...about },
    { msg: 'said by the page', requestId, traceId: TRACE },
    { msg: 'slow request', route: '/slow/:id', method: 'GET', status: '200', ...about },
  ];
  for (const line of ours) expect(world.logged).toContainEqual(expect.objectContaining(line));
  expect(JSON.stringify(world.logged)).not.toMatch(/secret|amina|pg_sleep/);
  expect(other.asked[0]?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
});

test('a trace that a visitor names is not continued: there is no proxy that would have said it', async () => {
  const { ctx, logged } = await createWorld({ TRUSTED_PROXIES: '0' });
  const pages = createBuild({ page: { loader: () => (ctx.log.warn('said by the page'), new Response('')) } });
  const origin = await serveSite({ ctx, pages, assets: new Map() });
  await fetch(`${origin}/page`, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
  const said = logged.find(({ msg }) => msg === 'said by the page') as { traceId?: string } | undefined;
  expect(said?.traceId).toMatch(/^(?!4bf92f35)[0-9a-f]{32}$/);
});

test('the time of a request begins when all of it is here, and who leaves before that has none', async () => {
  const { ctx, logged } = await createWorld({ SLOW_REQUEST_MS: '5000' });
  const metrics = createMetrics({ version: '1', roles: [] });
  const counted = vi.spyOn(metrics, 'countRequest');
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let nth = 0;
  const observe = createRequestObserver({ ...ctx, metrics }, () => '/upload');
  const server = http.createServer(
    observe(async (req, res) => {
      begun[nth++]?.resolve();
      await text(req);
      now += 4_000;
      res.end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const send = () => http.request({ port: (server.address() as AddressInfo).port, method: 'POST', headers: { 'content-length': 8 } });
  const slow = send();
  slow.write('half');
  await begun[0]?.promise;
  now += 60_000;
  const answered = once(slow, 'response');
  slow.end('half');
  (await answered)[0].resume();
  const leaving = send().on('error', () => {});
  leaving.write('half');
  await begun[1]?.promise;
  now += 60_000;
  leaving.destroy();
  await expect.poll(() => counted).toHaveBeenCalledTimes(2);
  expect(counted.mock.calls).toEqual([
    ['/upload', 'POST', '200', 4],
    ['/upload', 'POST', 'none', null],
  ]);
  expect(logged.map(({ msg }) => msg)).not.toContain('slow request');
});

test('outside of requests and jobs no trace is sent', async () => {
  const other = await serveOther();
  const receiver = { p256dh: generatePushKeys().publicKey, auth: Buffer.alloc(16, 1).toString('base64url') };
  const message = { endpoint: other.url, ...receiver, payload: '{}', ttlSeconds: 1, topic: 'a', isUrgent: false };
  await sendPush(message, generatePushKeys(), 'mailto:a@example.com');
  expect(other.asked.map(({ traceparent }) => traceparent)).toEqual([undefined]);
});
