import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import { migrate, runMigrations } from './migrate.ts';
import { countWaiting, withPreparationLock } from './preparation-lock.ts';

const SOON = { wait: 20, pause: 20, attempts: 2_000 };

/** An empty database, and a connection to it. */
async function createEmptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const server = inject('database');
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  onTestFinished(() => dropDatabase(server, name));
  const url = urlForDatabase(server, name);
  const client = await connect(url);
  return { url, client };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // Its database is dropped after the test.
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A folder of migrations: texts by the name of the file. */
async function writeMigrations(files: Record<string, string>): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-migrations-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
  return folder;
}

const CODE_2 = {
  '0001_pets.sql': 'create table pets (id int primary key, name text not null);',
  '0002_toys.sql': 'create table toys (id int);',
};
/** Adds what older code does not see. */
const CODE_3 = { ...CODE_2, '0003_kinds.sql': "-- oldest-code: 0002\nalter table pets add column kind text not null default 'cat';" };
/** Removes what the code before 3 still reads. */
const CODE_4 = { ...CODE_3, '0004_no_names.sql': '-- oldest-code: 0003\nalter table pets drop column name;' };

test('older code may use a newer database as far as its migrations say, and is refused beyond that', async () => {
  const { url } = await createEmptyDatabase();
  const [code2, code3, code4] = await Promise.all([CODE_2, CODE_3, CODE_4].map(writeMigrations));
  const run = (folder = '') => withPreparationLock(url, (client) => runMigrations(client, folder));
  await run(code3);
  expect(await run(code2)).toEqual({ applied: [], newer: ['0003_kinds.sql'] });
  await run(code4);
  expect(await run(code3)).toEqual({ applied: [], newer: ['0004_no_names.sql'] });
  // What stands in 0003 still holds, and 0004 asks for more.
  await expect(run(code2)).rejects.toThrow(
    'migrated by a newer Kiddo (0003_kinds.sql). It can be used by a Kiddo that knows migration 0003; this one knows 0002. Start that version',
  );
});

test('a migration that says nothing is for code that knows it; and so is one from before there were marks', async () => {
  const { url, client } = await createEmptyDatabase();
  const [code2, silent] = await Promise.all([CODE_2, { ...CODE_2, '0003_more.sql': 'select 1;' }].map(writeMigrations));
  await migrate(url, silent ?? '');
  await expect(migrate(url, code2 ?? '')).rejects.toThrow('this one knows 0002');
  await client.query('alter table migrations drop column oldest_code');
  await expect(migrate(url, code2 ?? '')).rejects.toThrow('this one knows 0002');
  // The next one that runs brings the column.
  const next = await writeMigrations({ ...CODE_2, '0003_more.sql': '', '0004_toys.sql': '-- oldest-code: 0003\n' });
  expect(await migrate(url, next)).toEqual(['0004_toys.sql']);
  const { rows } = await client.query('select name, oldest_code from migrations order by name');
  expect(rows.slice(-2)).toEqual([
    { name: '0003_more.sql', oldest_code: null },
    { name: '0004_toys.sql', oldest_code: '0003' },
  ]);
});

test('a database of another branch is refused, whatever it says: it lacks what this code needs', async () => {
  const { url } = await createEmptyDatabase();
  const other = { '0001_pets.sql': CODE_2['0001_pets.sql'], '0003_kinds.sql': CODE_3['0003_kinds.sql'] };
  await migrate(url, await writeMigrations(other));
  await expect(migrate(url, await writeMigrations(CODE_2))).rejects.toThrow('migrated by a newer Kiddo (0003_kinds.sql)');
});

test('it is said before a change that processes which still run do not know', async () => {
  const { url } = await createEmptyDatabase();
  await migrate(url, await writeMigrations(CODE_2));
  const said: string[] = [];
  const run = async (files: Record<string, string>) => {
    const folder = await writeMigrations(files);
    await withPreparationLock(url, (client) => runMigrations(client, folder, (step) => said.push(step)));
  };
  await run(CODE_3);
  expect(said).toEqual([]);
  await run({ ...CODE_4, '0005_toys.sql': 'drop table toys;' });
  expect(said).toEqual([expect.stringContaining('by 0005_toys.sql, which Kiddo from before migration 0005 does not know')]);
});

test('a migration that waits for a table gives way to everybody else, and gets it when it is free', async () => {
  const { url, client: reader } = await createEmptyDatabase();
  await migrate(url, await writeMigrations(CODE_2));
  await reader.query('begin');
  await reader.query('select from pets');
  const folder = await writeMigrations(CODE_3);
  const said: string[] = [];
  const done = withPreparationLock(url, (client) => runMigrations(client, folder, (step) => said.push(step), SOON));
  await expect.poll(() => said).toEqual([expect.stringMatching(/0003_kinds\.sql waits for a table .*lock timeout.*tries again/)]);
  await reader.query('commit');
  expect(await done).toMatchObject({ applied: ['0003_kinds.sql'] });
});

test('nobody waits long behind what a migration waits for: single statements, and the table of migrations', async () => {
  const { url, client: reader } = await createEmptyDatabase();
  const other = await connect(url);
  await migrate(url, await writeMigrations(CODE_2));
  await other.query('alter table migrations drop column oldest_code');
  const alone = `-- oldest-code: 0002\n-- transaction: none\ndo $$ begin lock table pets in access exclusive mode; end $$;`;
  const folder = await writeMigrations({ ...CODE_2, '0003_named.sql': alone });
  const said: string[] = [];
  await reader.query('begin; select from migrations');
  const done = withPreparationLock(url, (client) => runMigrations(client, folder, (step) => said.push(step), SOON));
  await expect.poll(() => said).toEqual([expect.stringMatching(/The table of migrations waits .*lock timeout/)]);
  // Between two attempts others get through.
  await other.query('select from migrations');
  await reader.query('commit; begin; select from pets');
  await expect.poll(() => said.at(-1)).toMatch(/0003_named\.sql waits .*lock timeout/);
  await other.query('select from pets');
  await reader.query('commit');
  expect(await done).toMatchObject({ applied: ['0003_named.sql'] });
});

test('an index that would not be found by its name when its build was broken off is not begun', async () => {
  const { url, client } = await createEmptyDatabase();
  const file = '-- transaction: none\ncreate index concurrently "pets_by_kind" on pets (name);';
  const folder = await writeMigrations({ ...CODE_2, '0003_index.sql': file });
  await expect(migrate(url, folder)).rejects.toThrow('0003_index.sql failed: An index that is built concurrently needs a plain name');
  expect((await client.query(`select to_regclass('pets_by_kind') as name`)).rows).toEqual([{ name: null }]);
  // Its name is plain, and it is in a schema in which nobody looks.
  await client.query('create schema others; create table others.pets (id int)');
  const elsewhere = '-- transaction: none\ncreate index concurrently pets_by_id on others.pets (id);';
  await expect(migrate(url, await writeMigrations({ ...CODE_2, '0003_index.sql': elsewhere }))).rejects.toThrow(
    'no whole index pets_by_id',
  );
});

const INDEXES = {
  ...CODE_2,
  '0003_indexes.sql': `-- oldest-code: 0002
-- transaction: none
create index concurrently pets_by_kind on pets (length(name));
create unique index concurrently pets_by_name on pets (name);`,
};

test('an index whose build was broken off is built anew by the next start, and the others stay', async () => {
  const { url, client } = await createEmptyDatabase();
  await migrate(url, await writeMigrations(CODE_2));
  await client.query("insert into pets values (1, 'Momo'), (2, 'Momo')");
  const folder = await writeMigrations(INDEXES);
  const failed = migrate(url, folder);
  await expect(failed).rejects.toThrow(/0003_indexes\.sql failed: .*pets_by_name.*\. The next start goes on with it\./);
  const list = async () => {
    const { rows } = await client.query<{ name: string; oid: number; valid: boolean }>(
      `select c.relname as name, c.oid, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname like 'pets_by_%' order by 1`,
    );
    return rows;
  };
  const before = await list();
  expect(before.map(({ valid }) => valid)).toEqual([true, false]);
  await client.query('delete from pets where id = 2');
  expect(await migrate(url, folder)).toEqual(['0003_indexes.sql']);
  const after = await list();
  expect(after.map(({ valid }) => valid)).toEqual([true, true]);
  expect(after.map(({ oid }, i) => oid === before[i]?.oid)).toEqual([true, false]);
});

test('while an index is built, for which everybody waits who has begun, the audit log takes entries', async () => {
  const { url, client: reader } = await createEmptyDatabase();
  await migrate(url, await writeMigrations(CODE_2));
  const other = await connect(url);
  await reader.query('begin isolation level repeatable read');
  await reader.query('select from pets');
  const done = migrate(url, await writeMigrations(INDEXES));
  const isBuilding = `select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'`;
  await expect.poll(async () => (await other.query(isBuilding)).rowCount).toBe(1);
  // What the trigger of its table takes.
  const { rows } = await other.query('select pg_try_advisory_xact_lock($1) as taken', [LOCK_NUMBERS.auditChain]);
  expect(rows).toEqual([{ taken: true }]);
  await reader.query('commit');
  expect(await done).toEqual(['0003_indexes.sql']);
});

test('a start that waits for its turn does not hold up an index, which waits for everybody; then it has its turn', async () => {
  const { url, client } = await createEmptyDatabase();
  await migrate(url, await writeMigrations(CODE_2));
  const folder = await writeMigrations(INDEXES);
  const said: string[] = [];
  const order: string[] = [];
  const isHeld = Promise.withResolvers<void>();
  const building = withPreparationLock(url, async (holder) => {
    isHeld.resolve();
    await expect.poll(() => countWaiting(holder)).toBe(1);
    await runMigrations(holder, folder, (step) => said.push(step), SOON);
    order.push('built');
  });
  await isHeld.promise;
  const waiting = withPreparationLock(
    url,
    async () => order.push('waited'),
    () => {},
    { quiet: 20, look: 20, max: 120_000 },
  );
  await Promise.all([building, waiting]);
  expect(order).toEqual(['built', 'waited']);
  // No deadlock was broken on the way: that would build a large index twice.
  expect(said.filter((step) => !step.startsWith('The index'))).toEqual([]);
  expect((await client.query('select from pg_index where not indisvalid')).rowCount).toBe(0);
});
