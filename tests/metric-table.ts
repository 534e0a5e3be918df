import fs from 'node:fs/promises';
import path from 'node:path';

/** A line of what Prometheus reads: `base` is the name of the figure to which a line of a histogram or summary belongs. */
export type Figure = { name: string; base: string; labels: Record<string, string>; value: number };

/** Reads Prometheus' text format, as far as our figures use it. */
export function parseFigures(text: string): Figure[] {
  const bases = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  return text.split('\n').flatMap((line): Figure[] => {
    const [, name = '', given = '', value = ''] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name === '') return [];
    const labels = Object.fromEntries([...given.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', own = '']) => [label, own]));
    const base = bases.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    return [{ name, base, labels, value: Number(value) }];
  });
}

/** All figures that the operators' guide names, with their labels. @param root of the repository */
export async function readMetricTable(root: string): Promise<Map<string, string[]>> {
  const guide = await fs.readFile(path.join(root, 'docs/operators-guide.md'), 'utf8');
  const rows = guide.matchAll(/^\| `((?:kiddo|process|nodejs)_\w+)` \|([^|]*)\|/gm);
  return new Map([...rows].map(([, name = '', labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)]));
}
