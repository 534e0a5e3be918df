import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

/** The hash of a session token, which the database stores instead of the token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Called when the database rejects a row because its email or username is already taken, or because its email is banned. */
type OnDuplicate = (what: 'email' | 'username' | 'banned') => void;

/**
 * Replaces every session token with its hash on the way into the database, so that nobody who reads the database can sign in as
 * somebody else. The library above keeps working with the token that the browser sent.
 */
export function hashSessionTokens(inner: DBAdapter, onDuplicate: OnDuplicate): DBAdapter {
  return {
    ...inner,
    ...wrapMethods(inner, onDuplicate),
    transaction: (run) => inner.transaction((trx) => run({ ...trx, ...wrapMethods(trx, onDuplicate) })),
  };
}

type WrappedMethods = Pick<
  DBAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'updateMany' | 'delete' | 'deleteMany' | 'count' | 'consumeOne'
>;

type QueryOf<Method extends keyof WrappedMethods> = Parameters<WrappedMethods[Method]>[0];
type CreateQuery<Data> = Omit<QueryOf<'create'>, 'data'> & { data: Omit<Data, 'id'> };

function wrapMethods(inner: DBTransactionAdapter, onDuplicate: OnDuplicate): WrappedMethods {
  return {
    async create<Data extends Record<string, unknown>, Row = Data>(query: CreateQuery<Data>): Promise<Row> {
      if (query.model === 'session') {
        const { token }: { token?: unknown } = query.data;
        const row = await inner.create<Data, Row>({ ...query, data: { ...query.data, token: tokenHash(String(token)) } });
        return row && { ...row, token };
      }
      return inner.create<Data, Row>(query).catch((error: unknown) => {
        const what = getDuplicateField(error);
        if (what) onDuplicate(what);
        throw error;
      });
    },
    findOne: async <Row>(query: QueryOf<'findOne'>) => restoreToken(query, await inner.findOne<Row>(hashTokens(query))),
    findMany: (query) => inner.findMany(hashTokens(query)),
    update: async <Row>(query: QueryOf<'update'>) => restoreToken(query, await inner.update<Row>(hashTokens(query))),
    updateMany: (query) => inner.updateMany(hashTokens(query)),
    delete: (query) => inner.delete(hashTokens(query)),
    deleteMany: (query) => inner.deleteMany(hashTokens(query)),
    count: (query) => inner.count(hashTokens(query)),
    consumeOne: async <Row>(query: QueryOf<'consumeOne'>) => restoreToken(query, await inner.consumeOne<Row>(hashTokens(query))),
  };
}

function hashTokens<Query extends { model: string; where?: Where[] | undefined }>(query: Query): Query {
  return query.model === 'session' && query.where ? { ...query, where: query.where.map(hashToken) } : query;
}

function hashToken(condition: Where): Where {
  if (condition.field !== 'token') return condition;
  const { value } = condition;
  return { ...condition, value: Array.isArray(value) ? value.map((one) => tokenHash(String(one))) : tokenHash(String(value)) };
}

/** A row found by its token gets the token back: the caller has just proved to know it. */
function restoreToken<Row>(query: { model: string; where: Where[] }, row: Row | null): Row | null {
  const by = query.model === 'session' ? query.where.find(({ field, value }) => field === 'token' && typeof value === 'string') : undefined;
  return by && row ? { ...row, token: by.value } : row;
}

function getDuplicateField(error: unknown): 'email' | 'username' | 'banned' | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23514' && constraint === 'players_email_not_banned') return 'banned';
  if (code !== '23505') return null;
  return constraint === 'players_username_key' ? 'username' : constraint === 'players_email_key' ? 'email' : null;
}
