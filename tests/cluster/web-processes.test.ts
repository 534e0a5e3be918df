import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { befriend, createSignedInPlayer, type RunQuery } from '../test-players.ts';
import { Tab } from './live-tab.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess, type SiteProcess } from './site-process.ts';
import { findSocketOwner } from './socket-owner.ts';

// A supervisor with two processes that serve, in one start: what reaches from one to the other, and what a player notices when one of them is
// killed, when all are replaced, and when the site stops.

/** Milliseconds between the pages of the load. */
const LOAD_INTERVAL_MS = 200;
/** A player may write 20 messages a minute: two loads, and the test itself. */
const PAGES_PER_MESSAGE = 6;
const MESSAGES_MAX = 8;
const TRIES_MAX = 20;

type LogLine = { process?: string; of?: string; pid?: number; msg: string };

/** What the supervisor has logged. */
function readLog(site: SiteProcess): LogLine[] {
  const lines = site.output().split('\n').slice(0, -1);
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));
}

/** The processes that serve now, or have, in the order of their starts. */
function pidsThatServed(site: SiteProcess): number[] {
  return readLog(site).flatMap(({ of = '', pid, msg }) => (msg === 'a process serves' && of.startsWith('web') && pid ? [pid] : []));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

type Player = Awaited<ReturnType<typeof createSignedInPlayer>>;
const cookieOf = ({ cookie }: Player) => `${cookie.name}=${cookie.value}; cookie_consent=essential`;
const portOf = ({ origin }: SiteProcess) => Number(new URL(origin).port);
const openTab = ({ origin }: SiteProcess, player: Player) => Tab.open({ origin, cookie: cookieOf(player), retryMs: null });

type Answer = { status: number; body: string; socket: Socket };

type Sent = {
  agent?: http.Agent | undefined;
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string> | undefined;
};

/** One request. Without an agent it has a connection of its own, which is left open. */
function send(site: SiteProcess, path: string, { agent, method, headers, form }: Sent = {}): Promise<Answer> {
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const request = http.request(`${site.origin}${path}`, {
      family: 4,
      agent: agent ?? new http.Agent({ keepAlive: true }),
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(body !== undefined && {
          origin: site.origin,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { socket } = response;
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, socket }));
      response.on('error', reject);
    });
    request.end(body);
  });
}

/** Opens pages, and writes a message now and then, until it is stopped. @param retries what is not answered with 200 is sent again */
function startLoad(site: SiteProcess, from: Player, to: Player, { retries }: { retries: boolean }) {
  const agent = new http.Agent({ keepAlive: true });
  const headers = { cookie: cookieOf(from) };
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const over = new AbortController();
  const attempt = async (path: string, form?: Record<string, string>): Promise<boolean> => {
    for (let tries = 0; tries < (retries ? TRIES_MAX : 1); tries++) {
      const found = await send(site, path, { agent, headers, form }).then(
        ({ status, body }) => (status === 200 ? null : `${status} ${body.slice(0, 200)}`),
        (error: Error) => error.message,
      );
      if (found === null) return true;
      failures.push(`${path}: ${found}`);
      await delay(LOAD_INTERVAL_MS);
    }
    return false;
  };
  const write = async () => {
    const clientId = randomUUID();
    if (await attempt(`/chat/${to.known.id}`, { text: 'Habari', clientId })) acknowledged.push(clientId);
  };
  const run = async () => {
    const running: Promise<unknown>[] = [];
    for (let n = 0; !over.signal.aborted; n++) {
      running.push(attempt('/friends'));
      if (n % PAGES_PER_MESSAGE === 0 && n < PAGES_PER_MESSAGE * MESSAGES_MAX) running.push(write());
      await delay(LOAD_INTERVAL_MS);
    }
    await Promise.all(running);
  };
  const finished = run();
  return {
    async stop() {
      over.abort();
      await finished;
      agent.destroy();
      return { acknowledged, failures };
    },
  };
}

test(
  'two processes serve one site: one that is killed or replaced is no outage, nobody loses anything, and none is left behind',
  { timeout: 240_000 },
  async () => {
    const settings = await createSharedSettings({ isEmpty: false });
    const client = new pg.Client({ connectionString: settings.DATABASE_OWNER_URL });
    await client.connect();
    const query: RunQuery = (text, values) => client.query(text, values);
    const [amina, brian] = [await createSignedInPlayer(query), await createSignedInPlayer(query)];
    await befriend(query, amina.known.id, brian.known.id);
    const countMessages = async (ids: string[]) =>
      (
        await client.query<{ count: number }>(
          'select count(distinct client_id)::int as count from messages where client_id = any($1::uuid[])',
          [ids],
        )
      ).rows[0]?.count;
    const figuresPorts = await freePorts(3);
    const site = await startSiteProcess({
      ...settings,
      WEB_PROCESSES: '2',
      DRAIN_SECONDS: '10',
      LOG_LEVEL: 'info',
      API_RATE: '20',
      METRICS_PORT: String(figuresPorts[0]),
    });
    onTestFinished(() => client.end());
    expect(site.output()).toContain('Kiddo is ready');
    await expect.poll(() => pidsThatServed(site)).toHaveLength(2);
    const first = pidsThatServed(site);

    // Pages come from both, and each says in its log which one it is.
    const served = new Set<number | null>();
    await expect
      .poll(async () => {
        const { status, socket } = await send(site, '/');
        served.add(status === 200 ? await findSocketOwner(portOf(site), socket.localPort, first) : status);
        socket.destroy();
        return served;
      })
      .toEqual(new Set(first));
    await expect
      .poll(async () => {
        await send(site, '/login', { method: 'POST', headers: { 'content-length': '0' } });
        const lines = readLog(site) as { event?: string; process?: string }[];
        return new Set(lines.flatMap(({ event = '', process: name }) => (event.startsWith('malicious_csrf') ? [name] : []))).size;
      })
      .toBe(2);

    // They count requests together, and each has figures of its own.
    const answers: number[] = [];
    for (let nth = 0; nth < 24; nth++) answers.push((await send(site, '/api/v1/genres')).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    const rolesOf = async (port: number) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
      return /kiddo_info\{[^}]*roles="([^"]*)"/.exec((await answer?.text()) ?? '')?.[1];
    };
    const ROLES = ['worker', 'web,live', 'web,live'];
    expect(await Promise.all(figuresPorts.map(rolesOf))).toEqual(ROLES);

    // A message that one process takes reaches a tab at the other.
    /** The process that its connection leads to. */
    const pidOf = (tab: Tab) => findSocketOwner(portOf(site), tab.localPort, pidsThatServed(site));
    const openTabAt = async (player: Player, isWanted: (pid: number | null) => boolean): Promise<Tab> => {
      for (;;) {
        const tab = await openTab(site, player);
        if (isWanted(await pidOf(tab))) return tab;
        tab.close();
      }
    };
    const agentAt = async (pid: number): Promise<http.Agent> => {
      for (;;) {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const { socket } = await send(site, '/livez', { agent });
        if ((await findSocketOwner(portOf(site), socket.localPort, first)) === pid) return agent;
        agent.destroy();
      }
    };
    const [here = 0, there = 0] = first;
    const aminas = await openTabAt(amina, (pid) => pid === here);
    const brians = await openTabAt(brian, (pid) => pid === there);
    const writeToBrian = async (agent?: http.Agent) => {
      const form = { text: 'Habari', clientId: randomUUID() };
      expect((await send(site, `/chat/${brian.known.id}`, { agent, form, headers: { cookie: cookieOf(amina) } })).status).toBe(200);
    };
    const chatsOf = (tab: Tab) => tab.events.filter(({ kind }) => kind === 'chat').length;
    await writeToBrian(await agentAt(here));
    await expect.poll(() => chatsOf(brians)).toBe(1);

    // One is killed: the other serves, another one comes, and what was acknowledged is there.
    const load = startLoad(site, amina, brian, { retries: true });
    process.kill(there, 'SIGKILL');
    await expect.poll(() => readLog(site).some(({ msg, pid }) => msg === 'a process ended that should not' && pid === there)).toBe(true);
    for (let i = 0; i < 4; i++) expect((await send(site, '/livez')).status).toBe(200);
    // An answer that came too late, because the machine is busy, is asked for again.
    await expect.poll(async () => (await send(site, '/readyz')).status).toBe(200);
    expect(isAlive(here)).toBe(true);
    await expect.poll(() => pidsThatServed(site), { timeout: 60_000 }).toHaveLength(3);
    const { acknowledged } = await load.stop();
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await countMessages(acknowledged)).toBe(acknowledged.length);
    // Tabs at the other process are told to fetch again what the one that was killed may not have said.
    await expect.poll(() => aminas.events).toContainEqual({ kind: 'look-again' });

    // All are replaced: no request fails, each tab moves once, and nobody sees a friend go.
    const tabs = [aminas, ...(await Promise.all(Array.from({ length: 5 }, () => openTab(site, brian))))];
    const before = pidsThatServed(site).filter(isAlive);
    const presenceOf = (who: Player) =>
      aminas.events.filter((event) => event.kind === 'presence').filter((event) => event.who === who.known.id);
    const seen = presenceOf(brian).length;
    const lightLoad = startLoad(site, amina, brian, { retries: false });
    site.child.kill('SIGHUP');
    await expect.poll(() => pidsThatServed(site), { timeout: 90_000 }).toHaveLength(5);
    await expect.poll(() => before.filter(isAlive), { timeout: 30_000 }).toEqual([]);
    // The new processes have the ports of the figures once the old ones are gone.
    await expect.poll(() => Promise.all(figuresPorts.map(rolesOf))).toEqual(ROLES);
    const result = await lightLoad.stop();
    expect(result.failures).toEqual([]);
    expect(await countMessages(result.acknowledged)).toBe(result.acknowledged.length);
    expect(tabs.map(({ moves, wasAlone }) => ({ moves, wasAlone }))).toEqual(tabs.map(() => ({ moves: 1, wasAlone: false })));
    const pids = await Promise.all(tabs.map((tab) => pidOf(tab)));
    expect(pids.filter((pid) => pid === null || before.includes(pid))).toEqual([]);
    const counts = tabs.slice(1).map(chatsOf);
    await writeToBrian();
    await expect.poll(() => tabs.slice(1).map(chatsOf)).toEqual(counts.map((count) => count + 1));
    // How the tabs of the process that was killed came back may still be on its way: that he is here.
    expect(
      presenceOf(brian)
        .slice(seen)
        .filter(({ online }) => !online),
    ).toEqual([]);

    // The site stops as a whole: it says so while it drains.
    site.child.kill('SIGTERM');
    await expect.poll(async () => (await send(site, '/readyz')).status).toBe(503);
    expect((await send(site, '/')).status).toBe(200);
    expect(await site.ended).toBe(0);
    const started = readLog(site).flatMap(({ msg, pid }) => (msg === 'a process is started' && pid ? [pid] : []));
    expect([started.length, started.filter(isAlive)]).toEqual([7, []]);
  },
);
