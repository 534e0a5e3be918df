import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { sendEmailJob } from '../../mail/service.server.ts';
import * as queries from './queries.server.ts';
import {
  addDays,
  FIGURE_RETENTION_DAYS,
  FIRST_COUNT_DAYS,
  isFinal,
  listDays,
  startOfDay,
  toNairobi,
  TOP_GAMES,
  TOP_GAMES_PER_DAY,
} from '../rules.ts';
import { PERIODS } from '../schema.ts';

// The figures are counted by a job, so that no page scans what happened (docs/decisions/068-statistics.md).

/** Of what happened on a day: it stays as it was counted, whatever is deleted later. */
const DAY_EVENTS: readonly queries.EventMetric[] = ['sign-ups', 'plays', 'sent', 'opened', 'closed'];
/** Of payments, which change later: a refund makes the revenue of a day that is over less. */
const MONEY_EVENTS: readonly queries.EventMetric[] = ['revenue', 'failed'];
/** Rows of one table that are deleted at once. */
const DELETED_AT_ONCE = 50_000;

/**
 * Counts every day that is not final: today, yesterday until some hours after its end, and what no count has reached yet, such as the 60 days
 * before the first one. Each day is a step of its own, the newest first. Counting twice, or in two processes, makes no difference.
 */
export async function countFigures(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'statistics:run');
  const started = ctx.now();
  const today = toNairobi(started).day;
  const days = listDays(today, FIRST_COUNT_DAYS);
  const from = days[0] ?? today;
  const [counted, starts] = await Promise.all([queries.listCountedDays(ctx.db, from), queries.listStarts(ctx.db)]);
  const due = days.filter((day) => {
    const countedAt = counted.get(day);
    return !countedAt || !isFinal(day, countedAt);
  });
  for (const day of due.toReversed())
    await ctx.db.transaction().execute(async (trx) => {
      await queries.lockCounting(trx);
      // Another process may just have counted it.
      const again = await queries.findCountedAt(trx, day);
      if (again && again > started) return;
      await countDay(trx, day, { now: started, starts, isToday: day === today });
      // With today, so that it is no count if this fails: the page says how old the last one is.
      if (day === today) await countMoney(trx, { from, to: today });
      await queries.saveCountedDay(trx, day, started);
    });
  // Of all days, and some were just counted.
  await ctx.db.transaction().execute(async (trx) => {
    await queries.lockCounting(trx);
    await rankGames(trx, today);
  });
}

/** Money of all days, because it goes back later. */
async function countMoney(trx: Transaction<DB>, days: { from: string; to: string }): Promise<void> {
  for (const metric of MONEY_EVENTS) await countMetric(trx, metric, days);
}

/** Deletes what is older than the retention. */
export async function deleteOldFigures(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'statistics:run');
  const before = addDays(toNairobi(ctx.now()).day, -FIGURE_RETENTION_DAYS);
  while (await queries.deleteFiguresBefore(ctx.db, before, DELETED_AT_ONCE));
}

type DayFacts = { now: Date; starts: ReadonlyMap<string, string>; isToday: boolean };

async function countDay(trx: Transaction<DB>, day: string, { now, starts, isToday }: DayFacts): Promise<void> {
  const days = { from: day, to: day };
  const isKnown = (metric: string) => day >= (starts.get(metric) ?? '');
  for (const metric of DAY_EVENTS) await countMetric(trx, metric, days);
  for (const metric of ['minutes', 'refused'] as const)
    if (isKnown(metric)) await queries.saveFigures(trx, metric, days, await queries.sumCounters(trx, metric, days));
  if (isKnown('active')) for (const period of PERIODS) await countActive(trx, day, period);
  await saveKeys(trx, 'day-games', day, await queries.countTopGames(trx, day, TOP_GAMES_PER_DAY));
  for (const period of PERIODS) {
    const { median, worst } = await queries.measureDecisions(trx, { from: addDays(day, 1 - period), to: day });
    await saveKeys(trx, `decision-median-${period}`, day, median === null ? [] : [{ key: '', value: median }]);
    await saveKeys(trx, `decision-worst-${period}`, day, worst === null ? [] : [{ key: '', value: worst }]);
  }
  const end = startOfDay(addDays(day, 1));
  await saveKeys(trx, 'premium', day, [{ key: '', value: await queries.countPremium(trx, isToday ? now : new Date(end.getTime() - 1)) }]);
  if (!isToday) return;
  const mails = await queries.countWaitingJobs(trx, sendEmailJob.name);
  await saveKeys(trx, 'mails', day, mails === null ? [] : [{ key: '', value: mails }]);
}

async function countMetric(trx: Transaction<DB>, metric: queries.EventMetric, days: { from: string; to: string }): Promise<void> {
  await queries.saveFigures(trx, metric, days, await queries.countEvents(trx, metric, days));
}

const saveKeys = (trx: Transaction<DB>, metric: string, day: string, rows: { key: string; value: number }[]) =>
  queries.saveFigures(trx, metric, { from: day, to: day }, { daily: rows.map((row) => ({ day, ...row })), hourly: [] });

/** Different players of a period that ends with the day: those of the days before, counted once, and who came on the day besides, by hour. */
async function countActive(trx: Transaction<DB>, day: string, period: number): Promise<void> {
  const metric = `active-${period}`;
  const known = await queries.findFigure(trx, `${metric}-earlier`, day);
  const earlier = known ?? (period === 1 ? 0 : await queries.countEarlierPlayers(trx, day, period));
  if (known === undefined) await saveKeys(trx, `${metric}-earlier`, day, [{ key: '', value: earlier }]);
  const hours = await queries.countNewcomers(trx, day, period);
  const value = hours.reduce((sum, hour) => sum + hour.value, earlier);
  await queries.saveFigures(
    trx,
    metric,
    { from: day, to: day },
    { daily: [{ day, key: '', value }], hourly: hours.map((hour) => ({ day, ...hour })) },
  );
}

/** The most played games of each period, and how often the same games were played in as many days before. */
async function rankGames(trx: Transaction<DB>, today: string): Promise<void> {
  for (const period of PERIODS) {
    const top = await queries.sumTopGames(trx, { from: addDays(today, 1 - period), to: today }, TOP_GAMES);
    const before = { from: addDays(today, 1 - 2 * period), to: addDays(today, -period) };
    const keys = top.map(({ key }) => key);
    await saveKeys(trx, `top-games-${period}`, today, top);
    await saveKeys(trx, `top-games-before-${period}`, today, await queries.sumTopGames(trx, before, TOP_GAMES, keys));
  }
}
