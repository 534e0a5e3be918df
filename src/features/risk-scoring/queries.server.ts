import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { ASKED_DAYS, ASKED_MAX, SIGNALS_READ_MAX, type RiskFact, type RiskFacts, type RiskKind } from './rules.ts';

/** Who did what to whom. */
export type NewSignal = { id: string; playerId: string; otherId: string; kind: RiskKind };

/**
 * Counts a signal: the same on the same day is one row. How long the two have been friends is read from their friendship. Does nothing if
 * one of the two has no account any more.
 */
export async function saveSignal(db: Kysely<DB>, { id, playerId, otherId, kind }: NewSignal, at: Date): Promise<void> {
  await sql`
    insert into risk_signals (id, player_id, other_id, kind, day, first_at, last_at, friends_hours)
    select ${id}, ${playerId}, ${otherId}, ${kind}, (${at}::timestamptz at time zone 'UTC')::date, ${at}, ${at}, (
      select greatest(0, floor(extract(epoch from ${at}::timestamptz - accepted_at) / 3600))::int from friendships
      where low_id = least(${playerId}::uuid, ${otherId}::uuid) and high_id = greatest(${playerId}::uuid, ${otherId}::uuid) and state = 'accepted')
    where (select count(*) from players where id in (${playerId}, ${otherId})) = 2
    on conflict (player_id, other_id, kind, day) where reviewed_at is null
    do update set times = risk_signals.times + 1, last_at = greatest(risk_signals.last_at, excluded.last_at)`.execute(db);
}

/** Forgets that a player blocked another one, who is unblocked. */
export async function deleteBlockSignal(trx: Transaction<DB>, playerId: string, otherId: string): Promise<void> {
  await trx
    .deleteFrom('risk_signals')
    .where('player_id', '=', playerId)
    .where('other_id', '=', otherId)
    .where('kind', '=', 'blocked' satisfies RiskKind)
    .execute();
}

/**
 * Locks a player until the end of the transaction, so that one at a time judges them, a process or a moderator.
 * @returns null if there is no such player
 */
export async function lockPlayer(trx: Transaction<DB>, playerId: string): Promise<{ role: string } | null> {
  const { rows } = await sql<{ role: string }>`select role from players where id = ${playerId} for no key update`.execute(trx);
  return rows[0] ?? null;
}

/**
 * What is known about a player and counts: the newest signals, summed up by kind and player, that no moderator has decided about. The work
 * is bounded, however much a player does.
 */
export async function getRiskFacts(db: Kysely<DB>, playerId: string, now: Date, since: Date): Promise<RiskFacts> {
  const { rows } = await sql<{
    kind: string;
    other_id: string;
    times: number;
    last_at: Date;
    friends_hours: number | null;
  }>`
    select kind, other_id, sum(times)::int as times, max(last_at) as last_at, min(friends_hours) as friends_hours
    from (
      select * from risk_signals where player_id = ${playerId} and reviewed_at is null and last_at > ${since}
      order by last_at desc limit ${SIGNALS_READ_MAX}
    ) newest group by kind, other_id order by kind, other_id`.execute(db);
  const facts = rows.map((row): RiskFact => ({
    kind: row.kind,
    otherId: row.other_id,
    times: row.times,
    lastAt: row.last_at,
    friendsHours: row.friends_hours,
  }));
  const week = now.getTime() - ASKED_DAYS * 86_400_000;
  const asked = facts.filter(({ kind, lastAt }) => kind === 'request' && lastAt.getTime() > week).slice(0, ASKED_MAX);
  const askedIds = asked.map(({ otherId }) => otherId);
  return { facts, strangersAsked: askedIds.length === 0 ? 0 : await countStrangers(db, playerId, askedIds) };
}

/** How many of these players are friends neither with another of them nor with a friend of the player. */
async function countStrangers(db: Kysely<DB>, playerId: string, asked: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with circle as (
      select unnest(${asked}::uuid[]) as id
      union select case when low_id = ${playerId} then high_id else low_id end from friendships
        where state = 'accepted' and (low_id = ${playerId} or high_id = ${playerId})
    )
    select count(*)::int as count from unnest(${asked}::uuid[]) a (id)
    where not exists (select from friendships f join circle c on c.id = f.high_id where f.low_id = a.id and f.state = 'accepted' and f.high_id <> ${playerId})
      and not exists (select from friendships f join circle c on c.id = f.low_id where f.high_id = a.id and f.state = 'accepted' and f.low_id <> ${playerId})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Opens a case about a player, or brings the reasons of the open one up to date. The case is a report without a reporter: the queue, its
 * decisions and its retention are those of reports.
 * @returns whether it is a new case
 */
export async function saveCase(trx: Transaction<DB>, one: { id: string; playerId: string; reasons: string; at: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into player_reports (id, reporter_id, reported_player_id, evidence, reason, description, created_at)
    values (${one.id}, null, ${one.playerId}, '[]', 'risk-score', ${one.reasons}, ${one.at})
    on conflict (reported_player_id) where reason = 'risk-score' and state in ('new', 'reviewing')
    do update set description = excluded.description where player_reports.description <> excluded.description
    returning id`.execute(trx);
  return rows[0]?.id === one.id;
}

/** What a moderator saw counts for no later case. @param upTo the time until which the page had it */
export async function markSignalsReviewed(trx: Transaction<DB>, playerId: string, upTo: Date, now: Date): Promise<void> {
  await trx
    .updateTable('risk_signals')
    .set({ reviewed_at: now })
    .where('player_id', '=', playerId)
    .where('reviewed_at', 'is', null)
    .where('last_at', '<=', upTo)
    .execute();
}

/** Players of whom something was counted since a time, in the order of their ids. @param after the last id of the previous page */
export async function listPlayersWithSignals(db: Database, since: Date, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    select distinct player_id from risk_signals where last_at > ${since} and reviewed_at is null
      ${after === null ? sql`` : sql`and player_id > ${after}`}
    order by player_id limit ${limit}`.execute(db);
  return rows.map((row) => row.player_id);
}

/** Deletes what was counted before a time. */
export async function deleteSignalsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('risk_signals').where('last_at', '<', before).execute();
}

/** What became of the cases that Kiddo opened by itself since a time. */
export async function countOutcomes(db: Database, since: Date): Promise<{ open: number; acted: number; dismissed: number }> {
  const { rows } = await sql<{ open: number; acted: number; dismissed: number }>`
    select (count(*) filter (where state in ('new', 'reviewing')))::int as open, (count(*) filter (where state = 'resolved'))::int as acted,
      (count(*) filter (where state = 'dismissed'))::int as dismissed
    from player_reports where reason = 'risk-score' and created_at > ${since}`.execute(db);
  return rows[0] ?? { open: 0, acted: 0, dismissed: 0 };
}
