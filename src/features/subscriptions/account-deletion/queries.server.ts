import type { Database } from '../../../infra/database/database.ts';

/** Cards of a player that we ended and of which the provider has not said that they are charged no more. */
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
