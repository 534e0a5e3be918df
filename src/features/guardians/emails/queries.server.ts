import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { selectConsent } from '../allowances/rules.ts';
import type { BuyingChoice, ChatChoice, Language, Relation } from '../schema.ts';
import type { AdultChange, MailFacts } from './rules.ts';
import type { GuardianMailKind } from './schema.ts';

/** A mail that waits to be sent, with what it is about. */
export type QueuedMail = MailFacts & {
  guardianship_id: string;
  player_id: string;
  guardian_id: string;
  email: string;
  language: Language;
  username: string;
  relation: Relation | null;
  chat: ChatChoice | null;
  buying: BuyingChoice | null;
  monthly_limit_minor: number | null;
  /** Usernames of grown-ups whom the guardian approved, as they were typed. */
  adults: string[];
  /** Which were approved or taken out since the last mail that said so; of the second mail, since the yes. Also what no longer holds. */
  adult_changes: AdultChange[];
  confirmation_queued_at: Date | null;
  /** A guardian of the player said no, or took a consent back, and nobody has agreed since. */
  is_after_no: boolean;
};

/** Stores that a mail is queued. */
export async function insertMail(
  trx: Transaction<DB>,
  mail: { id: string; guardianshipId: string; kind: GuardianMailKind; at: Date },
): Promise<void> {
  await trx
    .insertInto('guardian_mails')
    .values({ id: mail.id, guardianship_id: mail.guardianshipId, kind: mail.kind, queued_at: mail.at })
    .execute();
}

/** A mail that no mail server took or refused yet; undefined if it was sent, or the request is gone. */
export async function findQueuedMail(db: Kysely<DB>, id: string): Promise<QueuedMail | undefined> {
  const { rows } = await sql<QueuedMail>`
    select m.kind, m.queued_at, s.id as guardianship_id, s.player_id, s.guardian_id, s.email, s.state, s.asked_at, s.decided_at, s.relation,
      s.chat, s.buying, s.monthly_limit_minor,
      array(select a.username from approved_adults a where a.guardianship_id = s.id order by a.approved_at, a.username) as adults,
      (select coalesce(json_agg(json_build_object('change', r.adult_change, 'username', r.adult_username) order by r.at, r.id), '[]')
        from consent_records r
        where r.player_id = s.player_id and r.adult_username is not null and r.at >= s.decided_at and (m.kind = 'confirmation' or r.at >= coalesce(
          (select max(o.taken_at) from guardian_mails o where o.guardianship_id = s.id and o.kind in ('receipt', 'confirmation')), s.decided_at))
      ) as adult_changes,
      s.confirmation_queued_at, s.confirmation_taken_at, g.language, p.username, p.age_band, p.closed_as, coalesce(${sql.raw(selectConsent('p.id'))} = '"no"'::jsonb, false) as is_after_no
    from guardian_mails m join guardianships s on s.id = m.guardianship_id
      join guardians g on g.id = s.guardian_id join players p on p.id = s.player_id
    where m.id = ${id} and m.taken_at is null and m.refused_at is null`.execute(db);
  return rows[0];
}

/** Records that a mail server took the mail; of a confirmation, that the consent which it asks about is confirmed. */
export async function saveTaken(db: Kysely<DB>, id: string, at: Date): Promise<void> {
  await sql`
    with taken as (update guardian_mails set taken_at = ${at} where id = ${id} returning guardianship_id, kind, queued_at)
    update guardianships s set confirmation_taken_at = ${at} from taken m
    where s.id = m.guardianship_id and m.kind = 'confirmation' and s.state = 'given' and m.queued_at >= s.decided_at`.execute(db);
}

/** Records that a mail server refused the mail for good. */
export async function saveRefused(db: Kysely<DB>, id: string, at: Date): Promise<void> {
  await db.updateTable('guardian_mails').set({ refused_at: at }).where('id', '=', id).execute();
}

/** When a guardian was last mailed a receipt of this consent; and whether one waits since `waitingSince` or later. Null: none yet. */
export async function findLastReceipt(
  trx: Transaction<DB>,
  guardianshipId: string,
  waitingSince: Date,
): Promise<{ taken_at: Date | null; is_waiting: boolean | null }> {
  const { rows } = await sql<{ taken_at: Date | null; is_waiting: boolean | null }>`
    select max(m.taken_at) as taken_at, bool_or(m.taken_at is null and m.refused_at is null and m.queued_at > ${waitingSince}) as is_waiting
    from guardian_mails m join guardianships s on s.id = m.guardianship_id
    where m.guardianship_id = ${guardianshipId} and m.kind = 'receipt' and m.queued_at >= s.asked_at`.execute(trx);
  return rows[0] ?? { taken_at: null, is_waiting: null };
}

/** Whether the owner of a mailbox wants no mail of this kind. */
export async function isUnwanted(db: Kysely<DB>, mailboxHash: string): Promise<boolean> {
  const row = await db.selectFrom('unwanted_mailboxes').select('mailbox_hash').where('mailbox_hash', '=', mailboxHash).executeTakeFirst();
  return row !== undefined;
}

/** The price of the cheapest plan that costs something, in cents of a shilling; null if all are free. */
export async function findLowestPlanPrice(db: Kysely<DB>): Promise<number | null> {
  const row = await db
    .selectFrom('plans')
    .select('price_minor')
    .where('price_minor', '>', 0)
    .where('currency', '=', 'KES')
    .orderBy('price_minor')
    .limit(1)
    .executeTakeFirst();
  return row?.price_minor ?? null;
}
