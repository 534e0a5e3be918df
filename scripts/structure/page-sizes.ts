import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** Bytes of brotli that a page loads before anybody presses anything. */
export type PageSize = { page: string; js: number; css: number };

type Chunk = { module: string; imports: string[]; css?: string[] };

/**
 * Reads a build's manifest for what pages load. Code that a page loads later (a dynamic import) does not count.
 * @param client the folder of the browser's build
 * @param pages the id of the page's route, by address
 * @throws when there is no build, or it has no such route
 */
export function measurePages(client: string, pages: Record<string, string>): PageSize[] {
  const { entry, routes } = readManifest(client);
  return Object.entries(pages).map(([page, route]) => {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    for (const chunk of [entry, routes['root'], routes[route]]) {
      if (!chunk) throw new Error(`the build has no route ${route}`);
      for (const file of [chunk.module, ...chunk.imports]) addWithImports(client, file, scripts);
      for (const file of chunk.css ?? []) styles.add(file.replace(/#$/, ''));
    }
    return { page, js: brotliSize(client, scripts), css: brotliSize(client, styles) };
  });
}

function readManifest(client: string): { entry: Chunk; routes: Record<string, Chunk | undefined> } {
  const assets = path.join(client, 'assets');
  const name = fs.existsSync(assets) ? fs.readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) : undefined;
  if (name === undefined) throw new Error(`${client} holds no build; npm start makes one`);
  const text = readAsset(client, `/assets/${name}`).toString();
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

function addWithImports(client: string, file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  for (const [, imported = ''] of readAsset(client, file)
    .toString()
    .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    addWithImports(client, `/assets/${imported}`, found);
}

function readAsset(client: string, file: string): Buffer {
  return fs.readFileSync(path.join(client, file));
}

function brotliSize(client: string, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + zlib.brotliCompressSync(readAsset(client, file)).length, 0);
}
