import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../context.server.ts';
import { LAYER } from '../../../infra/pictures/layers.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { itemPictures, markOf, storePicture, type ItemPictures } from '../pictures/service.server.ts';
import { REDRESS, type Redress } from '../redressing/schema.ts';
import * as queries from './queries.server.ts';
import { shippedItems, type ShippedItem } from './schema.ts';

/** Pictures that came with the site; those that an operator brought are named otherwise. */
const SHIPPED = 'shipped-';
/** Raised when drawings are made into pictures in another way. */
const DRAWN_AS = 1;
const AT_ONCE = 4;

/**
 * Brings the items that come with the site into the catalog: drawn once, and again when their drawing changes. What operators
 * changed stays, and so does what they took off. @param folder holds items.json and the drawings
 */
export async function shipItems(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'item:ship');
  const items = shippedItems.parse(JSON.parse(await fs.readFile(path.join(folder, 'items.json'), 'utf8')));
  const known = await queries.picturesOfAll(ctx.db);
  // A few at a time: drawing is what takes long at the first start.
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map((item) => ship(ctx, folder, item, known.get(item.id))));
}

async function ship(ctx: AppContext, folder: string, item: ShippedItem, now: ItemPictures | undefined): Promise<void> {
  if (now && !now.picture.startsWith(`items/${item.id}/${SHIPPED}`)) return;
  const svg = await fs.readFile(path.join(folder, `${item.id}.svg`), 'utf8');
  const mark = `${SHIPPED}${markOf(`${DRAWN_AS} ${svg}`)}`;
  const at = itemPictures(item.id, mark);
  if (!(await ctx.files.has(at.picture)) || !(await ctx.files.has(at.thumb))) {
    const fault = await storePicture(ctx, item.id, await ctx.pictures.rasterize(svg, LAYER.width, LAYER.height), mark);
    if (typeof fault === 'string') throw new Error(`the drawing of the item ${item.id} is no layer: ${fault}`);
  }
  if (!now) await queries.addShipped(ctx.db, item, at);
  else if (now.picture !== at.picture) {
    await ctx.db.transaction().execute(async (trx) => {
      if (await queries.changePicture(trx, item.id, now.picture, at))
        await ctx.jobs.enqueue(REDRESS, { item: item.id } satisfies Redress, trx as never);
    });
  }
}
