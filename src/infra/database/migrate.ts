import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';

/** Only one process prepares the database at a time; the others wait for this lock. */
export const PREPARATION_LOCK = 70412;

/**
 * Does the work while a connection holds the preparation lock: migrations by the connection itself, what a start adds by any other.
 * @param url the database, as any role
 * @throws StartError if the database does not answer, or the lock was lost before the end of the work
 */
export async function withPreparationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo migrations', connectionTimeoutMillis: 10_000 });
  // A connection that is lost between two statements is said by the next one.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new StartError(
      `The database does not answer (${error.message || (error as NodeJS.ErrnoException).code}). Check DATABASE_URL and that it runs.`,
    );
  });
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARATION_LOCK]);
    const result = await work(client);
    // Another process may have worked beside this one.
    await client.query('select 1').catch((error: Error) => {
      throw new StartError(`The database went away while it was prepared (${error.message}). Start again.`);
    });
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Runs the migrations that have not run yet: each file of `folder` once, sorted by name, each in its own transaction.
 * Safe when several instances start together.
 * @returns the names of the files that ran
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  return withPreparationLock(url, (client) => runMigrations(client, folder));
}

/** The same on a connection that holds the preparation lock. */
export async function runMigrations(client: pg.Client, folder: string): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const done = new Set(await listMigrations(client));
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
}

/** The names of the migrations that have run; makes their table if it is not there. */
async function listMigrations(client: pg.Client): Promise<string[]> {
  try {
    // A role without rights on the schema finds the table, and that nothing is left to do.
    const { rows: found } = await client.query(`select to_regclass('migrations') is not null as there`);
    if (found[0]?.there !== true)
      await client.query('create table migrations (name text primary key, ran_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    return rows.map((row) => row.name);
  } catch (error) {
    if (!lacksRights(error)) throw error;
    throw new StartError(`The database role ${client.user} has no rights yet (${(error as Error).message}). ${ASK_THE_OWNER}`);
  }
}

const ASK_THE_OWNER =
  'Start Kiddo once with DATABASE_OWNER_URL, the role that owns the tables, or run npm run accounts -- prepare with it.';
const INSUFFICIENT_PRIVILEGE = '42501';
const lacksRights = (error: unknown) => error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;

async function runMigration(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(
      `The migration ${name} failed: ${(error as Error).message}. Nothing of it was kept.${lacksRights(error) ? ` ${ASK_THE_OWNER}` : ''}`,
    );
  }
}
