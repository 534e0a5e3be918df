import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

/** A request that a payment is for, with what its guardian allows now. */
export type PaidRequest = {
  state: 'open' | 'paid' | 'refused' | 'cancelled' | 'expired';
  guardianship_id: string;
  guardianship_state: 'asked' | 'replaced' | 'given' | 'refused' | 'withdrawn';
  buying: 'none' | 'ask' | 'up-to-a-sum' | null;
  age_band: AgeBand | null;
};

/** A request, as seen by this transaction, which holds the lock of its player's row; undefined if it was deleted. */
export async function findPaidRequest(trx: Transaction<DB>, id: string): Promise<PaidRequest | undefined> {
  const { rows } = await sql<PaidRequest>`
    select r.state, r.guardianship_id, s.state as guardianship_state, s.buying, p.age_band
    from purchase_requests r join guardianships s on s.id = r.guardianship_id join players p on p.id = r.player_id
    where r.id = ${id}`.execute(trx);
  return rows[0];
}

/** Records that a request is paid, whatever was said of it before. */
export async function savePaid(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx.updateTable('purchase_requests').set({ state: 'paid', decided_at: at, reply: null }).where('id', '=', id).execute();
}
