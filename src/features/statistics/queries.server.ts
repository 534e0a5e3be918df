import { sql, type Kysely } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { toNairobi } from './rules.ts';

// Reading what was counted, and the counter that chat writes. Counting itself: counting/.

/** Counts a message that the text filter refused, by its kind. */
export async function countRefusedMessage(db: Kysely<DB>, kind: string, now: Date): Promise<void> {
  const { day, hour } = toNairobi(now);
  await sql`
    insert into refused_messages as r (day, hour, kind, times) values (${day}, ${hour}, ${kind}, 1)
    on conflict (day, hour, kind) do update set times = r.times + 1`.execute(db);
}

/** What was counted last, and since when the figures that began later are counted. */
export type LastCount = {
  /** The last day that was counted; null: none was. */
  last: { day: string; countedAt: Date } | null;
  /** The days that were counted. */
  days: ReadonlySet<string>;
  starts: ReadonlyMap<string, string>;
};

/** What was counted, and when. */
export async function findLastCount(db: Database): Promise<LastCount> {
  const { rows } = await sql<{ day: string; counted_at: Date | null; metric: string | null }>`
    select day::text, counted_at, null as metric from counted_days
    union all select day::text, null, metric from figure_starts`.execute(db);
  let last: LastCount['last'] = null;
  const days = new Set<string>();
  const starts = new Map<string, string>();
  for (const { day, counted_at: countedAt, metric } of rows) {
    if (metric !== null) starts.set(metric, day);
    if (countedAt === null) continue;
    days.add(day);
    if (last === null || day > last.day) last = { day, countedAt };
  }
  return { last, days, starts };
}

export type DailyFigure = { metric: string; day: string; key: string; value: number };

/** The figures of some metrics, by day. */
export async function listDailyFigures(
  db: Database,
  metrics: readonly string[],
  days: { from: string; to: string },
): Promise<DailyFigure[]> {
  const { rows } = await sql<DailyFigure>`
    select metric, day::text, key, value from daily_figures
    where metric = any(${sql.val([...metrics])}::text[]) and day between ${days.from}::date and ${days.to}::date`.execute(db);
  return rows;
}

export type HourlyFigure = { metric: string; day: string; hour: number; value: number };

/** The figures of some metrics on some days, by hour. */
export async function listHourlyFigures(db: Database, metrics: readonly string[], days: readonly string[]): Promise<HourlyFigure[]> {
  const { rows } = await sql<HourlyFigure>`
    select metric, day::text, hour, value from hourly_figures
    where metric = any(${sql.val([...metrics])}::text[]) and day = any(${sql.val([...days])}::date[])`.execute(db);
  return rows;
}

export type TopGame = { id: string; title: string | null; plays: number; before: number | null };

/** The games that were played most in the days up to `day`. `title`: null if the game is not here any more. */
export async function listTopGames(db: Database, day: string, period: number, limit: number): Promise<TopGame[]> {
  const { rows } = await sql<TopGame>`
    select f.key as id, g.title, f.value as plays, b.value as before
    from daily_figures f left join games g on g.id = f.key
    left join daily_figures b on b.metric = ${`top-games-before-${period}`} and b.day = f.day and b.key = f.key
    where f.metric = ${`top-games-${period}`} and f.day = ${day}::date order by f.value desc, f.key limit ${limit}`.execute(db);
  return rows;
}

/** What plans and packs are called, by the key that their revenue is counted under. */
export async function listProductNames(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select id as key, name from plans union all select 'pack ' || id, (amount + bonus)::text from packs`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
