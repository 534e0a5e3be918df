import { sql, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type PlanRow = Selectable<DB['plans']>;

/** The plans in display order, each with the number of cards that renew it. */
export async function listPlansWithSubscriptions(db: Database): Promise<(PlanRow & { renewing_count: number })[]> {
  const { rows } = await sql<PlanRow & { renewing_count: number }>`
    select p.*, (
      select count(*)::int from subscriptions s where s.plan_id = p.id and s.channel = 'card' and s.state in ('active', 'attention')
    ) as renewing_count
    from plans p order by p.position`.execute(db);
  return rows;
}

/** All plans, locked until the commit: their prices are validated together. */
export async function lockPlans(trx: Transaction<DB>): Promise<PlanRow[]> {
  return trx.selectFrom('plans').selectAll().orderBy('position').forNoKeyUpdate().execute();
}

/** Updates a locked plan. */
export async function updatePlan(
  trx: Transaction<DB>,
  id: PlanRow['id'],
  set: { price_minor: number; kiddocash: number; features: string[] },
): Promise<void> {
  await trx.updateTable('plans').set(set).where('id', '=', id).execute();
}
