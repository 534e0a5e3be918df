import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import { PATIENCE, runPatiently, type LockPatience } from './lock-patience.ts';
import { countWaiting, withPreparationLock } from './preparation-lock.ts';
import { getConcurrentIndex, getNumber, isConcurrent, parseMigration, splitStatements, type Migration } from './migration-file.ts';

/** What running the migrations found and did. */
export type MigrationRun = {
  /** The names of those that ran now. */
  applied: string[];
  /** The names of those that a newer Kiddo ran, in a database that this one may use nevertheless. */
  newer: string[];
};

/**
 * Runs the migrations that have not run yet: each file of `folder` once, sorted by name, each in its own transaction if it does not say
 * otherwise. Safe when several instances start together.
 * @returns the names of the files that ran
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  return withPreparationLock(url, async (client) => (await runMigrations(client, folder)).applied);
}

/**
 * Runs the migrations that have not run yet, by a connection that holds the preparation lock.
 * @param onProgress called for what people should know, and for what takes long
 * @throws StartError if one fails, or a newer Kiddo has changed the database in a way that this one does not know
 */
export async function runMigrations(
  client: pg.Client,
  folder: string,
  onProgress: (step: string) => void = () => {},
  patience = PATIENCE,
): Promise<MigrationRun> {
  const { done, unknown, pending } = await compareMigrations(client, folder);
  if (unknown.length > 0) return { applied: [], newer: unknown };
  const migrations = await Promise.all(
    pending.map(async (file) => parseMigration(file, await fs.readFile(path.join(folder, file), 'utf8'))),
  );
  if (migrations.length > 0) await makeRoomForMarks(client, onProgress, patience);
  warnOlderCode(migrations, done.at(-1)?.name, onProgress);
  for (const migration of migrations) {
    if (migration.hasNoTransaction) await runWithoutTransaction(client, migration, onProgress, patience);
    else await runInTransaction(client, migration, onProgress, patience);
  }
  return { applied: pending, newer: [] };
}

/**
 * Looks whether a newer Kiddo has migrated the database, which may have been while this one waited for the lock.
 * @throws StartError if it did in a way that this one does not know
 */
export async function isDatabaseNewer(client: pg.Client, folder: string): Promise<boolean> {
  return (await compareMigrations(client, folder)).unknown.length > 0;
}

/**
 * Compares what ran in the database (`done`) with a folder: what is not there (`unknown`), and what has not run (`pending`).
 * @throws StartError if this code may not use the database
 */
async function compareMigrations(
  client: pg.Client,
  folder: string,
): Promise<{ done: DoneMigration[]; unknown: string[]; pending: string[] }> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const done = await listMigrations(client);
  const unknown = done.filter(({ name }) => !files.includes(name));
  const pending = files.filter((file) => !done.some(({ name }) => name === file));
  if (unknown.length > 0) assertUsable(unknown, pending, files.at(-1) ?? '');
  return { done, unknown: unknown.map(({ name }) => name), pending };
}

type DoneMigration = { name: string; oldestCode: string };

/**
 * Refuses a database that a newer Kiddo migrated, unless its migrations say that this code may use it.
 * @param unknown what ran there, and is not in our folder
 * @param pending what is in our folder, and did not run there
 * @param newest the last in our folder
 */
function assertUsable(unknown: DoneMigration[], pending: string[], newest: string): void {
  const needed = unknown.map(({ oldestCode }) => oldestCode).reduce((a, b) => (a > b ? a : b));
  const isOtherBranch = pending.length > 0 || unknown.some(({ name }) => getNumber(name) <= getNumber(newest));
  if (!isOtherBranch && getNumber(newest) >= needed) return;
  const why = isOtherBranch ? '' : ` It can be used by a Kiddo that knows migration ${needed}; this one knows ${getNumber(newest)}.`;
  throw new StartError(
    `This database was migrated by a newer Kiddo (${unknown[0]?.name}).${why} Start that version, or name another database.`,
  );
}

/** Says before it happens that processes which run now will find a database that they do not know. */
function warnOlderCode(migrations: Migration[], newest: string | undefined, onProgress: (step: string) => void): void {
  const strict = migrations.find(({ oldestCode }) => newest !== undefined && oldestCode > getNumber(newest));
  if (strict)
    onProgress(
      `The database is changed by ${strict.name}, which Kiddo from before migration ${strict.oldestCode} does not know: processes of it that still run must be stopped.`,
    );
}

/** The migrations that have run, in their order; makes their table if it is not there. */
async function listMigrations(client: pg.Client): Promise<DoneMigration[]> {
  try {
    // A role without rights on the schema finds the table, and that nothing is left to do.
    const { rows: found } = await client.query(`select to_regclass('migrations') is not null as there`);
    if (found[0]?.there !== true)
      await client.query('create table migrations (name text primary key, ran_at timestamptz not null default now(), oldest_code text)');
    // Older databases have no such column.
    const { rows } = await client.query<{ name: string; mark: string | null }>(
      `select name, to_jsonb(m) ->> 'oldest_code' as mark from migrations m order by name collate "C"`,
    );
    return rows.map(({ name, mark }) => ({ name, oldestCode: mark ?? getNumber(name) }));
  } catch (error) {
    if (!lacksRights(error)) throw error;
    throw new StartError(`The database role ${client.user} has no rights yet (${(error as Error).message}). ${ASK_THE_OWNER}`);
  }
}

/** The column stands in no migration, because the first that runs needs it. */
async function makeRoomForMarks(client: pg.Client, onProgress: (step: string) => void, patience: LockPatience): Promise<void> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'oldest_code' and not attisdropped`,
  );
  if (rows.length > 0) return;
  const run = async () => void (await client.query('alter table migrations add column oldest_code text'));
  await runPatiently(client, 'The table of migrations', run, onProgress, patience).catch((error: Error) => {
    const advice = lacksRights(error) ? ASK_THE_OWNER : 'The next start tries it again.';
    throw new StartError(`The table of migrations could not be changed: ${error.message}. ${advice}`);
  });
}

const ASK_THE_OWNER =
  'Start Kiddo once with DATABASE_OWNER_URL, the role that owns the tables, or run npm run accounts -- prepare with it.';
const INSUFFICIENT_PRIVILEGE = '42501';
const lacksRights = (error: unknown) => error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;

async function runInTransaction(
  client: pg.Client,
  migration: Migration,
  onProgress: (step: string) => void,
  patience: LockPatience,
): Promise<void> {
  const run = async () => {
    await client.query('begin');
    try {
      await client.query(migration.sql);
      await markDone(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
  await runPatiently(client, `The migration ${migration.name}`, run, onProgress, patience).catch((error: Error) => {
    throw new StartError(
      `The migration ${migration.name} failed: ${error.message}. Nothing of it was kept.${lacksRights(error) ? ` ${ASK_THE_OWNER}` : ''}`,
    );
  });
}

/**
 * Runs a migration whose statements cannot stand in a transaction, such as indexes that are built while the site goes on. What was broken
 * off begins again: indexes that are there stay, and those that are half built are built anew.
 */
async function runWithoutTransaction(
  client: pg.Client,
  migration: Migration,
  onProgress: (step: string) => void,
  patience: LockPatience,
): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_NUMBERS.build]);
    // Who waits for the preparation lock has a snapshot, for which a concurrent build would wait in turn. They see the lock, and step aside.
    for (let nth = 0; nth < patience.attempts && (await countWaiting(client)) > 0; nth++) await delay(patience.pause);
    const what = `The migration ${migration.name}`;
    for (const statement of splitStatements(migration.sql))
      await runPatiently(client, what, () => runStatement(client, statement, onProgress), onProgress, patience);
    await runPatiently(client, what, () => markDone(client, migration), onProgress, patience);
    await client.query('select pg_advisory_unlock($1)', [LOCK_NUMBERS.build]);
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(
      `The migration ${migration.name} failed: ${message}. The next start goes on with it.${lacksRights(error) ? ` ${ASK_THE_OWNER}` : ''}`,
    );
  }
}

async function runStatement(client: pg.Client, statement: string, onProgress: (step: string) => void): Promise<void> {
  const index = getConcurrentIndex(statement);
  // What is done concurrently waits for all who are there already, and meanwhile stops nobody.
  if (index !== null || isConcurrent(statement)) await client.query('set lock_timeout = 0');
  if (index !== null) {
    const isValid = await isValidIndex(client, index);
    if (isValid === true) return;
    if (isValid === false) await client.query(`drop index concurrently ${index}`);
    onProgress(`The index ${index} is built while the site goes on; on a large site that takes minutes`);
  }
  await client.query(statement);
  // What cannot be found by its name now, the next start could not find half built.
  if (index !== null && (await isValidIndex(client, index)) !== true)
    throw new Error(`after it was built, there is no whole index ${index} in the schema of our tables`);
}

/** @returns null if there is no such index */
async function isValidIndex(client: pg.Client, name: string): Promise<boolean | null> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  return rows[0]?.isValid ?? null;
}

async function markDone(client: pg.Client, { name, oldestCode }: Migration): Promise<void> {
  await client.query('insert into migrations (name, oldest_code) values ($1, $2)', [name, oldestCode]);
}
