import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { premiumCondition } from '../../premium/rules.ts';
import { addDays, startOfDay } from '../rules.ts';

// What the job counts, each by an index on a time and for one day, but for what changes afterwards: money that went back.

/** Days of which something is counted. */
type Days = { from: string; to: string };

/** Makes counts one after the other, whoever makes them, and lets them take longer than a page. */
export async function lockCounting(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('statistics', 0))`.execute(trx);
}

/** When a day was counted last, and when its plays were. */
type CountedDay = { day: string; countedAt: Date; playsAt: Date };

/** The days that were counted, from a day on. */
export async function listCountedDays(db: Kysely<DB>, from: string): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select day::text, counted_at as "countedAt", coalesce(plays_counted_at, counted_at) as "playsAt"
    from counted_days where day >= ${from}::date order by day`.execute(db);
  return rows;
}

/** Since when the figures that began later than the site are counted. */
export async function listStarts(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ metric: string; day: string }>`select metric, day::text from figure_starts`.execute(db);
  return new Map(rows.map(({ metric, day }) => [metric, day]));
}

/** The same of one day; undefined: it was never counted. */
export async function findCountedDay(trx: Transaction<DB>, day: string): Promise<CountedDay | undefined> {
  return (await listCountedDays(trx, day)).find((each) => each.day === day);
}

/** Records that a day was counted. */
export async function saveCountedDay(trx: Transaction<DB>, day: string, at: Date): Promise<void> {
  await sql`
    insert into counted_days (day, counted_at) values (${day}::date, ${at}) on conflict (day) do update set counted_at = excluded.counted_at`.execute(
    trx,
  );
}

/** Records that the plays of a day that was counted were counted again. */
export async function saveCountedPlays(trx: Transaction<DB>, day: string, at: Date): Promise<void> {
  await sql`update counted_days set plays_counted_at = ${at} where day = ${day}::date`.execute(trx);
}

/**
 * The times of a column within days of Nairobi, as a condition that an index serves. The bounds are times: PostgreSQL would take a date for
 * midnight in the session's time zone.
 */
const within = (column: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${column} >= ${startOfDay(from)}::timestamptz and ${column} < ${startOfDay(addDays(to, 1))}::timestamptz`;

/** What the amount of a payment is in cents of a shilling: dollars count by the price in shillings of when the checkout began. */
const SHILLINGS = sql`case when p.currency = 'KES' then p.amount_minor else coalesce(p.shillings_minor, k.price_kes_minor, l.price_minor, 0) end`;

/** The tables of reports, by what they count as: those without a reporter are cases that Kiddo opened by itself. */
const REPORTS: readonly { table: string; key: RawBuilder<unknown> }[] = [
  { table: 'reports', key: sql`'games'` },
  { table: 'player_reports', key: sql`case when reason = 'risk-score' then 'noticed' else 'players' end` },
  { table: 'group_reports', key: sql`'groups'` },
  { table: 'help_requests', key: sql`'help'` },
];
const listReports = (column: 'created_at' | 'decided_at', days: Days, what: (key: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(
    REPORTS.map(({ table, key }) => sql`select ${what(key)} from ${sql.table(table)} where ${within(sql.ref(column), days)}`),
    sql` union all `,
  );

/** Events by metric: rows of `at`, `key` and `n`. */
const EVENTS = {
  'sign-ups': (days) => sql`select created_at as at, '' as key, 1 as n from players where ${within(sql`created_at`, days)}`,
  plays: (days) => sql`select started_at as at, '' as key, 1 as n from plays where ${within(sql`started_at`, days)}`,
  sent: (days) => sql`select sent_at as at, '' as key, 1 as n from messages where ${within(sql`sent_at`, days)}`,
  opened: (days) => listReports('created_at', days, (key) => sql`created_at as at, ${key} as key, 1 as n`),
  closed: (days) => listReports('decided_at', days, (key) => sql`decided_at as at, ${key} as key, 1 as n`),
  // What went back, in whole or in part, is no revenue; what is held or disputed is none yet.
  revenue: (days) => sql`
    select p.paid_at as at, coalesce(p.plan_id, 'pack ' || p.pack_id) || '/' || p.channel as key,
      round((${SHILLINGS})::numeric * (p.amount_minor - least(p.refunded_minor, p.amount_minor)) / p.amount_minor) as n
    from payments p left join packs k on k.id = p.pack_id left join plans l on l.id = p.plan_id
    where ${within(sql`p.paid_at`, days)} and p.state = 'success'`,
  failed: (days) => sql`
    select created_at as at, channel as key, 1 as n from payments where state = 'failed' and ${within(sql`created_at`, days)}`,
} satisfies Record<string, (days: Days) => RawBuilder<unknown>>;
export type EventMetric = keyof typeof EVENTS;

type GroupRow = { day: string; hour: number | null; key: string | null; value: number };
const toFigures = (rows: GroupRow[]): CountedFigures => ({
  daily: rows.flatMap(({ day, key, value }) => (key === null ? [] : [{ day, key, value }])),
  hourly: rows.flatMap(({ day, hour, value }) => (hour === null ? [] : [{ day, hour, value }])),
});

/** Counts events by day and key, and by day and hour. */
export async function countEvents(trx: Transaction<DB>, metric: EventMetric, days: Days): Promise<CountedFigures> {
  const { rows } = await sql<GroupRow>`
    select day::text, hour, key, sum(n)::float8 as value from (
      select (at at time zone 'Africa/Nairobi')::date as day, extract(hour from at at time zone 'Africa/Nairobi')::int as hour, key, n
      from (${EVENTS[metric](days)}) events) counted
    group by grouping sets ((day, key), (day, hour))`.execute(trx);
  return toFigures(rows);
}

/** The same of the counters: minutes that games were open, and refused messages by kind. */
export async function sumCounters(trx: Transaction<DB>, metric: 'minutes' | 'refused', days: Days): Promise<CountedFigures> {
  const source =
    metric === 'minutes'
      ? sql`select day, hour, '' as key, seconds / 60 as n from play_seconds`
      : sql`select day, hour, kind as key, times as n from refused_messages`;
  const { rows } = await sql<GroupRow>`
    select day::text, hour, key, sum(n)::float8 as value from (${source}) counters
    where day between ${days.from}::date and ${days.to}::date group by grouping sets ((day, key), (day, hour))`.execute(trx);
  return toFigures(rows);
}

/**
 * Players who were here on a day and on none of the days before that belong to the period, by the hour in which they came; with a period of one
 * day, everybody who was here.
 */
export async function countNewcomers(trx: Transaction<DB>, day: string, period: number): Promise<{ hour: number; value: number }[]> {
  const { rows } = await sql<{ hour: number; value: number }>`
    select hour, count(*)::float8 as value from player_days d where day = ${day}::date
      ${
        period === 1
          ? sql``
          : sql`and not exists (select from player_days o
        where o.player_id = d.player_id and o.day < ${day}::date and o.day > ${day}::date - ${period}::int)`
      }
    group by hour`.execute(trx);
  return rows;
}

/** Different players who were here on the days before a day that belong to its period. Reads all of them: once a day. */
export async function countEarlierPlayers(trx: Transaction<DB>, day: string, period: number): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select count(*)::float8 as value from (
      select distinct player_id from player_days where day < ${day}::date and day > ${day}::date - ${period}::int) players`.execute(trx);
  return rows[0]?.value ?? 0;
}

/** What is stored of a metric without a key for a day; undefined: nothing. */
export async function findFigure(trx: Transaction<DB>, metric: string, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ value: number }>`
    select value from daily_figures where metric = ${metric} and day = ${day}::date and key = ''`.execute(trx);
  return rows[0]?.value;
}

/** The games that were played most on a day. */
export async function countTopGames(trx: Transaction<DB>, day: string, limit: number): Promise<{ key: string; value: number }[]> {
  const { rows } = await sql<{ key: string; value: number }>`
    select game_id as key, count(*)::float8 as value from plays where ${within(sql`started_at`, { from: day, to: day })}
    group by game_id order by 2 desc, 1 limit ${limit}`.execute(trx);
  return rows;
}

/** The games that were played most on some days, by what is stored of each day. @param keys of these games alone */
export async function sumTopGames(
  trx: Transaction<DB>,
  days: Days,
  limit: number,
  keys: string[] | null = null,
): Promise<{ key: string; value: number }[]> {
  const { rows } = await sql<{ key: string; value: number }>`
    select key, sum(value) as value from daily_figures where metric = 'day-games' and day between ${days.from}::date and ${days.to}::date
      ${keys === null ? sql`` : sql`and key = any(${sql.val(keys)}::text[])`}
    group by key order by 2 desc, 1 limit ${limit}`.execute(trx);
  return rows;
}

/** How long decisions of a day took: how many took about so many minutes (the key), and how many minutes the longest took. */
export async function countDecisionTimes(trx: Transaction<DB>, day: string): Promise<{ key: string; value: number; longest: number }[]> {
  const minutes = sql`extract(epoch from decided_at - created_at)::float8 / 60 as minutes`;
  // Exact for two hours, then to ten minutes, after a day to the hour: a few hundred rows at most.
  const { rows } = await sql<{ key: string; value: number; longest: number }>`
    select key::text, count(*)::float8 as value, max(minutes) as longest from (
      select minutes, case when minutes < 120 then round(minutes) when minutes < 1440 then round(minutes / 10) * 10 else round(minutes / 60) * 60 end as key
      from (${listReports('decided_at', { from: day, to: day }, () => minutes)}) decisions) rounded
    group by key`.execute(trx);
  return rows;
}

/** What was stored of these days: how many decisions took about so many minutes, the shortest first, and the longest of all. */
export async function sumDecisionTimes(
  trx: Transaction<DB>,
  days: Days,
): Promise<{ times: { minutes: number; count: number }[]; longest: number | null }> {
  const { rows } = await sql<{ metric: string; minutes: number; value: number }>`
    select metric, case when key = '' then 0 else key::float8 end as minutes,
      case when metric = 'decision-longest' then max(value) else sum(value) end as value
    from daily_figures where metric in ('decision-times', 'decision-longest') and day between ${days.from}::date and ${days.to}::date
    group by 1, 2 order by 2`.execute(trx);
  return {
    times: rows.filter(({ metric }) => metric === 'decision-times').map(({ minutes, value }) => ({ minutes, count: value })),
    longest: rows.find(({ metric }) => metric === 'decision-longest')?.value ?? null,
  };
}

/** How many players had premium at a time. */
export async function countPremium(trx: Transaction<DB>, at: Date): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    with moment as (select ${at}::timestamptz as at)
    select count(*)::float8 as value from (
      select player_id from paid_periods where revoked_at is null and ends_at > ${at} and player_id is not null
      union select player_id from subscriptions where state <> 'ended' and grace_until > ${at} and player_id is not null) p, moment
    where ${sql.raw(premiumCondition('p.player_id', 'moment.at'))}`.execute(trx);
  return rows[0]?.value ?? 0;
}

/** How many jobs of a queue wait; null: there is no queue yet. */
export async function countWaitingJobs(trx: Transaction<DB>, queue: string): Promise<number | null> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(trx);
  if (!there[0]?.is) return null;
  const { rows } = await sql<{ value: number }>`
    select count(*)::float8 as value from pgboss.job where name = ${queue} and state in ('created', 'retry')`.execute(trx);
  return rows[0]?.value ?? null;
}

/** What is stored of a metric for a day. */
export async function findFigures(trx: Transaction<DB>, metric: string, day: string): Promise<CountedFigures> {
  const { rows: daily } = await sql<CountedFigures['daily'][number]>`
    select day::text, key, value from daily_figures where metric = ${metric} and day = ${day}::date`.execute(trx);
  const { rows: hourly } = await sql<CountedFigures['hourly'][number]>`
    select day::text, hour, value from hourly_figures where metric = ${metric} and day = ${day}::date`.execute(trx);
  return { daily, hourly };
}

/** What one count writes: figures by day and key, and by day and hour. */
export type CountedFigures = {
  daily: { day: string; key: string; value: number }[];
  hourly: { day: string; hour: number; value: number }[];
};

/** Stores what was counted of a metric for some days, and for no others, in place of what stood there. Only what changed is written. */
export async function saveFigures(
  trx: Transaction<DB>,
  metric: string,
  days: { from: string; to: string },
  figures: CountedFigures,
): Promise<void> {
  const inDays = sql`f.metric = ${metric} and f.day between ${days.from}::date and ${days.to}::date`;
  const rows = (all: object[], columns: RawBuilder<unknown>) => sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as n (${columns})`;
  const daily = rows(figures.daily, sql`day date, key text, value float8`);
  const hourly = rows(figures.hourly, sql`day date, hour smallint, value float8`);
  await sql`
    with gone as (delete from daily_figures f where ${inDays} and not exists (select from ${daily} where n.day = f.day and n.key = f.key))
    insert into daily_figures as f (metric, day, key, value) select ${metric}, day, key, value from ${daily} where n.day between ${days.from}::date and ${days.to}::date
    on conflict (metric, day, key) do update set value = excluded.value where f.value <> excluded.value`.execute(trx);
  await sql`
    with gone as (delete from hourly_figures f where ${inDays} and not exists (select from ${hourly} where n.day = f.day and n.hour = f.hour))
    insert into hourly_figures as f (metric, day, hour, value) select ${metric}, day, hour, value from ${hourly} where n.day between ${days.from}::date and ${days.to}::date
    on conflict (metric, day, hour) do update set value = excluded.value where f.value <> excluded.value`.execute(trx);
}

/** Deletes all figures and counters, and lets those that began later than the site begin on a day. */
export async function deleteFigures(trx: Transaction<DB>, start: string): Promise<void> {
  for (const table of ['daily_figures', 'hourly_figures', 'counted_days', 'play_seconds', 'refused_messages'])
    await sql`delete from ${sql.table(table)}`.execute(trx);
  await sql`update figure_starts set day = ${start}::date`.execute(trx);
}

/** Deletes figures, counters and days of players before a day, so many rows of each table at most. @returns whether something may be left */
export async function deleteFiguresBefore(db: Database, day: string, limit: number): Promise<boolean> {
  let isFull = false;
  for (const table of ['player_days', 'daily_figures', 'hourly_figures', 'counted_days', 'play_seconds', 'refused_messages']) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where day < ${day}::date limit ${limit}))`.execute(
      db,
    );
    isFull ||= numAffectedRows >= BigInt(limit);
  }
  return isFull;
}
