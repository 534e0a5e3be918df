import { Kysely, PostgresDialect, type LogEvent, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { setSessionSettings } from './pooler.ts';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/** Told of every statement when it is over: its text with placeholders, never a value, and how long it took in milliseconds. */
export type StatementObserver = (text: string, ms: number) => void;

/** The connections of a pool: in use, open and idle, and how many requests wait for one. */
export type PoolState = { used: number; idle: number; waiting: number; max: number };

/** Runs a prepared statement, which is planned once per connection unless statements have no names: for the few reads that every page needs. */
export type QueryPrepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>;

// Counts fit into a JavaScript number here: the largest tables stay far below 2^53 rows.
const INT8 = 20;
/** A read without an answer this long after its timeout fails too: the network lost it. */
const READ_GRACE_MS = 1_000;
/** How long a request waits for a free connection, as a part of the time that a statement may take. */
const CONNECTION_WAIT = 0.6;
/** How values are read. */
export const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

type DatabaseOptions = {
  /** Maximum number of connections. */
  max: number;
  /** How many seconds a statement may take, so that a slow database shows an error page instead of hanging. */
  timeout: number;
  /** Whether a pooler stands between: then the role has the settings of our sessions (`storeRoleSettings`), and this timeout is not used. */
  isPooled?: boolean;
  /** Whether prepared statements have names; true unless a pooler cannot follow them. */
  areStatementsNamed?: boolean;
  /**
   * Whether a connection is closed when a statement has no answer in time: the network may have lost it, which the system notices after many
   * minutes. Not for transactions that allow themselves a longer time.
   */
  closesSilent?: boolean;
};

/**
 * Opens a connection pool. Nothing is set by parameters of the start of a connection: poolers refuse those.
 * @param onError called when a connection is lost; once or twice for each
 * @param onStatement called for every statement; absent: nothing is measured
 */
export function openDatabase(
  url: string,
  { max, timeout, isPooled = false, areStatementsNamed = true, closesSilent = false }: DatabaseOptions,
  onError: (error: Error) => void,
  onStatement?: StatementObserver,
): { db: Database; queryPrepared: QueryPrepared; poolState(): PoolState; close(): Promise<void> } {
  const queryTimeout = timeout * 1_000 + READ_GRACE_MS;
  const sessionSettings = { text: setSessionSettings(timeout), query_timeout: queryTimeout };
  // The pool waits for the promise before it gives the connection to anybody, which its types do not say.
  const onConnect = ((client) => client.query(sessionSettings)) as (client: pg.ClientBase) => void;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'kiddo',
    connectionTimeoutMillis: timeout * 1_000 * CONNECTION_WAIT,
    idleTimeoutMillis: 60_000,
    ...(!isPooled && { onConnect }),
  });
  // The pool listens to a connection only while it is idle: one that is lost in the middle of a transaction would end the process, since an
  // 'error' event that nobody listens to is an exception. The transaction learns of it by its next statement, which fails.
  pool.on('connect', (client) => client.on('error', onError));
  // Said by the connection itself already.
  pool.on('error', () => {});
  const log = onStatement && ((event: LogEvent) => onStatement(event.query.sql, event.queryDurationMillis));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: closesSilent ? closeSilent(pool, queryTimeout) : pool }),
    ...(log && { log }),
  });
  return {
    db,
    async queryPrepared<Row>(statement: { name: string; text: string }, values: unknown[]) {
      const startedAt = onStatement && performance.now();
      try {
        const { name, text } = statement;
        const query = { ...(areStatementsNamed && { name }), text, values, query_timeout: queryTimeout };
        return (await pool.query(query)).rows as Row[];
      } finally {
        if (onStatement && startedAt !== undefined) onStatement(statement.text, performance.now() - startedAt);
      }
    },
    poolState: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount, max }),
    close: () => db.destroy(),
  };
}

/** Gives each statement a limit in milliseconds that holds on this side too, and closes connections that failed otherwise than by SQL. */
function closeSilent(pool: pg.Pool, queryTimeout: number): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      let isLost = false;
      const query = async (text: string, values: unknown[]) => {
        try {
          return await client.query({ text, values, query_timeout: queryTimeout } as pg.QueryConfig);
        } catch (error) {
          isLost ||= !(error instanceof pg.DatabaseError);
          throw error;
        }
      };
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) };
    },
    end: () => pool.end(),
  };
}
