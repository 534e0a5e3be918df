import fs from 'node:fs';
import path from 'node:path';
import { getPlayerManifestUrl, isTeamPage } from '../src/shared/team-pages.ts';

type Manifest = { url: string; routes: Record<string, { path?: string }> };

/**
 * Writes a second copy of the route manifest, next to the first, without the pages of the team. The first visit loads the manifest, and most
 * who come are players, who never open those pages.
 * @param client the folder of the browser's build
 * @throws when the build has no manifest, or not one in the expected form
 */
export function writePlayerManifest(client: string): void {
  const folder = path.join(client, 'assets');
  const name = fs.readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error(`${folder} has no route manifest`);
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  const manifest = JSON.parse(text.slice(start, end)) as Manifest;
  const routes = Object.entries(manifest.routes).filter(([, route]) => !isTeamPage(`/${route.path ?? ''}`));
  if (routes.length === Object.keys(manifest.routes).length) throw new Error(`${name} names no page of the team`);
  // The router in the browser preloads the manifest that it finds here: with the address of the other, it would load both.
  const url = getPlayerManifestUrl(manifest.url);
  const forPlayers = JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes) });
  fs.writeFileSync(path.join(client, url), text.slice(0, start) + forPlayers + text.slice(end));
}
