import { reactRouter } from '@react-router/dev/vite';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const TARGET = ['chrome87', 'firefox90', 'safari14'];

/**
 * What the frame of every page is made of: it is needed anyway, and each file costs its headers. Left out is what the first visit to
 * home does not need.
 */
const FRAME =
  /node_modules|src\/web\/(?!live|infinite-list|offline-games|request-queue|use-load-error|use-optimistic-value|kit\/(list-end|field|select|text-area|label|tabs|choices|radio-group|dialog|use-single-toast|note|use-focus-fallback))|src\/features\/(site\/ui|games\/catalogue|games\/search\/(texts|ui\/highlight)|consent\/(schema|texts|ui\/consent-form)|offline\/(banner|ui\/(use-network|installed)))|preload-helper|rolldown/;

/** What the offline page loads only when it needs it: without a network it must be there already. */
const LATER = ['src/features/games/plays/ui/game-player.tsx', 'src/features/offline/ui/offline-manager.tsx'];

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
}

/** The files of these modules and of what they import, as addresses. */
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
 * Builds the service worker after the browser build, as one file of its own: it cannot share any with the pages. It carries a name of
 * that build, so that a browser sees a new worker whenever the pages are new.
 */
function serviceWorker(): Plugin {
  return {
    name: 'kiddo-service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const made = createHash('sha256').update(Object.keys(bundle).toSorted().join());
      // What is kept beside the bundle: a browser must see that it is another one.
      for (const file of ['src/server/offline-frame.ts', ...filesIn('public')]) made.update(`${file}\0`).update(readFileSync(file));
      const name = made.digest('hex').slice(0, 12);
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

export default defineConfig({
  plugins: [reactRouter(), serviceWorker()],
  build: { target: TARGET, assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'frame', minShareCount: 2, test: FRAME }],
            },
          },
        },
      },
    },
    // Our own server is the entry of the server build, so that pages and server share one copy of every module.
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
  },
});
