import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { copyDatabase, dropDatabase, urlForDatabase } from '../database-server.ts';
import { startSiteProcess } from './site-process.ts';

/** Settings of processes that share a database and a data folder: empty ones, or as after a first start. */
async function createShared({ isEmpty }: { isEmpty: boolean }) {
  const { database, app, folder: prepared } = inject('firstStart');
  const name = `shared_${randomBytes(6).toString('hex')}`;
  await copyDatabase(database, { from: isEmpty ? 'template1' : 'kiddo', to: name });
  onTestFinished(() => dropDatabase(database, name));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-shared-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  if (!isEmpty) await fs.cp(prepared, folder, { recursive: true });
  return { DATABASE_URL: urlForDatabase(app, name), DATABASE_OWNER_URL: urlForDatabase(database, name), DATA_DIR: folder };
}

/** How many rows each table has that a start fills. */
async function countSeeded(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select (select count(*)::int from games) as games, (select count(*)::int from items) as items,
      (select count(*)::int from avatar_templates) as templates, (select count(*)::int from filter_lists) as lists,
      (select count(*)::int from players) as players, (select count(*)::int from migrations) as migrations,
      (select count(*)::int from push_keys) as keys, (select count(*)::int from pgboss.queue) > 10 as queues`);
    return rows[0];
  } finally {
    await client.end();
  }
}

test('two that start at once on an empty database all come up, and nothing is there twice', { timeout: 180_000 }, async () => {
  const settings = await createShared({ isEmpty: true });
  const sites = await Promise.all([1, 2].map(() => startSiteProcess(settings)));
  for (const site of sites) {
    expect(site.output()).toContain('Kiddo is ready');
    expect((await fetch(`${site.origin}/`)).status).toBe(200);
  }
  expect(await countSeeded(settings.DATABASE_OWNER_URL)).toEqual(await countSeeded(inject('firstStart').database));
});

test(
  'a process that is told to stop says so, serves on while it drains, and ends; workers say how they are too',
  { timeout: 180_000 },
  async () => {
    const settings = await createShared({ isEmpty: false });
    const healthPort = await freePort();
    const [site, worker] = await Promise.all([
      startSiteProcess({ ...settings, ROLES: 'web', DRAIN_SECONDS: '15' }),
      startSiteProcess({ ...settings, ROLES: 'worker', HEALTH_PORT: String(healthPort) }),
    ]);
    const statuses = (origin: string) =>
      Promise.all(['/livez', '/readyz', '/'].map(async (asked) => (await fetch(`${origin}${asked}`)).status));
    // Answers that came too late, because the machine is busy, are asked for again.
    await expect.poll(() => statuses(site.origin)).toEqual([200, 200, 200]);
    await expect.poll(() => statuses(site.gamesOrigin)).toEqual([200, 200, 404]);
    await expect.poll(() => statuses(`http://localhost:${healthPort}`)).toEqual([200, 200, 404]);
    site.child.kill('SIGTERM');
    await expect.poll(() => statuses(site.origin)).toEqual([200, 503, 200]);
    expect(await site.ended).toBe(0);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  },
);
