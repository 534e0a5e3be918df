import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { LOCK_NUMBERS } from '../../src/infra/database/lock-numbers.ts';
import { migrate } from '../../src/infra/database/migrate.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Spawns a process that starts the embedded database of a folder and keeps it running, as `npm start` does. */
async function keeper(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; url: string; said: string; code: number | null }> {
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(path.join(root, 'src/infra/database/embedded.ts'))};
    try {
      const database = await startEmbeddedDatabase(${JSON.stringify(folder)}, () => {}, ${JSON.stringify(settings)});
      process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
      console.log('URL ' + database.url);
      setInterval(() => {}, 1000);
    } catch (error) { console.log('FAILED ' + error.message); process.exit(1); }`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const result = { child, url: '', said: '', code: null as number | null };
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      result.said += String(chunk);
      const url = /URL (\S+)\n/.exec(result.said)?.[1];
      if (url) {
        result.url = url;
        resolve();
      }
    });
    child.on('close', (code) => {
      result.code = code;
      resolve();
    });
  });
  return result;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => (child.exitCode !== null || child.signalCode ? resolve() : child.once('close', () => resolve())));

async function scratch(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-embedded-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'postgres');
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

test('what was acknowledged is there after kill -9, and the database that was left behind is taken over', async () => {
  const folder = await scratch();
  const first = await keeper(folder);
  await query(first.url, 'create table kept (n int)');
  for (let n = 0; n < 20; n++) await query(first.url, `insert into kept values (${n})`);
  first.child.kill('SIGKILL');
  await ended(first.child);
  // It was started for fewer processes than those that use it from now on.
  const second = await keeper(folder, { max_connections: '321' });
  expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }]);
  expect(await query(second.url, 'show max_connections')).toEqual([{ max_connections: '321' }]);
  second.child.kill('SIGTERM');
  await ended(second.child);
  await expect(query(second.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('it comes back when the database itself was killed too', async () => {
  const folder = await scratch();
  const first = await keeper(folder);
  await query(first.url, 'create table kept (n int)');
  const pid = Number((await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  first.child.kill('SIGKILL');
  await ended(first.child);
  const second = await keeper(folder);
  expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  second.child.kill('SIGTERM');
  await ended(second.child);
});

test('a second process on the same folder is told so, and the first goes on', async () => {
  const folder = await scratch();
  const first = await keeper(folder);
  // The connection that says so is lost, and made again.
  const endOwner = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kiddo owner'`;
  expect(await query(first.url, endOwner)).toHaveLength(1);
  await expect
    .poll(() => query(first.url, `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK_NUMBERS.owner}`))
    .toHaveLength(1);
  const second = await keeper(folder);
  expect(second.code).toBe(1);
  expect(second.said).toMatch(/Another Kiddo is already running on the data folder .*DATA_DIR/);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  first.child.kill('SIGTERM');
  await ended(first.child);
});

test('two that start together: one serves, the other is told', async () => {
  const folder = await scratch();
  const both = await Promise.all([keeper(folder), keeper(folder)]);
  expect(both.filter((one) => one.url !== '')).toHaveLength(1);
  expect(both.find((one) => one.url === '')?.said).toContain('Another Kiddo is already running');
  for (const one of both) {
    one.child.kill('SIGTERM');
    await ended(one.child);
  }
});

test('a data folder of another PostgreSQL version is left alone', async () => {
  const folder = await scratch();
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'PG_VERSION'), '14\n');
  const refused = await keeper(folder);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said).toMatch(/made by PostgreSQL 14, and this Kiddo brings PostgreSQL 18/);
  expect(await fs.readdir(folder)).toEqual(['PG_VERSION']);
});

test('a folder that cannot be written is named', async () => {
  const refused = await keeper('/proc/kiddo/postgres');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said).toMatch(/data folder \/proc\/kiddo cannot be written .*DATA_DIR/);
});

test('instances that migrate together run each step once', async () => {
  const folder = await scratch();
  const one = await keeper(folder);
  const migrations = path.join(root, 'migrations');
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(one.url, migrations)));
  expect(ran.flat()).toEqual((await fs.readdir(migrations)).toSorted());
  await query(one.url, "insert into migrations (name) values ('9999_future.sql')");
  await expect(migrate(one.url, migrations)).rejects.toThrow(/newer Kiddo/);
  one.child.kill('SIGTERM');
  await ended(one.child);
});
