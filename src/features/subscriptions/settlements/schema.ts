import type { ActionResult } from '../../../shared/action-result.ts';

export const DAYS_PATH = '/operator/payments/days';

/** An amount in the smallest unit of a currency, perhaps of one that we do not sell in. */
export type Amount = { minor: number; currency: string };

/**
 * How our ledger and the provider's settlements differ about one payment. 'not-settled': paid here, and still to come. 'overdue': the same,
 * for longer than it usually takes. 'refunded-first': it went back before it was settled. 'not-compared': it was paid before the time from
 * which on settlements are here. 'payout-failed': settled, and our bank did not take the money. 'lines-differ': about a payout of this
 * day instead of a payment; `there` is by how much its payments are less than it counted. EXPECTED (rules.ts) are no faults.
 */
export const DIFFERENCE_KINDS = [
  'overdue',
  'unknown-here',
  'other-amount',
  'other-currency',
  'refunded-there',
  'payout-failed',
  'lines-differ',
  'not-settled',
  'refunded-first',
  'not-compared',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export type Difference = { kind: DifferenceKind; reference: string; here: Amount | null; there: Amount | null };

/** What was taken on a day in one currency and one way of paying. */
export type TakenLine = {
  channel: 'card' | 'mpesa';
  currency: string;
  count: number;
  takenMinor: number;
  /** Of what was taken: what went back, whenever that was. */
  refundedMinor: number;
  /** Of what was taken: what is disputed and not decided. */
  disputedMinor: number;
};

/** What the provider settled for a day in one currency. */
export type SettledLine = {
  currency: string;
  count: number;
  settledMinor: number;
  feesMinor: number;
  /** After fees: what was paid out, what is about to be, and what our bank did not take. */
  paidOutMinor: number;
  comingMinor: number;
  failedMinor: number;
};

/** From what was taken here, over the differences, to what the provider settled. */
export type SumCheck = {
  currency: string;
  takenMinor: number;
  steps: { kind: DifferenceKind; count: number; minor: number }[];
  settledMinor: number;
  /** What the steps come to is what the provider settled. */
  agrees: boolean;
};

/** One day, or one month, in one currency. */
export type DaySum = {
  currency: string;
  takenMinor: number;
  refundedMinor: number;
  feesMinor: number;
  paidOutMinor: number;
  /** What is still to come: settled and not paid out yet, and what is not settled. */
  openMinor: number;
  differences: number;
  /** Payments from before the time from which on settlements are here. */
  notCompared: number;
};

export type DaySummary = { day: string; sums: DaySum[] };

/** When the settlements were fetched last (ISO), and why the last try failed, if it did after that. */
export type FetchState = { at: string | null; failure: { at: string; words: string } | null };

export type DaysView = {
  /** Such as 2026-11. */
  month: string;
  before: string;
  /** Null: it has not begun. */
  after: string | null;
  days: DaySummary[];
  sums: DaySum[];
  /** There are more differences than could be counted. */
  isCapped: boolean;
  fetched: FetchState;
};

export type DayView = {
  day: string;
  before: string;
  after: string | null;
  taken: TakenLine[];
  settled: SettledLine[];
  checks: SumCheck[];
  /** Those to look at first; at most DIFFERENCES_SHOWN. */
  differences: Difference[];
  differenceCount: number;
  isCapped: boolean;
  /** The settlements in which payments of this day are. */
  settlements: {
    id: string;
    state: 'paid' | 'coming' | 'failed';
    at: string;
    currency: string;
    /** Of this day, after fees. */
    netMinor: number;
    /** Of the whole settlement: what was taken off besides fees, and what reached our bank. */
    deductionsMinor: number;
    paidOutMinor: number;
  }[];
  fetched: FetchState;
};

export type FetchResult = ActionResult<{ isAsked: true }>;

/** The page of a day, such as 2026-11-27. */
export const urlForDay = (day: string) => `${DAYS_PATH}/${day}`;
/** The page of a month, such as 2026-11. */
export const urlForMonth = (month: string) => `${DAYS_PATH}?month=${month}`;
/** A day's or a month's file. */
export const urlForFile = (name: 'day' | 'month', value: string) => `${DAYS_PATH}.csv?${name}=${value}`;
