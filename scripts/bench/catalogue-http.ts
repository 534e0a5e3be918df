import autocannon from 'autocannon';
import type { AppContext } from '../../src/context.server.ts';
import { createRandom } from '../random.ts';
import { withServers } from './loaded-server.ts';
import { readMemoryBytes } from './process-usage.ts';
import type { BenchmarkRow } from './report.ts';

// The built server under load. Each result is compared with a bare Node server in the same run: machines are noisy, ratios less so.

const SECONDS = 8;

/** Starts the built server on the context's database and measures it. */
export async function measureHttp(root: string, ctx: AppContext): Promise<BenchmarkRow[]> {
  return withServers(root, ctx, async ({ url, bareUrl, server }) => {
    const lines: BenchmarkRow[] = [];
    const home = await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).text();
    await fetch(`${bareUrl}/bytes`, { method: 'POST', body: home });
    const [bareHome, ownHome] = await runAlternately(
      () => load(bareUrl, ['/bytes'], 32),
      () => load(url, ['/'], 32),
    );
    lines.push(toRatioRow(`visitor's home page, 32 connections (${Math.round(home.length / 1000)} KB)`, ownHome, bareHome, 0.5));
    const bareApi = await load(bareUrl, ['/newest'], 16);
    const peaks: number[] = [];
    for (const [what, paths, target] of await apiLoads(ctx)) {
      const again = await load(bareUrl, ['/newest'], 16);
      const rate = await load(url, paths, 16);
      peaks.push((await readMemoryBytes(server.pid)) / 1_048_576);
      lines.push(toRatioRow(what, rate, (again + bareApi) / 2, target));
    }
    const peak = Math.max(...peaks);
    lines.push({
      metric: 'memory of the server process under that load',
      measured: `${Math.round(peak)} MB`,
      target: '350 MB',
      ok: peak <= 350,
    });
    return lines;
  });
}

async function runAlternately(one: () => Promise<number>, two: () => Promise<number>): Promise<[number, number]> {
  const first = await one();
  const second = await two();
  return [(first + (await one())) / 2, second];
}

function toRatioRow(what: string, rate: number, bare: number, target: number): BenchmarkRow {
  const ratio = rate / bare;
  return {
    metric: what,
    measured: `${Math.round(rate).toLocaleString('en')}/s, ${ratio.toFixed(2)} of bare Node's ${Math.round(bare).toLocaleString('en')}/s`,
    target: String(target),
    ok: ratio >= target,
  };
}

/** Realistic requests: a few are frequent, most are rare. */
async function apiLoads(ctx: AppContext): Promise<[string, string[], number][]> {
  const random = createRandom(42);
  const zipf = (size: number) => Math.floor(size ** random());
  const { n } = await ctx.db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const genres = (await ctx.db.selectFrom('genres').select('name').orderBy('id').execute()).map((row) => row.name);
  const words = (await ctx.db.selectFrom('search_words').select('word').orderBy('games', 'desc').limit(3000).execute()).map(
    (row) => row.word,
  );
  const pick = <T>(list: readonly T[]) => list[Math.min(list.length, zipf(list.length + 1)) - 1] as T;
  const many = (make: () => string) => Array.from({ length: 20_000 }, make);
  const filters = () => {
    const params = new URLSearchParams({ genre: pick(genres) });
    if (random() < 0.4) params.set('device', 'Mobile');
    if (random() < 0.3) params.set('gender', random() < 0.5 ? 'Male' : 'Female');
    if (random() < 0.5) params.set('tab', pick(['top-rated', 'featured', 'recommended']));
    return `/api/v1/games?${params}`;
  };
  const query = () => {
    const word = pick(words);
    const kind = random();
    const text =
      kind < 0.4
        ? word.slice(0, 2 + Math.floor(random() * 3))
        : kind < 0.8
          ? word
          : kind < 0.9
            ? `${word} ${pick(words)}`
            : `${word.slice(0, 2)}${word.slice(3)}x`;
    return `/api/v1/search?q=${encodeURIComponent(text)}`;
  };
  return [
    [
      'API: newest 12',
      many(() => `/api/v1/games?limit=12${random() < 0.5 ? '' : `&tab=${pick(['popular', 'top-rated', 'recommended'])}`}`),
      0.7,
    ],
    ['API: with genre and total', many(filters), 0.5],
    ['API: one game', many(() => `/api/v1/games/bench-${String(zipf(n)).padStart(8, '0')}`), 0.9],
    ['API: search', many(query), 0.15],
  ];
}

async function load(url: string, paths: string[], connections: number): Promise<number> {
  let client = 0;
  const options = (duration: number): autocannon.Options => ({
    url,
    connections,
    duration,
    // Each connection starts at another position, or all would send the same request at once.
    setupClient(one) {
      const from = Math.floor((paths.length * client++) / connections) % paths.length;
      one.setRequests([...paths.slice(from), ...paths.slice(0, from)].map((each) => ({ path: each })));
    },
  });
  await autocannon(options(2)); // warm-up
  client = 0;
  const result = await autocannon(options(SECONDS));
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that were not 2xx`);
  return result.requests.average;
}
