import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { AppError } from '../../shared/app-error.ts';
import type { FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import type { GuardianResult, GuardianView } from './schema.ts';

/**
 * What the player's page shows: whom they asked, and what was chosen.
 * @param returnUrl where the player came from; anything but a path of ours is ignored
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function getGuardianView(_ctx: AppContext, actor: Actor, _returnUrl: string | null): Promise<GuardianView> {
  authorize(actor, 'guardian:ask');
  throw new AppError('not-available');
}

/**
 * Asks a guardian, or reminds the one who was asked.
 * @param fields `do`, and to ask `email`
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input' if `do` is none of ours
 */
export async function runGuardianAction(
  _ctx: AppContext,
  actor: Actor,
  _fields: FormFields,
  _clientInfo: ClientInfo,
): Promise<GuardianResult> {
  authorize(actor, 'guardian:ask');
  throw new AppError('not-available');
}
