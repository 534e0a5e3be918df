import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { readLayer, type LayerError } from '../../../infra/pictures/layers.ts';

/** Where the pictures of an item lie in the store. */
export type ItemPictures = { picture: string; thumb: string };

/** The addresses of an item's pictures. @param mark changes with what is on them, so that browsers may keep them for ever */
export function itemPictures(itemId: string, mark: string): ItemPictures {
  return { picture: `items/${itemId}/${mark}/layer.webp`, thumb: `items/${itemId}/${mark}/thumb.webp` };
}

/** The beginning of what is on a picture, as a name for it. */
export function markOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/**
 * Reads the picture of an item and stores it with the item by itself. Nothing in the database names it yet.
 * @param mark without it, by what is on it. @returns where they lie, or what is wrong with it
 */
export async function storePicture(ctx: AppContext, itemId: string, bytes: Uint8Array, mark?: string): Promise<ItemPictures | LayerError> {
  const read = await readLayer(bytes);
  if (typeof read === 'string') return read;
  const at = itemPictures(itemId, mark ?? markOf(read.layer));
  await ctx.files.put(at.picture, read.layer);
  await ctx.files.put(at.thumb, read.thumb);
  return at;
}
