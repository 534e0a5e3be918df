import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { beginFigure } from '../begin/service.server.ts';
import { drawLook } from '../figure/service.server.ts';
import type { Look } from '../look/schema.ts';
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
import {
  saveAvatarChoice,
  findDrawing,
  isUploadStored,
  findAvatar,
  saveDrawing,
  listWornItems,
  type AvatarRow,
  type WornItem,
} from './queries.server.ts';
import { RENDER_VERSION, drawingPaths, drawingsFolder, FACE_BYTES_MAX, FACE_SIZE, FIGURE_SIZE, HEAD_SIZE } from './rules.ts';

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
  if (avatar.style === 'custom')
    await saveAvatarChoice(trx, playerId, { style: 'cartoon_1', template_id: null, upload_id: null }, ctx.now());
  await saveDrawing(trx, playerId, null, null);
  await ctx.jobs.enqueue(DELETE_FILES, { files, drawingsOf: playerId } satisfies DeleteFilesPayload, trx);
}

/** Everything that determines a drawing: `picture` is what the round picture shows instead of the figure's head. */
type AvatarSpec = { picture: { template: string } | { upload: string } | null; look: Look; worn: WornItem[] };

/**
 * Draws a player's current avatar, as a round picture and as a whole figure, and shows it from then on. Idempotent: the same avatar has
 * the same URL. A player whose figure has not begun begins with one.
 */
export async function rerenderAvatar(ctx: AppContext, playerId: string): Promise<void> {
  await beginFigure(ctx, playerId);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const row = await findAvatar(ctx.db, playerId);
    // The player no longer exists. This also deletes what an interrupted attempt may have drawn.
    if (!row) return ctx.files.removeFolder(drawingsFolder(playerId));
    const spec = toAvatarSpec(row, await listWornItems(ctx.db, playerId));
    const drawing = getDrawingId(ctx, playerId, spec);
    await renderAvatar(ctx, playerId, spec, drawing);
    if (!(await applyDrawing(ctx, playerId, spec, drawing))) continue;
    // The same drawing may have been shown before and deleted as an old one, before it was shown again.
    if (await isRendered(ctx, playerId, drawing)) return;
  }
  throw new Error('looks change faster than they are drawn');
}

/** Saves which drawing is shown, unless the avatar has changed meanwhile. @returns false if it has changed */
async function applyDrawing(ctx: AppContext, playerId: string, spec: AvatarSpec, drawing: string): Promise<boolean> {
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const row = await findAvatar(trx, playerId, true);
    if (!row) return 'gone' as const;
    const currentSpec = toAvatarSpec(row, await listWornItems(trx, playerId));
    if (JSON.stringify(currentSpec) !== JSON.stringify(spec)) return row.render_id === drawing ? ('changed' as const) : ('gone' as const);
    const url = `/media/${drawingPaths(playerId, drawing).face}`;
    if (row.render_id === drawing && row.avatar_url === url) return 'shown' as const;
    await saveDrawing(trx, playerId, drawing, url);
    if (row.render_id !== null && row.render_id !== drawing)
      await ctx.jobs.enqueue(DELETE_OLD_RENDER, { playerId, drawing: row.render_id }, trx);
    return 'new' as const;
  });
  // Delete the unused drawing now, because nothing else would ever delete it.
  if (outcome === 'gone') await deleteOldRender(ctx, { playerId, drawing });
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

function toAvatarSpec(row: AvatarRow, worn: WornItem[]): AvatarSpec {
  const template = row.style === 'template' ? row.template_picture : null;
  // An unapproved picture is never drawn, whatever the row says.
  const upload = row.style === 'custom' ? row.upload_picture : null;
  if (row.look === null) throw new Error('the figure has not begun');
  return { picture: template === null ? (upload === null ? null : { upload }) : { template }, look: row.look, worn };
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
  const { whole, round } = await drawLook(ctx, spec.look, spec.worn);
  const { width, height } = FIGURE_SIZE;
  const canvas = { width, height, background: null };
  await ctx.files.put(
    paths.figure,
    await ctx.pictures.compose(canvas, [{ bytes: await ctx.pictures.rasterize(whole, width, height) }], { width }),
  );
  await ctx.files.put(
    paths.face,
    await renderFace(ctx, (await readPicture(ctx, spec)) ?? (await ctx.pictures.rasterize(round, HEAD_SIZE, HEAD_SIZE))),
  );
}

async function readPicture(ctx: AppContext, { picture }: AvatarSpec): Promise<Buffer | null> {
  if (picture === null) return null;
  const file = 'template' in picture ? picture.template : picture.upload;
  const bytes = await ctx.files.get(file);
  if (bytes === null) ctx.log.warn({ file }, 'the picture of an avatar is not there');
  return bytes;
}

/** The picture for small circles. */
async function renderFace(ctx: AppContext, head: Buffer): Promise<Buffer> {
  const bytes = await ctx.pictures.cropToSquare(head, HEAD_SIZE);
  const background = await ctx.pictures.getBackgroundColor(head);
  return ctx.pictures.compose({ width: HEAD_SIZE, height: HEAD_SIZE, background }, [{ bytes }], {
    width: FACE_SIZE,
    bytesMax: FACE_BYTES_MAX,
  });
}
