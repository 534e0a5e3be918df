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
