import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { PaymentState } from '../../subscriptions/payments/rules.ts';

/** A place in the list: microseconds since 1970, because a moment in the database is finer than a Date, and the reference. */
export type PaymentCursor = { micros: number; reference: string };

/** Which payments; null: all. */
export type PaymentSelection = {
  states: string[];
  isDisallowed: boolean | null;
  channels: string[];
  providers: string[];
  since: Date | null;
  until: Date | null;
  playerId: string | null;
  reference: string | null;
  /** Also those that are paid and have a refund that failed and needs a look. */
  withFailedRefunds: boolean;
};

type ListedPaymentRow = {
  reference: string;
  product: 'subscription' | 'pass' | 'pack';
  channel: 'card' | 'mpesa';
  amount_minor: number;
  currency: 'KES' | 'USD';
  state: PaymentState;
  is_disallowed: boolean;
  payer: 'player' | 'guardian';
  created_at: Date;
  paid_at: Date | null;
  plan_name: string | null;
  kiddocash: number;
  provider: string;
  player_id: string | null;
  username: string | null;
  has_failed_refund: boolean;
  micros: number;
};

/** A refund of the payment failed, and nobody tried again or settled it. What is held or disputed needs a look all the same. */
const HAS_FAILED_REFUND = sql`p.state = 'success' and p.reference in (
  select r.reference from refund_requests r where r.state = 'failed' and r.settled_at is null)`;

/**
 * Payments of all players that fit, newest first.
 * Each combination of provider, way to pay and state is a range of the index payments_of_kind, sorted as the list is: a page reads at most its
 * own length of each. A player, or a reference, has few payments and an index of its own; refunds that failed are few.
 * @param after the last one shown
 */
export async function listPaymentRows(
  db: Database,
  selection: PaymentSelection,
  limit: number,
  after: PaymentCursor | null,
): Promise<ListedPaymentRow[]> {
  const { states, channels, providers, isDisallowed, since, until, playerId, reference, withFailedRefunds } = selection;
  const fits = sql`
    ${since === null ? sql`true` : sql`p.created_at >= ${since}`}
    and ${until === null ? sql`true` : sql`p.created_at < ${until}`}
    and ${isDisallowed === null ? sql`true` : sql`p.is_disallowed = ${isDisallowed}`}
    and ${
      after === null
        ? sql`true`
        : sql`(p.created_at, p.reference) < ('epoch'::timestamptz + ${after.micros}::float8 * interval '1 microsecond', ${after.reference})`
    }`;
  const newestFirst = sql`order by p.created_at desc, p.reference desc limit ${limit}`;
  const found =
    playerId === null && reference === null
      ? sql`unnest(${providers}::text[]) a (provider) cross join unnest(${channels}::text[]) b (channel) cross join unnest(${states}::text[]) c (state)
          cross join lateral (
            select p.* from payments p
            where p.provider = a.provider and p.channel = b.channel and p.state = c.state and ${fits}
            ${newestFirst}) p`
      : sql`(select p.* from payments p
          where ${reference === null ? sql`p.player_id = ${playerId}` : sql`p.reference = ${reference}`}
            and p.provider = any (${providers}::text[]) and p.channel = any (${channels}::text[]) and p.state = any (${states}::text[])
            and ${fits}
          ${newestFirst}) p`;
  const isOf = playerId === null ? sql`true` : sql`p.player_id = ${playerId}`;
  const isIt = reference === null ? sql`true` : sql`p.reference = ${reference}`;
  const alsoFailed = withFailedRefunds
    ? sql`union all (select p.* from payments p
        where ${HAS_FAILED_REFUND} and ${isOf} and ${isIt} and p.provider = any (${providers}::text[]) and p.channel = any (${channels}::text[])
          and ${fits}
        ${newestFirst})`
    : sql``;
  const { rows } = await sql<ListedPaymentRow>`
    select p.reference, p.product, p.channel, p.amount_minor, p.currency, p.state, p.is_disallowed, p.payer, p.created_at, p.paid_at, p.kiddocash,
      pl.name as plan_name, p.provider, p.player_id, who.username, ${HAS_FAILED_REFUND} as has_failed_refund, (extract(epoch from p.created_at) * 1000000)::float8 as micros
    from (select p.* from ${found} ${alsoFailed}) p left join plans pl on pl.id = p.plan_id left join players who on who.id = p.player_id
    ${newestFirst}`.execute(db);
  return rows;
}

/** Whether there is a payment with this reference. */
export async function hasPayment(db: Database, reference: string): Promise<boolean> {
  const { rows } = await sql`select 1 from payments where reference = ${reference}`.execute(db);
  return rows.length > 0;
}
