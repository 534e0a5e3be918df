import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { matchRoutes } from 'react-router';
import routes from '../../src/routes.ts';
import { ROUTE_PAGES } from '../../tests/e2e/route-pages.ts';

// node changed.ts PLAN_FILE [COMMIT]: determines which tests the changes since a commit can affect, as a plan for scripts/test.mjs. A test
// file is affected when it imports a changed file, directly or indirectly; a browser test also when it opens a page that does.

/**
 * A layer of scripts/testing/layers.mjs, and the arguments of its tool; no arguments mean all tests. `env`: extra environment variables.
 */
export type TestStep = { name: string; args: string[]; env?: Record<string, string> };

const root = path.resolve(import.meta.dirname, '../..');
/** A change in one of these files affects everything. */
const AFFECTS_EVERYTHING =
  /^(package-lock\.json|vite\.config\.ts|vitest\.config\.ts|playwright\.config\.ts|migrations\/|wordlists\/|studio\/|seed\/|public\/)/;
/** Code that handles every response, although no page imports it. */
const USED_BY_ALL_PAGES = /^src\/(server\/|main\.ts|context\.server\.ts|config\.server\.ts|routes\.ts|root\.tsx|entry\.)/;
const LAYERS = ['unit', 'http', 'cluster', 'browser', 'pages', 'crawl'];
const SPEC = /^tests\/e2e\/[\w-]+\.spec\.ts$/;
const EVERY_ROUTE = 'tests/e2e/every-route.spec.ts';
const PAGES_SPECS = /^tests\/e2e\/(every-|accessibility)/;
const CRAWL_SPECS = /^tests\/e2e\/crawler/;
const GAME = /^catalogue\/([\w-]+)\//;
/** It loads the games' own files, which nothing imports. */
const GAME_RULES = 'scripts/catalogue.test.ts';
/**
 * What makes a process: how it starts and stops, what it has connections to, and what it answers without them. No cluster test imports it, and
 * all of them are about it. With the programs and settings of those tests that nothing imports either.
 */
const MAKES_PROCESSES =
  /^(src\/(infra|server|request)\/|tests\/(cluster\/(?!.*\.test\.ts$)|http\/first-start\.ts$)|src\/(main|supervisor|context\.server|config\.server)\.ts$|scripts\/(start|build|releases)\.mjs$)/;
/** They read the examples, which nothing imports. */
const DEPLOY_TESTS = ['scripts/deploy.test.ts', 'tests/cluster/balancer.test.ts', 'tests/cluster/faults.test.ts'];

/**
 * Plans the tests to run.
 * @param changed paths relative to the project
 * @param sources text by path relative to the project, of all files that can import or be imported
 */
export function planTests(changed: readonly string[], sources: ReadonlyMap<string, string>): TestStep[] {
  if (changed.length === 0) return [];
  if (changed.some((file) => AFFECTS_EVERYTHING.test(file))) return ['check', ...LAYERS].map((name) => ({ name, args: [] }));
  const affected = findImporters(changed, sources);
  // The article pages read the site's texts.
  if (changed.some((file) => file.startsWith('content/')))
    for (const file of sources.keys()) if (file.startsWith('src/features/articles/')) affected.add(file);
  const isAllPages = [...affected].some((file) => USED_BY_ALL_PAGES.test(file) && (changed.includes(file) || file === 'src/root.tsx'));
  const patterns = routes.flatMap(({ path: pattern, index, file }) =>
    isAllPages || affected.has(`src/${file}`) ? [index ? '/' : `/${pattern ?? ''}`] : [],
  );
  const isPageTouched = patterns.length > 0;
  const opensAffectedRoute = (spec: string) =>
    isAllPages || [...importClosure(spec, sources)].some((file) => opensAnyRoute(sources.get(file) ?? '', patterns));
  const specs = [...sources.keys()].filter(
    (file) => SPEC.test(file) && (affected.has(file) || (isPageTouched && opensAffectedRoute(file))),
  );
  const games = [...new Set(changed.flatMap((file) => GAME.exec(file)?.[1] ?? []))];
  if (games.length > 0) affected.add(GAME_RULES);
  if (changed.some((file) => file.startsWith('deploy/'))) for (const file of DEPLOY_TESTS) affected.add(file);
  const affectedTests = [...affected].filter((file) => file.endsWith('.test.ts'));
  const [allHttp = [], allCluster = []] = ['http', 'cluster'].map((name) =>
    affectedTests.filter((file) => file.startsWith(`tests/${name}/`)),
  );
  const unit = affectedTests.filter((file) => !allHttp.includes(file) && !allCluster.includes(file));
  const http = isPageTouched ? [] : allHttp;
  const areProcessesTouched = changed.some((file) => MAKES_PROCESSES.test(file) && !file.endsWith('.test.ts'));
  const cluster = areProcessesTouched ? [] : allCluster;
  const journeys = specs.filter((file) => !PAGES_SPECS.test(file) && !CRAWL_SPECS.test(file));
  const steps: TestStep[] = [{ name: 'check', args: [] }];
  if (unit.length > 0) steps.push({ name: 'unit', args: unit });
  if (isPageTouched || http.length > 0) steps.push({ name: 'http', args: http });
  if (areProcessesTouched || cluster.length > 0) steps.push({ name: 'cluster', args: cluster });
  if (journeys.length > 0) steps.push({ name: 'browser', args: journeys });
  if (games.length > 0)
    steps.push({ name: 'browser', args: ['tests/e2e/games.spec.ts', ...(games.includes('kit') ? [] : ['-g', games.join('|')])] });
  if (isAllPages || affected.has(EVERY_ROUTE)) steps.push({ name: 'pages', args: [] });
  else steps.push(...planPagesLayer(patterns, specs));
  if (isAllPages || [...affected].some((file) => CRAWL_SPECS.test(file))) steps.push({ name: 'crawl', args: [] });
  else if (isPageTouched) steps.push({ name: 'crawl', args: [], env: { CRAWL_ROUTES: patterns.join(',') } });
  return steps;
}

/**
 * The tests of the layer `pages` that check these routes.
 * @param specs the browser test files that changed, or that open one of the routes
 */
function planPagesLayer(patterns: readonly string[], specs: readonly string[]): TestStep[] {
  const layouts = patterns.flatMap((pattern) => {
    const places = ROUTE_PAGES[pattern.slice(1)] ?? 'no page';
    return places === 'no page' ? [] : places.map(({ layout }) => layout);
  });
  const titles = [...new Set(layouts)].map((layout) => `by everybody ${layout}$`);
  const others = specs.filter((file) => PAGES_SPECS.test(file) && file !== EVERY_ROUTE);
  return [
    ...(titles.length > 0 ? [{ name: 'pages', args: [EVERY_ROUTE, '-g', titles.join('|')] }] : []),
    ...(others.length > 0 ? [{ name: 'pages', args: others }] : []),
  ];
}

/** The files, and all files that import one of them directly or indirectly. */
function findImporters(files: readonly string[], sources: ReadonlyMap<string, string>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const file of sources.keys())
    for (const target of parseImports(file, sources)) importers.set(target, [...(importers.get(target) ?? []), file]);
  // Iteration over a Set also visits items added meanwhile, in insertion order.
  const found = new Set(files);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}

/** A test file, and the test files that it imports: they contain the URLs that it opens. */
function importClosure(spec: string, sources: ReadonlyMap<string, string>): Set<string> {
  const found = new Set([spec]);
  for (const file of found)
    for (const target of parseImports(file, sources)) if (target.startsWith('tests/') && sources.has(target)) found.add(target);
  return found;
}

function parseImports(file: string, sources: ReadonlyMap<string, string>): string[] {
  const text = sources.get(file) ?? '';
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)(?:\?\w+)?'/g)].map(([, raw = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), raw)),
  );
}

/** Whether one of the URLs in a text leads to one of these routes. */
function opensAnyRoute(text: string, patterns: readonly string[]): boolean {
  const asRoutes = patterns.map((pattern) => ({ path: pattern }));
  const addresses = [...text.matchAll(/['"`](\/[\w\-./]*(?:\$\{[^}]*\}[\w\-./]*)*)/g)].map(([, at = '']) =>
    at.replaceAll(/\$\{[^}]*\}/g, 'x'),
  );
  return addresses.some((at) => matchRoutes(asRoutes, at) !== null);
}

function readSources(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of ['src', 'scripts', 'tests'])
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(tsx?|mjs|css)$/.test(entry.name)) continue;
      const at = path.join(entry.parentPath, entry.name);
      sources.set(path.relative(root, at).split(path.sep).join('/'), fs.readFileSync(at, 'utf8'));
    }
  return sources;
}

function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', commit, '--'), ...git('ls-files', '--others', '--exclude-standard')];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = '', commit = 'HEAD'] = process.argv;
  const plan = planTests(changedSince(commit), readSources());
  for (const { name, args } of plan) process.stdout.write(`${name}: ${args.length > 0 ? args.join(' ') : 'all'}\n`);
  fs.writeFileSync(file, JSON.stringify(plan));
}
