import { CompiledQuery, type Transaction } from 'kysely';
import type { QueryPrepared } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand, Consent } from '../../../shared/permissions.ts';
import { selectConsent } from './rules.ts';

export type ConsentRow = {
  age_band: AgeBand | null;
  consent: Consent;
  /** Of the guardianship that counts: the one that was given, else the latest. */
  state: 'asked' | 'given' | 'refused' | 'withdrawn' | null;
  /** The consent ended because our mail came back. */
  is_mail_returned: boolean | null;
  /** Our team ended it. */
  is_ended_by_team: boolean | null;
  /** In cents of a shilling; null without a limit of its own. */
  monthly_limit_minor: number | null;
  asked_at: Date | null;
  reminded_at: Date | null;
  reminder_count: number | null;
};

const CONSENT = {
  name: 'consent of a player',
  text: `select p.age_band, ${selectConsent('p.id')} as consent, g.state, g.is_mail_returned, g.is_ended_by_team,
      g.monthly_limit_minor, g.asked_at, g.reminded_at, g.reminder_count
    from players p left join lateral (
      select * from guardianships g where g.player_id = p.id and g.state <> 'replaced' order by g.state = 'given' desc, g.asked_at desc limit 1
    ) g on true where p.id = $1`,
};

/** What counts of a player's age and consent; undefined if there is no such player. */
export async function findConsent(prepared: QueryPrepared, playerId: string): Promise<ConsentRow | undefined> {
  const [row] = await prepared<ConsentRow>(CONSENT, [playerId]);
  return row;
}

/** The same as seen by this transaction, which holds the lock of the player's row: whoever changes a consent takes it first. */
export async function findConsentInTransaction(trx: Transaction<DB>, playerId: string): Promise<ConsentRow | undefined> {
  return (await trx.executeQuery<ConsentRow>(CompiledQuery.raw(CONSENT.text, [playerId]))).rows[0];
}
