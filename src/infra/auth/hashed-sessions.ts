import { createHash } from 'node:crypto';
import type { DBAdapter } from 'better-auth';

/** The hash of a session token, which the database stores instead of the token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

type Where = { field: string; value: unknown; operator?: string };
/** Called when the database rejects a row because its email or username is already taken. */
type OnDuplicate = (what: 'email' | 'username') => void;

/**
 * Replaces every session token with its hash on the way into the database, so that nobody who reads the database can sign in as
 * somebody else. The library above keeps working with the token that the browser sent.
 */
export function hashSessionTokens(inner: DBAdapter, onDuplicate: OnDuplicate): DBAdapter {
  return {
    ...inner,
    ...wrapMethods(inner, onDuplicate),
    transaction: (run) => inner.transaction((trx) => run({ ...trx, ...wrapMethods(trx as DBAdapter, onDuplicate) })),
  };
}

type WrappedMethods = Pick<
  DBAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'updateMany' | 'delete' | 'deleteMany' | 'count' | 'consumeOne'
>;

function wrapMethods(inner: DBAdapter, onDuplicate: OnDuplicate): WrappedMethods {
  const hashTokens = <A extends { model: string; where?: unknown; update?: unknown }>(ask: A): A => {
    if (ask.model !== 'session') return ask;
    const where = (ask.where as Where[] | undefined)?.map((each) =>
      each.field === 'token'
        ? { ...each, value: Array.isArray(each.value) ? each.value.map((one) => tokenHash(String(one))) : tokenHash(String(each.value)) }
        : each,
    );
    return where ? { ...ask, where } : ask;
  };
  /** A row found by its token gets the token back: the caller has just proved to know it. */
  const restoreToken = <T>(ask: { model: string; where?: unknown }, row: T): T => {
    const by =
      ask.model === 'session'
        ? (ask.where as Where[] | undefined)?.find((each) => each.field === 'token' && typeof each.value === 'string')
        : undefined;
    return by && row ? ({ ...(row as object), token: by.value } as T) : row;
  };
  return {
    create: (async (ask: { model: string; data: Record<string, unknown> }) => {
      if (ask.model === 'session') {
        const { token } = ask.data;
        const row = await inner.create({ ...ask, data: { ...ask.data, token: tokenHash(String(token)) } });
        return row && { ...row, token };
      }
      return inner.create(ask as never).catch((error: unknown) => {
        const what = getDuplicateField(error);
        if (what) onDuplicate(what);
        throw error;
      });
    }) as never,
    findOne: async (ask) => restoreToken(ask, await inner.findOne(hashTokens(ask))) as never,
    findMany: (ask) => inner.findMany(hashTokens(ask)),
    update: async (ask) => restoreToken(ask, await inner.update(hashTokens(ask))) as never,
    updateMany: (ask) => inner.updateMany(hashTokens(ask)),
    delete: (ask) => inner.delete(hashTokens(ask)),
    deleteMany: (ask) => inner.deleteMany(hashTokens(ask)),
    count: (ask) => inner.count(hashTokens(ask)),
    consumeOne: async (ask) => restoreToken(ask, await inner.consumeOne(hashTokens(ask))) as never,
  };
}

function getDuplicateField(error: unknown): 'email' | 'username' | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return null;
  return constraint === 'players_username_key' ? 'username' : constraint === 'players_email_key' ? 'email' : null;
}
