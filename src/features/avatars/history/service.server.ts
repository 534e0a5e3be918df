import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { findAvatar, saveAvatarChoice, type AvatarRow, type PictureChoice } from '../composition/queries.server.ts';
import { RERENDER_AVATAR } from '../rerender.schema.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, urlForPicture } from '../schema.ts';
import { restoreLookSchema } from './forms.server.ts';
import { findApprovedUpload, listFormerLooks as listRows, saveFormerLook } from './queries.server.ts';
import type { FormerLook } from './schema.ts';

/**
 * The looks that the actor can go back to, also without premium: the generated picture, their own if it was approved, and the templates
 * they wore, the last one first. What they wear now is left out.
 * @throws AppError 'sign-in-required'
 */
export async function listFormerLooks(ctx: AppContext, actor: Actor): Promise<FormerLook[]> {
  authorize(actor, 'avatar:read');
  const playerId = requirePlayerId(actor);
  const [current, rows, upload] = await Promise.all([
    findAvatar(ctx.db, playerId),
    listRows(ctx.db, playerId),
    findApprovedUpload(ctx.db, playerId),
  ]);
  if (!current) throw new AppError('sign-in-required');
  const isTemplateWorn = (row: (typeof rows)[0]) => current.style === 'template' && current.template_id === row.template_id;
  const seen = new Set<string>();
  const templates = rows.filter((row) => !isTemplateWorn(row) && !seen.has(row.template_id) && seen.add(row.template_id));
  const looks: FormerLook[] = [];
  if (current.style === 'template' || current.style === 'custom')
    looks.push({ look: GENERATED_HEAD, name: null, picture: urlForAvatar(playerId, null), isLocked: false });
  if (upload !== null && current.style !== 'custom')
    looks.push({ look: UPLOADED_HEAD, name: null, picture: urlForPicture(upload), isLocked: false });
  return [
    ...looks,
    ...templates.map((row) => ({
      look: row.id,
      name: row.name,
      picture: `/media/${row.picture}`,
      isLocked: row.is_premium && !hasPremium(actor),
    })),
  ];
}

/**
 * Goes back to a look that the actor had, which needs no premium unless the look does. What they wear now can be chosen again later.
 * @param fields `look`: the id of a former look, GENERATED_HEAD or UPLOADED_HEAD
 * @throws AppError 'bad-input', 'sign-in-required', 'not-found', 'not-available' (they have no approved picture of their own),
 *   'premium-required' (a premium template)
 */
export async function restoreLook(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  authorize(actor, 'avatar:restore');
  const playerId = requirePlayerId(actor);
  const { look } = parseFormOrThrow(restoreLookSchema, fields);
  await ctx.db.transaction().execute(async (trx) => {
    const current = await findAvatar(trx, playerId, true);
    if (!current) throw new AppError('sign-in-required');
    await recordFormerLook(ctx, trx, playerId, current);
    await saveAvatarChoice(trx, playerId, await resolveLook(trx, actor, playerId, look), ctx.now());
    await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId }, trx);
  });
}

/**
 * Stores the look that is about to be replaced, so that its player can go back to it. Only services that change an avatar call this, in
 * their transaction and with the player's row locked.
 */
export async function recordFormerLook(ctx: AppContext, trx: Kysely<DB>, playerId: string, current: AvatarRow): Promise<void> {
  // The generated picture and the player's own one can always be chosen again.
  if (current.style !== 'template' || current.template_id === null) return;
  const choice = { template_id: current.template_id };
  await saveFormerLook(trx, { id: ctx.newId(), playerId, choice, at: ctx.now() });
}

async function resolveLook(trx: Kysely<DB>, actor: Actor, playerId: string, look: string): Promise<PictureChoice> {
  if (look === GENERATED_HEAD) return { style: 'cartoon_1', template_id: null, upload_id: null };
  if (look === UPLOADED_HEAD) {
    const upload = await findApprovedUpload(trx, playerId);
    if (upload === null) throw new AppError('not-available', 'there is no picture of theirs that was approved');
    return { style: 'custom', template_id: null, upload_id: upload };
  }
  const [former] = await listRows(trx, playerId, look);
  if (!former) throw new AppError('not-found');
  if (former.is_premium && !hasPremium(actor)) throw new AppError('premium-required');
  return { style: 'template', template_id: former.template_id, upload_id: null };
}

function hasPremium(actor: Actor): boolean {
  return actor.kind === 'player' && actor.premium;
}
