import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { PlayerPair, ReportReason } from '../schema.ts';
import { mergeReports } from './rules.ts';

export type Evidence = { seq: number; senderId: string; text: string; at: string };

type EvidenceRow = { seq: number; sender_id: string; body: string; sent_at: Date };

/** A message and its neighbours, oldest first. */
export async function listEvidence(db: Database, pair: PlayerPair, seq: number, contextSize: number): Promise<Evidence[]> {
  const { rows } = await sql<EvidenceRow>`
    select seq, sender_id, body, sent_at from messages
    where low_id = ${pair.low} and high_id = ${pair.high} and seq between ${seq - contextSize} and ${seq + contextSize} order by seq`.execute(
    db,
  );
  return rows.map(toEvidence);
}

/** The last messages of a conversation, oldest first. */
export async function listLastMessages(db: Database, pair: PlayerPair, limit: number): Promise<Evidence[]> {
  const { rows } = await sql<EvidenceRow>`
    select seq, sender_id, body, sent_at from messages
    where low_id = ${pair.low} and high_id = ${pair.high} order by seq desc limit ${limit}`.execute(db);
  return rows.toReversed().map(toEvidence);
}

function toEvidence(row: EvidenceRow): Evidence {
  return { seq: row.seq, senderId: row.sender_id, text: row.body, at: row.sent_at.toISOString() };
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
 * still open and newer than `mergeSince`, and what both say fits.
 * @returns the id of the new or the existing report
 */
export async function savePlayerReport(trx: Transaction<DB>, report: NewReport, mergeSince: Date): Promise<string> {
  // Lock the reporter's row, so that the second of two concurrent reports finds the first.
  await sql`select 1 from players where id = ${report.reporterId} for no key update`.execute(trx);
  const open = await trx
    .selectFrom('player_reports')
    .select(['id', 'reason', 'description', sql<boolean>`evidence = '[]'`.as('has_no_evidence')])
    .where('reporter_id', '=', report.reporterId)
    .where('reported_player_id', '=', report.subjectId)
    .where('message_seq', 'is not distinct from', report.seq)
    .where('state', 'in', ['new', 'reviewing'])
    .where('created_at', '>', mergeSince)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const merged = open && mergeReports(open, report);
  if (merged) {
    // A chat that was open at the first report and is closed at the second: only now there are messages.
    const addsEvidence = open.has_no_evidence && report.evidence.length > 0;
    // A moderator who read it before has not read what is new.
    if (merged.isChanged || addsEvidence)
      await trx
        .updateTable('player_reports')
        .set({
          reason: merged.reason,
          description: merged.description,
          changed_at: report.at,
          ...(addsEvidence && { evidence: JSON.stringify(report.evidence) }),
        })
        .where('id', '=', open.id)
        .execute();
    return open.id;
  }
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
