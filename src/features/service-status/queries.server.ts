import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DayMinutes } from './rules.ts';
import type { CheckState, Incident, Part } from './schema.ts';

export type LastCheck = { part: Part; state: CheckState; at: Date; durationMs: number | null; error: string };

/** What the last check of each part found. */
export async function listLastChecks(db: Database): Promise<LastCheck[]> {
  const { rows } = await sql<LastCheck>`
    select part, state, checked_at as at, duration_ms as "durationMs", error from status_checks
    where minute = (select minute from status_checks where checked_at is not null order by minute desc limit 1) and checked_at is not null`.execute(
    db,
  );
  return rows;
}

/** The minutes of each day and part, by state. */
export async function listDayMinutes(db: Database, days: { from: string; to: string }): Promise<DayMinutes[]> {
  const { rows } = await sql<DayMinutes>`
    select day::text, part, worked, slow, down from status_days where day between ${days.from}::date and ${days.to}::date order by day`.execute(
    db,
  );
  return rows;
}

export type IncidentRow = Omit<Incident, 'startedAt' | 'endedAt' | 'updates'> & {
  version: number;
  startedAt: Date;
  endedAt: Date | null;
  updates: { id: string; at: string; body: string }[];
};

const SELECT_INCIDENTS = sql`
  select i.id, i.version, i.title, i.body, i.parts, i.effect, i.started_at as "startedAt", i.ended_at as "endedAt",
    coalesce((select json_agg(json_build_object('id', u.id, 'at', u.at, 'body', u.body) order by u.at, u.id)
      from incident_updates u where u.incident_id = i.id), '[]'::json) as updates
  from incidents i`;

/** Incidents that go on, or ended after a time; the latest first. */
export async function listIncidents(db: Database, since: Date, limit: number): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`${SELECT_INCIDENTS}
    where i.ended_at is null or i.ended_at >= ${since} order by i.started_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

/** One incident. */
export async function findIncident(db: Database, id: string): Promise<IncidentRow | undefined> {
  const { rows } = await sql<IncidentRow>`${SELECT_INCIDENTS} where i.id = ${id}`.execute(db);
  return rows[0];
}

/** An incident as everybody reads it. */
export function toIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    parts: row.parts,
    effect: row.effect,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    updates: row.updates.map(({ id, at, body }) => ({ id, at: new Date(at).toISOString(), body })),
  };
}
