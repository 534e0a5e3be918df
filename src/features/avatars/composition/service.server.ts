import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Layer } from '../../../infra/pictures/picture-processor.ts';
import { listWornItems } from '../../market/queries.server.ts';
import { drawHead, getAvatarSeed, getSeedSkin } from '../generated-head/rules.ts';
import { drawBody } from '../body/rules.ts';
import {
  DELETE_FILES,
  DELETE_OLD_RENDER,
  RERENDER_AVATAR,
  CLEAN_UP_UPLOAD,
  type DeleteFilesPayload,
  type DeleteOldRenderPayload,
  type RerenderAvatarPayload,
  type CleanUpUploadPayload,
} from '../rerender/schema.ts';
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

/** Looks may change while they are drawn; then they are drawn again, so often. */
const ATTEMPTS_MAX = 3;

/** Draws players anew whose looks have changed. */
export const rerenderAvatarJob = {
  ...RERENDER_AVATAR,
  run: async (ctx: AppContext, { playerId }: RerenderAvatarPayload) => rerenderAvatar(ctx, playerId),
};
/** Takes away what nobody is shown any more. */
export const deleteOldRenderJob = {
  ...DELETE_OLD_RENDER,
  run: async (ctx: AppContext, payload: DeleteOldRenderPayload) => deleteOldRender(ctx, payload),
};
/** Takes away what nobody may see any more. */
export const deleteFilesJob = { ...DELETE_FILES, run: async (ctx: AppContext, payload: DeleteFilesPayload) => deleteFiles(ctx, payload) };
/** Takes away what an upload left that broke off. */
export const cleanUpUploadJob = {
  ...CLEAN_UP_UPLOAD,
  run: async (ctx: AppContext, { upload, file }: CleanUpUploadPayload) => cleanUpUpload(ctx, upload, file),
};

/**
 * Takes an approved picture of a player away, with all that was ever drawn of it: what shows them until they are drawn anew is the
 * picture from their id. The player is held. @param files the picture, and others that go with it
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
  await ctx.jobs.enqueue(DELETE_FILES, { files, drawingsOf: playerId } satisfies DeleteFilesPayload, trx as never);
}

/** All that a drawing is made of. */
type AvatarSpec = { head: { template: string } | { upload: string } | null; skin: string; worn: WornItem[] };

/**
 * Draws a player as they look now, in small and whole, and shows that from then on. Doing it twice changes nothing: the same looks
 * have the same address. Who has chosen nothing and wears nothing is shown by the picture that is drawn from their id.
 */
export async function rerenderAvatar(ctx: AppContext, playerId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const row = await findAvatar(ctx.db, playerId);
    // What a try that broke off has drawn of somebody who is gone by now goes too.
    if (!row) return ctx.files.removeFolder(drawingsFolder(playerId));
    const spec = toAvatarSpec(playerId, row, await listWornItems(ctx.db, playerId));
    const drawing = isGeneratedOnly(playerId, spec) ? null : getDrawingId(ctx, playerId, spec);
    if (drawing !== null) await renderAvatar(ctx, playerId, spec, drawing);
    if (!(await applyDrawing(ctx, playerId, spec, drawing))) continue;
    // It may have been a former one, and taken away as such before it was shown again.
    if (drawing === null || (await isRendered(ctx, playerId, drawing))) return;
  }
  throw new Error('looks change faster than they are drawn');
}

/** Writes down which drawing is shown, unless the looks have changed meanwhile. @returns whether they had not */
async function applyDrawing(ctx: AppContext, playerId: string, spec: AvatarSpec, drawing: string | null): Promise<boolean> {
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const row = await findAvatar(trx, playerId, true);
    if (!row) return 'gone' as const;
    const currentSpec = toAvatarSpec(playerId, row, await listWornItems(trx, playerId));
    if (JSON.stringify(currentSpec) !== JSON.stringify(spec)) return row.drawing === drawing ? ('changed' as const) : ('gone' as const);
    const url = drawing === null ? null : `/media/${drawingPaths(playerId, drawing).face}`;
    if (row.drawing === drawing && row.avatar_url === url) return 'shown' as const;
    await saveDrawing(trx, playerId, drawing, url, spec.skin);
    if (row.drawing !== null && row.drawing !== drawing)
      await ctx.jobs.enqueue(DELETE_OLD_RENDER, { playerId, drawing: row.drawing }, trx as never);
    return 'new' as const;
  });
  // What was drawn for nothing is not left behind: nobody would ever take it away.
  if (outcome === 'gone' && drawing !== null) await deleteOldRender(ctx, { playerId, drawing });
  // Their own pages show it at once.
  if (outcome === 'new') ctx.bus.publish({ kind: 'rights', playerId });
  return outcome === 'shown' || outcome === 'new';
}

async function deleteOldRender(ctx: AppContext, { playerId, drawing }: DeleteOldRenderPayload): Promise<void> {
  const isInUse = async () => (await findDrawing(ctx.db, playerId)) === drawing;
  // Who changed back within the day wears it again.
  if (!(await isInUse())) await removeFiles(ctx, Object.values(drawingPaths(playerId, drawing)));
  // Or changed back while it was taken away, or before a try of this that broke off: then it is drawn again.
  if (await isInUse()) await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId });
}

async function deleteFiles(ctx: AppContext, { files, drawingsOf }: DeleteFilesPayload): Promise<void> {
  await removeFiles(ctx, files);
  if (drawingsOf === undefined) return;
  await ctx.files.removeFolder(drawingsFolder(drawingsOf));
  // Only now: drawn before, it might lie among what was taken away.
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
  // A picture that nobody approved is never drawn, whatever the row says.
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

/** The name of a drawing: the same for the same looks, and nobody can guess it. */
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
    // One lost layer is no reason to show nothing at all.
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

/** What small circles show: the head alone fills them; with something on it there is room around. */
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
