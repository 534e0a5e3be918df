import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

/** A request that a payment is for, with what its guardian allows now. */
export type PaidRequest = {
  state: 'open' | 'paid' | 'refused' | 'cancelled' | 'expired';
  guardianship_id: string;
  guardianship_state: 'asked' | 'replaced' | 'given' | 'refused' | 'withdrawn';
  buying: 'none' | 'ask' | 'up-to-a-sum' | null;
  /** Our team was told that the guardian's mailbox is gone, and ended what they had agreed to. */
  is_mailbox_gone: boolean;
  age_band: AgeBand | null;
  /** The account is closed, or about to be deleted. */
  is_closing: boolean;
};

/** A request, as seen by this transaction, which holds the lock of its player's row; undefined if it was deleted. */
export async function findPaidRequest(trx: Transaction<DB>, id: string): Promise<PaidRequest | undefined> {
  const { rows } = await sql<PaidRequest>`
    select r.state, r.guardianship_id, s.state as guardianship_state, s.buying,
      s.is_ended_by_team as is_mailbox_gone, p.age_band,
      p.closed_as is not null or p.deletes_at is not null as is_closing
    from purchase_requests r join guardianships s on s.id = r.guardianship_id join players p on p.id = r.player_id
    where r.id = ${id}`.execute(trx);
  return rows[0];
}

/** Records that a request is paid, whatever was said of it before. */
export async function savePaid(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx.updateTable('purchase_requests').set({ state: 'paid', decided_at: at, reply: null }).where('id', '=', id).execute();
}

/** Ends the open request of a player who has paid the same plan by themselves. */
export async function endAnsweredRequest(trx: Transaction<DB>, playerId: string, planId: string, at: Date): Promise<void> {
  await trx
    .updateTable('purchase_requests')
    .set({ state: 'cancelled', decided_at: at })
    .where('player_id', '=', playerId)
    .where('plan_id', '=', planId as 'premium')
    .where('state', '=', 'open')
    .execute();
}
