import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { findPlayerById, findPlayerByIdentifier } from '../accounts/queries.server.ts';
import { signInForm } from '../accounts/forms.server.ts';
import { recordAccountAction } from '../audit-log/service.server.ts';
import { saveProfile } from './account/service.server.ts';

/**
 * The account that a parent's request is about.
 * @param name username, e-mail address or id
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getAccountForParent(ctx: AppContext, actor: Actor, name: string): Promise<{ id: string; username: string }> {
  authorize(actor, 'account:assist-parent');
  const known = isId(name) ? await findPlayerById(ctx.db, name) : null;
  if (known) return { id: known.id, username: known.username };
  const identifier = signInForm.shape.identifier.safeParse(name);
  const player = identifier.success ? await findPlayerByIdentifier(ctx.db, identifier.data) : null;
  if (!player) throw new AppError('not-found', `nobody is called '${name}'`);
  return { id: player.id, username: player.username };
}

/**
 * Changes the names of an account at a parent's request, with the same rules as the player's own settings.
 * @param name username, e-mail address or id
 * @param names the new names; omitted ones stay
 * @param note why, for the audit log
 * @returns the names after the change
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' with the reason
 */
export async function renameForParent(
  ctx: AppContext,
  actor: Actor,
  name: string,
  names: { username?: string; displayName?: string },
  note = '',
): Promise<{ username: string; displayName: string }> {
  const { id } = await getAccountForParent(ctx, actor, name);
  const before = await findPlayerById(ctx.db, id);
  if (!before) throw new AppError('not-found', `nobody is called '${name}'`);
  const fields = { username: names.username ?? before.username, displayName: names.displayName ?? before.display_name };
  const answer = await saveProfile(ctx, { kind: 'player', id, role: 'player', premium: false }, fields, (trx, changed) =>
    recordAccountAction(ctx, trx, actor, { action: 'rename-account', subjectId: id, note, details: changed }),
  );
  if (!answer.ok) throw new AppError('bad-input', Object.values(answer.fieldErrors).join(' ') || answer.toast?.text);
  const after = await findPlayerById(ctx.db, id);
  if (!after) throw new AppError('not-found', `nobody is called '${name}'`);
  return { username: after.username, displayName: after.display_name };
}
