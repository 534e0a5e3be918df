import type { AppContext } from '../../../context.server.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isChatEnabled } from '../../chat/service.server.ts';
import { chatToggleForm } from './forms.server.ts';
import { setFeatureFlag } from './queries.server.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';

/** The state of the operator's feature flags. @throws AppError 'not-allowed' */
export async function getFeatureFlags(ctx: AppContext, actor: Actor): Promise<{ chat: boolean }> {
  authorize(actor, 'feature-flag:set');
  return { chat: await isChatEnabled(ctx) };
}

/**
 * Enables or disables chat for everybody immediately, with a note in the audit log. Idempotent.
 * @param fields `do` (off or on) and `note`.
 * @throws AppError 'not-allowed', 'bad-input'
 */
export async function setChatEnabled(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  authorize(actor, 'feature-flag:set');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { do: state, note } = parseFormOrThrow(chatToggleForm, fields);
  const isOn = state === 'on';
  const isChanged = await ctx.db.transaction().execute(async (trx) => {
    if (!(await setFeatureFlag(trx, 'chat', isOn, ctx.now()))) return false;
    const actorName = await getUsername(trx, actor.id);
    const action = isOn ? 'chat-on' : 'chat-off';
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName,
      action,
      subjectKind: 'switch',
      subjectId: 'chat',
      note,
      details: {},
    });
    return true;
  });
  if (isChanged) ctx.bus.publish({ kind: 'switched', chat: isOn });
}
