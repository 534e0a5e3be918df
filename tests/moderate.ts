import type { ClientInfo } from '../src/infra/auth/auth.ts';
import type { AppContext } from '../src/context.server.ts';
import { moderatePlayer } from '../src/features/moderation/players/service.server.ts';
import type { FormFields } from '../src/shared/parse-form.server.ts';
import type { Actor } from '../src/shared/permissions.ts';

const CLIENT: ClientInfo = { address: '41.90.64.9', userAgent: 'test', cookies: '' };

/** Decides about a player as somebody of the team who proves who they are: every player of a test's world has this password. */
export function moderate(ctx: AppContext, actor: Actor, id: string, fields: FormFields) {
  return moderatePlayer(ctx, actor, id, { password: 'secret1', ...fields }, CLIENT);
}
