import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writePlayerManifest } from './player-manifest.ts';

function makeBuild(routes: Record<string, { path?: string }>): string {
  const client = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-manifest-'));
  onTestFinished(() => fs.rmSync(client, { recursive: true }));
  fs.mkdirSync(path.join(client, 'assets'));
  const manifest = JSON.stringify({ url: '/assets/manifest-1a.js', routes });
  fs.writeFileSync(path.join(client, 'assets/manifest-1a.js'), `window.__reactRouterManifest=${manifest};`);
  return client;
}

test('players get a manifest without the pages of the team', () => {
  const site = { root: { path: '' }, a: { path: 'games' }, d: {}, e: { path: 'operators-of-games' } };
  const client = makeBuild({ ...site, b: { path: 'moderation' }, c: { path: 'operator/players/:id' } });
  writePlayerManifest(client);
  const written = fs.readFileSync(path.join(client, 'assets/player-manifest-1a.js'), 'utf8');
  expect(written).toBe(`window.__reactRouterManifest=${JSON.stringify({ url: '/assets/player-manifest-1a.js', routes: site })};`);
});

test('a build without a manifest, or with one that names no page of the team, fails', () => {
  expect(() => writePlayerManifest(makeBuild({ root: {} }))).toThrow('names no page of the team');
  const client = makeBuild({});
  fs.rmSync(path.join(client, 'assets/manifest-1a.js'));
  expect(() => writePlayerManifest(client)).toThrow('no route manifest');
});
