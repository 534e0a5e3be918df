import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { addDays, startOfDay, toCsv, toNairobi } from '../../statistics/rules.ts';
import { fetchSettlementsJob } from '../settlement-fetching/service.server.ts';
import * as queries from './queries.server.ts';
import {
  addMonths,
  checkSums,
  DIFFERENCES_MAX,
  DIFFERENCES_SHOWN,
  FILE_ROWS_MAX,
  findDifferences,
  isDay,
  isFault,
  sortDifferences,
  sumDay,
  sumDays,
  toLinesDifference,
} from './rules.ts';
import type { DaysView, DaySummary, DayView, FetchResult, FetchState } from './schema.ts';
import { texts } from './texts.ts';

/**
 * The days of a month on which something was paid or settled, newest first, each with its sums, and those of the month.
 * @param month such as 2026-11; the current one of Nairobi if it is none
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function getDays(ctx: AppContext, actor: Actor, month: string | null): Promise<DaysView> {
  authorize(actor, 'settlement:read');
  const today = toNairobi(ctx.now()).day;
  const current = today.slice(0, 7);
  const chosen = month !== null && isDay(`${month}-01`) && month <= current ? month : current;
  const { fetched, coversFrom } = await loadFetch(ctx);
  const { days, isCapped } = await loadDays(ctx, toRange(`${chosen}-01`, `${addMonths(chosen, 1)}-01`), coversFrom);
  const after = addMonths(chosen, 1);
  return {
    month: chosen,
    before: addMonths(chosen, -1),
    after: after <= current ? after : null,
    // Today is in the list from its first minute on.
    days: chosen === current && !days.some(({ day }) => day === today) ? [{ day: today, sums: [] }, ...days] : days,
    sums: sumDays(days.map(({ sums }) => sums)),
    isCapped,
    fetched,
  };
}

/** One day of Nairobi: what was taken, what the provider settled, and how the two differ. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getDay(ctx: AppContext, actor: Actor, day: string): Promise<DayView> {
  authorize(actor, 'settlement:read');
  const range = requireDay(ctx, day);
  const provider = ctx.payments.name;
  const [taken, settled, pairs, settlements, uneven, { fetched, coversFrom }] = await Promise.all([
    queries.listTaken(ctx.db, provider, range),
    queries.listSettled(ctx.db, provider, range),
    queries.listPairs(ctx.db, provider, range, { onlyDifferent: true, limit: DIFFERENCES_MAX + 1 }),
    queries.listSettlementsOf(ctx.db, provider, range),
    queries.listUnevenSettlements(ctx.db, provider, range),
    loadFetch(ctx),
  ]);
  const differences = sortDifferences([
    ...pairs.slice(0, DIFFERENCES_MAX).flatMap((pair) => findDifferences(pair, ctx.now(), coversFrom)),
    ...uneven.map(toLinesDifference),
  ]);
  const today = toNairobi(ctx.now()).day;
  return {
    day,
    before: addDays(day, -1),
    after: day < today ? addDays(day, 1) : null,
    taken: taken.map(withoutDay),
    settled: settled.map(withoutDay),
    checks: checkSums(taken, settled, differences),
    differences: differences.slice(0, DIFFERENCES_SHOWN),
    differenceCount: differences.filter(isFault).length,
    isCapped: pairs.length > DIFFERENCES_MAX,
    settlements,
    fetched,
  };
}

/** Asks for the settlements to be fetched now; a job does it. @throws AppError 'sign-in-required', 'not-allowed' */
export async function requestFetch(ctx: AppContext, actor: Actor): Promise<FetchResult> {
  authorize(actor, 'settlement:read');
  await ctx.jobs.enqueue(fetchSettlementsJob, {});
  return { ok: true, isAsked: true };
}

/**
 * A day, payment by payment, or a month, day by day, as a table for a spreadsheet.
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found'
 */
export async function getFile(
  ctx: AppContext,
  actor: Actor,
  { day, month }: { day: string | null; month: string | null },
): Promise<{ name: string; file: string }> {
  authorize(actor, 'settlement:read');
  const { coversFrom } = await loadFetch(ctx);
  if (day !== null) {
    const range = requireDay(ctx, day);
    const pairs = await queries.listPairs(ctx.db, ctx.payments.name, range, { onlyDifferent: false, limit: FILE_ROWS_MAX });
    const rows = pairs.map((pair) => [
      pair.reference,
      pair.channel === null ? '' : texts.channels[pair.channel as 'card' | 'mpesa'],
      pair.here?.currency ?? '',
      toUnits(pair.here?.minor),
      toUnits(pair.here?.refundedMinor),
      pair.there?.currency ?? '',
      toUnits(pair.there?.minor),
      pair.there ? toUnits(pair.feesMinor) : null,
      findDifferences(pair, ctx.now(), coversFrom)
        .map(({ kind }) => texts.kinds[kind].name)
        .join('; '),
    ]);
    return { name: `kiddo-day-${day}.csv`, file: toCsv([[...texts.csv.day], ...rows]) };
  }
  if (month === null || !isDay(`${month}-01`)) throw new AppError('not-found');
  const { days } = await loadDays(ctx, toRange(`${month}-01`, `${addMonths(month, 1)}-01`), coversFrom);
  const rows = days
    .toReversed()
    .flatMap((each) =>
      each.sums.map((sum) => [
        each.day,
        sum.currency,
        toUnits(sum.takenMinor),
        toUnits(sum.refundedMinor),
        toUnits(sum.feesMinor),
        toUnits(sum.paidOutMinor),
        toUnits(sum.openMinor),
        sum.differences,
      ]),
    );
  return { name: `kiddo-month-${month}.csv`, file: toCsv([[...texts.csv.month], ...rows]) };
}

function withoutDay<Line extends { day: string }>(line: Line): Omit<Line, 'day'> {
  const { day: _, ...rest } = line;
  return rest;
}

const toUnits = (minor: number | undefined): number | null => (minor === undefined ? null : minor / 100);

function requireDay(ctx: AppContext, day: string): queries.DayRange {
  if (!isDay(day) || day > toNairobi(ctx.now()).day) throw new AppError('not-found');
  return toRange(day, addDays(day, 1));
}

const toRange = (firstDay: string, endDay: string): queries.DayRange => ({
  firstDay,
  endDay,
  from: startOfDay(firstDay),
  to: startOfDay(endDay),
});

async function loadDays(
  ctx: AppContext,
  range: queries.DayRange,
  coversFrom: Date | null,
): Promise<{ days: DaySummary[]; isCapped: boolean }> {
  const provider = ctx.payments.name;
  const [taken, settled, pairs, uneven] = await Promise.all([
    queries.listTaken(ctx.db, provider, range),
    queries.listSettled(ctx.db, provider, range),
    queries.listPairs(ctx.db, provider, range, { onlyDifferent: true, limit: DIFFERENCES_MAX + 1 }),
    queries.listUnevenSettlements(ctx.db, provider, range),
  ]);
  const groups = {
    taken: Map.groupBy(taken, ({ day }) => day),
    settled: Map.groupBy(settled, ({ day }) => day),
    pairs: Map.groupBy(pairs, ({ day }) => day),
    uneven: Map.groupBy(uneven, ({ day }) => day),
  };
  const days = [...new Set([...groups.taken.keys(), ...groups.settled.keys(), ...groups.uneven.keys()])].toSorted().toReversed();
  return {
    days: days.map((day) => {
      const differences = [
        ...(groups.pairs.get(day) ?? []).flatMap((pair) => findDifferences(pair, ctx.now(), coversFrom)),
        ...(groups.uneven.get(day) ?? []).map(toLinesDifference),
      ];
      return { day, sums: sumDay(groups.taken.get(day) ?? [], groups.settled.get(day) ?? [], differences) };
    }),
    isCapped: pairs.length > DIFFERENCES_MAX,
  };
}

async function loadFetch(ctx: AppContext): Promise<{ fetched: FetchState; coversFrom: Date | null }> {
  const row = await queries.findFetch(ctx.db, ctx.payments.name);
  return {
    fetched: {
      at: row?.fetched_at?.toISOString() ?? null,
      failure: row?.failed_at ? { at: row.failed_at.toISOString(), words: row.error ?? '' } : null,
    },
    coversFrom: row?.covers_from ?? null,
  };
}
