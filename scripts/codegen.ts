import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/infra/database/embedded.ts';
import { migrate } from '../src/infra/database/migrate.ts';

// Generates src/infra/database/tables.ts from the migrations: `node scripts/run.mjs scripts/codegen.ts [OUT_FILE]`.
// A column whose values a check lists (`check (state in ('new', 'done'))`) gets the union of them as its type.
// A test writes it to a temporary file and compares.

const root = path.resolve(import.meta.dirname, '..');
const out = process.argv[2] ?? path.join(root, 'src/infra/database/tables.ts');
const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-codegen-'));
const database = await startEmbeddedDatabase(path.join(scratch, 'postgres'), () => {});
try {
  await migrate(database.url, path.join(root, 'migrations'));
  const done = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      database.url,
      '--out-file',
      out,
      '--include-pattern',
      'public.*',
      '--numeric-parser',
      'number',
      '--overrides',
      JSON.stringify({ columns: await readUnionTypes(database.url) }),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (done.status !== 0) process.exitCode = 1;
} finally {
  await database.stop();
  await fs.rm(scratch, { recursive: true, force: true });
}

/**
 * The types of all columns whose values a check lists, and of those that reference them.
 * @returns by column, such as 'payments.channel', the union as a node of kysely-codegen's syntax tree: its parser of written types needs
 * an older TypeScript
 */
async function readUnionTypes(url: string): Promise<Record<string, object>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ column: string; hasDefault: boolean; check: string }>(`
      select a.attrelid::regclass || '.' || a.attname as column, a.atthasdef as "hasDefault", pg_get_constraintdef(c.oid) as check
      from pg_constraint c
      left join pg_constraint f on f.contype = 'f' and f.confrelid = c.conrelid and f.confkey = c.conkey
      join pg_attribute a on (a.attrelid, a.attnum) in ((c.conrelid, c.conkey[1]), (f.conrelid, f.conkey[1]))
      where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`);
    const types = rows.flatMap(({ column, hasDefault, check }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)(?: NOT VALID)?$/.exec(check)?.[1];
      if (list === undefined) return [];
      const values = list.split(', ').map((value) => ({ type: 'Literal', value: value.slice(1, -"'::text".length) }));
      const union = { type: 'UnionExpression', args: values };
      return [[column, hasDefault ? { type: 'GenericExpression', name: 'Generated', args: [union] } : union] as const];
    });
    return Object.fromEntries(types);
  } finally {
    await client.end();
  }
}
