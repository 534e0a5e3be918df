import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GROWN_TABLES } from './grown-tables.ts';
import { checkMigrations } from './migration-rules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NONE = '-- transaction: none\n';
/** What is said about a new migration after others. */
const check = async (sql: string, before: string[] = []) => {
  const files = [...before, sql].map((text, i) => [`${9001 + i}_step.sql`, text] as const);
  return (await checkMigrations(new Map(files))).map(({ message }) => message);
};

test('a table that the same file creates is empty: its indexes need not be built concurrently', async () => {
  expect(await check('create table plays (id int); create index plays_x on plays (id)')).toEqual([]);
  expect(await check('create table pets (id int); create index plays_x on plays (id)')).toEqual([expect.stringContaining('concurrently')]);
});

test('what locks a large table for long is refused, and says how to do it', async () => {
  const refused: [string, string][] = [
    ['create index plays_x on plays (id)', 'concurrently'],
    ['create index concurrently plays_x on plays (id)', '-- transaction: none'],
    ['alter table players add column code uuid default gen_random_uuid()', 'fill it in batches'],
    ['alter table players add column n int generated always as identity', 'fill it in batches'],
    ['alter table players add column n int check (n > 0)', 'not valid'],
    ['alter table players add column n int unique', 'concurrently'],
    ['alter table plays alter column seconds type bigint', 'add a column beside it'],
    ['alter table plays add constraint plays_x check (seconds >= 0)', 'not valid'],
    ['alter table plays add constraint plays_x foreign key (game_id) references games', 'not valid'],
    ['alter table plays add constraint plays_x unique (id)', 'using index'],
    ['alter table plays alter column seconds set not null', 'is not null) not valid'],
    ['alter table plays validate constraint plays_x', '-- transaction: none'],
    ['update players set name = lower(name)', 'do'],
    ['delete from plays', 'do'],
    ['do $$ begin update players set x = 1; end $$', 'do'],
    [`${NONE}do $$ begin update players set x = 1; end $$`, 'commits'],
    [`${NONE}create table pets (id int)`, 'can begin again'],
    ['with p as (update players set x = 1 returning id) select count(*) from p', 'do'],
    ['merge into players p using pets on pets.id = p.id when matched then delete', 'do'],
    ['truncate pets, plays', 'stops everybody'],
    [`${NONE}do $$ begin execute 'update ' || 'players set x = 1'; commit; end $$`, 'nobody can check'],
    ['alter table plays add column n bigserial', 'fill it in batches'],
    ['alter table plays add column n int generated always as (seconds * 2) stored', 'fill it in batches'],
    [`${NONE}create index concurrently "plays_x" on plays (id)`, 'plain name'],
    [`${NONE}create index concurrently on plays (id)`, 'plain name'],
    ['vacuum full pets', 'as a whole'],
    ['reindex table plays', 'as a whole'],
    ['create tabel x (id int)', 'cannot be read: syntax error'],
    ['-- oldest-code: 9000\nalter table pets add column n int not null', 'could insert no row'],
  ];
  for (const [sql, fix] of refused) expect(await check(sql), sql).toEqual([expect.stringContaining(fix)]);
});

test('what takes a moment is let through, and so is everything on small tables', async () => {
  const fine = [
    `${NONE}create index concurrently plays_x on plays (id);\ndrop index concurrently if exists plays_y;`,
    'alter table players add column n int not null default 0, add column at timestamptz default now()',
    'alter table players add column friend uuid references players',
    'alter table plays add constraint plays_x check (seconds >= 0) not valid',
    `${NONE}alter table plays validate constraint plays_x`,
    'alter table plays add constraint plays_x unique using index plays_y',
    `${NONE}do $$ begin loop update players set x = 1 where id in (select id from players where x is null limit 1000); exit when not found; commit; end loop; end $$`,
    'do $$ begin grant execute on function f() to public; end $$',
    'create index genres_x on genres (name); update genres set name = lower(name); alter table genres alter column name set not null',
    '-- oldest-code: 9000\nalter table pets add column n int not null default 0',
  ];
  for (const sql of fine) expect(await check(sql), sql).toEqual([]);
});

test('what older code still uses is not taken from it, if the migration says that it may go on', async () => {
  const harm = [
    'drop table pets',
    'alter table pets drop column name',
    'alter table pets rename column name to title',
    'alter table pets rename to animals',
    'alter table pets alter column name set not null',
    'alter table pets alter column age type bigint',
    "alter table pets add constraint pets_name check (name <> '')",
    'alter table pets add constraint pets_one unique (name)',
    'create unique index pets_one on pets (name)',
  ];
  for (const sql of harm) {
    expect(await check(`-- oldest-code: 9000\n${sql}`), sql).toEqual([expect.stringContaining('safe-because')]);
    expect(await check(sql), sql).toEqual([]);
    expect(await check(`-- oldest-code: 9000\n-- safe-because: no code has used it since 9000\n${sql}`), sql).toEqual([]);
  }
  const fine = [
    'drop index pets_x',
    'alter table pets rename constraint pets_x to pets_y',
    'create table toys (id int); create unique index toys_one on toys (id); alter table toys add constraint toys_x check (id > 0)',
    'create index pets_x on pets (name)',
  ];
  for (const sql of fine) expect(await check(`-- oldest-code: 9000\n${sql}`), sql).toEqual([]);
});

test('a column is set not null after its check was validated', async () => {
  const add = 'alter table plays add constraint plays_seconds check (seconds is not null) not valid';
  const validate = `${NONE}alter table plays validate constraint plays_seconds`;
  const set = 'alter table plays alter column seconds set not null';
  expect(await check(set, [add, validate])).toEqual([]);
  expect(await check(set, [add])).toHaveLength(1);
  expect(await check('alter table plays alter column id set not null', [add, validate])).toHaveLength(1);
});

test('the large tables exist', () => {
  const tables = fs.readFileSync(path.join(root, 'src/infra/database/tables.ts'), 'utf8').split('export interface DB {')[1] ?? '';
  const known = [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(known).toEqual(expect.arrayContaining([...GROWN_TABLES]));
});
