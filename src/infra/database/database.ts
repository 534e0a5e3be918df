import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/** Told of every statement when it is over: its text with placeholders, never a value, and how long it took in milliseconds. */
export type StatementObserver = (text: string, ms: number) => void;

/** The connections of a pool: in use, open and idle, and how many requests wait for one. */
export type PoolState = { used: number; idle: number; waiting: number; max: number };

/** Runs a prepared statement, which is planned once per connection: for the few reads that every page needs. */
export type QueryPrepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>;

// Counts fit into a JavaScript number here: the largest tables stay far below 2^53 rows.
const INT8 = 20;
/** A read without an answer this long after its timeout fails too: the network lost it. */
const READ_GRACE_MS = 1_000;
/** How long a request waits for a free connection, as a part of the time that a statement may take. */
const CONNECTION_WAIT = 0.6;
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

/**
 * Opens a connection pool.
 * @param options.max maximum number of connections
 * @param options.timeout how many seconds a statement may take, so that a slow database shows an error page instead of hanging
 * @param onError called when a connection is lost; once or twice for each
 * @param onStatement called for every statement; absent: nothing is measured
 */
export function openDatabase(
  url: string,
  { max, timeout }: { max: number; timeout: number },
  onError: (error: Error) => void,
  onStatement?: StatementObserver,
): { db: Database; queryPrepared: QueryPrepared; poolState(): PoolState; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'kiddo',
    connectionTimeoutMillis: timeout * 1_000 * CONNECTION_WAIT,
    idleTimeoutMillis: 60_000,
    statement_timeout: timeout * 1_000,
    // Our prepared statements are written for one plan; planning them again each time costs more than running them.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  // The pool listens to a connection only while it is idle: one that is lost in the middle of a transaction would end the process, since an
  // 'error' event that nobody listens to is an exception. The transaction learns of it by its next statement, which fails.
  pool.on('connect', (client) => client.on('error', onError));
  // Said by the connection itself already.
  pool.on('error', () => {});
  const log = onStatement && ((event: LogEvent) => onStatement(event.query.sql, event.queryDurationMillis));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
  return {
    db,
    async queryPrepared<Row>(statement: { name: string; text: string }, values: unknown[]) {
      const startedAt = onStatement && performance.now();
      try {
        const config = { ...statement, values, query_timeout: timeout * 1_000 + READ_GRACE_MS } as pg.QueryConfig;
        return (await pool.query(config)).rows as Row[];
      } finally {
        if (onStatement && startedAt !== undefined) onStatement(statement.text, performance.now() - startedAt);
      }
    },
    poolState: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount, max }),
    close: () => db.destroy(),
  };
}
