import fs from 'node:fs/promises';
import site from '../../../package.json' with { type: 'json' };
import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { drawBars, drawChart, LARGE, SPARK } from './charts.service.server.ts';
import * as queries from './queries.server.ts';
import { addDays, getAge, isState, listDays, parsePeriod, toCsv, toNairobi, TOP_GAMES } from './rules.ts';
import {
  FIGURES,
  SERIES,
  type Breakdown,
  type BreakdownName,
  type Comparison,
  type Figures,
  type Gauge,
  type Overview,
  type Period,
  type Series,
  type SeriesName,
  type SeriesRow,
  type SiteState,
} from './schema.ts';
import { labelFor, listStates, texts } from './texts.ts';

/** The figure that is drawn with a scale. */
const LARGE_CHARTS: readonly SeriesName[] = ['plays'];

/**
 * The figures of a period beside the one before, as they were last counted, and the state of the site.
 * @param days as the URL says it; the usual period if it is none
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function getOverview(ctx: AppContext, actor: Actor, days: string | null): Promise<Overview> {
  authorize(actor, 'statistics:read');
  const period = parsePeriod(days);
  const [figures, disk] = await Promise.all([loadFigures(ctx, period), measureDisk(ctx)]);
  return { period, figures, site: { disk, version: site.version } };
}

/**
 * One figure as a table for a spreadsheet.
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found' (there is no such figure)
 */
export async function getFigureFile(
  ctx: AppContext,
  actor: Actor,
  { metric, days }: { metric: string | null; days: string | null },
): Promise<{ name: string; file: string }> {
  authorize(actor, 'statistics:read');
  const name = FIGURES.find((figure) => figure === metric);
  if (!name) throw new AppError('not-found');
  const period = parsePeriod(days);
  const figures = await loadFigures(ctx, period);
  return { name: `kiddo-${name}-${period}-${figures?.days.to ?? 'days'}.csv`, file: toCsv(figures ? toTable(figures, name) : []) };
}

function toTable(figures: Figures, name: (typeof FIGURES)[number]): (string | number | null)[][] {
  const series = SERIES.find((each) => each === name);
  if (series) {
    const { rows } = figures.series[series];
    const head = figures.period === 1 ? texts.csv.hours : texts.csv.days;
    const { total } = figures.series[series];
    const last = total && [[texts.table.differentPlayers, total.now, texts.table.differentPlayers, total.before]];
    return [[...head], ...rows.map((row) => [row.at, toCell(series, row.now), row.atBefore, toCell(series, row.before)]), ...(last ?? [])];
  }
  if (isState(name)) {
    const toState = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
    return [[...texts.csv.states], ...listStates(figures, name).map(({ file, now, before }) => [file, toState(now), toState(before)])];
  }
  const { rows } = figures.breakdowns[name as BreakdownName];
  const isMoney = name === 'revenue-products';
  const toValue = (value: number | null) => (value === null ? null : isMoney ? value / 100 : value);
  return [[...texts.csv.kinds], ...rows.map((row) => [row.label, toValue(row.now), toValue(row.before)])];
}

function toCell(name: SeriesName, value: number | null): number | null {
  if (value === null) return null;
  return name === 'revenue' ? value / 100 : Math.round(value * 10) / 10;
}

/** What the figures of a period are made of. */
type Facts = {
  period: Period;
  now: string[];
  before: string[];
  /** The hour in which was counted last, on the last day. */
  hour: number;
  countedDays: ReadonlySet<string>;
  starts: ReadonlyMap<string, string>;
  daily: ReadonlyMap<string, number>;
  hourly: ReadonlyMap<string, number>;
  /** The keys of each metric. */
  keys: ReadonlyMap<string, readonly string[]>;
};

/** The metric under which a figure is stored by day. */
const toMetric = (name: SeriesName): string => (name === 'active' ? 'active-1' : name);

async function loadFigures(ctx: AppContext, period: Period): Promise<Figures | null> {
  const { last, days: countedDays, starts } = await queries.findLastCount(ctx.db);
  if (!last) return null;
  const all = listDays(last.day, 2 * period);
  const [from, to, lastBefore] = [all[0] ?? last.day, last.day, addDays(last.day, -period)];
  const active = period === 1 ? [] : [`active-${period}`, `active-${period}-earlier`];
  const states = [`decision-median-${period}`, `decision-worst-${period}`, 'premium', 'mails'];
  const series = SERIES.map(toMetric);
  const [daily, hourly, topGames, names] = await Promise.all([
    queries.listDailyFigures(ctx.db, [...series, ...active, ...states], { from, to }),
    queries.listHourlyFigures(ctx.db, [...series, ...active], [lastBefore, to]),
    queries.listTopGames(ctx.db, to, period, TOP_GAMES),
    queries.listProductNames(ctx.db),
  ]);
  const at = toNairobi(last.countedAt);
  const facts: Facts = {
    period,
    now: all.slice(period),
    before: all.slice(0, period),
    hour: at.day === to ? at.hour : 24,
    countedDays,
    starts,
    ...indexFigures(daily, hourly),
  };
  const state = (metric: string): Gauge => ({
    now: facts.daily.get(`${metric} ${to} `) ?? null,
    before: facts.daily.get(`${metric} ${lastBefore} `) ?? null,
  });
  const [median, worst] = [state(`decision-median-${period}`), state(`decision-worst-${period}`)];
  return {
    period,
    counted: { at: last.countedAt.toISOString(), ...getAge(last.countedAt, ctx.now()) },
    days: { from: facts.now[0] ?? to, to, fromBefore: from, toBefore: lastBefore },
    isToday: to === toNairobi(ctx.now()).day,
    comparedUntil: facts.hour,
    missingDays: all.filter((day) => !countedDays.has(day)).length,
    series: Object.fromEntries(SERIES.map((name) => [name, toSeries(facts, name)])) as Record<SeriesName, Series>,
    breakdowns: {
      'top-games': toBreakdown(
        topGames.map(({ id, title, plays, before }) => ({ key: id, label: title ?? texts.gameIsGone, now: plays, before: before ?? 0 })),
      ),
      'refused-kinds': sumByKey(facts, 'refused', labelFor.refusal),
      reports: mergeBreakdowns(sumByKey(facts, 'opened', labelFor.opened), sumByKey(facts, 'closed', labelFor.closed)),
      'revenue-products': sumByKey(facts, 'revenue', (key) => labelFor.product(key, names)),
      'failed-payments': sumByKey(facts, 'failed', labelFor.channel),
    },
    decisions: { median: median.now, worst: worst.now, before: { median: median.before, worst: worst.before } },
    premium: state('premium'),
    mails: state('mails'),
  };
}

function indexFigures(daily: queries.DailyFigure[], hourly: queries.HourlyFigure[]): Pick<Facts, 'daily' | 'hourly' | 'keys'> {
  const keys = new Map<string, Set<string>>();
  const byDay = new Map<string, number>();
  for (const { metric, day, key, value } of daily) {
    keys.set(metric, (keys.get(metric) ?? new Set()).add(key));
    byDay.set(`${metric} ${day} ${key}`, value);
    // The sum of all keys.
    if (key !== '') byDay.set(`${metric} ${day} `, (byDay.get(`${metric} ${day} `) ?? 0) + value);
  }
  return {
    daily: byDay,
    hourly: new Map(hourly.map(({ metric, day, hour, value }) => [`${metric} ${day} ${hour}`, value])),
    keys: new Map([...keys].map(([metric, found]) => [metric, [...found].toSorted()])),
  };
}

/** Whether a figure of a day is known: the day was counted, and there was something to count it from. */
function isKnown(facts: Facts, name: SeriesName, day: string): boolean {
  return facts.countedDays.has(day) && findStart(facts, name, day) === null;
}

/** The day from which on a metric is counted, if that is later than a day. */
function findStart({ starts }: Facts, name: SeriesName, day: string): string | null {
  const start = starts.get(name);
  return start !== undefined && start > day ? start : null;
}

function toSeries(facts: Facts, name: SeriesName): Series {
  const { now, before, period, hour } = facts;
  const rows = period === 1 ? listHours(facts, name) : listDayRows(facts, name);
  const isLarge = LARGE_CHARTS.includes(name);
  const first = now[0] ?? '';
  const since = findStart(facts, name, first);
  const isOver = hour === 24;
  const shown = period === 1 ? hour : rows.length - (isOver ? 0 : 1);
  return {
    value: getValue(facts, name, since),
    comparison: [...before, ...now].every((day) => isKnown(facts, name, day)) ? compare(facts, name) : null,
    since,
    rows,
    total: name === 'active' && period > 1 ? { now: getValue(facts, name, since), before: getActiveBefore(facts) } : null,
    chart: drawChart(rows, isLarge ? LARGE : SPARK, { shown, withDot: period !== 1 && !isOver, withScale: isLarge }),
  };
}

function getValue(facts: Facts, name: SeriesName, since: string | null): number | null {
  const last = facts.now.at(-1) ?? '';
  if (since !== null && since > last) return null;
  if (name === 'active') return facts.daily.get(`active-${facts.period} ${last} `) ?? null;
  return sum(facts.now.map((day) => facts.daily.get(`${name} ${day} `) ?? 0));
}

/** Different players of the whole time before; null: a part of it is not known. */
function getActiveBefore(facts: Facts): number | null {
  const { before, daily, period } = facts;
  return before.every((day) => isKnown(facts, 'active', day)) ? (daily.get(`active-${period} ${before.at(-1) ?? ''} `) ?? null) : null;
}

/** Both times up to the same full hour of their last day: a day that is not over is not compared with a whole one. */
function compare(facts: Facts, name: SeriesName): Comparison {
  const { period, hour, now, before, daily, hourly } = facts;
  if (period === 1 && hour === 0) return null;
  const sumHours = (metric: string, day: string) =>
    sum(Array.from({ length: hour }, (_, each) => hourly.get(`${metric} ${day} ${each}`) ?? 0));
  const measure = (days: string[]) => {
    const last = days.at(-1) ?? '';
    // Different players of several days: those of the days before the last one, and who came on that besides.
    if (name === 'active') return (daily.get(`active-${period}-earlier ${last} `) ?? 0) + sumHours(`active-${period}`, last);
    return sum(days.slice(0, -1).map((day) => daily.get(`${name} ${day} `) ?? 0)) + sumHours(name, last);
  };
  return { now: measure(now), before: measure(before) };
}

function listHours(facts: Facts, name: SeriesName): SeriesRow[] {
  const [today, yesterday] = [facts.now[0] ?? '', facts.before[0] ?? ''];
  const read = (day: string, hour: number) =>
    isKnown(facts, name, day) ? (facts.hourly.get(`${toMetric(name)} ${day} ${hour}`) ?? 0) : null;
  return Array.from({ length: 24 }, (_, hour) => {
    const at = texts.hour(hour);
    return { at, now: hour <= facts.hour ? read(today, hour) : null, atBefore: at, before: read(yesterday, hour) };
  });
}

function listDayRows(facts: Facts, name: SeriesName): SeriesRow[] {
  const read = (day: string) => (isKnown(facts, name, day) ? (facts.daily.get(`${toMetric(name)} ${day} `) ?? 0) : null);
  return facts.now.map((day, index) => {
    const other = facts.before[index] ?? '';
    return { at: texts.day(day), now: read(day), atBefore: texts.day(other), before: read(other) };
  });
}

function sumByKey(facts: Facts, name: SeriesName, toLabel: (key: string) => string): Breakdown {
  const sumDays = (days: string[], key: string) => sum(days.map((day) => facts.daily.get(`${name} ${day} ${key}`) ?? 0));
  const isBeforeKnown = facts.before.every((day) => isKnown(facts, name, day));
  const rows = (facts.keys.get(name) ?? [])
    .map((key) => ({ key, label: toLabel(key), now: sumDays(facts.now, key), before: isBeforeKnown ? sumDays(facts.before, key) : null }))
    .toSorted((one, other) => other.now - one.now || (other.before ?? 0) - (one.before ?? 0));
  return { ...toBreakdown(rows), since: findStart(facts, name, facts.now[0] ?? '') };
}

function toBreakdown(rows: { key: string; label: string; now: number; before: number | null }[]): Breakdown {
  const shares = drawBars(rows.map(({ now }) => now));
  return { rows: rows.map((row, index) => ({ ...row, share: shares[index] ?? 0 })), since: null };
}

function mergeBreakdowns(...parts: Breakdown[]): Breakdown {
  return toBreakdown(parts.flatMap(({ rows }) => rows));
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** The room on the disk with the data folder. It is one number of many: without it, the page says that it is not known. */
async function measureDisk(ctx: AppContext): Promise<SiteState['disk']> {
  try {
    const { bavail, blocks, bsize } = await fs.statfs(ctx.config.dataDir);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    ctx.log.warn({ err: error }, 'the free room on the disk is not known');
    return null;
  }
}
