import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actorId } from '../../infra/security-log.ts';
import { isId } from '../../shared/ids.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { beginFigure } from './begin/service.server.ts';
import { saveAvatarChoice, findAvatar, listWornItems, type AvatarRow, type PictureChoice } from './composition/queries.server.ts';
import { HEAD_SIZE } from './composition/rules.ts';
import { removeApprovedPicture } from './composition/service.server.ts';
import { drawLook, findItemPart } from './figure/service.server.ts';
import { getClosedNotice, requireFeature } from '../feature-flags/service.server.ts';
import { getAllowancesInTransaction, getOwnAllowances } from '../guardians/allowances/service.server.ts';
import { recordFormerLook } from './history/service.server.ts';
import { toPicturePart } from './items.rules.ts';
import { completeLook, PART_SLOTS, type Look } from './look/schema.ts';
import { getPartLibrary, type PartLibrary } from './parts/service.server.ts';
import * as queries from './queries.server.ts';
import { DELETE_FILES, RERENDER_AVATAR, CLEAN_UP_UPLOAD, type DeleteFilesPayload, type CleanUpUploadPayload } from './rerender.schema.ts';
import { avatarActionSchema, chooseAvatarSchema, type ChosenAvatar, type ChosenHead } from './forms.server.ts';
import { OWNED_MAX, TEMPLATES_MAX } from './rules.ts';
import {
  GENERATED_HEAD,
  urlForBody,
  urlForPicture,
  UPLOADED_HEAD,
  WEAR_FIELDS,
  type AvatarAction,
  type AvatarErrorCode,
  type AvatarView,
  type OwnedPart,
  type UploadedPicture,
  type WearField,
} from './schema.ts';
import { validateUpload, uploadPath, UPLOAD_RATE_LIMIT } from './uploads.rules.ts';
import { urlForAvatar } from '../../shared/avatar-url.ts';

/** The editor's data. @throws AppError 'sign-in-required', 'premium-required' */
export async function getAvatarView(ctx: AppContext, actor: Actor): Promise<AvatarView> {
  authorize(actor, 'avatar:write');
  const playerId = requirePlayerId(actor);
  const current = await findBegunAvatar(ctx, playerId);
  const [templates, uploads, owned, library, allowances, closed] = await Promise.all([
    queries.listTemplates(ctx.db, current.template_id, TEMPLATES_MAX),
    queries.listUploads(ctx.db, playerId),
    queries.listOwnedItems(ctx.db, playerId, OWNED_MAX),
    getPartLibrary(ctx),
    getOwnAllowances(ctx, actor),
    getClosedNotice(ctx, 'uploads'),
  ]);
  const approved = uploads.find(({ state }) => state === 'approved');
  const avatar = urlForAvatar(playerId, current.avatar_url);
  return {
    templates: templates.map((row) => ({
      id: row.id,
      name: row.name,
      style: row.style,
      picture: `/media/${row.picture}`,
      isPremium: row.is_premium,
    })),
    chosen: getChosenHead(current),
    look: current.look,
    parts: [...library.parts.values()].filter(({ kind }) => kind !== 'items'),
    owned: owned.map((row) => toOwnedPart(library, row)),
    latestUpload: toUploadedPicture(uploads[0], current),
    approvedUrl: approved ? urlForPicture(approved.id) : null,
    avatarUrl: avatar,
    bodyUrl: urlForBody(avatar),
    uploadDoor: can(actor, 'picture:upload', allowances) ? null : allowances.door,
    uploadsClosed: closed,
  };
}

function toOwnedPart(library: PartLibrary, item: queries.OwnedItemRow): OwnedPart {
  const part = findItemPart(library, item) ?? toPicturePart(item, `/media/${item.picture}`);
  return { id: item.id, name: item.name, category: item.category, isWorn: item.isWorn, part };
}

/** A player's avatar, which begins now if it has not. @throws AppError 'sign-in-required' if the player is gone */
async function findBegunAvatar(ctx: AppContext, playerId: string): Promise<AvatarRow & { look: Look }> {
  await beginFigure(ctx, playerId);
  const avatar = await findAvatar(ctx.db, playerId);
  if (!avatar?.look) throw new AppError('sign-in-required');
  return { ...avatar, look: avatar.look };
}

/**
 * Draws the actor's figure wearing an item, before they buy it: an SVG.
 * @throws AppError 'sign-in-required', 'not-found' if it is not on offer and they do not own it
 */
export async function drawTryOn(ctx: AppContext, actor: Actor, itemId: string): Promise<string> {
  authorize(actor, 'avatar:read');
  const playerId = requirePlayerId(actor);
  const item = /^[a-z0-9-]{1,40}$/.test(itemId) ? await queries.findItemToTry(ctx.db, playerId, itemId) : undefined;
  if (!item) throw new AppError('not-found');
  const { look } = await findBegunAvatar(ctx, playerId);
  const others = (await listWornItems(ctx.db, playerId)).filter(({ category }) => category !== item.category);
  return (await drawLook(ctx, look, [...others, item])).whole;
}

/** The picture that the actor uploaded last, even if they may not use the editor. @throws AppError 'sign-in-required' */
export async function findLatestPicture(ctx: AppContext, actor: Actor): Promise<UploadedPicture | null> {
  authorize(actor, 'avatar:read');
  const playerId = requirePlayerId(actor);
  const [[latest], avatar] = await Promise.all([queries.listUploads(ctx.db, playerId), findAvatar(ctx.db, playerId)]);
  return toUploadedPicture(latest, avatar);
}

/** What one of the editor's forms asks for. @throws AppError 'bad-input' */
export function parseAvatarAction(fields: FormFields): AvatarAction {
  return parseFormOrThrow(avatarActionSchema, fields).do;
}

/**
 * Chooses the actor's round picture, the parts and colours of their figure, and which of their items they wear.
 * @param fields `template` (an id, ':own' or ':drawn'), and the slots of a look; what is missing stays as it is
 * @throws AppError 'bad-input', 'not-found' (no such template, or an item that is not theirs), 'not-available' (they have no approved
 * picture of their own), 'premium-required'
 */
export async function updateAvatar(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  authorize(actor, 'avatar:write');
  const playerId = requirePlayerId(actor);
  const chosen = parseFormOrThrow(chooseAvatarSchema, fields);
  await beginFigure(ctx, playerId);
  await ctx.db.transaction().execute(async (trx) => {
    const current = await findAvatar(trx, playerId, true);
    if (!current?.look) throw new AppError('sign-in-required');
    const picture = chosen.template === undefined ? current : await resolveHead(trx, actor, playerId, chosen.template, current);
    const { style, template_id, upload_id } = picture;
    await recordFormerLook(ctx, trx, playerId, current);
    await saveAvatarChoice(trx, playerId, { style, template_id, upload_id, look: toLook(chosen, current.look) }, ctx.now());
    for (const field of Object.keys(WEAR_FIELDS) as WearField[]) {
      const value = chosen[field];
      if (value === undefined) continue;
      const isWearable = await queries.wearOnly(trx, playerId, WEAR_FIELDS[field], value.startsWith(':') ? value.slice(1) : null);
      if (!isWearable) throw new AppError('not-found', 'an item that is not theirs');
    }
    await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId }, trx);
  });
}

/** The chosen look. Below an item stays what was there, for when it is taken off. */
function toLook(chosen: ChosenAvatar, current: Look): Look {
  const parts = Object.fromEntries(PART_SLOTS.map((slot) => [slot, chosen[slot]?.startsWith(':') ? current[slot] : chosen[slot]]));
  return completeLook({ ...chosen, ...parts }, current);
}

const FIGURE_HEAD: PictureChoice = { style: 'cartoon_1', template_id: null, upload_id: null };

async function resolveHead(trx: Kysely<DB>, actor: Actor, playerId: string, head: ChosenHead, current: AvatarRow): Promise<PictureChoice> {
  if (head === GENERATED_HEAD) return FIGURE_HEAD;
  if (head === UPLOADED_HEAD) {
    const approved = (await queries.listUploads(trx, playerId)).find(({ state }) => state === 'approved');
    if (!approved) throw new AppError('not-available', 'there is no picture of theirs that was approved');
    return { style: 'custom', template_id: null, upload_id: approved.id };
  }
  const template = await queries.findTemplate(trx, head.template);
  // Players who wear a template keep it when it is unlisted.
  if (!template || (!template.is_listed && current.template_id !== template.id)) throw new AppError('not-found');
  if (template.is_premium && !(actor.kind === 'player' && actor.premium)) throw new AppError('premium-required');
  return { style: 'template', template_id: template.id, upload_id: null };
}

/**
 * Stores a picture that the actor uploads. It is re-encoded, and waits for review before anybody else sees it. It replaces an earlier
 * upload that is still waiting.
 * @param type the MIME type that the browser sends
 * @returns what is wrong with the picture, or null
 * @throws AppError 'sign-in-required', 'premium-required', 'guardian-required', 'switched-off', 'too-many-requests', 'unavailable'
 */
export async function uploadPicture(ctx: AppContext, actor: Actor, bytes: Uint8Array, type: string): Promise<AvatarErrorCode | null> {
  authorize(actor, 'avatar:write');
  authorize(actor, 'picture:upload', await getOwnAllowances(ctx, actor));
  const playerId = requirePlayerId(actor);
  await requireFeature(ctx, 'uploads');
  const errorCode = validateUpload(bytes, type);
  if (errorCode !== null) return errorCode;
  await ctx.rateLimiter.consume(UPLOAD_RATE_LIMIT, playerId);
  const picture = await ctx.pictures
    .normalizeUpload(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), HEAD_SIZE)
    .catch(toErrorCode);
  if (typeof picture === 'string') return picture;
  const id = ctx.newId();
  const file = uploadPath(playerId, id);
  // Enqueue the clean-up first: whatever fails from here on, no orphaned file stays in the store.
  await ctx.jobs.enqueue(CLEAN_UP_UPLOAD, { upload: id, file } satisfies CleanUpUploadPayload);
  await ctx.files.put(file, picture);
  await ctx.db.transaction().execute(async (trx) => {
    // A consent that was taken back while the picture was read counts.
    await queries.lockPlayer(trx, playerId);
    authorize(actor, 'picture:upload', await getAllowancesInTransaction(ctx, trx, playerId));
    if (!(await findAvatar(trx, playerId, true))) throw new AppError('sign-in-required');
    const replaced = await queries.updateUploadStates(trx, { playerId }, ['waiting', 'refused'], 'deleted', ctx.now());
    await queries.insertUpload(trx, { id, playerId, picture: file, at: ctx.now() });
    const files = replaced.map((one) => one.picture);
    if (files.length > 0) await ctx.jobs.enqueue(DELETE_FILES, { files } satisfies DeleteFilesPayload, trx);
  });
  ctx.bus.publish({ kind: 'cases' });
  return null;
}

function toErrorCode(error: unknown): AvatarErrorCode {
  if (error instanceof AppError && error.code === 'bad-input') return 'broken';
  if (error instanceof AppError && error.code === 'too-large') return 'too-many-pixels';
  throw error;
}

/**
 * Deletes the actor's uploaded pictures, for everybody and at once. If the actor wears one, the picture generated from their id is shown
 * again.
 * @throws AppError 'sign-in-required', 'not-available' (there is none)
 */
export async function deletePicture(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'avatar:delete');
  const playerId = requirePlayerId(actor);
  await ctx.db.transaction().execute(async (trx) => {
    const avatar = await findAvatar(trx, playerId, true);
    const approved = await queries.updateUploadStates(trx, { playerId }, ['approved'], 'deleted', ctx.now());
    const others = await queries.updateUploadStates(trx, { playerId }, ['waiting', 'refused'], 'deleted', ctx.now());
    if (!avatar || approved.length + others.length === 0) throw new AppError('not-available', 'there is no picture of theirs');
    const files = [...approved, ...others].map((one) => one.picture);
    if (approved.length > 0) await removeApprovedPicture(ctx, trx, playerId, avatar, files);
    else await ctx.jobs.enqueue(DELETE_FILES, { files } satisfies DeleteFilesPayload, trx);
  });
  // The player's own open pages show it at once, and the team's list, where it may have waited.
  ctx.bus.publish({ kind: 'rights', playerId });
  ctx.bus.publish({ kind: 'cases' });
}

/** The file of an uploaded picture, for its owner and for moderators. @throws AppError 'sign-in-required', 'not-found' */
export async function getPictureFile(ctx: AppContext, actor: Actor, id: string): Promise<Buffer> {
  authorize(actor, 'avatar:read');
  const upload = isId(id) ? await queries.findUpload(ctx.db, id) : undefined;
  const isAllowed = upload?.player_id === requirePlayerId(actor) || can(actor, 'picture:review');
  if (upload && !isAllowed) ctx.logSecurity('malicious_direct_reference', [actorId(actor)], { resource: 'picture' });
  const isStored = upload?.state === 'waiting' || upload?.state === 'approved';
  const bytes = upload && isAllowed && isStored ? await ctx.files.get(upload.picture) : null;
  if (bytes === null) throw new AppError('not-found');
  return bytes;
}

function toUploadedPicture(row: queries.UploadRow | undefined, avatar: AvatarRow | undefined): UploadedPicture | null {
  if (!row || row.state === 'deleted') return null;
  const isWorn = row.state === 'approved' && avatar?.style === 'custom' && avatar.upload_id === row.id;
  return { id: row.id, state: row.state, url: row.state === 'refused' ? null : urlForPicture(row.id), isWorn };
}

function getChosenHead(avatar: AvatarRow): string {
  if (avatar.style === 'template') return avatar.template_id ?? GENERATED_HEAD;
  return avatar.style === 'custom' ? UPLOADED_HEAD : GENERATED_HEAD;
}
