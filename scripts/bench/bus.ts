import { fork, spawn, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { createBusRelay, type ClusterBusMessage } from '../../src/infra/bus/cluster.ts';
import { freePort } from '../free-ports.ts';
import type { BusFigures, BusOrder, BusProcessMessage } from './bus-process.ts';
import { readCpuMs } from './process-usage.ts';
import { describeMachine, formatTable, saveSection, type BenchmarkRow } from './report.ts';

// What the bus costs each process of a site in which many come and go: every message names fifty friends, of whom a few are connected
// somewhere. Processor time, because the machine has fewer processors than processes.
//
// npm run bench -- bus [--write]

const CONNECTED = 20_000;
const FRIENDS = 50;
const FRIENDS_CONNECTED = 3;
const PER_SECOND = 2_000;
const SECONDS = 5;
/** What is under way arrives in this time. */
const AFTER_MS = 1_500;
const RATIO_MAX = 1.3;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Setup = Pick<BusOrder, 'adapter' | 'way' | 'processes'> & { perSecond: number; connected: number };
/** Shares of a core: of a process on average, and of Redis or the supervisor. `heard`: messages a process and second. */
type Result = { busy: number; between: number; heard: number; told: number };

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', os.tmpdir()], {
    stdio: 'ignore',
  });
  redis.on('error', () => {
    process.stderr.write('This benchmark needs redis-server (Debian: apt-get install redis-server).\n');
    process.exit(1);
  });
  try {
    await sleep(500);
    const rows: BenchmarkRow[] = [];
    for (const adapter of ['redis', 'supervisor'] as const) {
      const measure = (way: BusOrder['way'], processes: number, share = 1) =>
        measureSetup(
          { adapter, way, processes, perSecond: PER_SECOND * share, connected: CONNECTED * share },
          `redis://127.0.0.1:${port}`,
          redis,
        );
      const before = [await measure('everybody', 2), await measure('everybody', 8)] as const;
      const now = [await measure('audience', 2), await measure('audience', 8)] as const;
      rows.push(...toRows(adapter, before, now));
      const [smallBefore, smallNow] = [await measure('everybody', 2, 0.25), await measure('audience', 2, 0.25)];
      rows.push({
        metric: `${adapter}: a site that grows from 2 processes to 8, each with ${CONNECTED / 8} players and ${PER_SECOND / 8} messages a second: processor time of a process`,
        measured: `${formatRatio(smallNow.busy, now[1].busy)}; when everybody heard everything ${formatRatio(smallBefore.busy, before[1].busy)}`,
        target: '',
        ok: true,
      });
    }
    const text = `## bus\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}: ${PER_SECOND.toLocaleString('en')} presence messages a second in all for ${SECONDS} s, each for ${FRIENDS} friends, ${FRIENDS_CONNECTED} of them among the ${CONNECTED.toLocaleString('en')} players who are connected. The processes are small ones that have only the bus and a listener. Shares are of one core, publishing included.\n\n${formatTable(rows)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('bus', text);
  } finally {
    redis.kill('SIGKILL');
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const formatRatio = (from: number, to: number) => `${percent(from)} to ${percent(to)}, ${(to / from).toFixed(2)} times`;

function toRows(adapter: string, before: readonly [Result, Result], now: readonly [Result, Result]): BenchmarkRow[] {
  const between = adapter === 'redis' ? 'Redis' : 'the supervisor';
  const describe = ({ busy, heard, between: share }: Result) =>
    `${percent(busy)} a process, which hears ${heard.toFixed(0)} messages a second; ${between} ${percent(share)}`;
  const ratio = now[1].busy / now[0].busy;
  return [
    { metric: `${adapter}, everybody hears everything (as it was), 2 processes`, measured: describe(before[0]), target: '', ok: true },
    { metric: `${adapter}, the same with 8`, measured: describe(before[1]), target: '', ok: true },
    { metric: `${adapter}, by audience, 2 processes`, measured: describe(now[0]), target: '', ok: true },
    { metric: `${adapter}, the same with 8`, measured: describe(now[1]), target: '', ok: true },
    {
      metric: `${adapter}, by audience: a process of 8 to one of 2`,
      measured: `${ratio.toFixed(2)} times`,
      target: `${RATIO_MAX} times`,
      ok: ratio <= RATIO_MAX,
    },
    {
      metric: `${adapter}: players told by audience, of those that everybody told`,
      measured: now.map((each, i) => `${((100 * each.told) / (before[i]?.told ?? 0)).toFixed(0)} %`).join(', '),
      target: 'all',
      // The lists of friends are drawn anew in each run.
      ok: now.every((each, i) => Math.abs(each.told / (before[i]?.told ?? 0) - 1) < 0.1),
    },
  ];
}

async function measureSetup({ adapter, way, processes, perSecond, connected }: Setup, url: string, redis: ChildProcess): Promise<Result> {
  const relay = createBusRelay();
  const children = Array.from({ length: processes }, () => fork(path.join(import.meta.dirname, 'bus-process.ts')));
  try {
    const ready = children.map((child) => waitFor(child, 'ready'));
    for (const [index, child] of children.entries()) {
      relay.add(index, (message, onWritten) => child.send(message, undefined, undefined, onWritten));
      child.on('message', (message: ClusterBusMessage | BusProcessMessage) => 'bus' in message && relay.receive(index, message));
      const order = { adapter, way, url, index, processes, connected, friends: FRIENDS, friendsConnected: FRIENDS_CONNECTED };
      tell(child, { say: 'order', order: { ...order, perSecond: perSecond / processes, seconds: SECONDS } });
    }
    await Promise.all(ready);
    const readBetween = async () => (adapter === 'redis' ? await readCpuMs(redis.pid) : cpuMsOfThis());
    const before = await readBetween();
    for (const child of children) tell(child, { say: 'go' });
    await sleep(SECONDS * 1000 + AFTER_MS);
    const between = (await readBetween()) - before;
    const figures = children.map((child) => waitFor(child, 'figures'));
    for (const child of children) tell(child, { say: 'end' });
    const all = (await Promise.all(figures)).flatMap((message) => (message.say === 'figures' ? [message.figures] : []));
    const sum = (figure: (each: BusFigures) => number) => all.reduce((total, each) => total + figure(each), 0);
    const result = {
      busy: sum(({ cpuMs }) => cpuMs) / processes / (SECONDS * 1000),
      between: between / (SECONDS * 1000),
      heard: sum(({ heard }) => heard) / processes / SECONDS,
      told: sum(({ told }) => told),
    };
    process.stdout.write(`${adapter}, ${way}, ${processes} processes, ${perSecond}/s: ${JSON.stringify(result)}\n`);
    return result;
  } finally {
    for (const child of children) child.disconnect();
    await Promise.all(
      children.filter((child) => child.exitCode === null).map((child) => new Promise((resolve) => child.once('exit', resolve))),
    );
  }
}

function cpuMsOfThis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function tell(child: ChildProcess, message: BusProcessMessage): void {
  child.send(message);
}

function waitFor(child: ChildProcess, say: BusProcessMessage['say']): Promise<BusProcessMessage> {
  return new Promise((resolve) => {
    const listener = (message: BusProcessMessage) => {
      if (message.say !== say) return;
      child.off('message', listener);
      resolve(message);
    };
    child.on('message', listener);
  });
}
