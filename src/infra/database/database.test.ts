import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { startDatabaseProxy } from '../../../tests/http/database-proxy.ts';
import { createWorld } from '../../../tests/world.ts';
import { classifyError } from '../../request/page-error.ts';
import { openDatabase } from './database.ts';
import type { DB } from './tables.ts';

test('a statement that takes longer than its timeout is cancelled, and so is waiting for a free connection', async () => {
  const server = inject('database');
  const name = `slow_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  const { db, close } = openDatabase(urlForDatabase(server, name), { max: 1, timeout: 1 }, () => {});
  onTestFinished(async () => {
    await close();
    await dropDatabase(server, name);
  });
  // On a busy machine a first connection may take longer than it may here.
  await answers(db);
  await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  await db.connection().execute(async () => {
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/);
  });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a connection that the network lost is closed when its answer is late, and the next statement has another', async () => {
  const proxy = await startDatabaseProxy((await createWorld()).ctx.databaseUrl);
  const { db, queryPrepared, close } = openDatabase(proxy.url, { max: 1, timeout: 1, closesSilent: true }, () => {});
  onTestFinished(close);
  const asks = [
    () => sql`select 1 as one`.execute(db).then(({ rows }) => rows),
    () => queryPrepared({ name: 'one', text: 'select 1 as one' }, []),
  ];
  for (const ask of asks) {
    // On a busy machine connecting may take longer than it may here. Over the lost connection nothing would ever be answered.
    const isAnswered = () => expect.poll(() => ask().catch((error: Error) => error.message)).toEqual([{ one: 1 }]);
    await isAnswered();
    proxy.lose();
    await expect(ask()).rejects.toThrow('Query read timeout');
    await isAnswered();
  }
});

const answers = (db: Kysely<DB>) =>
  expect
    .poll(() =>
      sql`select 1`.execute(db).then(
        () => 'answered',
        () => 'lost',
      ),
    )
    .toBe('answered');

test('a lost connection fails what was done with it, wholly, and nothing else: idle ones, and in the middle of a transaction', async () => {
  const { ctx, logged } = await createWorld();
  const { db } = ctx;
  const kill = (where: RawBuilder<unknown>) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where}`;
  const add = (trx: Kysely<DB>, name: string) => sql`insert into filter_lists (name, text) values (${name}, '')`.execute(trx);
  const lost = db.transaction().execute(async (trx) => {
    await add(trx, 'lost');
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await kill(sql`pid = ${rows[0]?.pid}`).execute(db);
    // Nothing is asked of it meanwhile: this is where nobody listened.
    await expect.poll(() => logged.some(({ err }) => /terminating connection/.test(err?.message ?? ''))).toBe(true);
    await add(trx, 'after');
  });
  const error = await lost.catch((thrown: unknown) => thrown);
  expect(classifyError({ ctx, requestId: '1' }, error)).toMatchObject({ status: 503, code: 'unavailable' });
  // Several that are idle, one that waits for its answer.
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)));
  const waiting = sql`select pg_sleep(60)`.execute(db).catch((thrown: unknown) => thrown);
  await expect
    .poll(() =>
      kill(sql`query like '%pg_sleep(60)%'`)
        .execute(db)
        .then(({ rows }) => rows.length),
    )
    .toBe(1);
  expect(classifyError({ ctx, requestId: '2' }, await waiting)).toMatchObject({ status: 503 });
  // Its end may reach us only when the next one uses it.
  await answers(db);
  await kill(sql`true`).execute(db);
  await answers(db);
  expect(await db.selectFrom('filter_lists').select('name').where('name', 'in', ['lost', 'after']).execute()).toEqual([]);
});
