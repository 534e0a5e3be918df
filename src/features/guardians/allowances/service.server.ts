import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import { getAllowances, needsGuardian, requirePlayerId, type Actor, type Allowances } from '../../../shared/permissions.ts';
import type { ConsentDoor } from '../schema.ts';
import * as queries from './queries.server.ts';
import { findReminderFlaw, getDoorState } from './rules.ts';

/** What a player may do, and why not more. */
export type OwnAllowances = Allowances & {
  /** Null: nothing is closed to them because of their age. */
  door: ConsentDoor | null;
  /** What they may pay in a calendar month, in cents of a shilling; null: no sum was chosen. */
  monthlyLimitMinor: number | null;
};

/** What the actor may do with others and with money. @throws AppError 'sign-in-required' */
export async function getOwnAllowances(ctx: AppContext, actor: Actor): Promise<OwnAllowances> {
  return toOwnAllowances(ctx, await queries.findConsent(ctx.queryPrepared, requirePlayerId(actor)));
}

/** The same inside a transaction that holds the lock of the player's row: a consent that is taken back at this moment counts. */
export async function getAllowancesInTransaction(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<OwnAllowances> {
  return toOwnAllowances(ctx, await queries.findConsentInTransaction(trx, playerId));
}

function toOwnAllowances(ctx: AppContext, row: queries.ConsentRow | undefined): OwnAllowances {
  if (!row) throw new AppError('sign-in-required');
  const allowances = getAllowances(row.age_band, row.consent);
  if (!needsGuardian(row.age_band)) return { ...allowances, door: null, monthlyLimitMinor: null };
  const { state: asked, asked_at, reminded_at, reminder_count } = row;
  const canRemind =
    asked === 'asked' &&
    asked_at !== null &&
    findReminderFlaw({ asked_at, reminded_at, reminder_count: reminder_count ?? 0 }, ctx.now()) === null;
  return { ...allowances, door: { state: getDoorState(row), canRemind }, monthlyLimitMinor: row.monthly_limit_minor };
}
