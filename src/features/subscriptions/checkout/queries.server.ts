import { sql, type Insertable, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** One pack of kiddocash. */
export async function findPackById(db: Kysely<DB>, id: string) {
  return db.selectFrom('packs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A player's open checkout for the same product, if there is one; one of a guardian only for the same request. */
export async function findOpenCheckout(
  trx: Transaction<DB>,
  playerId: string,
  request: Pick<
    Insertable<DB['payments']>,
    'plan_id' | 'pack_id' | 'channel' | 'amount_minor' | 'currency' | 'kiddocash' | 'provider' | 'purchase_request_id'
  >,
  since: Date,
): Promise<{ reference: string; checkout_url: string | null } | undefined> {
  const { rows } = await sql<{ reference: string; checkout_url: string | null }>`
    select reference, checkout_url from payments
    where player_id = ${playerId} and state in ('created', 'pending') and created_at > ${since} and subscription_id is null
      and plan_id is not distinct from ${request.plan_id}::text and pack_id is not distinct from ${request.pack_id}::text
      and channel = ${request.channel} and amount_minor = ${request.amount_minor} and currency = ${request.currency}
      and kiddocash = ${request.kiddocash} and provider = ${request.provider}
      and payer = ${request.purchase_request_id === null ? 'player' : 'guardian'}
      and purchase_request_id is not distinct from ${request.purchase_request_id}::uuid
    order by created_at desc limit 1`.execute(trx);
  return rows[0];
}

/** Records that the payer was sent to the provider's checkout. */
export async function saveCheckoutUrl(db: Database, reference: string, url: string): Promise<void> {
  await sql`update payments set checkout_url = ${url}, state = case state when 'created' then 'pending' else state end
    where reference = ${reference}`.execute(db);
}
