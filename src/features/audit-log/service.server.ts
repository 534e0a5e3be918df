import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Actor } from '../../shared/permissions.ts';
import { getUsername, insertAuditEntry, insertDataAccess } from './queries.server.ts';
import { getAccessWindowStart } from './rules.ts';

/** Private data of a player that the team can open: a case with messages, their e-mail address, a letter to us with it, their month of birth. */
type DataAccess = 'read-case' | 'read-address' | 'read-message' | 'read-age';

/** @param subjectId the player, or the letter; `playerId` of its sender, so that the erasure of the account finds the entry */
type AccessedRecord = { subjectId: string; playerId?: string | null };

/**
 * Writes to the audit log that somebody of the team reads private data of players: once an hour for each of them. Call it before the data
 * is returned, so that nobody sees it without a trace. Only other services call this, after they authorized the actor.
 */
export async function recordDataAccess(
  ctx: AppContext,
  actor: Actor,
  action: DataAccess,
  records: readonly AccessedRecord[],
): Promise<void> {
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const unique = [...new Map(records.map((record) => [record.subjectId, record])).values()];
  if (unique.length === 0) return;
  const at = ctx.now();
  await insertDataAccess(
    ctx.db,
    { actorId: actor.id, action, subjectKind: 'private-data', at, since: getAccessWindowStart(at) },
    unique.map(({ subjectId, playerId = null }) => ({
      id: ctx.newId(),
      subjectId,
      details: playerId === null ? {} : { player: playerId },
    })),
  );
}

/** What is done to an account by somebody who is not signed in to it: by an operator's page, or the command line. */
type AccountAction =
  | 'create-operator'
  | 'set-role'
  | 'remove-demo'
  | 'delete-account'
  | 'export-account'
  | 'rename-account'
  | 'withdraw-consent'
  | 'replace-guardian'
  | 'sign-out-account';

/**
 * Writes to the audit log what an operator or the command line did to an account.
 * @param subjectId the player; '' for a command that is about no single one
 * @param note why; '' for the command line
 * @param details neither names nor addresses: the erasure of an account does not know former ones
 */
export async function recordAccountAction(
  ctx: AppContext,
  trx: Transaction<DB>,
  actor: Actor,
  {
    action,
    subjectId,
    note = '',
    details = {},
  }: { action: AccountAction; subjectId: string; note?: string; details?: Record<string, string | number | boolean> },
): Promise<void> {
  const actorId = actor.kind === 'player' ? actor.id : null;
  const actorName = actorId === null ? getCommandName(actor) : await getUsername(trx, actorId);
  await insertAuditEntry(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind: 'account', subjectId, note, details });
}

function getCommandName(actor: Actor): string {
  if (actor.kind !== 'system' || actor.commandLine === undefined) return 'system';
  return actor.commandLine.user === null ? 'command line' : `command line (${actor.commandLine.user})`;
}
