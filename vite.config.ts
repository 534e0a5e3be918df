import { reactRouter } from '@react-router/dev/vite';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { trimRouter } from './scripts/trim-router.ts';

const TARGET = ['chrome87', 'firefox90', 'safari14'];
/** The first browsers with cascade layers (docs/decisions/001-plain-css.md). */
const CSS_TARGET = ['chrome99', 'firefox97', 'safari15.4'];

/**
 * The modules of the frame of every page. They are always needed, and each separate file costs its headers. Modules that the first visit to
 * the home page does not need are left out.
 */
const FRAME =
  /node_modules|src\/web\/(?!staff\.css|live|after-press|infinite-list|offline-games|request-queue|use-load-error|use-optimistic-value|kit\/(person|filters|list-end|field|select|text-area|label|tabs|choices|radio-group|dialog|use-single-toast|place-toasts|note|use-focus-fallback|proof-field))|src\/features\/(site\/ui\/(?!account|sign-out)|games\/catalogue(?!\/texts|\/ui\/(game-main|game-sidebar|game-json-ld|game-facts|game\.css|share))|games\/search\/(texts|ui\/(highlight|search\.css))|consent\/(schema|texts|ui\/(consent-form|consent\.css))|offline\/(schema|banner|ui\/(use-network|installed)))|preload-helper|rolldown/;

/** What runs before anything else, and changes together: one file compresses better than three. */
const CORE =
  /node_modules\/(react|react-dom|react-router|scheduler)\/|src\/(entry\.client|root\.tsx|web\/fetch-until-aborted)|src\/features\/site\/ui\/(top-bar|footer|menu|tab-bar|navigation-status|deferred-account-menu)\.tsx/;

/** Small modules of which many pages share several: each file of its own is named in the manifest of all pages, which the first visit loads. */
const FORMATS = /src\/shared\/(date-format|number-format|money|hours-since|age-format|consent|age)\.ts/;

/** Modules that the offline page loads only on demand: without a network they must already be cached. */
const LATER = ['src/features/games/plays/ui/game-player.tsx', 'src/features/offline/ui/offline-manager.tsx'];

/**
 * Declares the order of the layers (src/web/styles.css) at the top of every style sheet that a component imports, also by its URL: whichever
 * file a browser reads first, the layers are in the same order.
 */
function layerOrder(): Plugin {
  return {
    name: 'kiddo-layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.css(\?transform-only)?$/.test(id) || id.endsWith('/web/styles.css')) return undefined;
      const [order] = /^@layer .*;$/m.exec(readFileSync('src/web/styles.css', 'utf8')) ?? [];
      if (order === undefined) throw new Error('src/web/styles.css does not declare the order of the layers');
      return { code: `${order}\n${code}`, map: null };
    },
  };
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
}

/** The URLs of the chunks of these modules, including everything they import. */
function filesFor(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`the build has no ${module}`);
    add(chunk);
  }
  return [...files].map((file) => `/${file}`);
}

/**
 * Builds the service worker after the browser build, as a single file: it cannot share chunks with the pages. It contains a hash of that
 * build, so that browsers detect a new worker whenever the pages change.
 */
function serviceWorker(): Plugin {
  return {
    name: 'kiddo-service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const made = createHash('sha256').update(Object.keys(bundle).toSorted().join());
      // Files cached besides the bundle: a change in them must change the hash too.
      for (const file of ['src/server/offline-frame.ts', ...filesIn('public')]) made.update(`${file}\0`).update(readFileSync(file));
      const name = made.digest('hex').slice(0, 12);
      // For the server, which says it with the pages that the worker keeps.
      if (dir) writeFileSync(path.join(dir, 'worker-build.txt'), name);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { BUILD: JSON.stringify(name), LATER_FILES: JSON.stringify(filesFor(bundle, LATER)) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: TARGET,
          lib: { entry: 'src/features/offline/ui/service-worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
        },
      });
    },
  };
}

/**
 * Lists the files that each file of the browser build needs in one order, those that most need first. React Router copies these lists into the
 * route manifest, which the first visit loads: the same order in all routes compresses 300 bytes better.
 */
function sortedImports(): Plugin {
  return {
    name: 'kiddo-sorted-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }) {
      const file = path.join(dir, '.vite/manifest.json');
      const chunks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { imports?: string[] }>;
      const collect = (key: string, found = new Set<string>()): Set<string> => {
        for (const each of chunks[key]?.imports ?? []) if (!found.has(each)) collect(each, found.add(each));
        return found;
      };
      const needs = new Map(Object.keys(chunks).map((key) => [key, [...collect(key)]]));
      const counts = new Map<string, number>();
      for (const each of [...needs.values()].flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
      const compare = (a: string, b: string) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1);
      for (const [key, chunk] of Object.entries(chunks)) if (chunk.imports) chunk.imports = needs.get(key)?.toSorted(compare);
      writeFileSync(file, JSON.stringify(chunks));
    },
  };
}

/** Fails the build if a module for the server only is part of the browser build: zod would add 15 KB to a page. */
function noServerLibraries(): Plugin {
  return {
    name: 'kiddo-no-server-libraries',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        const zod = output.type === 'chunk' ? output.moduleIds.find((id) => /node_modules\/zod\//.test(id)) : undefined;
        if (zod !== undefined) this.error(`${output.fileName} contains ${zod}: validate in forms.server.ts, not in the browser`);
      }
    },
  };
}

export default defineConfig({
  plugins: [layerOrder(), trimRouter(), reactRouter(), serviceWorker(), sortedImports(), noServerLibraries()],
  build: { target: TARGET, cssTarget: CSS_TARGET, assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each hash is in the route manifest, which the first visit loads. This is the shortest that the bundler accepts. Other files keep the
            // default: the server build names them too.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'core', priority: 2, test: CORE },
                { name: 'frame', minShareCount: 2, test: FRAME },
                // Together they are as large as one of them alone was with its file's name in the manifest of all pages.
                { name: 'formats', minShareCount: 2, test: FORMATS },
              ],
            },
          },
        },
      },
    },
    // Our own server is the entry of the server build, so that pages and server share a single copy of every module.
    ssr: {
      build: {
        rollupOptions: {
          // The supervisor is an entry of its own: it serves nothing, and needs the memory of a tenth of it.
          input: { main: './src/main.ts', supervisor: './src/supervisor.ts' },
        },
      },
    },
  },
});
