export {};

// npm run bench -- NAME [--write]: prints one table; --write also puts it into docs/benchmarks.md.
const BENCHMARKS: Record<string, () => Promise<{ run(options: { write: boolean }): Promise<void> }>> = {
  accounts: () => import('./accounts.ts'),
  bus: () => import('./bus.ts'),
  catalogue: () => import('./catalogue.ts'),
  chat: () => import('./chat.ts'),
  distinct: () => import('./distinct.ts'),
  'first-start': () => import('./first-start.ts'),
  filter: () => import('./filter.ts'),
  live: () => import('./live.ts'),
  load: () => import('./load.ts'),
  market: () => import('./market.ts'),
  moderation: () => import('./moderation.ts'),
  overview: () => import('./overview.ts'),
  processes: () => import('./processes.ts'),
  'risk-scoring': () => import('./risk-scoring.ts'),
  'signed-in': () => import('./signed-in.ts'),
  similar: () => import('./similar.ts'),
  sockets: () => import('./live-storm.ts'),
  site: () => import('./site.ts'),
  start: () => import('./start.ts'),
  storage: () => import('./storage.ts'),
};

const name = process.argv[2] ?? '';
const load = BENCHMARKS[name];
if (!load) {
  process.stderr.write(`npm run bench -- NAME [--write]\nBenchmarks: ${Object.keys(BENCHMARKS).join(', ')}\n`);
  process.exit(2);
}
await (await load()).run({ write: process.argv.includes('--write') });
process.exit(0);
