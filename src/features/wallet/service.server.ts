import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { toPage } from '../../shared/paging.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import * as queries from './queries.server.ts';
import { BALANCE_MAX, createIdAfter, STATEMENT_PAGE_SIZE, limitToBalance } from './rules.ts';
import type { Pack, LedgerSource, Statement } from './schema.ts';
import { texts } from './texts.ts';

/** `source` and `sourceRef` together identify the reason for the entry; the player can read `note`. */
export type LedgerEntry = { playerId: string; amount: number; source: LedgerSource; sourceRef: string; note?: string };

/**
 * Posts a ledger entry: a positive amount is received, a negative one is spent, 0 writes nothing. Idempotent: repeating the same source and
 * reference changes nothing. Only other services call this, in their transaction and as the last lock they take: the wallet stays locked
 * until the commit.
 * @returns the current balance, and whether this call wrote the entry
 * @throws AppError 'not-available' if the balance would go below 0, 'not-found' if the account is deleted
 */
export async function postEntry(ctx: AppContext, trx: Transaction<DB>, entry: LedgerEntry): Promise<{ balance: number; isNew: boolean }> {
  if (!Number.isSafeInteger(entry.amount)) throw new RangeError(`${entry.amount} is no amount of kiddocash`);
  const { balance, isNew } = await postEntryOnce(ctx, trx, entry, () => entry.amount);
  return { balance, isNew };
}

/**
 * Takes back kiddocash as far as the balance allows, for a refund of kiddocash that may already be spent. Repeating the same source and
 * reference returns the amount that was taken the first time. With an empty balance nothing is written, so idempotency is then up to the
 * caller. Only other services call this, under the same conditions as `postEntry`.
 * @param entry its amount is positive
 * @throws AppError 'not-found' if the account is deleted
 */
export async function deductUpTo(ctx: AppContext, trx: Transaction<DB>, entry: LedgerEntry): Promise<{ taken: number }> {
  if (!Number.isSafeInteger(entry.amount) || entry.amount <= 0) throw new RangeError(`${entry.amount} is nothing to take`);
  const { amount } = await postEntryOnce(ctx, trx, entry, (balance) => -limitToBalance(entry.amount, balance));
  return { taken: Math.max(0, -amount) };
}

async function postEntryOnce(
  ctx: AppContext,
  trx: Transaction<DB>,
  { playerId, source, sourceRef, note = '' }: LedgerEntry,
  getAmount: (balance: number) => number,
): Promise<{ balance: number; amount: number; isNew: boolean }> {
  const currentBalance = await queries.lockWallet(trx, playerId);
  if (currentBalance === null) throw new AppError('not-found', 'there is no such player');
  const existing = await queries.findEntry(trx, source, sourceRef);
  // Without this check, a reference that is used for another player would silently give this player nothing.
  if (existing && existing.player_id !== playerId) throw new Error(`${source} ${sourceRef} is booked for another player`);
  if (existing) return { balance: currentBalance, amount: existing.amount, isNew: false };
  const amount = getAmount(currentBalance);
  if (amount === 0) return { balance: currentBalance, amount: 0, isNew: false };
  const balance = currentBalance + amount;
  if (balance < 0 || balance > BALANCE_MAX) throw new AppError('not-available', 'there is not so much kiddocash');
  const id = createIdAfter(await queries.findLastEntryId(trx, playerId), ctx.newId());
  await queries.insertEntry(trx, { id, playerId, amount, balance, source, sourceRef, note, at: ctx.now() });
  return { balance, amount, isNew: true };
}

/** The actor's kiddocash balance. */
export async function getBalance(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'wallet:read');
  return queries.getBalance(ctx.queryPrepared, requirePlayerId(actor));
}

/**
 * The actor's ledger entries, newest first.
 * @param after cursor, from `next` of the previous page
 */
export async function getStatement(ctx: AppContext, actor: Actor, after: string | null): Promise<Statement> {
  authorize(actor, 'wallet:read');
  return getPlayerStatement(ctx, requirePlayerId(actor), after);
}

/** The statement of any player. Does no authorization: only other services call it, and they must do it. */
export async function getPlayerStatement(ctx: AppContext, playerId: string, after: string | null): Promise<Statement> {
  const { balance, entries } = await queries.getStatementPage(ctx.db, playerId, STATEMENT_PAGE_SIZE + 1, isId(after) ? after : null);
  const { rows, next } = toPage(entries, STATEMENT_PAGE_SIZE, (entry) => entry.id);
  return {
    balance,
    items: rows.map(({ source, at, ...entry }) => ({
      id: entry.id,
      amount: entry.amount,
      balance: entry.balance,
      what: texts.what[source],
      note: entry.note,
      at: at.toISOString(),
    })),
    next,
  };
}

/** The packs of kiddocash on sale, for everybody. */
export async function listPacks(ctx: AppContext): Promise<Pack[]> {
  return (await queries.listPacks(ctx.db)).map((row) => ({
    id: row.id,
    amount: row.amount,
    bonus: row.bonus,
    prices: { mpesa: { minor: row.price_kes_minor, currency: 'KES' }, card: { minor: row.price_usd_minor, currency: 'USD' } },
  }));
}
