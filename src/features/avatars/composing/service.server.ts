import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Layer } from '../../../infra/pictures/pictures.ts';
import { listWornItems } from '../../market/queries.server.ts';
import { drawHead, seedOf, skinOf } from '../drawing/rules.ts';
import { drawBody } from '../figure/rules.ts';
import { DISCARD, FORGET, REDRAW, TIDY, type Discard, type Forget, type Redraw, type Tidy } from '../redrawing/schema.ts';
import { choose, drawingOf, isUploadKept, lookOf, setDrawing, type LookRow } from './queries.server.ts';
import { DRAWN_AS, drawDisc, drawingPaths, drawingsFolder, FACE_SIZE, HEAD_SIZE, inLayers, isOnHead, PIXELS, type Worn } from './rules.ts';

/** Looks may change while they are drawn; then they are drawn again, so often. */
const TRIES = 3;

/** Draws players anew whose looks have changed. */
export const redrawJob = { ...REDRAW, run: async (ctx: AppContext, { playerId }: Redraw) => redraw(ctx, playerId) };
/** Takes away what nobody is shown any more. */
export const forgetJob = { ...FORGET, run: async (ctx: AppContext, forget: Forget) => forgetDrawing(ctx, forget) };
/** Takes away what nobody may see any more. */
export const discardJob = { ...DISCARD, run: async (ctx: AppContext, asked: Discard) => discard(ctx, asked) };
/** Takes away what an upload left that broke off. */
export const tidyJob = { ...TIDY, run: async (ctx: AppContext, { upload, file }: Tidy) => tidy(ctx, upload, file) };

/**
 * Takes an approved picture of a player away, with all that was ever drawn of it: what shows them until they are drawn anew is the
 * picture from their id. The player is held. @param files the picture, and others that go with it
 */
export async function takeFromSight(ctx: AppContext, trx: Kysely<DB>, playerId: string, look: LookRow, files: string[]): Promise<void> {
  const skin = look.skin ?? skinOf(seedOf(playerId));
  if (look.style === 'custom') await choose(trx, playerId, { style: 'default', template_id: null, upload_id: null, skin }, ctx.now());
  await setDrawing(trx, playerId, null, null, skin);
  await ctx.jobs.enqueue(DISCARD, { files, drawingsOf: playerId } satisfies Discard, trx as never);
}

/** All that a drawing is made of. */
type Looks = { head: { template: string } | { upload: string } | null; skin: string; worn: Worn[] };

/**
 * Draws a player as they look now, in small and whole, and shows that from then on. Doing it twice changes nothing: the same looks
 * have the same address. Who has chosen nothing and wears nothing is shown by the picture that is drawn from their id.
 */
export async function redraw(ctx: AppContext, playerId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await lookOf(ctx.db, playerId);
    // What a try that broke off has drawn of somebody who is gone by now goes too.
    if (!row) return ctx.files.removeFolder(drawingsFolder(playerId));
    const looks = looksOf(playerId, row, await listWornItems(ctx.db, playerId));
    const drawing = isPlain(playerId, looks) ? null : nameOf(ctx, playerId, looks);
    if (drawing !== null) await draw(ctx, playerId, looks, drawing);
    if (!(await show(ctx, playerId, looks, drawing))) continue;
    // It may have been a former one, and taken away as such before it was shown again.
    if (drawing === null || (await isDrawn(ctx, playerId, drawing))) return;
  }
  throw new Error('looks change faster than they are drawn');
}

/** Writes down which drawing is shown, unless the looks have changed meanwhile. @returns whether they had not */
async function show(ctx: AppContext, playerId: string, looks: Looks, drawing: string | null): Promise<boolean> {
  const after = await ctx.db.transaction().execute(async (trx) => {
    const row = await lookOf(trx, playerId, true);
    if (!row) return 'gone' as const;
    const now = looksOf(playerId, row, await listWornItems(trx, playerId));
    if (JSON.stringify(now) !== JSON.stringify(looks)) return row.drawing === drawing ? ('changed' as const) : ('gone' as const);
    const address = drawing === null ? null : `/media/${drawingPaths(playerId, drawing).face}`;
    if (row.drawing === drawing && row.avatar_url === address) return 'shown' as const;
    await setDrawing(trx, playerId, drawing, address, looks.skin);
    if (row.drawing !== null && row.drawing !== drawing) await ctx.jobs.enqueue(FORGET, { playerId, drawing: row.drawing }, trx as never);
    return 'new' as const;
  });
  // What was drawn for nothing is not left behind: nobody would ever take it away.
  if (after === 'gone' && drawing !== null) await forgetDrawing(ctx, { playerId, drawing });
  // Their own pages show it at once.
  if (after === 'new') ctx.bus.publish({ kind: 'rights', playerId });
  return after === 'shown' || after === 'new';
}

async function forgetDrawing(ctx: AppContext, { playerId, drawing }: Forget): Promise<void> {
  const isShown = async () => (await drawingOf(ctx.db, playerId)) === drawing;
  // Who changed back within the day wears it again.
  if (!(await isShown())) await removeFiles(ctx, Object.values(drawingPaths(playerId, drawing)));
  // Or changed back while it was taken away, or before a try of this that broke off: then it is drawn again.
  if (await isShown()) await ctx.jobs.enqueue(REDRAW, { playerId });
}

async function discard(ctx: AppContext, { files, drawingsOf }: Discard): Promise<void> {
  await removeFiles(ctx, files);
  if (drawingsOf === undefined) return;
  await ctx.files.removeFolder(drawingsFolder(drawingsOf));
  // Only now: drawn before, it might lie among what was taken away.
  await ctx.jobs.enqueue(REDRAW, { playerId: drawingsOf });
}

async function tidy(ctx: AppContext, upload: string, file: string): Promise<void> {
  if (!(await isUploadKept(ctx.db, upload))) await ctx.files.remove(file);
}

async function isDrawn(ctx: AppContext, playerId: string, drawing: string): Promise<boolean> {
  const paths = drawingPaths(playerId, drawing);
  return (await ctx.files.has(paths.face)) && (await ctx.files.has(paths.figure));
}

async function removeFiles(ctx: AppContext, files: string[]): Promise<void> {
  for (const file of files) await ctx.files.remove(file);
}

function looksOf(playerId: string, row: LookRow, worn: Worn[]): Looks {
  const template = row.style === 'template' ? row.template_picture : null;
  // A picture that nobody approved is never drawn, whatever the row says.
  const upload = row.style === 'custom' ? row.upload_picture : null;
  return {
    head: template === null ? (upload === null ? null : { upload }) : { template },
    skin: row.skin ?? skinOf(seedOf(playerId)),
    worn: worn.map(({ picture, category, isBehind }) => ({ picture, category, isBehind })),
  };
}

function isPlain(playerId: string, { head, skin, worn }: Looks): boolean {
  return head === null && worn.length === 0 && skin === skinOf(seedOf(playerId));
}

/** The name of a drawing: the same for the same looks, and nobody can guess it. */
function nameOf(ctx: AppContext, playerId: string, looks: Looks): string {
  const key = createHmac('sha256', ctx.secret).update('drawings').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([DRAWN_AS, playerId, looks]))
    .digest('hex')
    .slice(0, 32);
}

async function draw(ctx: AppContext, playerId: string, looks: Looks, drawing: string): Promise<void> {
  const paths = drawingPaths(playerId, drawing);
  if (await isDrawn(ctx, playerId, drawing)) return;
  const head = (await headOf(ctx, looks)) ?? (await ctx.pictures.rasterize(drawHead(seedOf(playerId)), HEAD_SIZE, HEAD_SIZE));
  const worn = inLayers(looks.worn);
  const [behind, below, above] = [await layersOf(ctx, worn.behind), await layersOf(ctx, worn.below), await layersOf(ctx, worn.above)];
  await ctx.files.put(
    paths.figure,
    await drawFigure(ctx, looks.skin, head, { behind: bytesOf(behind), below: bytesOf(below), above: bytesOf(above) }),
  );
  await ctx.files.put(paths.face, await drawFace(ctx, head, bytesOf(above.filter(({ item }) => isOnHead(item)))));
}

async function headOf(ctx: AppContext, { head }: Looks): Promise<Buffer | null> {
  if (head === null) return null;
  const file = 'template' in head ? head.template : head.upload;
  const bytes = await ctx.files.get(file);
  if (bytes === null) ctx.log.warn({ file }, 'the picture of a head is not there');
  return bytes;
}

type WornLayer = { item: Worn; bytes: Buffer };
const bytesOf = (layers: WornLayer[]): Layer[] => layers.map(({ bytes }) => ({ bytes }));

async function layersOf(ctx: AppContext, worn: Worn[]): Promise<WornLayer[]> {
  const layers: WornLayer[] = [];
  for (const item of worn) {
    const bytes = await ctx.files.get(item.picture);
    // One lost layer is no reason to show nothing at all.
    if (bytes === null) ctx.log.warn({ file: item.picture }, 'the layer of an item is not there');
    else layers.push({ item, bytes });
  }
  return layers;
}

async function drawFigure(
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
async function drawFace(ctx: AppContext, head: Buffer, onHead: Layer[]): Promise<Buffer> {
  const ground = await ctx.pictures.getBackgroundColor(head);
  if (onHead.length === 0) {
    const bytes = await ctx.pictures.cropToSquare(head, HEAD_SIZE);
    return ctx.pictures.compose({ width: HEAD_SIZE, height: HEAD_SIZE, background: ground }, [{ bytes }], FACE_SIZE);
  }
  const { face, disc } = PIXELS;
  const pieces: Layer[] = [];
  for (const { bytes } of onHead) pieces.push({ bytes: await ctx.pictures.crop(bytes, face) });
  return ctx.pictures.compose(
    { width: face.width, height: face.height, background: ground },
    [{ bytes: await ctx.pictures.cropToCircle(head, disc.size), left: disc.left - face.left, top: disc.top - face.top }, ...pieces],
    FACE_SIZE,
  );
}
