import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** The number of readers and, for each post, how many were sent it and how many were not. */
export async function getCampaignStats(
  db: Database,
  posts: string[],
): Promise<{ readers: number; byPost: Map<string, { mailed: number; waiting: number }> }> {
  const { rows } = await sql<{ post: string | null; mailed: number; waiting: number }>`
    with readers as (select count(*)::int as n from newsletter_readers where confirmed_at is not null)
    select asked.post, count(l.reader_id)::int as mailed,
      (select n from readers) - (count(r.id) filter (where r.confirmed_at is not null))::int as waiting
    from unnest(${posts}::text[]) as asked (post)
      left join newsletter_deliveries l on l.post = asked.post left join newsletter_readers r on r.id = l.reader_id
    group by asked.post
    union all select null, 0, n from readers`.execute(db);
  const byPost = new Map(rows.flatMap(({ post, mailed, waiting }) => (post === null ? [] : [[post, { mailed, waiting }] as const])));
  return { readers: rows.find((row) => row.post === null)?.waiting ?? 0, byPost };
}

/** Ids of readers who were not sent a post. @param after the last id of the previous batch */
export async function listPendingReaders(trx: Kysely<DB>, post: string, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from newsletter_readers r
    where confirmed_at is not null ${after === null ? sql`` : sql`and id > ${after}`}
      and not exists (select from newsletter_deliveries l where l.post = ${post} and l.reader_id = r.id)
    order by id limit ${limit}`.execute(trx);
  return rows.map((row) => row.id);
}

/** Records that a reader is sent a post. @returns the email address, or null if they already got it or unsubscribed meanwhile */
export async function claimDelivery(trx: Kysely<DB>, post: string, readerId: string, at: Date): Promise<string | null> {
  const reader = await trx
    .selectFrom('newsletter_readers')
    .select('email')
    .where('id', '=', readerId)
    .where('confirmed_at', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!reader || reader.email === null) return null;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('newsletter_deliveries')
    .values({ post, reader_id: readerId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? reader.email : null;
}
