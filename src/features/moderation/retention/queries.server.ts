import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ErasureSubject } from '../../../infra/erasure.ts';

/** Whether the deletion of an account waits: see migrations 0017 and 0023. */
export async function isDeletionPaused(db: Kysely<DB>, playerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`select is_deletion_paused(${playerId}, ${now}) as paused`.execute(db);
  return rows[0]?.paused === true;
}

/**
 * When the case of a player was closed, and whether it is marked for the police. Null if the player was never reported and has no
 * sanctions. A sanction without an end counts until now: it ends with the account.
 */
export async function findCaseEnd(trx: Transaction<DB>, playerId: string, now: Date): Promise<{ closedAt: Date | null; isHeld: boolean }> {
  const { rows } = await sql<{ closed_at: Date | null; held: boolean }>`
    select greatest(case_closed_at(${playerId}, ${now}), (
        select ${now}::timestamptz where exists (
          select from sanctions where player_id = ${playerId} and kind <> 'warn' and until is null and lifted_at is null)
      )) as closed_at,
      exists (select from case_holds where player_id = ${playerId}) as held`.execute(trx);
  return { closedAt: rows[0]?.closed_at ?? null, isHeld: rows[0]?.held === true };
}

/** Copies the reports about a player, with what the player was called when each was sent. */
export async function retainReportsAbout(trx: Transaction<DB>, playerId: string): Promise<void> {
  await retainReports(trx, sql`r.reported_player_id = ${playerId}`);
}

/** Copies what a player reported about others, as far as those cases are open, were closed after the cutoff, or are for the police. */
export async function retainReportsBy(trx: Transaction<DB>, playerId: string, now: Date, cutoff: Date): Promise<void> {
  await retainReports(
    trx,
    sql`r.reporter_id = ${playerId} and (coalesce(case_closed_at(r.reported_player_id, ${now}) > ${cutoff}, true)
      or exists (select from case_holds h where h.player_id = r.reported_player_id))`,
  );
}

/** Copies reports. One that was copied when its reporter was erased stays as it is: it has more than the report that was left. */
async function retainReports(trx: Transaction<DB>, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into retained_reports (id, reported_player_id, reported_username, reported_display_name, reporter_id, reporter_username,
      reporter_display_name, message_seq, evidence, reason, description, state, created_at, decided_at)
    select r.id, r.reported_player_id, r.reported_username, r.reported_display_name, r.reporter_id, who.username, who.display_name,
      r.message_seq, r.evidence, r.reason, r.description, r.state, r.created_at, r.decided_at
    from player_reports r left join players who on who.id = r.reporter_id
    where ${condition} on conflict (id) do nothing`.execute(trx);
}

/** Brings the state of copied reports about a player up to date, which are decided while their account exists. */
export async function updateRetainedReports(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    update retained_reports k set state = r.state, decided_at = r.decided_at
    from player_reports r where r.id = k.id and r.reported_player_id = ${playerId}`.execute(trx);
}

/** Copies the names, the sanctions and the log of a player: all entries of the kind 'player' are about the case. */
export async function retainCase(
  trx: Transaction<DB>,
  who: Pick<ErasureSubject, 'id' | 'replacementId'>,
  times: { closedAt: Date; erasedAt: Date },
): Promise<void> {
  await sql`
    insert into retained_cases (player_id, replacement_id, username, display_name, member_since, erased_at, closed_at)
    select id, ${who.replacementId}, username, display_name, created_at, ${times.erasedAt}, ${times.closedAt}
    from players where id = ${who.id}`.execute(trx);
  await sql`
    insert into retained_sanctions (id, player_id, kind, why, created_at, until, lifted_at)
    select id, player_id, kind, why, created_at, until, lifted_at from sanctions where player_id = ${who.id}`.execute(trx);
  await sql`
    insert into retained_decisions (id, player_id, at, actor_name, action, note, details)
    select id, ${who.id}, at, actor_name, action, note, details from audit_log
    where subject_kind = 'player' and subject_id = ${who.id}`.execute(trx);
}

/** Copies what a player asked help for, of a case that is for the police; nothing else of it is kept. */
export async function retainHelpRequests(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    insert into retained_help_requests (id, player_id, kind, is_asked, words, state, created_at, decided_at)
    select id, player_id, kind, is_asked, words, state, created_at, decided_at from help_requests where player_id = ${playerId}`.execute(
    trx,
  );
}

/** Deletes what players asked help for that was decided at this time or before, unless it is for the police. */
export async function deleteOldHelpRequests(trx: Transaction<DB>, cutoff: Date): Promise<void> {
  await sql`
    delete from help_requests r
    where decided_at <= ${cutoff} and not exists (select from case_holds h where h.player_id = r.player_id)`.execute(trx);
}

/** Until the end of the transaction nobody marks a case for the police: else the mark could come while the case is being deleted. */
export async function lockCaseHolds(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('case holds', 0))`.execute(trx);
}

/** Deletes the cases of erased players that were closed at this time or before. @returns their number */
export async function deleteOldCases(trx: Transaction<DB>, cutoff: Date): Promise<number> {
  const { rows } = await sql`
    delete from retained_cases c
    where closed_at <= ${cutoff} and not exists (select from case_holds h where h.player_id = c.player_id) returning player_id`.execute(
    trx,
  );
  return rows.length;
}

/** Deletes copied reports that belong to no case any more, and those about players with an account whose case was closed long enough ago. */
export async function deleteOldReports(trx: Transaction<DB>, now: Date, cutoff: Date): Promise<void> {
  await sql`
    delete from retained_reports k
    where (case when exists (select from players p where p.id = k.reported_player_id) then case_closed_at(k.reported_player_id, ${now})
        else k.decided_at end) <= ${cutoff}
      and not exists (select from retained_cases c where c.player_id = k.reported_player_id)
      and not exists (select from case_holds h where h.player_id = k.reported_player_id)`.execute(trx);
}

/** Deletes marks for the police of accounts that were never confirmed, and are gone. */
export async function deleteOrphanedHolds(trx: Transaction<DB>): Promise<void> {
  await sql`
    delete from case_holds h where not exists (select from players p where p.id = h.player_id)
      and not exists (select from retained_cases c where c.player_id = h.player_id)`.execute(trx);
}

/** Forgets what is kept about a player: a demo account leaves no case. */
export async function deleteRetained(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`delete from retained_reports where reported_player_id = ${playerId} or reporter_id = ${playerId}`.execute(trx);
  await sql`delete from case_holds where player_id = ${playerId}`.execute(trx);
  await sql`delete from banned_emails where player_id = ${playerId}`.execute(trx);
}

/** Forgets all that is kept about players who were erased, if there are no players at all. */
export async function deleteRetainedOfNobody(db: Database): Promise<void> {
  for (const table of ['retained_cases', 'retained_reports', 'case_holds', 'banned_emails'] as const)
    await sql`delete from ${sql.table(table)} where not exists (select from players)`.execute(db);
}
