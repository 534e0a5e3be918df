import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';

/** Only one instance migrates at a time; the others wait for this lock. */
export const MIGRATION_LOCK = 70412;

/**
 * Runs the migrations that have not run yet: each file of `folder` once, sorted by name, each in its own transaction.
 * Safe when several instances start together.
 * @returns the names of the files that ran
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo migrations', connectionTimeoutMillis: 10_000 });
  await client.connect().catch((error: Error) => {
    throw new StartError(
      `The database does not answer (${error.message || (error as NodeJS.ErrnoException).code}). Check DATABASE_URL and that it runs.`,
    );
  });
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // A role without rights on the schema finds the table, and that nothing is left to do.
    const { rows: found } = await client.query(`select to_regclass('migrations') is not null as there`);
    if (found[0]?.there !== true)
      await client.query('create table migrations (name text primary key, ran_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new StartError(`This database was migrated by a newer Kiddo (${unknown[0]}). Start that version, or name another database.`);
    }
    const applied: string[] = [];
    for (const file of files.filter((name) => !done.has(name))) {
      await runMigration(client, file, await fs.readFile(path.join(folder, file), 'utf8'));
      applied.push(file);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function runMigration(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}. Nothing of it was kept.`);
  }
}
