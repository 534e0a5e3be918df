import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, executeOnDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { MIGRATIONS } from '../../../tests/old-database.ts';
import { readConfig } from '../../config.server.ts';
import { createAppContext, type AppContext } from '../../context.server.ts';
import { createLogger } from '../logger.ts';
import { StartError } from '../start-error.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import { isDatabaseNewer } from './migrate.ts';
import { withPreparationLock } from './preparation-lock.ts';
import { prepareDatabase } from './prepare.ts';

/** An empty database as an operator makes it: of an owner who is no superuser, with a second role for the application. */
async function createOwnDatabase() {
  const server = inject('database');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-own-'));
  const name = `own_${randomBytes(6).toString('hex')}`;
  const [owner, app] = [`${name}_owner`, `${name}_app`];
  for (const role of [owner, app]) await executeOnDatabase(server, `create role ${role} login password 'x'`);
  await copyDatabase(server, { from: 'template1', to: name });
  await executeOnDatabase(server, `alter database ${name} owner to ${owner}`);
  const urlOf = (role: string) => {
    const url = new URL(urlForDatabase(server, name));
    [url.username, url.password] = [role, 'x'];
    return url.href;
  };
  const opened: AppContext[] = [];
  onTestFinished(async () => {
    for (const ctx of opened) await ctx.close();
    await dropDatabase(server, name);
    for (const role of [app, owner]) await executeOnDatabase(server, `drop role ${role}`);
    await fs.rm(folder, { recursive: true, force: true });
  });
  return {
    owner,
    app,
    urlOf,
    /** Runs a statement as the superuser of the server. */
    execute: (statement: string) => executeOnDatabase(urlForDatabase(server, name), statement),
    /** Starts Kiddo with these roles. */
    async start(url: string, ownerUrl?: string, migrations: string | null = MIGRATIONS): Promise<AppContext> {
      const urls = { DATABASE_URL: url, ...(ownerUrl !== undefined && { DATABASE_OWNER_URL: ownerUrl }) };
      const config = readConfig({ ...urls, DATA_DIR: folder, DATABASE_POOL: '2', DATABASE_TIMEOUT: '60' });
      const ctx = await createAppContext(config, { migrations, log: createLogger('silent') });
      opened.push(ctx);
      return ctx;
    },
  };
}

const addEntry = ({ db }: AppContext) =>
  sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id) values (${randomUUID()}, 'ops', 'test', 'test', '')`.execute(
    db,
  );
const job = { name: 'test.prepared', retry: { limit: 1, seconds: 1, secondsMax: 1 } };

test('one role in both settings is refused, and so is one that may become the owner; the owner keeps its rights', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  const isRefused = async (url: string, ownerUrl: string, who = `${owner} is the owner of the tables`) => {
    const refused = start(url, ownerUrl);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(`DATABASE_URL and DATABASE_OWNER_URL have to name two roles: ${who}, so DATABASE_URL`);
    await expect(refused).rejects.toThrow(/DATABASE_URL .*another role/);
  };
  await isRefused(urlOf(owner), urlOf(owner));
  await start(urlOf(owner));
  await isRefused(urlOf(owner), urlOf(owner));
  // It does not have the rights of the owner by itself: it has to ask for them.
  await execute(`grant ${owner} to ${app} with inherit false, set true`);
  await isRefused(urlOf(app), urlOf(owner), `${app} may act as ${owner}, the owner of the tables`);
  await execute(`revoke ${owner} from ${app}`);
  // The two were swapped.
  await isRefused(urlOf(owner), urlOf(app));
  await addEntry(await start(urlOf(owner)));
  await addEntry(await start(urlOf(app), urlOf(owner)));
});

test('an owner who lost the rights on its own tables gets them back', async () => {
  const { owner, urlOf, start } = await createOwnDatabase();
  const before = await start(urlOf(owner));
  await sql.raw(`revoke insert, update, delete, truncate on audit_log, audit_chain, migrations from ${owner}`).execute(before.db);
  await expect(addEntry(before)).rejects.toThrow('permission denied');
  await addEntry(await start(urlOf(owner)));
});

test('a function with the rights of somebody else, which is for nobody, holds up no start', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  await start(urlOf(owner));
  await execute('create function count_tables() returns bigint language sql security definer as $$ select count(*) from pg_class $$');
  await execute('revoke execute on function count_tables() from public');
  expect(await start(urlOf(app), urlOf(owner))).toMatchObject({ ownsTables: false });
});

test('a role that may make tables in spite of everything is refused', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  await execute(`grant create on schema public to ${app}`);
  const refused = start(urlOf(app), urlOf(owner));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(`revoke create on schema public from "${app}"`);
});

test('a process that waits for the migrations finds the rights of its role too', async () => {
  const { owner, app, urlOf, start } = await createOwnDatabase();
  await start(urlOf(owner));
  const client = new pg.Client({ connectionString: urlOf(owner) });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('select pg_advisory_lock($1)', [LOCK_NUMBERS.preparation]);
  const untilWaiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await client.query(
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows.length;
      })
      .toBe(count);
  // Whoever asks first has the lock first.
  const first = start(urlOf(app), urlOf(owner));
  await untilWaiting(1);
  const second = start(urlOf(app));
  await untilWaiting(2);
  await client.query('select pg_advisory_unlock($1)', [LOCK_NUMBERS.preparation]);
  for (const ctx of await Promise.all([first, second])) await addEntry(ctx);
});

test('on an empty database two processes start at once, and their queues of jobs are there', async () => {
  const { owner, urlOf, start } = await createOwnDatabase();
  const prepare = async () => (await start(urlOf(owner))).jobs.prepare([job]);
  const done = { status: 'fulfilled', value: undefined };
  expect(await Promise.allSettled([prepare(), prepare(), prepare()])).toEqual([done, done, done]);
});

test('the tables of the job queue are brought up to date with their indexes, and nothing is left to be run later', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  await start(urlOf(owner));
  // As an older version of the library left them.
  await execute(getRollbackPlans());
  const find = async ({ db }: AppContext) =>
    (
      await sql`select to_regclass('pgboss.job_common_i12')::text as index, (select count(*)::int from pgboss.bam) as statements
        from pgboss.version`.execute(db)
    ).rows;
  const before = await start(urlOf(owner), undefined, null);
  expect(await find(before)).toEqual([{ index: null, statements: 0 }]);
  const [ctx] = await Promise.all([start(urlOf(app), urlOf(owner)), start(urlOf(app), urlOf(owner))]);
  await ctx.jobs.enqueue(job, {});
  expect(await find(ctx)).toEqual([{ index: 'pgboss.job_common_i12', statements: 0 }]);
});

test('what is new in the tables of the job queue waits shortly for whoever uses them, and lets others through', async () => {
  const { owner, urlOf, execute, start } = await createOwnDatabase();
  const { db } = await start(urlOf(owner));
  await execute('alter table pgboss.queue drop constraint all_jobs_in_one_table');
  const isSaid = Promise.withResolvers<string>();
  const done = db.transaction().execute(async (trx) => {
    await sql`select from pgboss.queue`.execute(trx);
    const preparing = prepareDatabase(urlOf(owner), MIGRATIONS, null, isSaid.resolve, { wait: 20, pause: 20, attempts: 2_000 });
    expect(await isSaid.promise).toMatch(/job queue waits .*lock timeout.*tries again/);
    await sql`select from pgboss.queue`.execute(db);
    return { preparing };
  });
  expect(await (await done).preparing).toEqual({ applied: [], newer: [] });
});

test('a role that may not make the tables is told what to do', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  const isRefused = async () => {
    const refused = start(urlOf(app));
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow('with DATABASE_OWNER_URL');
  };
  await isRefused();
  await start(urlOf(owner));
  await isRefused();
  // As after an upgrade.
  await start(urlOf(app), urlOf(owner));
  await execute(`delete from migrations where name >= '0026'`);
  await isRefused();
});

test('an older Kiddo beside a newer one leaves its rights and its games as they are', async () => {
  const { owner, app, urlOf, execute, start } = await createOwnDatabase();
  const newer = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-newer-'));
  onTestFinished(() => fs.rm(newer, { recursive: true, force: true }));
  await fs.cp(MIGRATIONS, newer, { recursive: true });
  const known = (await fs.readdir(MIGRATIONS)).toSorted().at(-1)?.slice(0, 4);
  await fs.writeFile(path.join(newer, '9001_pets.sql'), `-- oldest-code: ${known}\ncreate table pets (id int);`);
  const isNewer = (folder: string) => withPreparationLock(urlOf(app), (client) => isDatabaseNewer(client, folder));
  await start(urlOf(app), urlOf(owner), newer);
  expect(await isNewer(newer)).toBe(false);
  // As a newer Kiddo does that knows what its table is for.
  await execute(`revoke update on pets from ${app}`);
  const older = await start(urlOf(app), urlOf(owner));
  expect(await isNewer(MIGRATIONS)).toBe(true);
  const { rows } = await sql`select has_table_privilege('pets', 'update') as may`.execute(older.db);
  expect(rows).toEqual([{ may: false }]);
  // Its job queue is another matter: the library knows one version of its tables.
  await execute('update pgboss.version set version = version + 1');
  await expect(start(urlOf(app), urlOf(owner))).rejects.toThrow('job queue were changed by a newer Kiddo');
});
