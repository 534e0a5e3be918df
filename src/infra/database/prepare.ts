import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { StartError } from '../start-error.ts';
import { assertSeparateRole, grantAppRole, isOwner, restoreOwnerRights, type AppRole } from './app-role.ts';
import { runMigrations, withMigrationLock } from './migrate.ts';

/**
 * Brings the database up to date: the migrations, the tables of the job queue, and the rights of the application's role. All of it is done
 * under one lock, so that a process which waited for it finds everything. Safe when several instances start together.
 * @param ownerUrl connects as the owner of the tables
 * @param app the role that the application connects with, if it is another
 * @returns the names of the migrations that ran
 * @throws StartError with one clear sentence if that is not possible
 */
export async function prepareDatabase(ownerUrl: string, folder: string, app: AppRole | null): Promise<string[]> {
  return withMigrationLock(ownerUrl, async (client) => {
    if (app !== null) await assertSeparateRole(client, app.role);
    await restoreOwnerRights(client);
    const applied = await runMigrations(client, folder);
    // Without DATABASE_OWNER_URL, this may be the application's role: then the owner has been here before.
    if (await isOwner(client)) await installJobQueue(client);
    if (app !== null) await grantAppRole(client, app);
    return applied;
  });
}

/** Creates the tables of the job queue, or brings them up to date: the application's role may not. */
async function installJobQueue(client: pg.Client): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  try {
    await boss.start();
  } catch (error) {
    throw new StartError(`The tables of the job queue could not be made: ${(error as Error).message}.`);
  }
  await boss.stop({ graceful: false, close: false });
}
