import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { INACTIVE_MONTHS } from './rules.ts';

/**
 * Whom a warning is for. `guardian`: who has agreed to what the player does, and the last mail of ours with a link to their page; null:
 * nobody, or the player is of age.
 */
export type InactivePlayer = {
  email: string;
  username: string;
  kiddocash: number;
  isBanned: boolean;
  guardian: { email: string; language: 'en' | 'sw'; mailId: string | null } | null;
};

/**
 * SQL condition: the player `p` with the last visit `v` was not here for so long, and nothing speaks against erasing the account. Not of the
 * team, whose role a person takes away; no demo account; nothing is paid that has not ended. It waits like a deletion that was asked for,
 * and while the case is marked for the police. What is to be deleted anyway, or was closed, is not this feature's.
 */
function isErasable(now: Date): RawBuilder<boolean> {
  return sql<boolean>`v.seen_on <= ((${now}::timestamptz at time zone 'UTC')::date - make_interval(months => ${INACTIVE_MONTHS}))::date
    and p.email_confirmed and p.role = 'player' and not p.is_demo and p.deletes_at is null
    and not is_deletion_paused(p.id, ${now})
    and not exists (select from case_holds h where h.player_id = p.id)
    and not exists (select from paid_periods pp where pp.player_id = p.id and pp.revoked_at is null and pp.ends_at > ${now})
    and not exists (select from subscriptions s where s.player_id = p.id and s.state <> 'ended')`;
}

/**
 * Marks inactive accounts as being warned, those longest away first: whom nobody warned, and whose warning was queued at the cutoff or before
 * and not taken by a mail server since. Who is signing in at this moment is passed over. @returns their ids, at most `limit`
 */
export async function queueWarnings(trx: Transaction<DB>, now: Date, requeueCutoff: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    with inactive as (
      select v.player_id from last_visits v join players p on p.id = v.player_id
      where v.warned_at is null and (v.warning_queued_at is null or v.warning_queued_at <= ${requeueCutoff}) and ${isErasable(now)}
      order by v.seen_on, v.player_id limit ${limit} for update of v skip locked
    )
    update last_visits v set warning_queued_at = ${now} from inactive where v.player_id = inactive.player_id returning v.player_id`.execute(
    trx,
  );
  return rows.map((row) => row.player_id);
}

/** The player whose warning is queued. Undefined if there is nobody to warn any more. */
export async function findPlayerToWarn(db: Kysely<DB>, id: string, now: Date): Promise<InactivePlayer | undefined> {
  const { rows } = await sql<InactivePlayer>`
    select p.email, p.username, coalesce((select balance from wallets w where w.player_id = p.id), 0) as kiddocash,
      exists (select from sanctions x where x.player_id = p.id and x.kind = 'ban' and x.lifted_at is null and x.until is null) as "isBanned",
      (select jsonb_build_object('email', s.email, 'language', g.language, 'mailId',
          (select m.id from guardian_mails m where m.guardianship_id = s.id order by m.queued_at desc, m.id desc limit 1))
        from guardianships s join guardians g on g.id = s.guardian_id
        where s.player_id = p.id and s.state = 'given' and p.age_band < 18) as guardian
    from last_visits v join players p on p.id = v.player_id
    where p.id = ${id} and v.warning_queued_at is not null and v.warned_at is null and ${isErasable(now)}`.execute(db);
  return rows[0];
}

/** Records that a mail server took the warning. @returns false if the player was here meanwhile, so that nothing is to be recorded */
export async function markWarned(trx: Transaction<DB>, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('last_visits')
    .set({ warned_at: now })
    .where('player_id', '=', id)
    .where('warning_queued_at', 'is not', null)
    .where('warned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Closes accounts that were warned at the cutoff or before and are still inactive: from now on nobody signs in, and the erasure finds them.
 * @returns their ids, at most `limit`
 */
export async function closeInactiveAccounts(trx: Transaction<DB>, now: Date, warnedCutoff: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select p.id from last_visits v join players p on p.id = v.player_id
      where v.warned_at <= ${warnedCutoff} and ${isErasable(now)}
      order by v.warned_at, p.id limit ${limit} for update skip locked
    )
    update players p set deletes_at = ${now} from due where p.id = due.id returning p.id`.execute(trx);
  return rows.map((row) => row.id);
}
