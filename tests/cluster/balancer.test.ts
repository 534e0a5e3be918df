import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { missingHaproxy, startBalancer } from './balancer.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess } from './site-process.ts';
import { reportSkipped } from './skipped.ts';

if (missingHaproxy !== null) reportSkipped('deploy/haproxy.cfg', missingHaproxy);

test.runIf(missingHaproxy === null)(
  'processes stop, start and die behind the balancer, and the others answer',
  { timeout: 240_000 },
  async () => {
    const settings = await createSharedSettings({ isEmpty: false });
    const [port = 0] = await freePorts(1);
    const origin = `http://localhost:${port}`;
    // Demo mode is for this machine alone: a proxy needs to be allowed.
    const env = { ...settings, ROLES: 'web', ALLOW_PUBLIC_DEMO: 'yes', ORIGIN: origin, TRUSTED_PROXIES: '1', DRAIN_SECONDS: '1' };
    const start = (own: Record<string, string> = {}) => startSiteProcess({ ...env, ...own });
    const [one, two] = await Promise.all([start(), start()]);
    const at = await startBalancer(
      port,
      [one, two].map(({ origin: site, gamesOrigin: games }) => ({ site, games })),
    );
    const over = new AbortController();
    let isKilled = false;
    const answers: { status: string; isKilled: boolean }[] = [];
    const ask = async () => {
      for (let nth = 0; !over.signal.aborted; nth++) {
        const asked = ['/', '/games', '/api/v1/games', '/help'][nth % 4];
        const connection = nth % 2 === 0 ? 'close' : 'keep-alive';
        const status = await fetch(at + asked, { headers: { connection } }).then(async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        }, String);
        answers.push({ status, isKilled });
      }
    };
    const asking = Promise.all([ask(), ask()]);
    const askedMore = async (count = 20) => {
      const until = answers.length + count;
      await expect.poll(() => answers.length).toBeGreaterThan(until);
    };
    await askedMore();
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    await askedMore();
    const { port: sitePort } = new URL(one.origin);
    const { port: gamesPort } = new URL(one.gamesOrigin);
    const again = await start({ PORT: sitePort, GAMES_PORT: gamesPort });
    expect(again.output()).toContain('Kiddo is ready');
    await askedMore();
    // Without a word: what it was just answering is lost, and a browser asks for it again by itself.
    isKilled = true;
    two.child.kill('SIGKILL');
    await two.ended;
    await askedMore();
    over.abort();
    await asking;
    const failures = answers.filter(({ status }) => status !== '200');
    expect(failures.filter((each) => !each.isKilled)).toEqual([]);
    // One of each of the two that ask.
    expect(failures.length).toBeLessThanOrEqual(2);
  },
);

/** A server that counts what it is asked, and answers what it is told. */
async function startServer(answer: http.RequestListener) {
  const asked: string[] = [];
  const server = http.createServer((req, res) => {
    if (req.url === '/readyz') return res.end();
    asked.push(`${req.method} ${req.url} from ${String(req.headers['x-forwarded-for'])}`);
    return answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.runIf(missingHaproxy === null)(
  'an asset that one process lacks comes from the other; what was sent is sent once; addresses cannot be made up',
  async () => {
    const lacking = await startServer((req, res) => (req.url?.startsWith('/assets/') ? res.writeHead(404).end() : req.socket.destroy()));
    const having = await startServer((_, res) => res.end('here'));
    const games = await startServer((_, res) => res.end('a game'));
    const [port = 0] = await freePorts(1);
    const at = await startBalancer(port, [
      { site: lacking.url, games: games.url },
      { site: having.url, games: games.url },
    ]);
    const get = (asked: string) => fetch(at + asked, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    for (let nth = 0; nth < 4; nth++) expect(await (await get(`/assets/${nth}.js`)).text()).toBe('here');
    expect(lacking.asked).not.toEqual([]);
    for (let nth = 0; nth < 4; nth++) expect(await (await get(`/${nth}`)).text()).toBe('here');
    expect([...lacking.asked, ...having.asked].filter((line) => !line.endsWith(' from 127.0.0.1'))).toEqual([]);
    const post = (body: string) =>
      fetch(`${at}/form`, { method: 'POST', body }).then(
        ({ ok }) => ok,
        () => false,
      );
    const posts = await Promise.all(['1', '2', '3', '4'].map(post));
    const arrived = [...lacking.asked, ...having.asked].filter((line) => line.startsWith('POST'));
    expect(arrived).toHaveLength(4);
    // So what is lost is said, and its page offers to send it again.
    expect(posts).toContain(false);
    // The games have a host of their own.
    const game = await new Promise<string>((resolve, reject) => {
      const request = http.get(`${at}/x`, { headers: { host: 'kiddo-games.example.net' } }, (res) =>
        res.setEncoding('utf8').on('data', resolve),
      );
      request.on('error', reject);
    });
    expect(game).toBe('a game');
  },
);
