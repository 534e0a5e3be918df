import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

type Due = { id: string; player_id: string | null };

/** Cards not checked with the provider since the given time: first those that we ended and it may still charge, then all others. */
export async function listCardsToCheck(
  db: Database,
  provider: string,
  before: { current: Date; ended: Date },
  limit: number,
): Promise<(Due & { ended: boolean })[]> {
  // Two queries, so that each can use its own index.
  const { rows } = await sql<Due & { ended: boolean }>`
    (select id, player_id, true as ended from subscriptions
      where channel = 'card' and renewal_stopped_at is null and state = 'ended' and provider = ${provider} and checked_at < ${before.ended}
      order by checked_at limit ${limit})
    union all
    (select id, player_id, false as ended from subscriptions
      where channel = 'card' and renewal_stopped_at is null and state <> 'ended' and provider = ${provider} and checked_at < ${before.current}
      order by checked_at limit ${limit})`.execute(db);
  return rows;
}

/** Records when a subscription was checked. */
export async function markSubscriptionChecked(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('subscriptions').set({ checked_at: at }).where('id', '=', id).execute();
}

/**
 * Subscriptions whose paid days and grace days are over, or whose player is deleted.
 * @param includeCards false: only subscriptions that need no query to the provider
 */
export async function listExpiredSubscriptions(db: Database, now: Date, includeCards: boolean, limit: number): Promise<Due[]> {
  // Least recently checked first, so that a subscription that cannot be ended does not block the others.
  const { rows } = await sql<Due>`
    (select id, player_id from subscriptions where player_id is null and state <> 'ended' limit ${limit})
    union all
    (select id, player_id from subscriptions
      where state <> 'ended' and player_id is not null and coalesce(grace_until, paid_until) <= ${now} and (${includeCards} or channel <> 'card')
      order by checked_at limit ${limit})`.execute(db);
  return rows;
}

/**
 * Subscriptions with an upcoming charge or end before `until` that the player was not reminded of.
 * @param after cursor: id of the last one seen
 */
export async function listSubscriptionsToRemind(db: Database, now: Date, until: Date, after: string | null, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, player_id from subscriptions
    cross join lateral (select case when channel = 'card' and state = 'active' then next_charge_at else paid_until end as at) next
    where state in ('active', 'non-renewing') and player_id is not null and next.at > ${now} and next.at <= ${until}
      and (reminded_for is null or reminded_for < next.at - interval '4 days' or reminded_for > next.at + interval '4 days')
      and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** A player's card subscriptions that we ended but that the provider has not yet confirmed as stopped. */
export async function listUnstoppedSubscriptionIds(db: Database, playerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('channel', '=', 'card')
    .where('state', '=', 'ended')
    .where('renewal_stopped_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
