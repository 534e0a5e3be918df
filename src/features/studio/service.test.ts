import fs from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createWorld, root } from '../../../tests/world.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { importGames } from '../games/import/service.server.ts';
import { createArchive } from './rules.ts';
import { getStudioArchive, getStudioBytes } from './service.server.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('the archive holds the kit as the games have it, a game, the guide, and what they name', async () => {
  const { ctx } = await createWorld();
  const archive = await getStudioArchive(ctx);
  const files = unzipSync(archive);
  expect(await getStudioBytes(ctx)).toBe(archive.length);
  expect(archive.length).toBeLessThan(100_000);
  const kit = await fs.readdir(path.join(root, 'catalogue/kit'));
  for (const name of kit)
    expect(Buffer.from(files[`kiddo-studio/kit/${name}`] ?? []), name).toEqual(await fs.readFile(path.join(root, 'catalogue/kit', name)));
  const names = Object.keys(files).map((name) => name.replace('kiddo-studio/', ''));
  expect(names.filter((name) => !name.startsWith('kit/')).toSorted()).toEqual([
    'README.md',
    'font-license.txt',
    'my-first-game/cover.svg',
    'my-first-game/game.js',
    'my-first-game/game.json',
    'my-first-game/index.html',
    'play.html',
  ]);
  const guide = text(files['kiddo-studio/README.md']);
  for (const named of ['play.html', 'my-first-game', 'python3 -m http.server', 'game.json', 'font-license.txt'])
    expect(guide).toContain(named);
  // Both pages load files that are there: one from its folder, one from the root of a server.
  for (const [page, folder] of [
    ['play.html', ''],
    ['my-first-game/index.html', 'my-first-game/'],
  ] as const)
    for (const [, to = ''] of text(files[`kiddo-studio/${page}`]).matchAll(/(?:src|href)="([^"]+)"/g))
      expect(names, `${page} loads ${to}`).toContain(to.startsWith('/') ? to.slice(1) : `${folder}${to}`);
});

test('the first game is taken by the importer as it is', async () => {
  const { ctx } = await createWorld();
  const folder = await fs.mkdtemp(path.join(ctx.config.dataDir, 'studio-'));
  for (const [name, bytes] of Object.entries(unzipSync(await getStudioArchive(ctx)))) {
    await fs.mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), bytes);
  }
  // Both ways: the game's own folder, and everything that was unpacked.
  const report = await importGames(ctx, SYSTEM, path.join(folder, 'kiddo-studio/my-first-game'));
  expect(report).toMatchObject({ added: 1, rejected: [], applied: true });
  expect(await importGames(ctx, SYSTEM, path.join(folder, 'kiddo-studio'))).toMatchObject({ unchanged: 1, rejected: [] });
  const game = await ctx.db.selectFrom('games').select(['title', 'game_url', 'mobile_ready']).where('id', '=', 'my-first-game').execute();
  expect(game).toEqual([{ title: 'Mango Catch', game_url: expect.stringMatching(/index\.html$/) as string, mobile_ready: true }]);
});

test('the same files give the same archive, in any order and time zone', () => {
  const files = [
    ['b.txt', new Uint8Array([1, 2])],
    ['a/c.txt', new Uint8Array([3])],
  ] as const;
  const archive = createArchive(new Map(files));
  expect(createArchive(new Map(files.toReversed()))).toEqual(archive);
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Pacific/Kiritimati';
  try {
    expect(createArchive(new Map(files))).toEqual(archive);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
