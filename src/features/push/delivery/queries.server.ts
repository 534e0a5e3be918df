import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import { toQuietHours } from '../quiet-hours.rules.ts';
import type { QuietHours } from '../schema.ts';

/** Which of these players have a push subscription. */
export async function filterSubscribed(db: Database, playerIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ player_id: string }>`
    select distinct player_id from push_subscriptions where player_id = any (${playerIds}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.player_id));
}

/** A subscription, and what decides whether it is notified now. */
export type Target = {
  id: string;
  playerId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  band: AgeBand;
  /** As `findQuietHours`. */
  chosenHours: QuietHours | null | undefined;
  isOnline: boolean;
};

type TargetRow = {
  id: string;
  player_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  age_band: AgeBand;
  has_chosen: boolean;
  quiet_from: number | null;
  quiet_until: number | null;
  is_online: boolean;
};

/**
 * The browsers of these players, or only one of them. Not of players who are banned, are closing their account or have not said their age, nor
 * of those without a confirmed address; the team is called without one too.
 * @param onlineSince a heartbeat after this means that a page of the player's is open
 */
export async function listTargets(
  db: Database,
  of: { playerIds: readonly string[] } | { id: string },
  { now, onlineSince }: { now: Date; onlineSince: Date },
): Promise<Target[]> {
  const { rows } = await sql<TargetRow>`
    select s.id, s.player_id, s.endpoint, s.p256dh, s.auth, p.age_band, t.player_id is not null as has_chosen, t.quiet_from, t.quiet_until,
      seen.player_id is not null and not seen.is_offline and seen.seen_at > ${onlineSince} as is_online
    from push_subscriptions s
    join sessions x on x.id = s.session_id and x.expires_at > ${now}
    join players p on p.id = s.player_id
    left join push_settings t on t.player_id = s.player_id
    left join presence seen on seen.player_id = s.player_id
    where ${'id' in of ? sql`s.id = ${of.id}` : sql`s.player_id = any (${of.playerIds}::uuid[])`}
      and (p.email_confirmed or p.role in ('moderator', 'operator')) and p.deletes_at is null and p.closed_as is null and p.age_band is not null
      and not exists (select 1 from sanctions b where b.player_id = p.id and b.kind = 'ban' and b.lifted_at is null
        and (b.until is null or b.until > ${now}))
    order by s.player_id, s.id`.execute(db);
  return rows.map(({ player_id: playerId, age_band: band, has_chosen, quiet_from, quiet_until, is_online: isOnline, ...row }) => ({
    ...row,
    playerId,
    band,
    chosenHours: has_chosen ? toQuietHours({ quiet_from, quiet_until }) : undefined,
    isOnline,
  }));
}

/** What is throttled: a player, and the kind of thing. */
export type ThrottleKey = { playerId: string; tag: string };

/**
 * Records that players are notified of things with these tags now. Each pair is given once.
 * @returns the pairs that were not notified since `before`: only these may be
 */
export async function claimThrottles(db: Database, pairs: readonly ThrottleKey[], now: Date, before: Date): Promise<ThrottleKey[]> {
  const { rows } = await sql<{ player_id: string; tag: string }>`
    insert into push_throttles as t (player_id, tag, sent_at)
    select player_id, tag, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(pairs.map(toThrottleRow))}::jsonb) as one (player_id uuid, tag text)
    order by player_id, tag
    on conflict (player_id, tag) do update set sent_at = excluded.sent_at where t.sent_at <= ${before}
    returning player_id, tag`.execute(db);
  return rows.map((row) => ({ playerId: row.player_id, tag: row.tag }));
}

const toThrottleRow = ({ playerId, tag }: ThrottleKey) => ({ player_id: playerId, tag });

/** Deletes a subscription unless its browser has subscribed again meanwhile. */
export async function deleteSubscription(db: Database, id: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint).execute();
}

/**
 * Records that a push service did not take a message for a browser. The subscription is deleted if that has been so since `before`, unless its
 * browser has subscribed again meanwhile.
 */
export async function recordRefusal(db: Database, id: string, endpoint: string, now: Date, before: Date): Promise<void> {
  await sql`with ended as (
      delete from push_subscriptions where id = ${id} and endpoint = ${endpoint} and refused_since <= ${before} returning id
    )
    update push_subscriptions set refused_since = coalesce(refused_since, ${now})
    where id = ${id} and endpoint = ${endpoint} and id not in (select id from ended)`.execute(db);
}

/** Records that a push service took a message for a browser. */
export async function touchSubscription(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('push_subscriptions').set({ last_used_at: now, refused_since: null }).where('id', '=', id).execute();
}

/** Forgets the notifications from before this. */
export async function deleteThrottles(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('push_throttles').where('sent_at', '<', before).execute();
}

/** How many jobs of these queues wait, up to `limit`. */
export async function countWaiting(db: Database, queues: readonly string[], limit: number): Promise<number> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db);
  if (!there[0]?.is) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from pgboss.job where name = any (${queues}::text[]) and state in ('created', 'retry') limit ${limit}) waiting`.execute(db);
  return rows[0]?.n ?? 0;
}
