import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { BuyingChoice, ChatChoice, Language, Relation } from '../schema.ts';
import type { MailFacts } from './rules.ts';
import type { GuardianMailKind } from './schema.ts';

/** A mail that waits to be sent, with what it is about. */
export type QueuedMail = MailFacts & {
  email: string;
  language: Language;
  username: string;
  relation: Relation | null;
  chat: ChatChoice | null;
  buying: BuyingChoice | null;
  monthly_limit_minor: number | null;
  confirmation_queued_at: Date | null;
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
  return db
    .selectFrom('guardian_mails as m')
    .innerJoin('guardianships as s', 's.id', 'm.guardianship_id')
    .innerJoin('guardians as g', 'g.id', 's.guardian_id')
    .innerJoin('players as p', 'p.id', 's.player_id')
    .select(['m.kind', 's.state', 'p.age_band', 'p.closed_as', 'g.email', 'g.language', 'p.username', 's.relation', 's.chat', 's.buying'])
    .select(['s.monthly_limit_minor', 's.confirmation_queued_at'])
    .where('m.id', '=', id)
    .where('m.taken_at', 'is', null)
    .where('m.refused_at', 'is', null)
    .$narrowType<{ age_band: MailFacts['age_band'] }>()
    .executeTakeFirst();
}

/** Records that a mail server took the mail, or that it never will. */
export async function saveOutcome(db: Kysely<DB>, id: string, outcome: 'taken_at' | 'refused_at', at: Date): Promise<void> {
  await db
    .updateTable('guardian_mails')
    .set({ [outcome]: at })
    .where('id', '=', id)
    .execute();
}

/** Whether the owner of a mailbox wants no mail of this kind. */
export async function isUnwanted(db: Kysely<DB>, mailboxHash: string): Promise<boolean> {
  const row = await db.selectFrom('unwanted_mailboxes').select('mailbox_hash').where('mailbox_hash', '=', mailboxHash).executeTakeFirst();
  return row !== undefined;
}
