import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { OFFLINE_PLAY_DAYS } from '../../games/plays/rules.ts';
import { sendEmailJob } from '../../mail/service.server.ts';
import * as queries from './queries.server.ts';
import {
  addDays,
  FIGURE_RETENTION_DAYS,
  findMedian,
  FIRST_COUNT_DAYS,
  isFinal,
  listDays,
  takeLarger,
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
 * before the first one. Once a day it also adds plays without a network to the days before, on which they began. Each day is a step of its
 * own, the newest first. Counting twice, or in two processes, makes no difference.
 */
export async function countFigures(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'statistics:run');
  const started = ctx.now();
  const today = toNairobi(started).day;
  const days = listDays(today, FIRST_COUNT_DAYS);
  const from = days[0] ?? today;
  const [counted, starts] = await Promise.all([queries.listCountedDays(ctx.db, from), queries.listStarts(ctx.db)]);
  const done = new Set(counted.filter(({ day, countedAt }) => isFinal(day, countedAt)).map(({ day }) => day));
  for (const day of days.filter((each) => !done.has(each)).toReversed())
    await ctx.db.transaction().execute(async (trx) => {
      await queries.lockCounting(trx);
      // Another run may have counted it meanwhile.
      const again = await queries.findCountedDay(trx, day);
      if (again && (again.countedAt > started || isFinal(day, again.countedAt))) return;
      await countDay(trx, day, { now: started, starts, isToday: day === today });
      // With today, so that it is no count if this fails: the page says how old the last one is.
      if (day === today) await countMoney(trx, { from, to: today });
      await queries.saveCountedDay(trx, day, started);
    });
  for (const { day, playsAt } of counted)
    if (day >= addDays(today, -OFFLINE_PLAY_DAYS) && done.has(day) && toNairobi(playsAt).day < today)
      await ctx.db.transaction().execute((trx) => addLatePlays(trx, day, started));
  // Of all days, and some were just counted.
  await ctx.db.transaction().execute(async (trx) => {
    await queries.lockCounting(trx);
    await rankGames(trx, today);
    await measureDecisions(trx, today);
  });
}

/** Counts the plays of a day again, because those without a network come up to OFFLINE_PLAY_DAYS days late. No figure becomes less by it. */
async function addLatePlays(trx: Transaction<DB>, day: string, now: Date): Promise<void> {
  await queries.lockCounting(trx);
  const last = await queries.findCountedDay(trx, day);
  // Another run was faster, or the figures were forgotten.
  if (!last || toNairobi(last.playsAt).day >= toNairobi(now).day) return;
  const top = await queries.countTopGames(trx, day, TOP_GAMES_PER_DAY);
  const games: queries.CountedFigures = { daily: top.map((game) => ({ day, ...game })), hourly: [] };
  for (const [metric, counted] of [
    ['plays', await queries.countEvents(trx, 'plays', { from: day, to: day })],
    ['day-games', games],
  ] as const)
    await queries.saveFigures(trx, metric, { from: day, to: day }, takeLarger(await queries.findFigures(trx, metric, day), counted));
  await queries.saveCountedPlays(trx, day, now);
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

/**
 * Forgets the figures, because accounts are gone that should not be in them: the next count makes them anew of what is left. What is counted as
 * it happens begins again tomorrow, because a part of today is gone.
 */
export async function forgetFigures(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'statistics:run');
  await ctx.db.transaction().execute(async (trx) => {
    // A count that runs would write its figures beside the empty tables.
    await queries.lockCounting(trx);
    await queries.deleteFigures(trx, addDays(toNairobi(ctx.now()).day, 1));
  });
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
  await countDecisions(trx, day);
  // How it was on another day is not known: nothing says when a card's subscription began, and what was taken back is gone.
  if (!isToday) return;
  await saveGauge(trx, 'premium', day, await queries.countPremium(trx, now));
  await saveGauge(trx, 'mails', day, await queries.countWaitingJobs(trx, sendEmailJob.name));
}

async function countMetric(trx: Transaction<DB>, metric: queries.EventMetric, days: { from: string; to: string }): Promise<void> {
  await queries.saveFigures(trx, metric, days, await queries.countEvents(trx, metric, days));
}

const saveKeys = (trx: Transaction<DB>, metric: string, day: string, rows: { key: string; value: number }[]) =>
  queries.saveFigures(trx, metric, { from: day, to: day }, { daily: rows.map((row) => ({ day, ...row })), hourly: [] });

/** Stores a number that is not divided by anything; null: it is not known. */
const saveGauge = (trx: Transaction<DB>, metric: string, day: string, value: number | null) =>
  saveKeys(trx, metric, day, value === null ? [] : [{ key: '', value }]);

/** How long decisions took, by day: a report that goes later is still in the times of its day, as it is among those that were closed. */
async function countDecisions(trx: Transaction<DB>, day: string): Promise<void> {
  const times = await queries.countDecisionTimes(trx, day);
  await saveKeys(
    trx,
    'decision-times',
    day,
    times.map(({ key, value }) => ({ key, value })),
  );
  await saveGauge(trx, 'decision-longest', day, times.length === 0 ? null : Math.max(...times.map(({ longest }) => longest)));
}

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

/** How long decisions took in each period, and in as many days before. */
async function measureDecisions(trx: Transaction<DB>, today: string): Promise<void> {
  for (const period of PERIODS)
    for (const day of [today, addDays(today, -period)]) {
      const { times, longest } = await queries.sumDecisionTimes(trx, { from: addDays(day, 1 - period), to: day });
      await saveGauge(trx, `decision-median-${period}`, day, findMedian(times));
      await saveGauge(trx, `decision-worst-${period}`, day, longest);
    }
}
