import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { MANIFEST_FILE } from './files.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A data folder with a running database, as in a running Kiddo, and a folder for backups. */
async function running(): Promise<{ data: string; into: string; scratch: string; client: pg.Client; stop(): Promise<void> }> {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-backup-test-'));
  const data = path.join(scratch, 'data');
  const database = await startEmbeddedDatabase(path.join(data, 'postgres'), () => {});
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await client.query(`
    create table players (id int primary key, coins int not null);
    create table migrations (name text primary key);
    insert into migrations values ('0001_games.sql');
    insert into players select n, 1000 from generate_series(1, 500) n`);
  await fs.mkdir(path.join(data, 'files/avatars'), { recursive: true });
  await fs.writeFile(path.join(data, 'files/avatars/one.webp'), 'a picture');
  await fs.writeFile(path.join(data, 'files/avatars/two.webp.part'), 'half a');
  await fs.writeFile(path.join(data, 'secret'), 'x'.repeat(64));
  const stop = async () => {
    await client.end().catch(() => {});
    await database.stop();
  };
  onTestFinished(async () => {
    await stop();
    await fs.rm(scratch, { recursive: true, force: true });
  });
  return { data, into: path.join(scratch, 'backups'), scratch, client, stop };
}

/** Queries the database of a data folder. */
async function ask(data: string, sql: string): Promise<Record<string, unknown>> {
  const database = await startEmbeddedDatabase(path.join(data, 'postgres'), () => {});
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    return (await client.query(sql)).rows[0] as Record<string, unknown>;
  } finally {
    await client.end();
    await database.stop();
  }
}

test('a backup that is made while people are paying is whole: nothing is lost that was there, and no sum is half done', async () => {
  const { data, into, scratch, client, stop } = await running();
  await client.query('create table moves (n int)');
  await client.query('insert into moves values (0)');
  const paid = { going: true, moves: 0 };
  // Coins are transferred during the backup: whatever moment the copy shows, their sum must be the same.
  const paying = (async () => {
    while (paid.going) {
      const [from, to] = [1 + (paid.moves % 500), 1 + ((paid.moves * 7 + 3) % 500)];
      await client.query('begin');
      await client.query('update players set coins = coins - 1 where id = $1', [from]);
      await client.query('update players set coins = coins + 1 where id = $1', [to]);
      await client.query('update moves set n = n + 1');
      await client.query('commit');
      paid.moves += 1;
    }
  })();
  await expect.poll(() => paid.moves, { timeout: 10_000 }).toBeGreaterThan(100);
  const before = paid.moves;
  const { folder, manifest: list } = await makeBackup(data, into, { version: '1' });
  const after = paid.moves;
  paid.going = false;
  await paying;
  expect(after).toBeGreaterThan(before);
  expect(await fs.readdir(into)).toEqual([path.basename(folder)]);
  expect(list.files.map((file) => file.name)).toEqual(expect.arrayContaining(['files/avatars/one.webp', 'secret', 'postgres.password']));
  expect(list.files.filter((file) => /\.part$|postgres\.log|postmaster\.pid/.test(file.name))).toEqual([]);
  expect((await client.query('select count(*)::int as n from pg_replication_slots')).rows).toEqual([{ n: 0 }]);
  await stop();

  const place = path.join(scratch, 'again');
  expect(await restoreBackup(folder, place)).toMatchObject({ players: 500, migration: '0001_games.sql' });
  expect(await fs.readFile(path.join(place, 'files/avatars/one.webp'), 'utf8')).toBe('a picture');
  expect((await fs.readdir(place)).toSorted()).toEqual(['files', 'postgres', 'postgres.log', 'postgres.password', 'secret']);
  const held = await ask(place, 'select (select sum(coins)::int from players) as coins, (select n from moves) as moves');
  expect(held['coins']).toBe(500_000);
  expect(held['moves']).toBeGreaterThanOrEqual(before);
  expect(held['moves']).toBeLessThanOrEqual(after + 1);
}, 120_000);

test('a backup that was killed leaves what is plainly not a backup, and stands in nobody’s way', async () => {
  const { data, into, client } = await running();
  // Halfway through the database it says so, and waits to be killed.
  const script = `
    import fs from 'node:fs/promises';
    import { makeBackup } from ${JSON.stringify(path.join(root, 'scripts/backup/make-backup.ts'))};
    const { open } = fs;
    fs.open = (file, ...more) => (String(file).includes('/postgres/base/') ? new Promise(() => console.log('halfway')) : open(file, ...more));
    await makeBackup(${JSON.stringify(data)}, ${JSON.stringify(into)}, { version: '1' });`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  child.kill('SIGKILL');
  await closed;
  const [left = ''] = await fs.readdir(into);
  expect(left).toMatch(/\.part$/);
  await expect(restoreBackup(path.join(into, left), path.join(into, 'place'))).rejects.toThrow(/is not a whole backup/);
  const slots = async () => (await client.query('select count(*)::int as n from pg_replication_slots')).rows[0] as { n: number };
  await expect.poll(slots).toEqual({ n: 0 });
  const { folder } = await makeBackup(data, into, { version: '1', now: new Date('2027-01-01T00:00:00Z') });
  expect(path.basename(folder)).toBe('kiddo-2027-01-01T00-00-00Z');
}, 120_000);

test('a restore takes only what is as it was, only into an empty folder, and says what is wrong', async () => {
  const { data, into, scratch } = await running();
  await expect(makeBackup(path.join(scratch, 'none'), into, { version: '1' })).rejects.toThrow(/There is no database in/);
  await expect(makeBackup(data, path.join(data, 'backups'), { version: '1' })).rejects.toThrow(/lies in the data folder itself/);
  const { folder } = await makeBackup(data, into, { version: '1' });
  await expect(restoreBackup(folder, data)).rejects.toThrow(/is not empty/);

  const place = path.join(scratch, 'again');
  const picture = path.join(folder, 'files/avatars/one.webp');
  await fs.writeFile(picture, 'b picture');
  await expect(restoreBackup(folder, place)).rejects.toThrow(/one\.webp is not as it was/);
  expect(await fs.readdir(place)).toEqual([]);
  await fs.rm(picture);
  await expect(restoreBackup(folder, place)).rejects.toThrow(/one\.webp is not as it was/);
  await fs.writeFile(picture, 'a picture');

  const list = await fs.readFile(path.join(folder, MANIFEST_FILE), 'utf8');
  await fs.writeFile(path.join(folder, MANIFEST_FILE), list.replace('"files/avatars/one.webp"', '"../elsewhere"'));
  await expect(restoreBackup(folder, place)).rejects.toThrow(/outside of the data folder/);
  await fs.writeFile(path.join(folder, MANIFEST_FILE), list);
  expect(await restoreBackup(folder, place)).toMatchObject({ players: 500 });
}, 120_000);

test('old backups make room when that is asked for, and nothing else does', async () => {
  const { data, into } = await running();
  const day = (n: number) => new Date(Date.UTC(2027, 0, n));
  for (const n of [1, 2]) await makeBackup(data, into, { version: '1', now: day(n) });
  await fs.mkdir(path.join(into, 'kiddo-2026-01-01T00-00-00Z.part'));
  await fs.mkdir(path.join(into, 'photographs'));
  const { removed } = await makeBackup(data, into, { version: '1', keep: 1, now: day(3) });
  expect(removed).toEqual(['kiddo-2027-01-01T00-00-00Z', 'kiddo-2027-01-02T00-00-00Z']);
  expect((await fs.readdir(into)).toSorted()).toEqual(['kiddo-2026-01-01T00-00-00Z.part', 'kiddo-2027-01-03T00-00-00Z', 'photographs']);
}, 120_000);
