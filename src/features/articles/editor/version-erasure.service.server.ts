import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { confirmTeamMember } from '../../accounts/reauthentication/service.server.ts';
import { getUsername, insertAuditEntry } from '../../audit-log/queries.server.ts';
import * as queries from '../versions/queries.server.ts';
import { keyOf } from '../versions/rules.ts';
import { eraseForm } from './forms.server.ts';
import { ERASE_ECHOED, type EraseResult } from './schema.ts';
import { canErase, findText } from './service.server.ts';
import { texts } from './texts.ts';

/**
 * Erases the words of an earlier version for good, because they may not stay: a child's name, an address. Who saved it, when and why stays, and
 * the audit log says who erased it. Asks for the second step again.
 * @param fields `version`, `note`, and `code` or `password`
 * @returns the failure with what was typed: 'bad-input', 'wrong-code', or 'not-available' if it became what people see meanwhile, or is erased
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (a hidden field)
 */
export async function eraseVersion(
  ctx: AppContext,
  actor: Actor,
  kindName: string,
  slug: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<EraseResult> {
  authorize(actor, 'text:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const values = pickFields(fields, ERASE_ECHOED);
  const parsed = parseForm(eraseForm, fields, () => texts.noteRequired, ERASE_ECHOED);
  if (!parsed.ok && parsed.fieldErrors['version'] !== undefined) throw new AppError('bad-input', 'a hidden field is invalid');
  if (!parsed.ok) return parsed;
  const { version: number, note, code, password } = parsed.value;
  const isErasable = async (db: Parameters<typeof queries.findVersion>[0]) => {
    const text = await findText(db, kindName, slug);
    return canErase(text, number) && (await queries.findVersion(db, text.kind, slug, number)) !== undefined;
  };
  const refuse = () => actionFailure('not-available', { error: texts.erasure.refused, values });
  if (!(await isErasable(ctx.db))) return refuse();
  // Last, so that a mistake in the form does not use up a code.
  const refused = await confirmTeamMember(ctx, actor.id, { code, password }, clientInfo);
  if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values });
  return ctx.db.transaction().execute(async (trx): Promise<EraseResult> => {
    await queries.lockTexts(trx);
    if (!(await isErasable(trx))) return refuse();
    const { kind } = await findText(trx, kindName, slug);
    await queries.eraseVersionWords(trx, kind, slug, number, ctx.now());
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName: await getUsername(trx, actor.id),
      action: 'erase-text-version',
      subjectKind: 'text',
      subjectId: keyOf({ kind, slug }),
      note,
      // Not `version`: the note of that version is another one.
      details: { erased: number },
    });
    return { ok: true, do: 'erase' };
  });
}
