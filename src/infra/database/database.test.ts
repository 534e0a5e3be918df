import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { openDatabase } from './database.ts';

test('a statement that takes longer than its timeout is cancelled, and so is waiting for a free connection', async () => {
  const server = inject('database');
  const name = `slow_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  const { db, close } = openDatabase(urlForDatabase(server, name), { max: 1, timeout: 1 }, () => {});
  onTestFinished(async () => {
    await close();
    await dropDatabase(server, name);
  });
  await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  await db.connection().execute(async () => {
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/);
  });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
