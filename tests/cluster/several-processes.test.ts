import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { prepareDatabase } from '../../src/infra/database/prepare.ts';
import { root } from '../http/built-site.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess } from './site-process.ts';

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

/**
 * Keeps a start from filling its first table. @returns a function that lets it go on, and one that counts who waits for that
 */
async function holdSeeding(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('lock table push_keys in access exclusive mode');
  return {
    async countWaiting(): Promise<number> {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_locks where relation = 'push_keys'::regclass and not granted`,
      );
      return rows[0].count;
    },
    release: () => client.query('commit'),
  };
}

test('two that start at once on an empty database all come up, and nothing is there twice', { timeout: 180_000 }, async () => {
  const settings = await createSharedSettings({ isEmpty: true });
  const { database, app } = inject('firstStart');
  await prepareDatabase(settings.DATABASE_OWNER_URL, path.join(root, 'migrations'), { role: new URL(app).username });
  const seeding = await holdSeeding(settings.DATABASE_OWNER_URL);
  const healthPort = await freePort();
  const outputs: string[] = ['', ''];
  const starting = [0, 1].map((i) =>
    startSiteProcess({ ...settings, ...(i === 0 && { HEALTH_PORT: String(healthPort) }) }, (text) => (outputs[i] += text)),
  );
  // Both are there: one waits for the table, and the other for the first one, which it says. Without a lock both would wait for the table.
  const countStarts = async () => ({
    atTable: await seeding.countWaiting(),
    forTheOther: outputs.filter((text) => text.includes('Another process prepares')).length,
  });
  await expect.poll(countStarts, { timeout: 90_000 }).toEqual({ atTable: 1, forTheOther: 1 });
  // A start that waits lives, and is not ready.
  const asked = ['/livez', '/readyz'].map(async (each) => (await fetch(`http://localhost:${healthPort}${each}`)).status);
  expect(await Promise.all(asked)).toEqual([200, 503]);
  await seeding.release();
  for (const site of await Promise.all(starting)) {
    expect(site.output()).toContain('Kiddo is ready');
    expect((await fetch(`${site.origin}/`)).status).toBe(200);
  }
  expect(await countSeeded(settings.DATABASE_OWNER_URL)).toEqual(await countSeeded(database));
});

test(
  'a process that is told to stop says so, serves on while it drains, and ends; workers say how they are too',
  { timeout: 180_000 },
  async () => {
    const settings = await createSharedSettings({ isEmpty: false });
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
