import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { RERENDER_AVATAR } from '../../avatars/rerender.schema.ts';
import { seedTemplates } from '../../avatars/seed/service.server.ts';
import { seedItems } from '../seed/service.server.ts';
import { RERENDER_WEARERS } from './schema.ts';
import { rerenderWearersJob } from './service.server.ts';

const PLAYERS = 1_200;

async function withWearers(): Promise<World> {
  const world = await createWorld();
  const { ctx } = world;
  await ctx.jobs.prepare([RERENDER_AVATAR, RERENDER_WEARERS]);
  const picture = 'items/cap/shipped-1/layer.webp';
  await ctx.db
    .insertInto('items')
    .values({ id: 'cap', name: 'Cap', category: 'hats', price: 1, picture, thumb: picture, position: 1 })
    .execute();
  await sql`
    insert into players (id, username, display_name, email, email_confirmed)
    select gen_random_uuid(), 'p' || n, 'P', 'p' || n || '@example.com', true from generate_series(1, ${sql.lit(PLAYERS)}) n`.execute(
    ctx.db,
  );
  await sql`insert into inventory (player_id, item_id, category, price, is_worn) select id, 'cap', 'hats', 1, true from players`.execute(
    ctx.db,
  );
  return world;
}

async function jobs({ ctx }: World, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = ${name} and state = 'created'`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

test('everybody who wears it is drawn anew, once, a few hundred with each job', async () => {
  const world = await withWearers();
  const { ctx } = world;
  await ctx.jobs.enqueue(RERENDER_WEARERS, { item: 'cap' });
  expect(await ctx.jobs.drain(ctx, rerenderWearersJob, 1)).toBe(1);
  // One job processes one batch only, so that it stays within its time limit; the next job continues.
  expect([await jobs(world, RERENDER_AVATAR.name), await jobs(world, RERENDER_WEARERS.name)]).toEqual([500, 1]);
  while ((await ctx.jobs.drain(ctx, rerenderWearersJob, 1)) > 0);
  expect(await jobs(world, RERENDER_AVATAR.name)).toBe(PLAYERS);
  const { rows } = await sql`select 1 from pgboss.job where name = ${RERENDER_AVATAR.name} group by data ->> 'playerId'`.execute(ctx.db);
  expect(rows).toHaveLength(PLAYERS);
});

test('a try that breaks off has asked for nothing', async () => {
  const world = await withWearers();
  const { ctx } = world;
  let added = 0;
  const add: AppContext['jobs']['enqueue'] = async (...given) => {
    if (++added === 300) throw new Error('killed');
    await ctx.jobs.enqueue(...given);
  };
  await expect(rerenderWearersJob.run({ ...ctx, jobs: { ...ctx.jobs, enqueue: add } }, { item: 'cap' })).rejects.toThrow('killed');
  expect(await jobs(world, RERENDER_AVATAR.name)).toBe(0);
});

test('a drawing that comes with the site changes together with the wish to draw anew, or not at all', async () => {
  const world = await createWorld();
  const { ctx } = world;
  await ctx.jobs.prepare([RERENDER_AVATAR, RERENDER_WEARERS]);
  const folder = path.join(ctx.config.dataDir, 'seed');
  await fs.mkdir(folder);
  const write = async (colour: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 320"><path fill="${colour}" d="M60 20h120v40H60z"/></svg>`;
    for (const id of ['cap', 'one']) await fs.writeFile(path.join(folder, `${id}.svg`), svg);
  };
  await fs.writeFile(
    path.join(folder, 'items.json'),
    JSON.stringify([{ id: 'cap', name: 'Cap', category: 'hats', price: 1, position: 1 }]),
  );
  const one = { id: 'one', name: 'One', style: 'ours', isPremium: false, position: 1 };
  await fs.writeFile(path.join(folder, 'templates.json'), JSON.stringify([one]));
  await write('#f00');
  await seedItems(ctx, SYSTEM, folder);
  await seedTemplates(ctx, SYSTEM, folder);
  await write('#00f');
  const killed = { ...ctx, jobs: { ...ctx.jobs, enqueue: async () => Promise.reject(new Error('killed')) } };
  await expect(seedItems(killed, SYSTEM, folder)).rejects.toThrow('killed');
  await expect(seedTemplates(killed, SYSTEM, folder)).rejects.toThrow('killed');
  // The next start retries it.
  await seedItems(ctx, SYSTEM, folder);
  await seedTemplates(ctx, SYSTEM, folder);
  const { rows } = await sql`select data from pgboss.job where name = ${RERENDER_WEARERS.name} order by data ->> 'item'`.execute(ctx.db);
  expect(rows).toEqual([{ data: { item: 'cap' } }, { data: { template: 'one' } }]);
  await seedItems(ctx, SYSTEM, folder);
  expect(await jobs(world, RERENDER_WEARERS.name)).toBe(2);
});
