import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { GuardianMailKind } from './schema.ts';

/**
 * Queues a mail to a guardian, as a part of the transaction. What it says of what was chosen is read when it is sent. Only other services
 * call this.
 */
export async function queueGuardianMail(
  _ctx: AppContext,
  _trx: Transaction<DB>,
  _guardianshipId: string,
  _kind: GuardianMailKind,
): Promise<void> {
  throw new AppError('not-available');
}
