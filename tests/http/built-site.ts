import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRelease } from '../../scripts/releases.mjs';

export const root = path.resolve(import.meta.dirname, '../..');

/** The folder of the release that was built last: what `npm start` serves. */
export function getRelease(): string {
  const release = findRelease(root);
  if (release === null) throw new Error('The site is not built: `npm test` and `npm start` build it.');
  return release;
}

/** The built site: what `npm start` runs. Context and pages must both come from it, because they share classes. */
export async function loadBuiltSite(): Promise<typeof import('../../src/main.ts')> {
  const at = pathToFileURL(path.join(getRelease(), 'server/main.js')).href;
  return (await import(/* @vite-ignore */ at)) as typeof import('../../src/main.ts');
}
