import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { StartError } from '../start-error.ts';
import { MIGRATION_LOCK } from './migrate.ts';

/** What the application may only read, and add to. */
const APPEND_ONLY = 'audit_log';
/** What it may only read. */
const READ_ONLY = 'audit_chain, migrations';

/**
 * Gives the role that the application connects with its rights: all rows, but no table. It can neither change what the audit log has nor
 * switch off a trigger. Safe when several instances start together.
 * @param ownerUrl connects as the owner of the tables
 * @param app `password`: also creates the role, or sets its password
 */
export async function prepareAppRole(ownerUrl: string, app: { role: string; password?: string }): Promise<void> {
  await installJobQueue(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kiddo migrations', connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const role = client.escapeIdentifier(app.role);
    if (app.password !== undefined) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [app.role]);
      await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} login password ${client.escapeLiteral(app.password)}`);
    }
    // Statements of one query are one transaction: there is no moment in which the role may do more.
    await client.query(`
      grant usage on schema public, pgboss to ${role};
      grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
      grant usage, select on all sequences in schema public, pgboss to ${role};
      revoke update, delete, truncate on ${APPEND_ONLY} from ${role};
      revoke insert, update, delete, truncate on ${READ_ONLY} from ${role};
      revoke execute on function erase_from_audit_log(uuid, text) from public;
      grant execute on function erase_from_audit_log(uuid, text) to ${role}`);
  } catch (error) {
    throw new StartError(`The database role ${app.role} could not be given its rights: ${(error as Error).message}.`);
  } finally {
    await client.end();
  }
}

/** Creates the tables of the job queue, or brings them up to date: the application's role may not. */
async function installJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 });
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Whether the role of this connection owns the tables, so that it could change the audit log.
 * @throws StartError if the database does not answer
 */
export async function ownsTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo', connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ owns: boolean }>(
      `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_log'::regclass`,
    );
    return rows[0]?.owns === true;
  } catch (error) {
    throw new StartError(`The database does not answer as DATABASE_URL says (${(error as Error).message}).`);
  } finally {
    await client.end();
  }
}

/** The name of the role in a database's URL. */
export function getRole(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
