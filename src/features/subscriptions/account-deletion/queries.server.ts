import type { Database } from '../../../infra/database/database.ts';

/** A player's card subscriptions that we ended but that the provider has not yet confirmed as stopped. */
export async function listUnstoppedSubscriptionIds(db: Database, playerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('channel', '=', 'card')
    .where('state', '=', 'ended')
    .where('stopped_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
