import type { Kysely, Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { getAllowancesInTransaction, getOwnAllowances, type OwnAllowances } from '../../guardians/allowances/service.server.ts';
import { addDays } from '../plans/rules.ts';
import type { Spending } from '../schema.ts';
import * as queries from './queries.server.ts';
import { coversRenewal, getLeftMinor, getMonth, type Budget } from './rules.ts';

// What a player under 18 may pay by themselves: nothing, or up to a sum in each calendar month, as their guardian chose.

/** A provider is asked about a checkout for three days (payments/rules.ts): an older one is open no more. */
const OPEN_DAYS = 4;
/** How many open checkouts are shown, and asked about at once. */
const OPEN_MAX = 5;

type Payer = Extract<Actor, { kind: 'player' }>;
/** A payment that somebody sets out to make. `priceMinor`: in cents of a shilling, also if a card pays it in dollars. */
type Purchase = { product: 'subscription' | 'pass' | 'pack'; priceMinor: number };

/**
 * What the actor may pay by themselves; null for players of age, who pay what they like. What they asked for at home is for the caller to add.
 * @throws AppError 'sign-in-required'
 */
export async function getSpending(ctx: AppContext, actor: Actor): Promise<Omit<Spending, 'asking'> | null> {
  const allowances = await getOwnAllowances(ctx, actor);
  if (actor.kind !== 'player' || allowances.door === null) return null;
  const { limitMinor, isOpen } = getLimit(actor, allowances);
  // Whose guardian is asked each time stands at no closed door.
  const door = can(actor, 'purchase:ask', allowances) ? null : allowances.door;
  if (!isOpen) return { door, sum: null, canRenew: false };
  const [budget, card] = await loadBudget(ctx, ctx.db, actor.id, limitMinor, null);
  const open = await queries.listOpenCheckouts(ctx.db, actor.id, getOpenSince(ctx), OPEN_MAX);
  return {
    door: null,
    sum: {
      limitMinor,
      leftMinor: getLeftMinor(budget, false),
      open: open.map(({ product, channel, minor }) => ({ product, channel, minor })),
      dueMinor: budget.dueMinor,
    },
    canRenew: card !== undefined && coversCard(ctx, budget, card),
  };
}

/** What was paid for a player in this calendar month, by whomever, in cents of a shilling. Does no authorization: the caller must do it. */
export async function sumPaidInMonth(ctx: AppContext, playerId: string): Promise<number> {
  return (await queries.sumPayments(ctx.db, playerId, getMonth(ctx.now()), getOpenSince(ctx), null)).paid;
}

/** When the open checkouts that count began at the earliest. */
export function getOpenSince(ctx: AppContext): Date {
  return addDays(ctx.now(), -OPEN_DAYS);
}

/** References of the checkouts that count as open for this player, a few of the newest. */
export async function listOpenCheckouts(ctx: AppContext, playerId: string): Promise<string[]> {
  return (await queries.listOpenCheckouts(ctx.db, playerId, getOpenSince(ctx), OPEN_MAX)).map(({ reference }) => reference);
}

/**
 * What a guardian allows the actor to pay, inside a billing transaction: a consent that is taken back at this moment counts, and so does
 * what is paid at this moment in another tab.
 * @returns the sum a month in cents of a shilling; null: players of age have none
 * @throws AppError 'guardian-required'
 */
export async function requireBuying(ctx: AppContext, trx: Transaction<DB>, actor: Payer): Promise<number | null> {
  const allowances = await getAllowancesInTransaction(ctx, trx, actor.id);
  authorize(actor, 'payment:start', allowances);
  return allowances.door === null ? null : getLimit(actor, allowances).limitMinor;
}

/**
 * Checks that a purchase is within the sum of a guardian.
 * @param limitMinor the result of `requireBuying`
 * @param except reference of a checkout that leads to the same purchase, and does not count a second time
 * @throws AppError 'over-monthly-sum', 'payment-unfinished'
 */
export async function requireWithinSum(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  limitMinor: number | null,
  purchase: Purchase,
  except: string | null,
): Promise<void> {
  if (limitMinor === null) return;
  const [budget] = await loadBudget(ctx, trx, playerId, limitMinor, except);
  // Every plan that can be bought beside a card ends that card (docs/decisions/021-plans.md).
  const left = getLeftMinor(budget, purchase.product !== 'pack');
  if (purchase.priceMinor <= left) return;
  const code = purchase.priceMinor <= left + budget.openMinor ? 'payment-unfinished' : 'over-monthly-sum';
  throw new AppError(code, `${left} of ${limitMinor} cents are left in this month`);
}

/**
 * Whether a guardian does not allow, at this moment, what somebody has paid: a page of the provider can still be paid after the consent
 * ended, after its checkout stopped to count as open, and beside another one. A player whose age is not known paid before anybody asked.
 * @param trx holds the lock of the player's row
 * @param reference of a payment that is not settled yet
 * @param paidAt it counts in the sum of that month, as far as that was really paid
 * @returns what is not allowed, for operators; null if nothing is
 */
export async function findDisallowance(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  reference: string,
  paidAt: Date,
): Promise<string | null> {
  const purchase = await queries.findPurchase(trx, reference);
  if (!purchase || purchase.age_band === null) return null;
  const allowances = await getAllowancesInTransaction(ctx, trx, playerId);
  if (allowances.door === null) return null;
  const { limitMinor, isOpen } = getLimit({ kind: 'player', id: playerId, role: 'player', premium: false }, allowances);
  if (!isOpen) return 'not allowed by a guardian: buying is closed';
  const { paid } = await queries.sumPayments(trx, playerId, getMonth(paidAt), getOpenSince(ctx), null);
  const total = paid + purchase.minor;
  return total <= limitMinor ? null : `not allowed by the guardian: ${total} cents in this month of ${limitMinor}`;
}

/**
 * Checks that a guardian allows what the actor's card would be charged each month.
 * @throws AppError 'guardian-required', 'over-monthly-sum'
 */
export async function requireCoveredRenewal(ctx: AppContext, actor: Actor): Promise<void> {
  const allowances = await getOwnAllowances(ctx, actor);
  authorize(actor, 'payment:start', allowances);
  if (!(await isCovered(ctx, actor, allowances))) throw new AppError('over-monthly-sum', 'the plan costs more in a month');
}

/**
 * Why a player's card may not be charged any more: no guardian has answered yet, or what one chose does not allow it.
 * @returns null if it may: the player is of age, or it is within the sum of their guardian, or their age is not known, because they gave the
 * card before anybody asked
 */
export async function findRenewalObstacle(ctx: AppContext, playerId: string): Promise<'unanswered' | 'not-allowed' | null> {
  if ((await queries.findAgeBand(ctx.db, playerId)) === null) return null;
  const payer = { kind: 'player', id: playerId, role: 'player', premium: false } as const;
  const allowances = await getOwnAllowances(ctx, payer);
  if (await isCovered(ctx, payer, allowances)) return null;
  return allowances.door?.state === 'none' || allowances.door?.state === 'asked' ? 'unanswered' : 'not-allowed';
}

/**
 * Whether a player's card has to be checked after a payment: it renews, and a guardian decides about it.
 * @param trx holds the lock of the player's row
 */
export async function needsRenewalCheck(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<boolean> {
  if ((await getAllowancesInTransaction(ctx, trx, playerId)).door === null) return false;
  const card = await queries.findCard(trx, playerId);
  return card !== undefined && card.state !== 'non-renewing';
}

async function isCovered(ctx: AppContext, payer: Actor, allowances: OwnAllowances): Promise<boolean> {
  const { limitMinor, isOpen } = getLimit(payer, allowances);
  if (allowances.door === null || !isOpen) return isOpen;
  const [budget, card] = await loadBudget(ctx, ctx.db, requirePlayerId(payer), limitMinor, null);
  return card === undefined || coversCard(ctx, budget, card);
}

function getLimit(payer: Actor, allowances: OwnAllowances): { limitMinor: number; isOpen: boolean } {
  // The table has a sum for whoever may pay up to one.
  return { limitMinor: allowances.monthlyLimitMinor ?? 0, isOpen: can(payer, 'payment:start', allowances) };
}

/** Whether a card may be charged, also one that does not renew at the moment. */
function coversCard(ctx: AppContext, budget: Budget, card: queries.CardRow): boolean {
  return card.price_minor !== null && coversRenewal({ ...budget, dueMinor: getDueMinor(ctx, card) }, card.price_minor);
}

/** What a card is charged until the month ends, if it renews. */
function getDueMinor(ctx: AppContext, { due_at, price_minor }: queries.CardRow): number {
  return due_at !== null && due_at < getMonth(ctx.now()).ends ? (price_minor ?? 0) : 0;
}

async function loadBudget(
  ctx: AppContext,
  db: Kysely<DB>,
  playerId: string,
  limitMinor: number,
  except: string | null,
): Promise<[Budget, queries.CardRow | undefined]> {
  const card = await queries.findCard(db, playerId);
  const { paid, byGuardian, open } = await queries.sumPayments(db, playerId, getMonth(ctx.now()), getOpenSince(ctx), except);
  const dueMinor = card === undefined || card.state === 'non-renewing' ? 0 : getDueMinor(ctx, card);
  return [{ limitMinor, paidMinor: paid, byGuardianMinor: byGuardian, openMinor: open, dueMinor }, card];
}
