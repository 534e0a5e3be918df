import {
  DIFFERENCE_KINDS,
  type Amount,
  type DaySum,
  type Difference,
  type DifferenceKind,
  type SettledLine,
  type SumCheck,
  type TakenLine,
} from './schema.ts';

const DAY_MS = 86_400_000;
/** A payment is usually settled on the next working day. After this many days, over a weekend and a holiday, it is overdue. */
const OVERDUE_DAYS = 4;
/** More differences than this are not counted: then something else is wrong. */
export const DIFFERENCES_MAX = 5000;
/** Differences that the page of a day shows; its file has all. */
export const DIFFERENCES_SHOWN = 100;
/** Payments in the file of a day. */
export const FILE_ROWS_MAX = 100_000;

/** What is no fault: it is as it should be by now. */
const EXPECTED: readonly DifferenceKind[] = ['not-settled', 'refunded-first', 'not-compared'];
/** Whether somebody has to look at it. */
export const isFault = ({ kind }: Pick<Difference, 'kind'>): boolean => !EXPECTED.includes(kind);

/** A payment in our ledger, in the provider's settlements, or in both. */
export type Pair = {
  reference: string;
  /** Null: not paid here. */
  here: (Amount & { paidAt: Date; refundedMinor: number; isDisputed: boolean }) | null;
  /** Null: not settled. `isReversed`: the provider gave all of it back. `isPayoutFailed`: it is in no other payout than one that our bank refused. */
  there: (Amount & { isReversed: boolean; isPayoutFailed: boolean }) | null;
};

/**
 * How the two sides of a payment differ; none if they agree.
 * @param coversFrom since when settlements are here; null: none was fetched yet
 */
export function findDifferences({ reference, here, there }: Pair, now: Date, coversFrom: Date | null): Difference[] {
  const difference = (kind: DifferenceKind): Difference => ({ kind, reference, here: toAmount(here), there: toAmount(there) });
  const payout = there?.isPayoutFailed === true ? [difference('payout-failed')] : [];
  if (here === null) return there === null ? [] : [difference('unknown-here'), ...payout];
  if (there === null) {
    if (coversFrom === null || here.paidAt < coversFrom) return [difference('not-compared')];
    if (here.refundedMinor >= here.minor) return [difference('refunded-first')];
    return [difference(now.getTime() - here.paidAt.getTime() > OVERDUE_DAYS * DAY_MS ? 'overdue' : 'not-settled')];
  }
  const found: Difference[] = [];
  if (here.currency !== there.currency) found.push(difference('other-currency'));
  else if (here.minor !== there.minor) found.push(difference('other-amount'));
  if (there.isReversed && here.refundedMinor < here.minor && !here.isDisputed) found.push(difference('refunded-there'));
  return [...found, ...payout];
}

/** The difference of a settlement whose lines are not what the provider counted. @param minor by how much they are less */
export function toLinesDifference({ id, currency, minor }: { id: string; currency: string; minor: number }): Difference {
  return { kind: 'lines-differ', reference: id, here: null, there: { minor, currency } };
}

const toAmount = (side: Amount | null): Amount | null => side && { minor: side.minor, currency: side.currency };

/** By how much the provider settled more of a currency than was taken here, because of a difference; negative: less. */
export function getEffect({ kind, here, there }: Difference, currency: string): number {
  // It changes what we have, and not what was taken and settled.
  if (kind === 'refunded-there' || kind === 'payout-failed' || kind === 'lines-differ') return 0;
  const ofCurrency = (side: Amount | null) => (side?.currency === currency ? side.minor : 0);
  return ofCurrency(there) - ofCurrency(here);
}

/** Adds up from what was taken to what was settled, by currency. The two ends come from different tables, so what no
 * difference explains is seen. */
export function checkSums(taken: readonly TakenLine[], settled: readonly SettledLine[], differences: readonly Difference[]): SumCheck[] {
  return listCurrencies(taken, settled).map((currency) => {
    const takenMinor = sumOf(taken, currency, (line) => line.takenMinor);
    const settledMinor = sumOf(settled, currency, (line) => line.settledMinor);
    const steps = DIFFERENCE_KINDS.flatMap((kind) => {
      const effects = differences.filter((each) => each.kind === kind).map((each) => getEffect(each, currency));
      const counted = effects.filter((effect) => effect !== 0);
      return counted.length === 0 ? [] : [{ kind, count: counted.length, minor: counted.reduce((total, effect) => total + effect, 0) }];
    });
    const result = steps.reduce((total, step) => total + step.minor, takenMinor);
    return { currency, takenMinor, steps, settledMinor, agrees: result === settledMinor };
  });
}

/** The sums of a day, by currency. */
export function sumDay(taken: readonly TakenLine[], settled: readonly SettledLine[], differences: readonly Difference[]): DaySum[] {
  const amounts = differences.flatMap(({ here, there }) => here ?? there ?? []);
  return listCurrencies(taken, settled, amounts).map((currency) => {
    const ofCurrency = differences.filter(({ here, there }) => (here ?? there)?.currency === currency);
    const unsettled = ofCurrency.filter(({ kind }) => kind === 'not-settled' || kind === 'overdue');
    return {
      currency,
      takenMinor: sumOf(taken, currency, (line) => line.takenMinor),
      refundedMinor: sumOf(taken, currency, (line) => line.refundedMinor),
      feesMinor: sumOf(settled, currency, (line) => line.feesMinor),
      paidOutMinor: sumOf(settled, currency, (line) => line.paidOutMinor),
      openMinor:
        sumOf(settled, currency, (line) => line.comingMinor) + unsettled.reduce((total, { here }) => total + (here?.minor ?? 0), 0),
      differences: ofCurrency.filter(isFault).length,
      notCompared: ofCurrency.filter(({ kind }) => kind === 'not-compared').length,
    };
  });
}

/** The sums of several days, by currency. */
export function sumDays(days: readonly DaySum[][]): DaySum[] {
  const byCurrency = new Map<string, DaySum>();
  for (const sum of days.flat()) {
    const before = byCurrency.get(sum.currency);
    byCurrency.set(
      sum.currency,
      before
        ? {
            currency: sum.currency,
            takenMinor: before.takenMinor + sum.takenMinor,
            refundedMinor: before.refundedMinor + sum.refundedMinor,
            feesMinor: before.feesMinor + sum.feesMinor,
            paidOutMinor: before.paidOutMinor + sum.paidOutMinor,
            openMinor: before.openMinor + sum.openMinor,
            differences: before.differences + sum.differences,
            notCompared: before.notCompared + sum.notCompared,
          }
        : sum,
    );
  }
  return [...byCurrency.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** The most important difference first. */
export function sortDifferences(differences: readonly Difference[]): Difference[] {
  const place = ({ kind }: Difference) => DIFFERENCE_KINDS.indexOf(kind);
  return differences.toSorted((one, other) => place(one) - place(other) || (one.reference < other.reference ? -1 : 1));
}

function listCurrencies(...lines: readonly (readonly { currency: string }[])[]): string[] {
  return [...new Set(lines.flatMap((each) => each.map(({ currency }) => currency)))].toSorted();
}

function sumOf<Line extends { currency: string }>(lines: readonly Line[], currency: string, toMinor: (line: Line) => number): number {
  return lines.reduce((total, line) => (line.currency === currency ? total + toMinor(line) : total), 0);
}

/** The month so many months later, such as 2026-12; a negative number: earlier. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** Whether a text is a day that there is, such as 2026-02-28, in a year that a calendar of ours may have. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}
