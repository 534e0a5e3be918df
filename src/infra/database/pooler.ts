import pg from 'pg';
import { StartError } from '../start-error.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';

/** Our statements are written for one plan; planning them again each time costs more than running them. */
const PLAN_CACHE_MODE = 'force_generic_plan';
const PROBE = 'kiddo_probe';
const DUPLICATE_PREPARED_STATEMENT = '42P05';

/** Statements that set what each of our sessions has. @param timeout how many seconds a statement may take */
export function setSessionSettings(timeout: number): string {
  return `set statement_timeout = ${timeout * 1_000}; set plan_cache_mode = ${PLAN_CACHE_MODE}`;
}

/**
 * Whether a pooler such as PgBouncer stands between: PostgreSQL tells each connection the number of its process, by which it can be
 * cancelled, and a pooler, which has many connections for few processes, tells a number of its own.
 * @param client is connected
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as pg.Client & { processID: number }).processID;
}

/**
 * Prepares a new connection whose server may stand behind a pooler or not, without refusing anything: for what is read elsewhere if this does
 * not work. Behind a pooler its session has what is stored with the role.
 * @param timeout how many seconds a statement may take
 * @param areStatementsNamed whether prepared statements should have names
 * @returns whether they can
 */
export async function prepareSession(
  client: pg.Client,
  { timeout, areStatementsNamed }: { timeout: number; areStatementsNamed: boolean },
): Promise<boolean> {
  if (await isPooled(client)) return areStatementsNamed && areStatementsFollowed(client);
  await client.query(setSessionSettings(timeout));
  return areStatementsNamed;
}

/**
 * Refuses a connection that is not one session from its beginning to its end: a lock of the session would stay with a connection of the
 * pooler, and nobody could give it back.
 * @throws StartError
 */
export async function assertOwnSession(client: pg.Client): Promise<void> {
  if (!(await isPooled(client))) return;
  throw new StartError(
    'The database is reached through a connection pooler such as PgBouncer, and a start needs connections of its own: set ' +
      'DATABASE_DIRECT_URL to the address of the database itself, and DATABASE_OWNER_URL too, if you have it.',
  );
}

/**
 * Stores what our sessions need with the application's role in this database, for sessions that a pooler opens: it passes on no settings of
 * connections. New sessions have it.
 * @param directUrl the database itself, as that role
 * @param timeout how many seconds a statement may take
 * @throws StartError
 */
export async function storeRoleSettings(directUrl: string, timeout: number): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, application_name: 'kiddo start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the statement says it
  try {
    await client.connect();
    // Two starts at once must not change the same row.
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK_NUMBERS.roleSettings})`);
    const { rows } = await client.query<{ settings: string[] }>(
      `select setconfig as settings from pg_db_role_setting where setrole = (select oid from pg_roles where rolname = current_user)
       and setdatabase = (select oid from pg_database where datname = current_database())`,
    );
    const wanted = { statement_timeout: String(timeout * 1_000), plan_cache_mode: PLAN_CACHE_MODE };
    for (const [name, value] of Object.entries(wanted).filter(([each, to]) => rows[0]?.settings.includes(`${each}=${to}`) !== true))
      await client.query(
        `do $$ begin execute format('alter role current_user in database %I set ${name} = %L', current_database(), '${value}'); end $$`,
      );
    await client.query('commit');
  } catch (error) {
    throw new StartError(
      `The settings of the database role could not be stored over DATABASE_DIRECT_URL (${(error as Error).message}). Check that it names ` +
        'the database itself, with the same role as DATABASE_URL.',
    );
  } finally {
    await client.end();
  }
}

/**
 * Refuses named statements where a pooler would mix them up: one that follows them renames them.
 * @param url through the pooler
 * @throws StartError
 */
export async function assertNamedStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the statement says it
  let isFollowed: boolean;
  try {
    await client.connect();
    isFollowed = !(await isPooled(client)) || (await areStatementsFollowed(client));
  } catch (error) {
    throw new StartError(`The database does not answer as DATABASE_URL says (${(error as Error).message}).`);
  } finally {
    await client.end();
  }
  if (isFollowed) return;
  throw new StartError(
    'The connection pooler of DATABASE_URL does not know prepared statements: set DATABASE_STATEMENTS=unnamed, or use PgBouncer 1.21 or ' +
      'newer with max_prepared_statements.',
  );
}

async function areStatementsFollowed(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query({ name: PROBE, text: 'select 1' });
    const { rowCount } = await client.query('select from pg_prepared_statements where name = $1', [PROBE]);
    if (rowCount !== 0) await client.query(`deallocate ${PROBE}`);
    return rowCount === 0;
  } catch (error) {
    // A start that was killed left it.
    if (error instanceof pg.DatabaseError && error.code === DUPLICATE_PREPARED_STATEMENT) return false;
    throw error;
  } finally {
    await client.query('rollback');
  }
}
