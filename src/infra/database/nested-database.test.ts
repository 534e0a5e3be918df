import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import type { Database } from './database.ts';
import { nestDatabase } from './nested-database.ts';

const addGame = (db: Database, id: string) => db.insertInto('games').values({ id, title: id }).execute();
const list = async (db: Database) => (await db.selectFrom('games').select('id').orderBy('id').execute()).map(({ id }) => id);

test('what services commit is there for them at once, and for others with the outer transaction', async () => {
  const { ctx } = await createWorld();
  await ctx.db.transaction().execute(async (trx) => {
    const { db, queryPrepared } = nestDatabase(trx);
    await db.transaction().execute((inner) => addGame(inner, 'one'));
    await db.transaction().execute((inner) => addGame(inner, 'two'));
    const both = await Promise.all([
      queryPrepared<{ id: string }>({ name: 'games of test', text: 'select id from games where id = $1' }, ['one']),
      list(db),
    ]);
    expect(both).toEqual([[{ id: 'one' }], ['one', 'two']]);
    expect(await list(ctx.db)).toEqual([]);
  });
  expect(await list(ctx.db)).toEqual(['one', 'two']);
});

test('a transaction inside that fails takes everything with it, also if nobody notices', async () => {
  const { ctx } = await createWorld();
  const failed = ctx.db.transaction().execute(async (trx) => {
    const { db } = nestDatabase(trx);
    await db.transaction().execute((inner) => addGame(inner, 'one'));
    const inside = db.transaction().execute(async (inner) => {
      await addGame(inner, 'two');
      throw new Error('not this one');
    });
    await expect(inside).rejects.toThrow('not this one');
    await addGame(db, 'three');
  });
  await expect(failed).rejects.toThrow('a transaction was rolled back inside of this one');
  expect(await list(ctx.db)).toEqual([]);
});
