import type { Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { PARTS, type CheckState, type Part } from '../schema.ts';
import type { AlertKind } from './rules.ts';

/** The states of each part in the last minutes, newest first. */
export async function listLastStates(trx: Transaction<DB>, minutes: { after: Date; to: Date }): Promise<Map<Part, CheckState[]>> {
  const rows = await trx
    .selectFrom('status_checks')
    .select(['part', 'state'])
    .where('minute', '>', minutes.after)
    .where('minute', '<=', minutes.to)
    .orderBy('minute', 'desc')
    .execute();
  return new Map(PARTS.map((part) => [part, rows.filter((row) => row.part === part).map(({ state }) => state)]));
}

/** The parts that operators were told are down, and when they were last told what. */
export async function findAlerts(trx: Transaction<DB>): Promise<{ alerted: Set<Part>; lastSent: Map<AlertKind, Date> }> {
  const [open, sent] = [
    await trx.selectFrom('status_alarms').select('part').execute(),
    await trx.selectFrom('status_calls').selectAll().execute(),
  ];
  return { alerted: new Set(open.map(({ part }) => part)), lastSent: new Map(sent.map(({ kind, sent_at: at }) => [kind, at])) };
}

/** Forgets that operators were told of these parts. */
export async function deleteOpenAlerts(trx: Transaction<DB>, parts: readonly Part[]): Promise<void> {
  if (parts.length > 0) await trx.deleteFrom('status_alarms').where('part', 'in', parts).execute();
}

/** Records that operators are told of these parts. */
export async function saveAlert(trx: Transaction<DB>, kind: AlertKind, parts: readonly Part[], now: Date): Promise<void> {
  if (kind === 'down')
    await trx
      .insertInto('status_alarms')
      .values(parts.map((part) => ({ part, told_at: now })))
      .onConflict((on) => on.doNothing())
      .execute();
  else await deleteOpenAlerts(trx, parts);
  await trx
    .insertInto('status_calls')
    .values({ kind, sent_at: now })
    .onConflict((on) => on.column('kind').doUpdateSet({ sent_at: now }))
    .execute();
}
