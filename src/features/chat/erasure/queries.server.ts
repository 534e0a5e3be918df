import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from reports about others. In reported chats, the player's messages are replaced. */
export async function eraseFromPlayerReports(trx: Transaction<DB>, who: ErasureSubject, replacementText: string): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update player_reports set
      description = left(redact_player(description, scope), 2000),
      evidence = (
        select coalesce(jsonb_agg(
          case when message ->> 'senderId' = ${who.id} then message || jsonb_build_object('senderId', '', 'text', ${replacementText}::text)
          else redact_player_in_json(message, scope) end order by place), '[]')
        from jsonb_array_elements(evidence) with ordinality as part (message, place))
    from (
      select id as of, redaction_scope(erasure_subject(), reporter_id = ${who.id}, description || ' ' || evidence::text) as scope from player_reports
      where reporter_id = ${who.id} or description ~* ${pattern} or evidence::text ~* ${pattern}
    ) about
    where about.of = player_reports.id`.execute(trx);
}

/** Deletes the receipts of reports about the player: they contain the name that the player had at that time. */
export async function deleteReportReceipts(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    delete from notifications n using player_reports r
    where r.reported_player_id = ${playerId} and n.player_id = r.reporter_id and n.event = 'player report ' || r.id`.execute(trx);
}
