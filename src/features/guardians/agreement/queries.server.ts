import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import type { GuardianMailKind } from '../emails/schema.ts';
import type { BuyingChoice, ChatChoice, GivenConsent, Language, Relation } from '../schema.ts';
import type { AgreementFacts } from './rules.ts';

/** A guardianship, with the guardian, the player, and the mail whose link is used. */
export type AgreementRecord = AgreementFacts & {
  mail_id: string;
  mail_kind: GuardianMailKind;
  id: string;
  player_id: string;
  guardian_id: string;
  decided_at: Date | null;
  confirmation_taken_at: Date | null;
  relation: Relation | null;
  chat: ChatChoice | null;
  buying: BuyingChoice | null;
  /** In cents of a shilling. */
  monthly_limit_minor: number | null;
  email: string;
  language: Language;
  username: string;
};

/** The guardianship whose mail had this id; undefined if it is gone: nobody answered for long, or the player is gone. */
export async function findByMail(db: Kysely<DB>, mailId: string): Promise<AgreementRecord | undefined> {
  const { rows } = await sql<AgreementRecord>`
    select m.id as mail_id, m.kind as mail_kind, m.queued_at as mail_queued_at, s.id, s.player_id, s.guardian_id, s.state, s.asked_at,
      s.reminded_at, s.decided_at, s.confirmation_taken_at, s.relation, s.chat, s.buying, s.monthly_limit_minor, s.email, g.language,
      p.username, p.age_band, p.closed_as,
      exists (select from guardianships o where o.player_id = s.player_id and o.id <> s.id and o.state in ('asked', 'given')) as has_other_guardian
    from guardian_mails m join guardianships s on s.id = m.guardianship_id
      join guardians g on g.id = s.guardian_id join players p on p.id = s.player_id
    where m.id = ${mailId}`.execute(db);
  return rows[0];
}

export type OpenGuardianship = {
  id: string;
  player_id: string;
  email: string;
  state: 'asked' | 'given';
  age_band: AgeBand | null;
};

/** The guardianships of a guardian that are asked or given, also of players who are of age by now, or whose account is closed. */
export async function listOpenGuardianships(db: Kysely<DB>, guardianId: string): Promise<OpenGuardianship[]> {
  const { rows } = await sql<OpenGuardianship>`
    select s.id, s.player_id, s.email, s.state, p.age_band from guardianships s join players p on p.id = s.player_id
    where s.guardian_id = ${guardianId} and s.state in ('asked', 'given') order by s.id`.execute(db);
  return rows;
}

/** Stores that a guardian agreed, from now on: the mail that asks whether it was they becomes due. */
export async function saveConsent(trx: Transaction<DB>, id: string, consent: GivenConsent, at: Date): Promise<void> {
  const unconfirmed = { confirmation_queued_at: null, confirmation_taken_at: null };
  await trx
    .updateTable('guardianships')
    .set({ ...toColumns(consent), ...unconfirmed, state: 'given', decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Stores what a guardian chose instead. It puts nothing off: neither since when they agree, nor the mail that asks whether it was they. */
export async function saveChange(trx: Transaction<DB>, id: string, consent: GivenConsent): Promise<void> {
  await trx.updateTable('guardianships').set(toColumns(consent)).where('id', '=', id).where('state', '=', 'given').execute();
}

function toColumns({ monthlyLimitMinor, ...columns }: GivenConsent) {
  return { ...columns, monthly_limit_minor: monthlyLimitMinor };
}

/** Stores the language that a guardian chose. */
export async function saveLanguage(trx: Transaction<DB>, guardianId: string, language: Language): Promise<void> {
  await trx.updateTable('guardians').set({ language }).where('id', '=', guardianId).execute();
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
