import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { PlayerPair, ReportReason } from '../schema.ts';
import { REASONS_BY_SEVERITY } from './rules.ts';

export type Evidence = { seq: number; senderId: string; text: string; at: string };

/** A message and its neighbours, oldest first. */
export async function listEvidence(db: Database, pair: PlayerPair, seq: number, contextSize: number): Promise<Evidence[]> {
  const { rows } = await sql<{ seq: number; sender_id: string; body: string; sent_at: Date }>`
    select seq, sender_id, body, sent_at from messages
    where low_id = ${pair.low} and high_id = ${pair.high} and seq between ${seq - contextSize} and ${seq + contextSize} order by seq`.execute(
    db,
  );
  return rows.map((row) => ({ seq: row.seq, senderId: row.sender_id, text: row.body, at: row.sent_at.toISOString() }));
}

type NewReport = {
  id: string;
  reporterId: string;
  subjectId: string;
  seq: number | null;
  evidence: Evidence[];
  reason: ReportReason;
  description: string;
  at: Date;
};

/**
 * Saves a report about a player. A second report by the same player about the same thing is merged into the first one if that one is
 * still open and newer than `mergeSince`: its description is appended, and the more severe reason wins.
 * @returns the id of the new or the existing report
 */
export async function savePlayerReport(trx: Transaction<DB>, report: NewReport, mergeSince: Date): Promise<string> {
  // Lock the reporter's row, so that the second of two concurrent reports finds the first.
  await sql`select 1 from players where id = ${report.reporterId} for no key update`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update player_reports set reason = case
      when array_position(${sql.val(REASONS_BY_SEVERITY)}::text[], ${report.reason}::text) < array_position(${sql.val(REASONS_BY_SEVERITY)}::text[], reason) then ${report.reason} else reason end,
      description = case
      when ${report.description} = '' or position(${report.description} in description) > 0 then description
      else left(concat_ws(E'\n', nullif(description, ''), ${report.description}::text), 2000) end
    where id = (
      select id from player_reports
      where reporter_id = ${report.reporterId} and reported_player_id = ${report.subjectId} and message_seq is not distinct from ${report.seq}
        and state in ('new', 'reviewing') and created_at > ${mergeSince}
      order by created_at limit 1)
    returning id`.execute(trx);
  if (rows[0]) return rows[0].id;
  await trx
    .insertInto('player_reports')
    .values({
      id: report.id,
      reporter_id: report.reporterId,
      reported_player_id: report.subjectId,
      message_seq: report.seq,
      evidence: JSON.stringify(report.evidence),
      reason: report.reason,
      description: report.description,
      created_at: report.at,
    })
    .execute();
  return report.id;
}
