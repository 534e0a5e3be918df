import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** One row of a benchmark's table. */
export type BenchmarkRow = { metric: string; measured: string; target: string; ok: boolean };

/** The value below which this share of the samples is. @param share 0 to 1 */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How many milliseconds one call takes. */
export async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Describes the machine that this was measured on. */
export function describeMachine(): string {
  const cpu = os.cpus();
  return `${cpu.length} x ${cpu[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
}

/** Formats the rows as a Markdown table. */
export function formatTable(lines: BenchmarkRow[]): string {
  const rows = lines.map((line) => `| ${line.metric} | ${line.measured} | ${line.target} | ${line.ok ? 'yes' : '**no**'} |`);
  return ['| what | measured | to reach | reached |', '|---|---|---|---|', ...rows].join('\n');
}

/** Writes a benchmark's result into its section of docs/benchmarks.md. */
export async function saveSection(name: string, text: string): Promise<void> {
  const file = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');
  const begin = `<!-- ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const old = await fs
    .readFile(file, 'utf8')
    .catch(() => '# Benchmarks\n\nEach section is what `npm run bench -- NAME --write` printed last.\n');
  const section = `${begin}\n\n${text.trim()}\n\n${end}`;
  const at = old.indexOf(begin);
  const next = at === -1 ? `${old.trimEnd()}\n\n${section}\n` : old.slice(0, at) + section + old.slice(old.indexOf(end) + end.length);
  await fs.writeFile(file, next);
}
