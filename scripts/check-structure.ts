import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRelease } from './releases.mjs';
import { checkFolders, NOUN_FILE } from './structure/folder-rules.ts';
import { FEATURE_FILES, FEATURE_FOLDERS, IMPORTS, LAYERS, type Kind } from './structure/layers.ts';
import { checkMigrations } from './structure/migration-rules.ts';
import { checkStyles } from './structure/style-rules.ts';

// Checks the rules of ARCHITECTURE.md that a program can check. `npm test` runs it with Node; there is no list of exceptions.

/** What is no code: styles, texts, pictures, and the words that a search and the classifier know. */
const DATA_FILE = /\.(css|md|svg)(\?\w+)?$|\/(wordlists\/(synonyms|classifier)|content)\/[\w-]+\.json$|^(\.\.\/)+package\.json$/;
const LOGIC: Kind[] = ['rules', 'queries', 'service', 'jobs'];
const TOP_FILES = ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx', 'html-cache.server.tsx', 'main.ts', 'supervisor.ts'];
const LINES_MAX = 400;
const VAGUE_NAMES = /(^|\/)(index|utils?|helpers?|common|misc)(\.[a-z.]+)?(\/|$)/;
const KEBAB = /^\+?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;

/** One violation: where it is, and how to fix it. */
export type Violation = { file: string; message: string };

/** The feature or part that a file belongs to ('games/search'), and its kind of code; null when the file is in no allowed place. */
export function classifyFile(file: string): { kind: Kind; feature: string } | null {
  if (/\.test\.tsx?$/.test(file)) return { kind: 'test', feature: getFeature(file) };
  if (TOP_FILES.includes(file)) return { kind: 'top', feature: '' };
  if (file === 'config.server.ts') return { kind: 'config', feature: '' };
  if (file === 'context.server.ts') return { kind: 'context', feature: '' };
  const [topFolder = ''] = file.split('/');
  if (topFolder === 'web') return { kind: file.startsWith('web/kit/') ? 'kit' : 'web', feature: '' };
  if (topFolder === 'shared' || topFolder === 'infra' || topFolder === 'request' || topFolder === 'server')
    return { kind: topFolder, feature: '' };
  if (topFolder !== 'features') return null;
  const feature = getFeature(file);
  const [name = '', ...below] = file.slice(`features/${feature}/`.length).split('/');
  if (feature === '' || below.length > 1) return null;
  const kind = below.length === 0 ? FEATURE_FILES[name] : FEATURE_FOLDERS[name];
  if (kind !== undefined) return { kind, feature };
  // A part of its own, as if it had a folder, so that rings between parts are found.
  const noun = NOUN_FILE.exec(name);
  const nounKind = below.length === 0 ? FEATURE_FILES[noun?.[2] ?? ''] : undefined;
  return nounKind === undefined ? null : { kind: nounKind, feature: `${feature}/${noun?.[1]}` };
}

function getFeature(file: string): string {
  const parts = file.split('/').slice(1, -1);
  if (parts.at(-1) === 'pages' || parts.at(-1) === 'ui') parts.pop();
  return file.startsWith('features/') && parts.length >= 1 && parts.length <= 2 ? parts.join('/') : '';
}

/** Checks all files of a `src` folder. @param files path below src -> text */
export function checkFiles(files: Map<string, string>): Violation[] {
  const violations: Violation[] = [];
  // Two dependency graphs: of components, and of services.
  const createGraphs = () => ({ parts: new Map<string, Set<string>>(), features: new Map<string, Set<string>>() });
  const graphs = { ui: createGraphs(), service: createGraphs() };
  for (const [file, text] of files) {
    const report = (what: string) => violations.push({ file, message: what });
    checkFile(file, text, report);
    const importer = classifyFile(file);
    if (!importer || file.endsWith('.css')) continue;
    for (const { target, raw } of parseImports(file, text)) {
      const imported = target === null ? null : classifyFile(target);
      if (target === null || imported === null) {
        if (raw.startsWith('.') && !raw.includes('+types/') && !raw.includes('/tests/') && !DATA_FILE.test(raw))
          report(`imports ${raw}, which has no place in the map`);
        continue;
      }
      if (!files.has(target)) continue;
      const fault = findImportFault({ file, ...importer }, { file: target, ...imported });
      if (fault !== null) report(fault);
      // Pages combine features; the layers below them must not have circular imports, neither between parts of features nor between
      // whole features.
      const graph =
        importer.kind === 'ui' && imported.kind === 'ui'
          ? graphs.ui
          : LOGIC.includes(importer.kind) && LOGIC.includes(imported.kind)
            ? graphs.service
            : null;
      if (!graph) continue;
      addEdge(graph.parts, importer.feature, imported.feature);
      addEdge(graph.features, topFeature(importer.feature), topFeature(imported.feature));
    }
  }
  const cycles = [graphs.ui, graphs.service].flatMap(({ parts, features }) => [...findCycles(parts), ...findCycles(features)]);
  for (const cycle of cycles)
    violations.push({ file: `features/${cycle[0]}`, message: `features import each other in a ring: ${cycle.join(' -> ')}` });
  return violations;
}

type ClassifiedFile = { file: string; kind: Kind; feature: string };

/** Why a file may not import another; null if it may. */
function findImportFault(importer: ClassifiedFile, imported: ClassifiedFile): string | null {
  if (importer.kind !== 'test' && getLayer(imported.file) > getLayer(importer.file))
    return `is in ${getTopName(importer.file)} and may not import ${imported.file}, which is above it: ${LAYERS.join(' < ')}`;
  const own = importer.feature !== '' && topFeature(importer.feature) === topFeature(imported.feature);
  const allowed = own ? [...IMPORTS[importer.kind].own, ...IMPORTS[importer.kind].other] : IMPORTS[importer.kind].other;
  if (allowed.includes(imported.kind)) return null;
  return `is ${importer.kind} and may not import ${imported.file} (${imported.kind}); it may import ${allowed.join(', ')}`;
}

function getLayer(file: string): number {
  const layer = LAYERS.indexOf(getTopName(file));
  return layer === -1 ? LAYERS.length : layer;
}

/** The folder or file at the top of `src` that a path begins with. */
function getTopName(file: string): string {
  return file.split('/')[0] ?? '';
}

/** The feature that a part belongs to: 'games' for 'games/search'. */
function topFeature(part: string): string {
  return part.split('/')[0] ?? '';
}

function addEdge(graph: Map<string, Set<string>>, from: string, to: string): void {
  if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

function checkFile(file: string, text: string, report: (what: string) => void): void {
  if (!classifyFile(file))
    report(`has no place in the map: a feature has ${Object.keys(FEATURE_FILES).join(', ')} (or NOUN.rules.ts), pages/ and ui/`);
  if (VAGUE_NAMES.test(file) && !file.startsWith('infra/database/tables')) report('is named after nothing: name it after what it does');
  if (file.split('/').some((part) => !KEBAB.test(part))) report('is not named in kebab-case');
  // Generated code that nobody reads.
  if (file !== 'infra/database/tables.ts') checkLength(text, report);
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1');
  if (/process\.env/.test(code) && file !== 'config.server.ts' && !/\.test\./.test(file))
    report('reads process.env; only config.server.ts does');
  if (/import \{[^}]*\bopenDatabase\b/.test(code) && file !== 'context.server.ts' && !/\.test\./.test(file))
    report('opens the database by itself: use ctx.openDatabase, which knows whether a pooler stands between');
  if (/^features\/.*schema\.ts$|^web\//.test(file) && /from 'zod'/.test(code))
    report('imports zod, which is not for the browser: move the validation to forms.server.ts');
  if (/(^|\/)pages\/[^/]+\.tsx?$/.test(file) && !/\.test\./.test(file) && /request\.url/.test(code))
    report("reads the request's URL: pageLoader passes the query parameters that the route's handle declares");
  if (/^export \* from/m.test(code)) report('hands on what is not its own (a barrel): import the file itself');
  if (/^export default/m.test(code) && !/(^|\/)pages\/|^(root|routes|entry\.)/.test(file))
    report('has a default export; only pages and entries have');
  if (!file.endsWith('.css') && !/\.test\./.test(file) && !file.endsWith('tables.ts')) {
    for (const [, before, name] of text.matchAll(/(^|[^\n]*\n)export (?:async )?function (\w+)/g)) {
      if (!/\*\/\s*$/.test(before ?? '') && !/(^|\/)pages\/|^(root|entry\.)/.test(file)) report(`exports ${name} without a docstring`);
    }
  }
}

function checkLength(text: string, report: (what: string) => void): void {
  const lines = text.split('\n').length;
  if (lines > LINES_MAX) report(`has ${lines} lines; split it by noun before ${LINES_MAX}`);
}

/** Checks the files of the folders that have no map: tests and scripts. */
export function checkLengths(files: Map<string, string>): Violation[] {
  const violations: Violation[] = [];
  for (const [file, text] of files) checkLength(text, (message) => violations.push({ file, message }));
  return violations;
}

function parseImports(file: string, text: string): { target: string | null; raw: string }[] {
  const found: { target: string | null; raw: string }[] = [];
  for (const [, raw = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = raw.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), raw)) : null;
    found.push({ raw, target: target?.startsWith('..') ? null : target });
  }
  return found.filter(({ raw }) => raw.startsWith('.'));
}

function findCycles(uses: Map<string, Set<string>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (at: string, trail: string[]): void => {
    const seen = trail.indexOf(at);
    if (seen !== -1) {
      cycles.push([...trail.slice(seen), at]);
      return;
    }
    if (done.has(at)) return;
    for (const next of uses.get(at) ?? []) visit(next, [...trail, at]);
    done.add(at);
  };
  for (const feature of uses.keys()) visit(feature, []);
  return cycles;
}

/** Reads the source files below a folder, by relative path. */
export function readSource(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(tsx?|css)$/.test(entry.name)) continue;
    const at = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, at).split(path.sep).join('/'), fs.readFileSync(at, 'utf8'));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  const files = readSource(path.join(root, 'src'));
  const others = ['tests', 'scripts'].map((folder) => ({ folder, files: readSource(path.join(root, folder)) }));
  const migrations = path.join(root, 'migrations');
  const texts = fs.readdirSync(migrations).map((file) => [file, fs.readFileSync(path.join(migrations, file), 'utf8')] as const);
  const violations = [
    ...(await checkMigrations(new Map(texts))).map((each) => ({ ...each, folder: 'migrations' })),
    ...[...checkFiles(files), ...checkFolders(files.keys()), ...checkStyles(files)].map((each) => ({ ...each, folder: 'src' })),
    ...others.flatMap(({ folder, files: read }) => checkLengths(read).map((each) => ({ ...each, folder }))),
  ];
  for (const { folder, file, message } of violations) process.stderr.write(`${folder}/${file} ${message}\n`);
  const count = others.reduce((sum, each) => sum + each.files.size, files.size);
  process.stdout.write(`Structure: ${count} files, ${violations.length} violations\n`);
  if (process.argv.includes('--report')) {
    // Its parser is needed for the report only.
    const { formatReport } = await import('./structure/report.ts');
    process.stdout.write(formatReport(files, path.join(findRelease(root) ?? '', 'client')));
  }
  process.exit(violations.length > 0 ? 1 : 0);
}
