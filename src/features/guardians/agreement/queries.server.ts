import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { ChatChoice, BuyingChoice, Language, Relation } from '../schema.ts';
import type { AgreementFacts } from './rules.ts';

/** A guardianship, with the guardian and the player. */
export type AgreementRecord = AgreementFacts & {
  id: string;
  player_id: string;
  guardian_id: string;
  decided_at: Date | null;
  relation: Relation | null;
  chat: ChatChoice | null;
  buying: BuyingChoice | null;
  /** In cents of a shilling. */
  monthly_limit_minor: number | null;
  email: string;
  language: Language;
  username: string;
};

/** The guardianship whose mail had this id; undefined if it is gone: nobody answered for long, another address was asked, or the player is gone. */
export async function findByMail(db: Kysely<DB>, mailId: string): Promise<AgreementRecord | undefined> {
  const { rows } = await sql<AgreementRecord>`
    select s.id, s.player_id, s.guardian_id, s.state, s.asked_at, s.reminded_at, s.decided_at, s.relation, s.chat, s.buying,
      s.monthly_limit_minor, g.email, g.language, p.username, p.age_band, p.closed_as,
      exists (select from guardianships o where o.player_id = s.player_id and o.id <> s.id and o.state in ('asked', 'given')) as has_other_guardian
    from guardian_mails m join guardianships s on s.id = m.guardianship_id
      join guardians g on g.id = s.guardian_id join players p on p.id = s.player_id
    where m.id = ${mailId}`.execute(db);
  return rows[0];
}

export type OpenGuardianship = { id: string; player_id: string; state: 'asked' | 'given' };

/** The guardianships of a guardian that are asked or given. Players of age are left alone; closed accounts, which have no age, are not. */
export async function listOpenGuardianships(db: Kysely<DB>, guardianId: string): Promise<OpenGuardianship[]> {
  const { rows } = await sql<OpenGuardianship>`
    select s.id, s.player_id, s.state from guardianships s join players p on p.id = s.player_id
    where s.guardian_id = ${guardianId} and s.state in ('asked', 'given') and p.age_band is distinct from 18 order by s.id`.execute(db);
  return rows;
}

/** Locks players, always in the same order, and then a guardian until the end of the transaction. */
export async function lockPlayersAndGuardian(trx: Transaction<DB>, playerIds: readonly string[], guardianId: string): Promise<void> {
  await sql`select id from players where id = any(${[...playerIds]}::uuid[]) order by id for no key update`.execute(trx);
  await sql`select id from guardians where id = ${guardianId} for no key update`.execute(trx);
}

/** For how many other players under 18 a guardian has agreed. */
export async function countOtherChildren(trx: Transaction<DB>, guardianId: string, playerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from guardianships s join players p on p.id = s.player_id
    where s.guardian_id = ${guardianId} and s.state = 'given' and s.player_id <> ${playerId} and p.age_band is distinct from 18`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** What a guardian who agrees chose and said. `monthlyLimitMinor`: in cents of a shilling. */
export type GivenConsent = { relation: Relation; chat: ChatChoice; buying: BuyingChoice; monthlyLimitMinor: number | null };

/** Stores that a guardian agreed, or what they chose instead. The mail that asks whether it was they becomes due anew. */
export async function saveConsent(trx: Transaction<DB>, id: string, consent: GivenConsent, at: Date): Promise<void> {
  const { monthlyLimitMinor, ...columns } = consent;
  await trx
    .updateTable('guardianships')
    .set({ ...columns, monthly_limit_minor: monthlyLimitMinor, state: 'given', decided_at: at, confirmation_queued_at: null })
    .where('id', '=', id)
    .execute();
}

/** Stores that a guardian said no, or took the consent back: nothing of what was chosen holds any more. */
export async function saveEnd(trx: Transaction<DB>, id: string, state: 'refused' | 'withdrawn', at: Date): Promise<void> {
  await trx
    .updateTable('guardianships')
    .set({ state, decided_at: at, relation: null, chat: null, buying: null, monthly_limit_minor: null, confirmation_queued_at: null })
    .where('id', '=', id)
    .execute();
}

/** Stores the language that a guardian chose. */
export async function saveLanguage(trx: Transaction<DB>, guardianId: string, language: Language): Promise<void> {
  await trx.updateTable('guardians').set({ language }).where('id', '=', guardianId).execute();
}

/** Stores what a guardian decided, for good. */
export async function insertConsentRecord(
  trx: Transaction<DB>,
  record: {
    id: string;
    playerId: string;
    email: string;
    mailId: string;
    decision: 'given' | 'changed' | 'refused' | 'withdrawn';
    textVersion: string;
    language: Language;
    consent: GivenConsent | null;
    at: Date;
  },
): Promise<void> {
  await trx
    .insertInto('consent_records')
    .values({
      id: record.id,
      player_id: record.playerId,
      guardian_email: record.email,
      mail_id: record.mailId,
      decision: record.decision,
      text_version: record.textVersion,
      language: record.language,
      relation: record.consent?.relation ?? null,
      chat: record.consent?.chat ?? null,
      buying: record.consent?.buying ?? null,
      monthly_limit_minor: record.consent?.monthlyLimitMinor ?? null,
      at: record.at,
    })
    .execute();
}

/** Remembers that the owner of a mailbox wants no mails of this kind. */
export async function insertUnwantedMailbox(trx: Transaction<DB>, mailboxHash: string, at: Date): Promise<void> {
  await trx
    .insertInto('unwanted_mailboxes')
    .values({ mailbox_hash: mailboxHash, created_at: at })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Forgets it: they agreed after all. */
export async function deleteUnwantedMailbox(trx: Transaction<DB>, mailboxHash: string): Promise<void> {
  await trx.deleteFrom('unwanted_mailboxes').where('mailbox_hash', '=', mailboxHash).execute();
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
