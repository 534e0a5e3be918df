import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { importGames } from './service.server.ts';

async function importRows(world: World, rows: object[]) {
  const file = path.join(world.ctx.config.dataDir, 'rows.json');
  await fs.writeFile(file, JSON.stringify(rows));
  return importGames(world.ctx, SYSTEM, file);
}

const read = ({ ctx }: World) => ctx.db.selectFrom('games').select(['id', 'title', 'tags', 'min_age']).orderBy('id').execute();

test('what an operator edited stays over an import, which says so, and everything else changes', async () => {
  const world = await createWorld();
  await importRows(world, [{ Id: 'one', Title: 'One', Tags: ['a'], minAge: 13 }]);
  await world.ctx.db
    .updateTable('games')
    .set({ title: 'Uno', min_age: 16, edited_columns: ['min_age', 'title'] })
    .execute();
  const again = { Id: 'one', Title: 'One again', Tags: ['b'], minAge: 13 };
  expect(await importRows(world, [again])).toMatchObject({ changed: 1, kept: [{ row: 'row 1 (one)', columns: ['min_age', 'title'] }] });
  expect(await read(world)).toEqual([{ id: 'one', title: 'Uno', tags: ['b'], min_age: 16 }]);
  // The mark that the row names is not written at each start of the site.
  expect(await importRows(world, [again])).toMatchObject({ changed: 0, unchanged: 1, kept: [] });
});

test('a game that an operator removed is not brought back, and the others come in', async () => {
  const world = await createWorld();
  await importRows(world, [{ Id: 'one', Title: 'One' }]);
  const now = world.ctx.now();
  await world.ctx.db.updateTable('games').set({ hidden_at: now, removed_at: now }).execute();
  const rows = [
    { Id: 'one', Title: 'Back' },
    { Id: 'two', Title: 'Two' },
  ];
  expect(await importRows(world, rows)).toMatchObject({ applied: true, added: 1, changed: 0, kept: [{ columns: 'removed' }] });
  expect((await read(world)).map(({ title }) => title)).toEqual(['One', 'Two']);
});

test('a game for older players whose files an operator brought here does not stop imports of its row, which names another host', async () => {
  const world = await createWorld();
  const row = { Id: 'one', Title: 'One', GameURL: 'https://games.example/one' };
  await importRows(world, [row]);
  const edited = { game_url: 'games/one/1f/index.html', edited_columns: ['assets', 'game_url', 'min_age'], min_age: 16 as const };
  await world.ctx.db.updateTable('games').set(edited).execute();
  expect(await importRows(world, [{ ...row, Title: 'Uno' }])).toMatchObject({ applied: true, changed: 1 });
  expect(await world.ctx.db.selectFrom('games').select(['title', 'game_url', 'min_age']).execute()).toEqual([
    { title: 'Uno', game_url: 'games/one/1f/index.html', min_age: 16 },
  ]);
});

test('files that an operator brought go where those of a premium game are when an import makes it one, and back', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const row = { Id: 'one', Title: 'One', GameURL: 'https://games.example/one', is_premium: false };
  await importRows(world, [row]);
  const cover = 'games/one/cover-1f/cover.webp';
  for (const name of ['1f/index.html', '1f/index.html.br', '1f/far/two.svg', '2e/old.svg', 'cover-1f/cover.webp'])
    await ctx.files.put(`games/one/${name}`, Buffer.from(name));
  // The cover is one of its own; of the other pictures, one is still in the folder from before.
  const own = { game_url: 'games/one/1f/index.html', assets: [cover, 'games/one/1f/far/two.svg', 'games/one/2e/old.svg'], picture: cover };
  await ctx.db
    .updateTable('games')
    .set({ ...own, edited_columns: ['assets', 'bytes', 'game_url', 'picture'] })
    .execute();
  const readFiles = () => ctx.db.selectFrom('games').select(['game_url', 'assets', 'picture', 'is_premium']).executeTakeFirstOrThrow();
  const premium = {
    is_premium: true,
    game_url: 'games/one/1fp/index.html',
    assets: [cover, 'games/one/1fp/far/two.svg', 'games/one/2ep/old.svg'],
    picture: cover,
  };
  await importRows(world, [{ ...row, is_premium: true }]);
  expect(await readFiles()).toEqual(premium);
  for (const name of [premium.game_url, `${premium.game_url}.br`, ...premium.assets])
    expect([name, await ctx.files.has(name)]).toEqual([name, true]);
  // A game that became so before is put right, although the import itself has nothing new.
  await ctx.db.updateTable('games').set(own).execute();
  expect(await importRows(world, [{ ...row, is_premium: true }])).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await readFiles()).toEqual(premium);
  await importRows(world, [row]);
  expect(await readFiles()).toEqual({ ...own, is_premium: false });
});
