import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type Transaction,
} from 'kysely';
import { createDataLoader } from '../data-loader.ts';
import type { Database, QueryPrepared } from './database.ts';
import type { PublicReads } from './replica.ts';
import type { DB } from './tables.ts';

/**
 * A database whose every statement belongs to an open transaction: what services do with it happens as a whole or not at all. Their own
 * transactions are parts of it without an end of their own, so one that fails fails the whole. Call one service after the other.
 */
export function nestDatabase(trx: Transaction<DB>): { db: Database; queryPrepared: QueryPrepared; publicReads(): PublicReads } {
  const driver = createNestedDriver(trx);
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const queryPrepared: QueryPrepared = async <Row>({ text }: { text: string }, values: unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  const reads = { queryPrepared, dataLoader: createDataLoader() };
  return { db, queryPrepared, publicReads: () => reads };
}

function createNestedDriver(trx: Transaction<DB>): Driver {
  let previous: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  const connection: DatabaseConnection = {
    // A service that runs two queries at once gets them one after the other: there is only one connection.
    executeQuery<Row>(query: CompiledQuery) {
      const result = previous.then(() => {
        if (hasFailed) throw new Error('a transaction was rolled back inside of this one, so this one has to end');
        return trx.executeQuery<Row>(query);
      });
      previous = result.catch(() => {});
      return result;
    },
    streamQuery() {
      throw new Error('a nested database does not stream');
    },
  };
  return {
    async init() {},
    acquireConnection: async () => connection,
    async beginTransaction() {},
    async commitTransaction() {},
    async rollbackTransaction() {
      hasFailed = true;
    },
    async releaseConnection() {},
    async destroy() {},
  };
}
