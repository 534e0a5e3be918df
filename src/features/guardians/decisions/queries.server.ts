import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { GuardianMailKind } from '../emails/schema.ts';
import type { GivenConsent, Language } from '../schema.ts';

/** Locks players, always in the same order, and then a guardian until the end of the transaction. */
export async function lockPlayersAndGuardian(trx: Transaction<DB>, playerIds: readonly string[], guardianId: string | null): Promise<void> {
  await sql`select id from players where id = any(${[...playerIds]}::uuid[]) order by id for no key update`.execute(trx);
  await sql`select id from guardians where id = ${guardianId} for no key update`.execute(trx);
}

/** Stores that a consent is not given: nothing of what was chosen holds any more. @param decision 'ended' and 'replaced': nobody said so (see ConsentRecord) */
export async function saveEnd(
  trx: Transaction<DB>,
  id: string,
  { decision, at }: { decision: 'refused' | 'withdrawn' | 'ended' | 'replaced'; at: Date },
): Promise<void> {
  const nothing = { relation: null, chat: null, buying: null, monthly_limit_minor: null };
  const unconfirmed = { confirmation_queued_at: null, confirmation_taken_at: null };
  const state = decision === 'refused' ? 'refused' : 'withdrawn';
  await trx
    .updateTable('guardianships')
    .set({
      ...nothing,
      ...unconfirmed,
      state,
      decided_at: at,
      is_mail_returned: decision === 'ended',
      is_ended_by_team: decision === 'replaced',
    })
    .where('id', '=', id)
    .execute();
}

export type ConsentRecord = {
  id: string;
  playerId: string;
  email: string;
  /** The mail whose link was used, or which came back; null: an operator did it for the guardian. */
  mail: { id: string; kind: GuardianMailKind; queuedAt: Date } | null;
  /** 'ended': nobody decided; our mail came back. 'replaced': our team ended it, and asks at another address. */
  decision: 'given' | 'changed' | 'refused' | 'withdrawn' | 'ended' | 'replaced';
  /** The text that they had before them; null: none that we know of. */
  textVersion: string | null;
  language: Language;
  consent: GivenConsent | null;
  /** What was decided about one grown-up: the name as it was typed, and whose it was then. `isOpen`: what was approved counts already. */
  adult?: { change: 'approved' | 'removed'; username: string; id: string | null; isOpen: boolean };
  at: Date;
};

/** Stores what a guardian decided, for good. */
export async function insertConsentRecord(trx: Transaction<DB>, record: ConsentRecord): Promise<void> {
  await trx
    .insertInto('consent_records')
    .values({
      id: record.id,
      player_id: record.playerId,
      guardian_email: record.email,
      mail_id: record.mail?.id ?? null,
      mail_kind: record.mail?.kind ?? null,
      mail_queued_at: record.mail?.queuedAt ?? null,
      decision: record.decision,
      text_version: record.textVersion,
      language: record.language,
      relation: record.consent?.relation ?? null,
      chat: record.consent?.chat ?? null,
      buying: record.consent?.buying ?? null,
      monthly_limit_minor: record.consent?.monthlyLimitMinor ?? null,
      adult_change: record.adult?.change ?? null,
      adult_username: record.adult?.username ?? null,
      adult_id: record.adult?.id ?? null,
      at: record.at,
    })
    .execute();
}

/** The decisions since a time, whoever they are about. */
export async function listDecisionsSince(db: Kysely<DB>, since: Date): Promise<{ id: string; player_id: string }[]> {
  return db.selectFrom('consent_records').select(['id', 'player_id']).where('at', '>', since).execute();
}
