import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import { TTL_SECONDS_MIN } from '../../push/delivery/rules.ts';
import { getQuietHours, getSecondsUntilQuiet, toQuietHours } from '../../push/quiet-hours.rules.ts';
import type { QuietHours } from '../../push/schema.ts';
import type { CaseToCall } from '../rules.ts';
import { DEFAULT_ALERT_SETTINGS, type Recipient } from './rules.ts';
import type { AlertSettings } from './schema.ts';

type RecipientRow = Omit<Recipient, 'settings' | 'isQuiet'> & {
  urgent: boolean | null;
  dueSoon: boolean | null;
  digest: boolean | null;
  band: AgeBand | null;
  hasChosenHours: boolean;
  quiet_from: number | null;
  quiet_until: number | null;
};

/** Lets one process at a time call the team, until the end of the transaction. */
export async function lockCalls(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('case alerts', 0))`.execute(trx);
}

/** When the team was last called; null if never. */
export async function findLastCall(trx: Transaction<DB>): Promise<Date | null> {
  const row = await trx.selectFrom('case_alerts').select('sent_at').orderBy('sent_at', 'desc').limit(1).executeTakeFirst();
  return row?.sent_at ?? null;
}

/** When the team was called after a time for urgent cases that all were so by the word of players alone. */
export async function listReportCalls(trx: Transaction<DB>, after: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('case_alerts')
    .select('sent_at')
    .where('sent_at', '>', after)
    .where('reason', '=', 'urgent')
    .groupBy('sent_at')
    .having(({ fn }) => fn<boolean>('bool_and', ['is_reported_only']))
    .execute();
  return rows.map((row) => row.sent_at);
}

/** Records for which cases the team was called, perhaps not for the first time. */
export async function insertAlerts(trx: Transaction<DB>, cases: readonly CaseToCall[], now: Date): Promise<void> {
  const rows = cases.flatMap(({ kind, subjectId, openedAt, callsUrgent, isReportedOnly, callsDueSoon }) => {
    const alert = { kind, subject_id: subjectId, opened_at: openedAt, sent_at: now };
    return [
      ...(callsUrgent ? [{ ...alert, reason: 'urgent' as const, is_reported_only: isReportedOnly }] : []),
      ...(callsDueSoon ? [{ ...alert, reason: 'due-soon' as const, is_reported_only: false }] : []),
    ];
  });
  if (rows.length > 0)
    await trx
      .insertInto('case_alerts')
      .values(rows)
      .onConflict((on) =>
        on
          .columns(['kind', 'subject_id', 'reason', 'opened_at'])
          .doUpdateSet((eb) => ({ sent_at: now, is_void: false, is_reported_only: eb.ref('excluded.is_reported_only') })),
      )
      .execute();
}

/**
 * The team, as far as it can be called: by mails, which need a confirmed address, or in a browser that tells of notifications. Nobody who is
 * banned or about to be deleted.
 * @param sendsMail whether somebody reads our mails
 */
export async function listRecipients(trx: Transaction<DB>, now: Date, sendsMail: boolean): Promise<Recipient[]> {
  const { rows } = await sql<RecipientRow>`
    select p.id, p.email, p.role, p.email_confirmed and ${sendsMail} as "canGetMail", s.urgent, s.due_soon as "dueSoon", s.digest,
      p.age_band as band, q.player_id is not null as "hasChosenHours", q.quiet_from, q.quiet_until
    from players p left join case_alert_settings s on s.player_id = p.id left join push_settings q on q.player_id = p.id
    where p.role in ('moderator', 'operator') and p.deletes_at is null and p.closed_as is null
      and not exists (select 1 from sanctions x where x.player_id = p.id and x.kind = 'ban' and x.lifted_at is null
        and (x.until is null or x.until > ${now}))
      and ((p.email_confirmed and ${sendsMail}) or p.age_band is not null and exists (
        select from push_subscriptions b join sessions y on y.id = b.session_id and y.expires_at > ${now} where b.player_id = p.id))
    order by p.id`.execute(trx);
  return rows.map(({ urgent, dueSoon, digest, band, hasChosenHours, quiet_from, quiet_until, ...recipient }) => ({
    ...recipient,
    isQuiet: band === null || isQuietNow(hasChosenHours ? toQuietHours({ quiet_from, quiet_until }) : undefined, band, now),
    settings: urgent === null || dueSoon === null || digest === null ? DEFAULT_ALERT_SETTINGS : { urgent, dueSoon, digest },
  }));
}

/** With as little time left as that, a push message is not sent either. */
function isQuietNow(chosen: QuietHours | null | undefined, band: AgeBand, now: Date): boolean {
  return getSecondsUntilQuiet(getQuietHours(chosen, band), now) < TTL_SECONDS_MIN;
}

/** What somebody is called for; null if they never chose. */
export async function findAlertSettings(db: Database, playerId: string): Promise<AlertSettings | null> {
  const row = await db
    .selectFrom('case_alert_settings')
    .select(['urgent', 'due_soon as dueSoon', 'digest'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Where somebody gets mails, and whether that address is confirmed; undefined if the account is deleted. */
export async function findEmail(db: Database, playerId: string): Promise<{ email: string; isConfirmed: boolean } | undefined> {
  return db.selectFrom('players').select(['email', 'email_confirmed as isConfirmed']).where('id', '=', playerId).executeTakeFirst();
}

/** Saves what somebody is called for. */
export async function saveAlertSettings(db: Database, playerId: string, { urgent, dueSoon, digest }: AlertSettings): Promise<void> {
  const values = { urgent, due_soon: dueSoon, digest };
  await db
    .insertInto('case_alert_settings')
    .values({ player_id: playerId, ...values })
    .onConflict((on) => on.column('player_id').doUpdateSet(values))
    .execute();
}

/** Forgets for which cases the team was called before a time. @returns how many times that was */
export async function deleteAlerts(db: Kysely<DB>, sentBefore: Date): Promise<number> {
  const done = await db.deleteFrom('case_alerts').where('sent_at', '<', sentBefore).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Forgets who left which case before a time. */
export async function deleteLeaves(db: Kysely<DB>, leftBefore: Date): Promise<void> {
  await db.deleteFrom('case_leaves').where('left_at', '<', leftBefore).execute();
}

/** Forgets who looked at which case, if that ended before a time. @returns how many cases that were */
export async function deleteAssignments(db: Kysely<DB>, endedBefore: Date): Promise<number> {
  const done = await db.deleteFrom('case_assignments').where('expires_at', '<', endedBefore).executeTakeFirst();
  return Number(done.numDeletedRows);
}
