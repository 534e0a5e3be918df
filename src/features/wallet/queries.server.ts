import { sql, type Transaction } from 'kysely';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { LedgerSource } from './schema.ts';

/**
 * Locks a player's wallet for the rest of the transaction, so that entries are posted one after another. Creates the wallet on first use.
 * @returns the balance, or null if the player does not exist (any more)
 */
export async function lockWallet(trx: Transaction<DB>, playerId: string): Promise<number | null> {
  // Lock the player first, in the same order as account deletion. The opposite order could deadlock.
  const player = await sql`select 1 from players where id = ${playerId} for key share`.execute(trx);
  if (player.rows.length === 0) return null;
  await sql`insert into wallets (player_id) values (${playerId}) on conflict (player_id) do nothing`.execute(trx);
  const { rows } = await sql<{ balance: number }>`select balance from wallets where player_id = ${playerId} for update`.execute(trx);
  return rows[0]?.balance ?? null;
}

/** The ledger entry with this source and reference, if any. Call it with the wallet locked, so that no concurrent entry can appear. */
export async function findEntry(
  trx: Transaction<DB>,
  source: LedgerSource,
  sourceRef: string,
): Promise<{ player_id: string | null; amount: number } | undefined> {
  const { rows } = await sql<{ player_id: string | null; amount: number }>`
    select player_id, amount from ledger where source = ${source} and source_ref = ${sourceRef}`.execute(trx);
  return rows[0];
}

/** The id of a player's newest entry. Call it with the wallet locked. */
export async function findLastEntryId(trx: Transaction<DB>, playerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger where player_id = ${playerId} order by id desc limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

export type NewEntry = {
  id: string;
  playerId: string;
  amount: number;
  balance: number;
  source: LedgerSource;
  sourceRef: string;
  note: string;
  at: Date;
};

/** Inserts an entry and updates the wallet's balance. Call it with the wallet locked. */
export async function insertEntry(trx: Transaction<DB>, entry: NewEntry): Promise<void> {
  await sql`
    insert into ledger (id, player_id, amount, balance, source, source_ref, note, at)
    values (${entry.id}, ${entry.playerId}, ${entry.amount}, ${entry.balance}, ${entry.source}, ${entry.sourceRef}, ${entry.note}, ${entry.at})`.execute(
    trx,
  );
  await sql`update wallets set balance = ${entry.balance} where player_id = ${entry.playerId}`.execute(trx);
}

const BALANCE = { name: 'balance of a wallet', text: 'select balance from wallets where player_id = $1' };

/** A player's balance. */
export async function getBalance(prepared: QueryPrepared, playerId: string): Promise<number> {
  return (await prepared<{ balance: number }>(BALANCE, [playerId]))[0]?.balance ?? 0;
}

export type EntryRow = { id: string; amount: number; balance: number; source: LedgerSource; note: string; at: Date };

/**
 * A player's entries, newest first, and the balance, read in one snapshot so that the two agree.
 * @param after the id of the last one shown
 */
export async function getStatementPage(
  db: Database,
  playerId: string,
  limit: number,
  after: string | null,
): Promise<{ balance: number; entries: EntryRow[] }> {
  const { rows } = await sql<{ now: number } & (EntryRow | { id: null })>`
    select coalesce(w.balance, 0) as now, e.*
    from (select ${playerId}::uuid as id) p
    left join wallets w on w.player_id = p.id
    left join lateral (
      select id, amount, balance, source, note, at from ledger
      where player_id = p.id ${after === null ? sql`` : sql`and id < ${after}`}
      order by id desc limit ${limit}
    ) e on true
    order by e.id desc`.execute(db);
  return { balance: rows[0]?.now ?? 0, entries: rows.filter((row): row is { now: number } & EntryRow => row.id !== null) };
}

export type PackRow = { id: string; amount: number; bonus: number; price_kes_minor: number; price_usd_minor: number };

/** The packs in display order. */
export async function listPacks(db: Database): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select id, amount, bonus, price_kes_minor, price_usd_minor from packs order by position`.execute(db);
  return rows;
}
