import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Layer } from '../../../infra/pictures/picture-processor.ts';
import { drawHead, getSeedSkin } from '../generated-head.rules.ts';
import { drawBody } from '../body.rules.ts';
import {
  DELETE_FILES,
  DELETE_OLD_RENDER,
  RERENDER_AVATAR,
  CLEAN_UP_UPLOAD,
  type DeleteFilesPayload,
  type DeleteOldRenderPayload,
  type RerenderAvatarPayload,
  type CleanUpUploadPayload,
} from '../rerender.schema.ts';
import { saveAvatarChoice, findDrawing, isUploadStored, findAvatar, saveDrawing, type AvatarRow } from './queries.server.ts';
import {
  RENDER_VERSION,
  drawDisc,
  drawingPaths,
  drawingsFolder,
  FACE_SIZE,
  HEAD_SIZE,
  groupLayers,
  isOnHead,
  PIXELS,
  type WornItem,
} from './rules.ts';
import { listWornItems } from './queries.server.ts';
import { getAvatarSeed } from '../../../shared/avatar-url.ts';

/** How often to retry when the avatar changes while it is being drawn. */
const ATTEMPTS_MAX = 3;

/** Redraws a player whose avatar has changed. */
export const rerenderAvatarJob = {
  ...RERENDER_AVATAR,
  run: async (ctx: AppContext, { playerId }: RerenderAvatarPayload) => rerenderAvatar(ctx, playerId),
};
/** Deletes a drawing that is no longer shown. */
export const deleteOldRenderJob = {
  ...DELETE_OLD_RENDER,
  run: async (ctx: AppContext, payload: DeleteOldRenderPayload) => deleteOldRender(ctx, payload),
};
/** Deletes files that nobody may see any more. */
export const deleteFilesJob = { ...DELETE_FILES, run: async (ctx: AppContext, payload: DeleteFilesPayload) => deleteFiles(ctx, payload) };
/** Deletes the file of an upload that failed half-way. */
export const cleanUpUploadJob = {
  ...CLEAN_UP_UPLOAD,
  run: async (ctx: AppContext, { upload, file }: CleanUpUploadPayload) => cleanUpUpload(ctx, upload, file),
};

/**
 * Removes a player's approved picture and every drawing made from it. Until the player is redrawn, the picture generated from their
 * id is shown. The caller must hold the lock on the player's row.
 * @param files the picture, and other files to delete with it
 */
export async function removeApprovedPicture(
  ctx: AppContext,
  trx: Kysely<DB>,
  playerId: string,
  avatar: AvatarRow,
  files: string[],
): Promise<void> {
  const skin = avatar.skin ?? getSeedSkin(getAvatarSeed(playerId));
  if (avatar.style === 'custom')
    await saveAvatarChoice(trx, playerId, { style: 'default', template_id: null, upload_id: null, skin }, ctx.now());
  await saveDrawing(trx, playerId, null, null, skin);
  await ctx.jobs.enqueue(DELETE_FILES, { files, drawingsOf: playerId } satisfies DeleteFilesPayload, trx);
}

/** Everything that determines a drawing. */
type AvatarSpec = { head: { template: string } | { upload: string } | null; skin: string; worn: WornItem[] };

/**
 * Draws a player's current avatar, as a face and as a whole figure, and shows it from then on. Idempotent: the same avatar has the same
 * URL. A player who has chosen nothing and wears nothing is shown by the picture generated from their id.
 */
export async function rerenderAvatar(ctx: AppContext, playerId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const row = await findAvatar(ctx.db, playerId);
    // The player no longer exists. This also deletes what an interrupted attempt may have drawn.
    if (!row) return ctx.files.removeFolder(drawingsFolder(playerId));
    const spec = toAvatarSpec(playerId, row, await listWornItems(ctx.db, playerId));
    const drawing = isGeneratedOnly(playerId, spec) ? null : getDrawingId(ctx, playerId, spec);
    if (drawing !== null) await renderAvatar(ctx, playerId, spec, drawing);
    if (!(await applyDrawing(ctx, playerId, spec, drawing))) continue;
    // The same drawing may have been shown before and deleted as an old one, before it was shown again.
    if (drawing === null || (await isRendered(ctx, playerId, drawing))) return;
  }
  throw new Error('looks change faster than they are drawn');
}

/** Saves which drawing is shown, unless the avatar has changed meanwhile. @returns false if it has changed */
async function applyDrawing(ctx: AppContext, playerId: string, spec: AvatarSpec, drawing: string | null): Promise<boolean> {
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const row = await findAvatar(trx, playerId, true);
    if (!row) return 'gone' as const;
    const currentSpec = toAvatarSpec(playerId, row, await listWornItems(trx, playerId));
    if (JSON.stringify(currentSpec) !== JSON.stringify(spec)) return row.render_id === drawing ? ('changed' as const) : ('gone' as const);
    const url = drawing === null ? null : `/media/${drawingPaths(playerId, drawing).face}`;
    if (row.render_id === drawing && row.avatar_url === url) return 'shown' as const;
    await saveDrawing(trx, playerId, drawing, url, spec.skin);
    if (row.render_id !== null && row.render_id !== drawing)
      await ctx.jobs.enqueue(DELETE_OLD_RENDER, { playerId, drawing: row.render_id }, trx);
    return 'new' as const;
  });
  // Delete the unused drawing now, because nothing else would ever delete it.
  if (outcome === 'gone' && drawing !== null) await deleteOldRender(ctx, { playerId, drawing });
  // The player's own open pages show it at once.
  if (outcome === 'new') ctx.bus.publish({ kind: 'rights', playerId });
  return outcome === 'shown' || outcome === 'new';
}

async function deleteOldRender(ctx: AppContext, { playerId, drawing }: DeleteOldRenderPayload): Promise<void> {
  const isInUse = async () => (await findDrawing(ctx.db, playerId)) === drawing;
  // A player who changed back within the day uses this drawing again.
  if (!(await isInUse())) await removeFiles(ctx, Object.values(drawingPaths(playerId, drawing)));
  // The player may also have changed back during the deletion, or before an earlier attempt failed: draw it again.
  if (await isInUse()) await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId });
}

async function deleteFiles(ctx: AppContext, { files, drawingsOf }: DeleteFilesPayload): Promise<void> {
  await removeFiles(ctx, files);
  if (drawingsOf === undefined) return;
  await ctx.files.removeFolder(drawingsFolder(drawingsOf));
  // Enqueue this last: an earlier redraw could put its files into the folder that is being removed.
  await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId: drawingsOf });
}

async function cleanUpUpload(ctx: AppContext, upload: string, file: string): Promise<void> {
  if (!(await isUploadStored(ctx.db, upload))) await ctx.files.remove(file);
}

async function isRendered(ctx: AppContext, playerId: string, drawing: string): Promise<boolean> {
  const paths = drawingPaths(playerId, drawing);
  return (await ctx.files.has(paths.face)) && (await ctx.files.has(paths.figure));
}

async function removeFiles(ctx: AppContext, files: string[]): Promise<void> {
  for (const file of files) await ctx.files.remove(file);
}

function toAvatarSpec(playerId: string, row: AvatarRow, worn: WornItem[]): AvatarSpec {
  const template = row.style === 'template' ? row.template_picture : null;
  // An unapproved picture is never drawn, whatever the row says.
  const upload = row.style === 'custom' ? row.upload_picture : null;
  return {
    head: template === null ? (upload === null ? null : { upload }) : { template },
    skin: row.skin ?? getSeedSkin(getAvatarSeed(playerId)),
    worn: worn.map(({ picture, category, isBehind }) => ({ picture, category, isBehind })),
  };
}

function isGeneratedOnly(playerId: string, { head, skin, worn }: AvatarSpec): boolean {
  return head === null && worn.length === 0 && skin === getSeedSkin(getAvatarSeed(playerId));
}

/** The id of a drawing: the same for the same avatar, and impossible to guess. */
function getDrawingId(ctx: AppContext, playerId: string, spec: AvatarSpec): string {
  const key = createHmac('sha256', ctx.secret).update('drawings').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([RENDER_VERSION, playerId, spec]))
    .digest('hex')
    .slice(0, 32);
}

async function renderAvatar(ctx: AppContext, playerId: string, spec: AvatarSpec, drawing: string): Promise<void> {
  const paths = drawingPaths(playerId, drawing);
  if (await isRendered(ctx, playerId, drawing)) return;
  const head = (await readHead(ctx, spec)) ?? (await ctx.pictures.rasterize(drawHead(getAvatarSeed(playerId)), HEAD_SIZE, HEAD_SIZE));
  const worn = groupLayers(spec.worn);
  const [behind, below, above] = [await readLayers(ctx, worn.behind), await readLayers(ctx, worn.below), await readLayers(ctx, worn.above)];
  await ctx.files.put(
    paths.figure,
    await renderBody(ctx, spec.skin, head, { behind: toLayers(behind), below: toLayers(below), above: toLayers(above) }),
  );
  await ctx.files.put(paths.face, await renderFace(ctx, head, toLayers(above.filter(({ item }) => isOnHead(item)))));
}

async function readHead(ctx: AppContext, { head }: AvatarSpec): Promise<Buffer | null> {
  if (head === null) return null;
  const file = 'template' in head ? head.template : head.upload;
  const bytes = await ctx.files.get(file);
  if (bytes === null) ctx.log.warn({ file }, 'the picture of a head is not there');
  return bytes;
}

type WornLayer = { item: WornItem; bytes: Buffer };
const toLayers = (layers: WornLayer[]): Layer[] => layers.map(({ bytes }) => ({ bytes }));

async function readLayers(ctx: AppContext, worn: WornItem[]): Promise<WornLayer[]> {
  const layers: WornLayer[] = [];
  for (const item of worn) {
    const bytes = await ctx.files.get(item.picture);
    // Draw the rest: one missing layer should not hide the whole avatar.
    if (bytes === null) ctx.log.warn({ file: item.picture }, 'the layer of an item is not there');
    else layers.push({ item, bytes });
  }
  return layers;
}

async function renderBody(
  ctx: AppContext,
  skin: string,
  head: Buffer,
  layers: { behind: Layer[]; below: Layer[]; above: Layer[] },
): Promise<Buffer> {
  const { width, height, disc, rim } = PIXELS;
  return ctx.pictures.compose(
    { width, height, background: null },
    [
      ...layers.behind,
      { bytes: await ctx.pictures.rasterize(drawBody(skin), width, height) },
      ...layers.below,
      { bytes: await ctx.pictures.rasterize(drawDisc(), disc.size, disc.size), left: disc.left, top: disc.top },
      { bytes: await ctx.pictures.cropToCircle(head, disc.size - 2 * rim), left: disc.left + rim, top: disc.top + rim },
      ...layers.above,
    ],
    width,
  );
}

/** The picture for small circles: a head alone fills it; a head with items on it has room around it. */
async function renderFace(ctx: AppContext, head: Buffer, onHead: Layer[]): Promise<Buffer> {
  const ground = await ctx.pictures.getBackgroundColor(head);
  if (onHead.length === 0) {
    const bytes = await ctx.pictures.cropToSquare(head, HEAD_SIZE);
    return ctx.pictures.compose({ width: HEAD_SIZE, height: HEAD_SIZE, background: ground }, [{ bytes }], FACE_SIZE);
  }
  const { face, disc } = PIXELS;
  const headLayers: Layer[] = [];
  for (const { bytes } of onHead) headLayers.push({ bytes: await ctx.pictures.crop(bytes, face) });
  return ctx.pictures.compose(
    { width: face.width, height: face.height, background: ground },
    [{ bytes: await ctx.pictures.cropToCircle(head, disc.size), left: disc.left - face.left, top: disc.top - face.top }, ...headLayers],
    FACE_SIZE,
  );
}
