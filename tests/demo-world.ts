import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../src/context.server.ts';
import { ensureDemoWorld } from '../src/features/demo/service.server.ts';
import { seedLists } from '../src/features/safety/service.server.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { createWorld, root, type World } from './world.ts';

/** The files of the demo world. */
export const DEMO_FOLDER = path.join(root, 'seed/demo');

/**
 * A world as it is at the first start, right before the demo world is made: the shipped word lists, the rows of the shipped games (without
 * their files: importing them takes seconds), and no players.
 */
export async function createFirstStart(): Promise<World> {
  const world = await createWorld();
  await seedLists(world.ctx, SYSTEM, path.join(root, 'wordlists'));
  const catalogue = path.join(root, 'catalogue');
  for (const id of await fs.readdir(catalogue)) {
    const text = await fs.readFile(path.join(catalogue, id, 'game.json'), 'utf8').catch(() => null);
    if (text === null) continue;
    const game = JSON.parse(text) as { Title: string; is_premium: boolean };
    await world.addGame({ id, title: game.Title, is_premium: game.is_premium });
  }
  return world;
}

/** Makes the demo world. @returns whether it was made now */
export const makeDemoWorld = (ctx: AppContext): Promise<boolean> => ensureDemoWorld(ctx, SYSTEM, DEMO_FOLDER);

/** The number of rows of every table, the job queue's included. */
export async function countRows(ctx: AppContext): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`.execute(ctx.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)}`.execute(ctx.db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}
