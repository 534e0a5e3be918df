import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import type { Database } from '../../../infra/database/database.ts';
import { ERASERS } from './service.server.ts';

const DELETED = ERASERS.flatMap((eraser) => eraser.deletedTables ?? []);
const UNLINKED = ERASERS.flatMap((eraser) => eraser.unlinkedTables ?? []);
const KEPT = ERASERS.flatMap((eraser) => Object.entries(eraser.retainedTables ?? {}));

/** Tables that reference players, and what the deletion of a player does to the rows of each foreign key. */
async function listReferencingTables(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; rules: string[] }>`
    select child.table_name as table, array_agg(distinct link.delete_rule::text) as rules
    from information_schema.referential_constraints link
    join information_schema.table_constraints child
      on child.constraint_schema = link.constraint_schema and child.constraint_name = link.constraint_name
    join information_schema.table_constraints parent
      on parent.constraint_schema = link.unique_constraint_schema and parent.constraint_name = link.unique_constraint_name
    where parent.table_name = 'players' group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ table, rules }) => [table, rules]));
}

/** Tables whose rows a trigger deletes after the player's. */
async function listTablesOfTriggers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select (regexp_match(f.prosrc, 'delete from (\\w+) where player_id = old\\.id'))[1] as table
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = 'players'::regclass and f.prosrc ~ 'delete from \\w+ where player_id = old\\.id'`.execute(db);
  return rows.map(({ table }) => table);
}

/** What is wrong with the erasers, table by table. */
async function findFaults(db: Database): Promise<string[]> {
  const references = await listReferencingTables(db);
  const kept = KEPT.map(([table]) => table);
  const erased: string[] = [...DELETED, ...kept];
  return [
    ...[...references.keys()].filter((table) => !erased.includes(table)).map((table) => `${table}: no feature erases it`),
    ...erased.filter((table, at) => erased.indexOf(table) !== at).map((table) => `${table}: two erasers have it`),
    ...erased.filter((table) => !references.has(table)).map((table) => `${table}: it does not reference players`),
    ...DELETED.filter((table) => references.get(table)?.some((rule) => rule !== 'CASCADE')).map((table) => `${table}: not all rows go`),
    ...kept.filter((table) => references.get(table)?.every((rule) => rule !== 'SET NULL')).map((table) => `${table}: no row stays`),
  ];
}

test('a feature erases each table that references players, or says why it keeps rows', async () => {
  const { ctx } = await createWorld();
  expect((await listReferencingTables(ctx.db)).size).toBeGreaterThan(25);
  expect(await findFaults(ctx.db)).toEqual([]);
  expect(await listTablesOfTriggers(ctx.db)).toEqual(UNLINKED);
  expect(KEPT.filter(([, reason]) => (reason ?? '').length < 20)).toEqual([]);
});

test('a new table is noticed, and a rule that changes', async () => {
  const { ctx } = await createWorld();
  await sql`create table trophies (id uuid primary key, winner_id uuid references players on delete cascade)`.execute(ctx.db);
  await sql`alter table ratings add column advised_by uuid references players on delete set null`.execute(ctx.db);
  await sql`alter table plays drop constraint plays_of_player`.execute(ctx.db);
  expect(await findFaults(ctx.db)).toEqual([
    'trophies: no feature erases it',
    'plays: it does not reference players',
    'ratings: not all rows go',
  ]);
});
