import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import { FAILING_MAILS_ALONE } from './rules.ts';

/**
 * When the oldest mail that should have gone was due, and the last error of one that waits. Bulk mails may wait (their priority is below 0), a
 * mail to a mailbox that does not exist waits in vain, and the oldest few that fail may be the fault of their mailboxes.
 */
export async function findWaitingMails(db: Database, queue: string, now: Date): Promise<{ oldest: Date | null; lastError: string }> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db);
  if (!there[0]?.is) return { oldest: null, lastError: '' };
  const { rows } = await sql<{ oldest: Date | null; lastError: string | null }>`
    with failing as (
      select created_on, output->>'message' as error from pgboss.job
      where name = ${queue} and state = 'retry' and not blocked and priority >= 0 and coalesce(output->>'message', '') not like 'MailRefusedError%'
      order by created_on)
    select
      least(
        (select min(start_after) from pgboss.job where name = ${queue} and state = 'created' and not blocked and priority >= 0 and start_after <= ${now}),
        (select created_on from failing order by created_on offset ${FAILING_MAILS_ALONE} limit 1)) as oldest,
      (select error from failing order by created_on desc limit 1) as "lastError"`.execute(db);
  return { oldest: rows[0]?.oldest ?? null, lastError: rows[0]?.lastError ?? '' };
}

/** A file of the games' origin that everybody may load: the first page of a game; null if there is no game. */
export async function findGameFile(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('games')
    .select('game_url')
    .where('hidden_at', 'is', null)
    .where('is_premium', '=', false)
    .where('game_url', 'like', 'games/%')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.game_url ?? null;
}
