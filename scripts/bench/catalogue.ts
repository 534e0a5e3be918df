import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AppContext } from '../../src/context.server.ts';
import { getListingClasses } from '../../src/features/games/catalogue/rules.ts';
import { findListingWithTotal } from '../../src/features/games/catalogue/queries.server.ts';
import { TABS, type ListFilters } from '../../src/features/games/catalogue/schema.ts';
import { listGames } from '../../src/features/games/catalogue/service.server.ts';
import { searchGames } from '../../src/features/games/search/service.server.ts';
import { listContentMarks, VISITOR } from '../../src/shared/permissions.ts';
import { measureHttp } from './catalogue-http.ts';
import { withCatalogue } from './with-catalogue.ts';
import { saveSection, describeMachine, percentile, formatTable, measureMs, type BenchmarkRow } from './report.ts';

// Measures the catalogue with 10,000 and with 1,000,000 games: first the services, then the server over HTTP.
// BENCH_DIR keeps the databases for another run; BENCH_GAMES sets the larger size.

const root = path.resolve(import.meta.dirname, '../..');
const SMALL = 10_000;
const LARGE = Number(process.env['BENCH_GAMES'] ?? 1_000_000);
const SAMPLES = 200;
/** Calls before the samples, so that statements are planned and the database's pages are in memory. */
const WARMUP_CALLS = 20;
const DEEP_PAGE = 50;

type Metrics = Map<string, number>;

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = process.env['BENCH_DIR'] ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-')));
  const small = await withCatalogue(path.join(folder, String(SMALL)), SMALL, measureServices);
  const lines: BenchmarkRow[] = [];
  const large = await withCatalogue(path.join(folder, String(LARGE)), LARGE, async (ctx) => {
    const metrics = await measureServices(ctx);
    lines.push(...(await measureHttp(root, ctx)));
    return metrics;
  });
  const text = [
    `## catalogue`,
    `${describeMachine()}. ${LARGE.toLocaleString('en')} generated games (${SMALL.toLocaleString('en')} for comparison), ${SAMPLES} samples a figure, one run on ${new Date().toISOString().slice(0, 10)}.`,
    formatTable([...toServiceRows(small, large), ...lines]),
  ].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('catalogue', text);
  if (!process.env['BENCH_DIR']) await fs.rm(folder, { recursive: true, force: true });
}

const FILTERS: Record<string, Partial<ListFilters>[]> = {
  'no filter': [{}],
  'a common genre': [{ genre: 'Adventure' }, { genre: 'Role Play' }],
  'a rare genre': [{ genre: 'Animals' }, { genre: 'Space' }, { genre: 'Trivia' }],
  Mobile: [{ device: 'Mobile' }],
  Girl: [{ gender: 'Female' }],
  'genre, Mobile and Boy': [
    { genre: 'Adventure', device: 'Mobile', gender: 'Male' },
    { genre: 'Animals', device: 'Mobile', gender: 'Male' },
  ],
};

async function measureServices(ctx: AppContext): Promise<Metrics> {
  const metrics: Metrics = new Map();
  for (const tab of TABS) {
    for (const [name, variants] of Object.entries(FILTERS)) {
      for (const page of [1, DEEP_PAGE]) {
        metrics.set(`${tab}, ${name}, page ${page}`, await measurePage(ctx, tab, variants, page));
      }
    }
  }
  for (const [name, queries] of Object.entries(searchQueries())) {
    metrics.set(`search: ${name}`, await p95((i) => searchGames(ctx, VISITOR, queries[i % queries.length] as string)));
  }
  const variants = Object.values(FILTERS).flat();
  const total = (i: number) => {
    const { genre = null, device = null, gender = null } = variants[i % variants.length] as Partial<ListFilters>;
    return findListingWithTotal(ctx.dataLoader, ctx.queryPrepared, genre, getListingClasses(listContentMarks(VISITOR), { device, gender }));
  };
  metrics.set('exact total', await p95(total));
  return metrics;
}

async function measurePage(ctx: AppContext, tab: ListFilters['tab'], variants: Partial<ListFilters>[], page: number): Promise<number> {
  const requests = await Promise.all(
    variants.map(async (variant) => {
      const filters = { tab, genre: null, device: null, gender: null, ...variant };
      let after: string | null = null;
      for (let at = 1; at < page; at++) after = (await listGames(ctx, VISITOR, { ...filters, after })).next ?? after;
      return { ...filters, after };
    }),
  );
  return p95((i) => listGames(ctx, VISITOR, requests[i % requests.length] as (typeof requests)[0]));
}

async function p95(call: (i: number) => Promise<unknown>): Promise<number> {
  for (let i = 0; i < WARMUP_CALLS; i++) await call(i);
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i++) samples.push(await measureMs(() => call(i)));
  return percentile(samples, 0.95);
}

function searchQueries(): Record<string, string[]> {
  return {
    '2 letters': ['bu', 'st', 'ma', 'ko', 'ro', 'su', 'ta', 'ze'],
    'a word': ['dragon', 'matatu', 'rocket', 'bubble', 'volcano', 'castle', 'galaxy'],
    'a word that every tenth title has': ['super'],
    'two words': ['super dragon', 'bubble star', 'magic castle', 'robot city', 'super star', 'jungle safari'],
    'a typo': ['dragn', 'bublle', 'mattatu', 'galaksy', 'supper', 'volcanoo', 'castel'],
    'inside a word': ['ragon', 'ubble', 'ala', 'atat', 'ket', 'olca'],
    'a word of children': ['gari', 'mpira', 'car game', 'multiplayer', 'mchezo wa magari', 'simba'],
    'no match': ['xqzzyw', 'qqqqqq', 'wvxwvx', 'zzzyyyxxx'],
  };
}

function toServiceRows(small: Metrics, large: Metrics): BenchmarkRow[] {
  const ms = (value: number | undefined) => (value ?? Number.NaN).toFixed(1);
  const lines: BenchmarkRow[] = [];
  for (const tab of TABS) {
    const keys = [...large.keys()].filter((key) => key.startsWith(`${tab},`));
    const worst = keys.toSorted((a, b) => (large.get(b) ?? 0) - (large.get(a) ?? 0))[0] as string;
    const ratio = Math.max(...keys.map((key) => (large.get(key) ?? 0) / Math.max(small.get(key) ?? 0, 0.001)));
    lines.push({
      metric: `${tab}: slowest of ${keys.length} pages (${worst.slice(tab.length + 2)}), p95`,
      measured: `${ms(large.get(worst))} ms`,
      target: '15 ms',
      ok: (large.get(worst) ?? 99) <= 15,
    });
    lines.push({
      metric: `${tab}: largest growth of a page's p95 from small to large`,
      measured: `${ratio.toFixed(2)} times`,
      target: '2 times',
      ok: ratio <= 2,
    });
  }
  for (const key of [...large.keys()].filter((name) => name.startsWith('search'))) {
    lines.push({
      metric: `${key}, p95 (small: ${ms(small.get(key))} ms)`,
      measured: `${ms(large.get(key))} ms`,
      target: '40 ms',
      ok: (large.get(key) ?? 99) <= 40,
    });
  }
  const total = large.get('exact total') ?? 99;
  lines.push({ metric: 'exact total of any filters, p95', measured: `${ms(total)} ms`, target: "within the page's", ok: total <= 15 });
  return lines;
}
