import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/** Runs a prepared statement, which is planned once per connection: for the few reads that every page needs. */
export type QueryPrepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>;

// Counts fit into a JavaScript number here: the largest tables stay far below 2^53 rows.
const INT8 = 20;
/** A read without an answer by then fails, even if the network lost it. */
const READ_TIMEOUT_MS = 6_000;
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

/**
 * Opens a connection pool. A statement may run for 5 s, so that a slow database shows an error page instead of hanging.
 * @param max maximum number of connections
 * @param onError called when an idle connection is lost
 */
export function openDatabase(
  url: string,
  max: number,
  onError: (error: Error) => void,
): { db: Database; queryPrepared: QueryPrepared; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'kiddo',
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 5_000,
    // Our prepared statements are written for one plan; planning them again each time costs more than running them.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  pool.on('error', onError);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    async queryPrepared<Row>(statement: { name: string; text: string }, values: unknown[]) {
      return (await pool.query({ ...statement, values, query_timeout: READ_TIMEOUT_MS } as pg.QueryConfig)).rows as Row[];
    },
    close: () => db.destroy(),
  };
}
