import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../../src/context.server.ts';
import { generateCrowd } from './crowd.ts';
import { readCpuMs, readMemoryBytes } from './process-usage.ts';
import { describeMachine, formatTable, percentile, saveSection, type BenchmarkRow } from './report.ts';
import { milliseconds, send, type Requested } from './request-cost.ts';
import { startSite } from './site-process.ts';
import { withCatalogue } from './with-catalogue.ts';

// Signed-in pages a second with one process that serves, and with two, by WEB_PROCESSES alone: both sites run, on the same database, and are
// measured in turns. The load and the database share the processors with them, so this also says what processor time a page costs the
// processes that serve: from that follows what two processors give that do nothing else.
//
// npm run bench -- processes [--write]

const FOLDER = process.env['BENCH_DIR'] ?? '/tmp/kiddo-bench';
const GAMES = 100;
const COUNTS = [1, 2];
const TARGET_RATIO = 1.7;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const WARM_UP_MS = 6_000;
/** Enough that no process waits for the load. */
const CONNECTIONS = 16;

type Site = { origin: string; pids: number[]; supervisorPid: number; stop(): Promise<void> };
type Round = { perSecond: number; cpuMsPerPage: number; databaseMsPerPage: number; busy: number };

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const text = await withCatalogue(path.join(FOLDER, `signed-in-${GAMES}`), GAMES, measure);
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('processes', text);
}

async function measure(ctx: AppContext): Promise<string> {
  const sites: Site[] = [];
  try {
    for (const count of COUNTS) sites.push(await startProcesses(ctx, count));
    const { cookie } = await generateCrowd(ctx, GAMES, (text) => process.stdout.write(`${text}\n`));
    const target = { name: 'home', path: '/', headers: { cookie: `${cookie}; cookie_consent=essential`, 'accept-encoding': 'gzip' } };
    for (const { origin } of sites) {
      const { status, body } = await send(`${origin}/`, { headers: { ...target.headers, 'accept-encoding': 'identity' } });
      if (status !== 200 || !body.includes('bench_1')) throw new Error(`the home page was answered with ${status}, or not as a player's`);
      await load(origin, target, WARM_UP_MS);
    }
    const rounds: Round[][] = COUNTS.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, site] of sites.entries()) rounds[i]?.push(await measureRound(ctx, site, target));
    return await describe(sites, rounds);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

async function describe(sites: Site[], rounds: Round[][]): Promise<string> {
  const median = (i: number, figure: (round: Round) => number) => percentile((rounds[i] ?? []).map(figure), 0.5);
  const toMb = (bytes: number) => Math.round(bytes / 1_048_576);
  const rows: BenchmarkRow[] = [];
  for (const [i, site] of sites.entries()) {
    const memory = await Promise.all(site.pids.map(async (pid) => toMb(await readMemoryBytes(pid))));
    const supervisor = site.pids.includes(site.supervisorPid) ? '' : `, supervisor ${toMb(await readMemoryBytes(site.supervisorPid))} MB`;
    rows.push({
      metric: `WEB_PROCESSES=${COUNTS[i]}`,
      measured: `${median(i, ({ perSecond }) => perSecond).toFixed(0)} pages/s; ${median(i, ({ cpuMsPerPage }) => cpuMsPerPage).toFixed(2)} ms of processor time for a page, and ${median(i, ({ databaseMsPerPage }) => databaseMsPerPage).toFixed(2)} ms of PostgreSQL's; processors kept busy by the site's processes: ${median(i, ({ busy }) => busy).toFixed(2)}; memory ${memory.join(' + ')} MB${supervisor}`,
      target: '',
      ok: true,
    });
  }
  const ratio = median(1, ({ perSecond }) => perSecond) / median(0, ({ perSecond }) => perSecond);
  const perProcessor = (2 * median(0, ({ cpuMsPerPage }) => cpuMsPerPage)) / median(1, ({ cpuMsPerPage }) => cpuMsPerPage);
  rows.push(
    {
      metric: 'pages/s, two processes to one, as measured',
      measured: ratio.toFixed(2),
      target: `${TARGET_RATIO}`,
      ok: ratio >= TARGET_RATIO,
    },
    {
      metric: 'the same by processor time, for two processors that do nothing else',
      measured: perProcessor.toFixed(2),
      target: `${TARGET_RATIO}`,
      ok: perProcessor >= TARGET_RATIO,
    },
  );
  const day = new Date().toISOString().slice(0, 10);
  return [
    '## processes',
    `${describeMachine()}. One run on ${day}: a player's home page, ${ROUNDS} rounds of ${ROUND_MS / 1000} s in turns, medians, ${CONNECTIONS} connections. ${os.availableParallelism()} processors, which the load and PostgreSQL share with the site.`,
    formatTable(rows),
  ].join('\n\n');
}

async function measureRound(ctx: AppContext, { origin, pids }: Site, target: Requested): Promise<Round> {
  const database = await databasePids(ctx);
  const [before, databaseBefore, begun] = [await sumCpuMs(pids), await sumCpuMs(database), performance.now()];
  const count = await load(origin, target, ROUND_MS);
  const elapsed = performance.now() - begun;
  const cpu = (await sumCpuMs(pids)) - before;
  const databaseCpu = (await sumCpuMs(database)) - databaseBefore;
  return { perSecond: (count / elapsed) * 1000, cpuMsPerPage: cpu / count, databaseMsPerPage: databaseCpu / count, busy: cpu / elapsed };
}

async function sumCpuMs(pids: number[]): Promise<number> {
  return (await Promise.all(pids.map(readCpuMs))).reduce((sum, each) => sum + each, 0);
}

/** PostgreSQL's processes: those of connections, and those that write in the background. Its cleaners come and go, and serve no page. */
async function databasePids({ db }: AppContext): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where backend_type <> 'autovacuum worker'`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Requests one page over connections of its own, which the processes of a site get in turn. @returns how many were answered */
async function load(origin: string, { path: address, headers, name }: Requested, ms: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const isOver = milliseconds(ms);
  let count = 0;
  const ask = async () => {
    while (!isOver()) {
      const { status } = await send(origin + address, { headers, agent });
      if (status !== 200) throw new Error(`${name} was answered with ${status}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  agent.destroy();
  return count;
}

async function startProcesses(ctx: AppContext, processes: number): Promise<Site> {
  const { server, origin, stop } = await startSite(ctx, { ROLES: 'web,live', WEB_PROCESSES: String(processes) });
  const pid = server.pid as number;
  const children = (await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  return { origin, supervisorPid: pid, pids: processes === 1 ? [pid] : children, stop };
}
