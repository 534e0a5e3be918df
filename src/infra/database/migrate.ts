import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { assertOwnSession } from './pooler.ts';

/** Only one process prepares the database at a time; the others wait for this lock. */
export const PREPARATION_LOCK = 70412;

const APPLICATION_NAME = 'kiddo start';

/** How long a start waits for another, in milliseconds. */
type PreparationPatience = {
  /** Before it says what it waits for. */
  quiet: number;
  /** Between two looks at who that is. */
  look: number;
  /** Before it gives up: long enough for a migration of large tables. */
  max: number;
};
const PATIENCE: PreparationPatience = { quiet: 5_000, look: 5_000, max: 15 * 60_000 };

/**
 * Does the work while a connection holds the preparation lock: migrations by the connection itself, what a start adds by any other.
 * @param url the database itself, not a pooler, as any role
 * @param onProgress called when another process has the lock for some seconds
 * @throws StartError if the database does not answer, another process does not come to an end, or the lock is lost: that at once, since
 * another process may begin
 */
export async function withPreparationLock<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  onProgress: (step: string) => void = () => {},
  patience = PATIENCE,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    // Whoever waits for this process says its name. PostgreSQL cuts it after 63 bytes.
    application_name: `${APPLICATION_NAME} ${process.pid} on ${os.hostname()}`,
    connectionTimeoutMillis: 10_000,
    // It may be silent for a long time, and a firewall on the way must not end it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  let isDone = false;
  const lost = new Promise<never>((_, reject) => {
    const fail = (error?: Error) =>
      isDone ||
      reject(new StartError(`The database went away while it was prepared (${error?.message ?? 'the connection ended'}). Start again.`));
    client.on('error', fail);
    client.on('end', () => fail());
  });
  // Whoever waits for it hears of it below; before that, connecting fails by itself.
  lost.catch(() => {});
  await client.connect().catch((error: Error) => {
    throw new StartError(
      `The database does not answer (${error.message || (error as NodeJS.ErrnoException).code}). Check DATABASE_URL and that it runs.`,
    );
  });
  try {
    await assertOwnSession(client);
    // The role may have a timeout for the statements of pages.
    await client.query('set statement_timeout = 0');
    await Promise.race([takeLock(client, url, onProgress, patience), lost]);
    return await Promise.race([work(client), lost]);
  } finally {
    isDone = true;
    await client.end();
  }
}

/**
 * Waits in the database's own queue, in which whoever asked first comes first.
 * @throws StartError if another process has it for too long
 */
async function takeLock(
  client: pg.Client,
  url: string,
  onProgress: (step: string) => void,
  { quiet, look, max }: PreparationPatience,
): Promise<void> {
  const since = performance.now();
  let isOurs = false;
  const locked = client.query('select pg_advisory_lock($1)', [PREPARATION_LOCK]).then(() => (isOurs = true));
  let said = '';
  for (let pause = quiet; ; pause = look) {
    await Promise.race([locked, delay(pause, undefined, { ref: false })]);
    if (isOurs) return;
    const holder = await findHolder(url);
    if (holder !== null && holder !== said) onProgress(`Another process prepares the database, and this one waits for it: ${holder}`);
    if (performance.now() - since >= max)
      throw new StartError(
        `Another process has been preparing the database for too long: ${holder ?? 'it ended just now'}. If it hangs, end it; then start again.`,
      );
    said = holder ?? said;
  }
}

/** Who has the lock, as far as this role may know; null if nobody has it any more. Over a connection of its own: the other one waits. */
async function findHolder(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo start looks', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // The statement fails, and says it.
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; since: Date | null }>(
      `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
        and l.database = (select oid from pg_database where datname = current_database())`,
      [PREPARATION_LOCK],
    );
    const holder = rows[0];
    if (!holder) return null;
    const name = holder.name || 'it has no name';
    // Another role is told the name alone.
    return holder.since === null ? name : `${name}, since ${holder.since.toISOString()}`;
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
