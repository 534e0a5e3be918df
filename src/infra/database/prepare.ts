import type pg from 'pg';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import { StartError } from '../start-error.ts';
import { assertSeparateRole, ensureAppRole, grantAppRole, isOwner, restoreOwnerRights, type AppRole } from './app-role.ts';
import { PATIENCE, runPatiently, type LockPatience } from './lock-patience.ts';
import { runMigrations, type MigrationRun } from './migrate.ts';
import { withPreparationLock } from './preparation-lock.ts';

/**
 * Brings the database up to date: the migrations, the tables of the job queue, and the rights of the application's role. All of it is done
 * under one lock, so that a process which waited for it finds everything. Safe when several instances start together. A database that a
 * newer Kiddo migrated, and that this one may use, stays as it is.
 * @param ownerUrl connects as the owner of the tables
 * @param app the role that the application connects with, if it is another
 * @param onProgress called for what takes long
 * @throws StartError with one clear sentence if that is not possible
 */
export async function prepareDatabase(
  ownerUrl: string,
  folder: string,
  app: AppRole | null,
  onProgress: (step: string) => void = () => {},
  patience = PATIENCE,
): Promise<MigrationRun> {
  const prepare = async (client: pg.Client) => {
    if (app !== null) await assertSeparateRole(client, app.role);
    await restoreOwnerRights(client);
    const run = await runMigrations(client, folder, onProgress, patience);
    if (app !== null) await ensureAppRole(client, app);
    if (run.newer.length > 0) {
      await assertKnownJobQueue(client);
      return run;
    }
    // Without DATABASE_OWNER_URL, this may be the application's role: then the owner has been here before.
    if (await isOwner(client)) await installJobQueue(client, onProgress, patience);
    if (app !== null) await grantAppRole(client, app);
    return run;
  };
  return withPreparationLock(ownerUrl, prepare, onProgress);
}

/** All jobs are in one table. The library puts the names of others into its statements as they are, and the application writes these rows. */
const ONE_TABLE = `do $$ begin
  if not exists (select from pg_constraint where conrelid = 'pgboss.queue'::regclass and conname = 'all_jobs_in_one_table') then
    alter table pgboss.queue add constraint all_jobs_in_one_table check (table_name = 'job_common' and not partition);
  end if;
end $$`;

/**
 * Creates the tables of the job queue, or brings them up to date: the application's role may not. The queue is not started for that: it
 * would leave statements in a table (`bam`), for whoever starts it next as the owner, and run those that it finds there.
 */
async function installJobQueue(client: pg.Client, onProgress: (step: string) => void, patience: LockPatience): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  /** Jobs run meanwhile. The library's steps are one text, with their own transaction. */
  const change = async (sql: string) => {
    const run = async () => {
      try {
        await client.query(sql);
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    };
    await runPatiently(client, 'What is new in the tables of the job queue', run, onProgress, patience);
  };
  const boss = new PgBoss({ db, supervise: false, schedule: false, migrate: false });
  try {
    if (!(await boss.isInstalled())) await client.query(getConstructionPlans());
    await change(ONE_TABLE);
    const version = await boss.schemaVersion();
    // Indexes are built at once. Concurrently they would wait for the processes that wait for our lock.
    if (version !== null && version < library.pgboss.schema)
      await change(getMigrationPlans('pgboss', version).replaceAll(' CONCURRENTLY', ''));
  } catch (error) {
    throw new StartError(`The tables of the job queue could not be made: ${(error as Error).message}.`);
  }
}

/**
 * The library works with the tables of its own version alone.
 * @throws StartError if a newer Kiddo has changed them
 */
async function assertKnownJobQueue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  if (rows.some(({ version }) => version !== library.pgboss.schema))
    throw new StartError('The tables of the job queue were changed by a newer Kiddo, and this one cannot use them. Start that version.');
}
