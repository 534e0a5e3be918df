import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../../audit-log/queries.server.ts';
import type { LoggedAction } from '../../moderation/schema.ts';

/** The operator who edits games. @throws AppError 'sign-in-required', 'not-allowed' */
export function requireOperator(actor: Actor): Extract<Actor, { kind: 'player' }> {
  authorize(actor, 'catalogue:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

/** Writes to the audit log what an operator did to a game. */
export async function recordGameAction(
  ctx: AppContext,
  trx: Transaction<DB>,
  actor: Actor,
  { action, gameId, note, details }: { action: LoggedAction; gameId: string; note: string; details: object },
): Promise<void> {
  const { id: actorId } = requireOperator(actor);
  const actorName = await getUsername(trx, actorId);
  await insertAuditEntry(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind: 'game', subjectId: gameId, note, details });
}
