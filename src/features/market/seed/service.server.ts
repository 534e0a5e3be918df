import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../context.server.ts';
import { LAYER } from '../../../infra/pictures/layers.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getItemPicturePaths, hashContent, storePicture, type ItemPicturePaths } from '../pictures.service.server.ts';
import { RERENDER_WEARERS, type RerenderWearers } from '../rerender/schema.ts';
import * as queries from './queries.server.ts';
import { seedItemsSchema } from './forms.server.ts';
import type { SeedItem } from './schema.ts';

/** Version prefix of seed pictures; pictures uploaded by operators do not have it. */
const SEED_PREFIX = 'shipped-';
/** Increment this when the rendering of drawings changes. */
const RENDER_VERSION = 2;
const BATCH_SIZE = 4;

/**
 * Seeds the catalog's items: renders each drawing once, and again when the drawing changes. Operators' changes stay, including items taken
 * off
 * the catalog.
 * @param folder contains items.json and the drawings
 */
export async function seedItems(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'item:seed');
  const items = seedItemsSchema.parse(JSON.parse(await fs.readFile(path.join(folder, 'items.json'), 'utf8')));
  const known = await queries.listPicturePaths(ctx.db);
  // In small batches: rendering is the slow part of the first start.
  for (let from = 0; from < items.length; from += BATCH_SIZE)
    await Promise.all(items.slice(from, from + BATCH_SIZE).map((item) => seedItem(ctx, folder, item, known.get(item.id))));
}

async function seedItem(ctx: AppContext, folder: string, item: SeedItem, now: ItemPicturePaths | undefined): Promise<void> {
  if (now && !now.picture.startsWith(`items/${item.id}/${SEED_PREFIX}`)) return;
  const svg = await fs.readFile(path.join(folder, `${item.id}.svg`), 'utf8');
  const version = `${SEED_PREFIX}${hashContent(`${RENDER_VERSION} ${svg}`)}`;
  const paths = getItemPicturePaths(item.id, version);
  if (!(await ctx.files.has(paths.picture)) || !(await ctx.files.has(paths.thumb))) {
    const stored = await storePicture(ctx, item.id, await ctx.pictures.rasterize(toPlainColours(svg), LAYER.width, LAYER.height), version);
    if (typeof stored === 'string') throw new Error(`the drawing of the item ${item.id} is no layer: ${stored}`);
  }
  if (!now) await queries.insertSeedItem(ctx.db, item, paths);
  else if (now.picture !== paths.picture) {
    await ctx.db.transaction().execute(async (trx) => {
      if (await queries.updatePicture(trx, item.id, now.picture, paths))
        await ctx.jobs.enqueue(RERENDER_WEARERS, { item: item.id } satisfies RerenderWearers, trx);
    });
  }
}

/** The picture of the item alone needs no colours of a player. */
function toPlainColours(svg: string): string {
  return svg.replaceAll(/var\(--[a-z0-9-]+,(#[0-9a-f]{3,6})\)/g, '$1');
}
