import routes from '../../src/routes.ts';
import { reportCode } from './code-report.ts';
import { measurePages } from './page-sizes.ts';

/** The pages whose weight is watched: the busiest, the heaviest, and one that only the team opens. */
const PAGES = Object.fromEntries(
  ['/', '/games', '/settings', '/moderation'].map((page) => [
    page,
    routes.find(({ path, index }) => (index ? '/' : `/${path}`) === page)?.id ?? '',
  ]),
);
const GENERATED = 'infra/database/tables.ts';

/**
 * The figures of the code and of the pages, for people.
 * @param files all source files by path below `src`
 * @param client the folder of the browser's build, which has to be there
 */
export function formatReport(files: Map<string, string>, client: string): string {
  const code = new Map([...files].filter(([file]) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== GENERATED));
  const lines = [...code.values()].map((text) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b);
  const folders = countFolders(files);
  const { longFunctions, casts, neverCasts } = reportCode(code);
  const figures: [string, string | number][] = [
    ['features', folders.features],
    ['folders below features', folders.all],
    ['of them with a single file', folders.single],
    ['source files, without tests', code.size],
    ['lines of a file, median', lines[Math.floor(lines.length / 2)] ?? 0],
    ['lines of a file, 95th percentile', lines[Math.floor(lines.length * 0.95)] ?? 0],
    ['functions over 60 lines', longFunctions.length],
    ['type assertions', casts],
    ['of them to never', neverCasts],
    ...measurePages(client, PAGES).flatMap(({ page, js, css }): [string, string][] => [
      [`JavaScript of ${page}`, `${(js / 1024).toFixed(1)} KB`],
      [`CSS of ${page}`, `${(css / 1024).toFixed(1)} KB`],
    ]),
  ];
  return [
    ...figures.map(([name, value]) => `${name.padEnd(36)}${String(value).padStart(10)}`),
    '',
    ...longFunctions.map((each) => `${String(each.lines).padStart(5)} lines  ${each.name}  src/${each.file}`),
    '',
  ].join('\n');
}

/** Folders below `features` but for `pages` and `ui`; a test counts as no file. */
function countFolders(files: Map<string, string>): { features: number; all: number; single: number } {
  const counts = new Map<string, number>();
  for (const file of files.keys()) {
    const [top, ...rest] = file.split('/');
    if (top !== 'features' || /\.test\.tsx?$/.test(file)) continue;
    for (let depth = 1; depth < rest.length; depth++) {
      const folder = rest.slice(0, depth).join('/');
      if (!/\/(pages|ui)$/.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return {
    features: [...counts.keys()].filter((folder) => !folder.includes('/')).length,
    all: counts.size,
    single: [...counts.values()].filter((count) => count === 1).length,
  };
}
