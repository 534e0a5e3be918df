import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import type { AppContext } from '../../src/context.server.ts';
import { listGameAddresses, listPageAddresses, listSearchAddresses } from './distinct-requests.ts';
import { withServers, type LoadedServers } from './loaded-server.ts';
import { readCpuMs } from './process-usage.ts';
import { saveSection, describeMachine, formatTable, type BenchmarkRow } from './report.ts';
import { withCatalogue } from './with-catalogue.ts';

// The API when no two requests are the same, so that no shared response helps, beside the bare Node server of bare.ts in the same run.
// Load generator, both servers and PostgreSQL share the machine. BENCH_DIR and BENCH_GAMES as in catalogue.ts.

const root = path.resolve(import.meta.dirname, '../..');
const GAMES = Number(process.env['BENCH_GAMES'] ?? 1_000_000);
const CONNECTIONS = 16;
const WARMUP_SECONDS = 2;
const SECONDS = 8;
const P99_MS_MAX = 60;

/** What is asked for, how many addresses are enough for one run, and the part of the bare server's requests a second to reach. */
const LOADS: readonly { what: string; list: (ctx: AppContext, count: number) => Promise<string[]>; count: number; target: number }[] = [
  { what: 'one game', list: listGameAddresses, count: 90_000, target: 0.7 },
  { what: 'a list page of 12 with its exact total', list: listPageAddresses, count: 60_000, target: 0.3 },
  { what: 'a search: a word, the beginning of one, two words, a slip', list: listSearchAddresses, count: 40_000, target: 0.2 },
];

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = process.env['BENCH_DIR'] ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-')));
  const rows = await withCatalogue(path.join(folder, String(GAMES)), GAMES, (ctx) =>
    withServers(root, ctx, (servers) => measure(ctx, servers)),
  );
  const text = [
    `## distinct`,
    `${describeMachine()}. ${GAMES.toLocaleString('en')} generated games, ${CONNECTIONS} connections, every request another one; API, load generator and PostgreSQL on the same machine. One run on ${new Date().toISOString().slice(0, 10)}.`,
    formatTable(rows),
  ].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('distinct', text);
  if (!process.env['BENCH_DIR']) await fs.rm(folder, { recursive: true, force: true });
}

async function measure(ctx: AppContext, { url, bareUrl, server }: LoadedServers): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  let before = await load(bareUrl, ['/newest']);
  for (const { what, list, count, target } of LOADS) {
    const addresses = await list(ctx, count);
    const cpuBefore = await readCpuMs(server.pid);
    const own = await load(url, addresses);
    const cpuMs = ((await readCpuMs(server.pid)) - cpuBefore) / own.sent;
    const after = await load(bareUrl, ['/newest']);
    const bare = (before.rate + after.rate) / 2;
    before = after;
    const ratio = own.rate / bare;
    rows.push({
      metric: `API: ${what}`,
      measured: `${toText(own.rate)}/s, ${ratio.toFixed(2)} of bare Node's ${toText(bare)}/s; ${cpuMs.toFixed(2)} ms of the server's processor time a request`,
      target: String(target),
      ok: ratio >= target,
    });
    rows.push({
      metric: `the same, p99 (bare Node: ${after.p99} ms)`,
      measured: `${own.p99} ms`,
      target: `${P99_MS_MAX} ms`,
      ok: own.p99 <= P99_MS_MAX,
    });
  }
  return rows;
}

function toText(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}

/** Requests a second, how many were sent in all (warm-up included), and the 99th percentile in ms. */
type LoadResult = { rate: number; sent: number; p99: number };

/**
 * Sends each address once, the connections side by side. A single address is repeated.
 * @throws Error if the addresses did not last, or an answer was not 2xx
 */
async function load(url: string, addresses: string[]): Promise<LoadResult> {
  const warmupCount = Math.ceil((addresses.length * WARMUP_SECONDS) / (WARMUP_SECONDS + SECONDS));
  const isRepeated = addresses.length === 1;
  const send = async (given: string[], duration: number) => {
    let connection = 0;
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration,
      setupClient(client) {
        const at = connection++;
        client.setRequests(given.filter((_, i) => isRepeated || i % CONNECTIONS === at).map((each) => ({ path: each })));
      },
    });
    if (result.errors > 0 || result.non2xx > 0)
      throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that were not 2xx`);
    if (!isRepeated && result.requests.total > given.length * 0.98) throw new Error(`${given.length} distinct requests were not enough`);
    return result;
  };
  const warmup = await send(isRepeated ? addresses : addresses.slice(0, warmupCount), WARMUP_SECONDS);
  const result = await send(isRepeated ? addresses : addresses.slice(warmupCount), SECONDS);
  return { rate: result.requests.average, sent: warmup.requests.total + result.requests.total, p99: result.latency.p99 };
}
