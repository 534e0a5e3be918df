import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '../..');

/** The built site: what `npm start` runs. Context and pages must both come from it, because they share classes. */
export async function loadBuiltSite(): Promise<typeof import('../../src/main.ts')> {
  const at = path.join(root, 'build/server/main.js');
  if (!fs.existsSync(at)) throw new Error('The site is not built: `npm test` and `npm start` build it.');
  return (await import(/* @vite-ignore */ pathToFileURL(at).href)) as typeof import('../../src/main.ts');
}
