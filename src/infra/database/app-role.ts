import pg from 'pg';
import { StartError } from '../start-error.ts';

/** What the application may only read, and add to. */
const APPEND_ONLY = 'audit_log';
/** What it may only read. */
const READ_ONLY = 'audit_chain, migrations';
/** What only functions of the owner use. */
const OWNER_ONLY = 'audit_erasures';
/** Statements that the library of the job queue would run. It stays empty: the owner prepares the queue without it. */
const STATEMENTS = 'pgboss.bam';

/** The role that the application connects with. `password`: the role is created, or its password set. */
export type AppRole = { role: string; password?: string };

/**
 * Refuses a role that is the owner of the tables, or may become it: to take rights from it would take them from the owner.
 * @param client connects as the owner of the tables
 * @throws StartError
 */
export async function assertSeparateRole(client: pg.Client, role: string): Promise<void> {
  // In a new database the tables will belong to whoever asks. A role that does not exist yet is nobody's.
  const { rows } = await client.query<{ owner: string; is: boolean }>(
    `select owner.rolname as owner, pg_has_role(app.oid, owner.oid, 'member') as is from pg_roles app, pg_roles owner
     where app.rolname = $1 and owner.oid = coalesce((select relowner from pg_class where oid = to_regclass('public.audit_log')),
       (select oid from pg_roles where rolname = current_user))`,
    [role],
  );
  if (rows[0]?.is !== true) return;
  const { owner } = rows[0];
  const who = role === owner ? `${owner} is the owner of the tables` : `${role} may act as ${owner}, the owner of the tables`;
  throw new StartError(
    `DATABASE_URL and DATABASE_OWNER_URL have to name two roles: ${who}, so DATABASE_URL has to name another role. ` +
      "Make one, as the operator's guide says under 'Two roles for your own database', or start without DATABASE_OWNER_URL.",
  );
}

/** Gives the owner back what it needs on its own tables: it may have been named as the application's role. */
export async function restoreOwnerRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.oid = any(array(select to_regclass('public.' || name) from unnest($1::text[]) as name)) and c.relowner = (select oid from pg_roles where rolname = current_user)
       and not (has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'update')
         and has_table_privilege(c.oid, 'delete') and has_table_privilege(c.oid, 'truncate'))`,
    [[APPEND_ONLY, READ_ONLY, OWNER_ONLY].flatMap((names) => names.split(', '))],
  );
  for (const { name } of rows) await client.query(`grant all on ${name} to current_user`);
}

/** Makes the role that the application connects with, or sets its password, if it has one. @throws StartError if that is not possible */
export async function ensureAppRole(client: pg.Client, { role, password }: AppRole): Promise<void> {
  if (password === undefined) return;
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const name = client.escapeIdentifier(role);
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${client.escapeLiteral(password)}`);
  } catch (error) {
    throw new StartError(`The database role ${role} could not be made: ${(error as Error).message}.`);
  }
}

/**
 * Gives the role that the application connects with its rights: all rows, but no table. It can neither change what the audit log has nor
 * switch off a trigger.
 * @param client connects as the owner of the tables
 * @throws StartError if that is not possible, or the role could make tables nevertheless
 */
export async function grantAppRole(client: pg.Client, app: AppRole): Promise<void> {
  const role = client.escapeIdentifier(app.role);
  try {
    // Statements of one query are one transaction: there is no moment in which the role may do more. A function with the owner's rights is
    // for nobody else, also after a restore that lost what the migrations say; and old databases let everybody make tables and functions.
    await client.query(`
      revoke create on schema public from public;
      grant usage on schema public, pgboss to ${role};
      grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
      grant usage, select on all sequences in schema public, pgboss to ${role};
      revoke update, delete, truncate on ${APPEND_ONLY} from ${role};
      revoke insert, update, delete, truncate on ${READ_ONLY} from ${role};
      revoke all on ${OWNER_ONLY} from ${role};
      revoke insert, update, delete, truncate on ${STATEMENTS} from ${role};
      do $$
      declare
        definer regprocedure;
      begin
        for definer in select oid from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage') loop
          execute format('revoke execute on function %s from public', definer);
        end loop;
      end $$;
      grant execute on function erase_from_audit_log(uuid) to ${role}`);
  } catch (error) {
    throw new StartError(`The database role ${app.role} could not be given its rights: ${(error as Error).message}.`);
  }
  // Who owns the schema may be somebody else than who owns the tables: then nothing was taken away.
  const { rows } = await client.query<{ may: boolean }>(`select has_schema_privilege($1, 'public', 'create') as may`, [app.role]);
  if (rows[0]?.may === true)
    throw new StartError(
      `The database role ${app.role} may make tables and functions, and so could get the rights of the owner. As an administrator, run: ` +
        `revoke create on schema public from public; revoke create on schema public from ${role};`,
    );
}

/**
 * Whether the role of this connection owns the tables, so that it could change the audit log.
 * @throws StartError if the database does not answer
 */
export async function ownsTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the statement says it
  try {
    await client.connect();
    return await isOwner(client);
  } catch (error) {
    throw new StartError(`The database does not answer as DATABASE_URL says (${(error as Error).message}).`);
  } finally {
    await client.end();
  }
}

/** The same of an open connection. */
export async function isOwner(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_log'::regclass`,
  );
  return rows[0]?.owns === true;
}

/** The name of the role in a database's URL. */
export function getRole(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
