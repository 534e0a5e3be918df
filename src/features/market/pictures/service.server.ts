import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { readLayer, type LayerError } from '../../../infra/pictures/layers.ts';

/** Where the pictures of an item lie in the store. */
export type ItemPicturePaths = { picture: string; thumb: string };

/** The addresses of an item's pictures. @param version changes with what is on them, so that browsers may keep them for ever */
export function getItemPicturePaths(itemId: string, version: string): ItemPicturePaths {
  return { picture: `items/${itemId}/${version}/layer.webp`, thumb: `items/${itemId}/${version}/thumb.webp` };
}

/** The beginning of what is on a picture, as a name for it. */
export function hashContent(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/**
 * Reads the picture of an item and stores it with the item by itself. Nothing in the database names it yet.
 * @param version without it, by what is on it. @returns where they lie, or what is wrong with it
 */
export async function storePicture(
  ctx: AppContext,
  itemId: string,
  bytes: Uint8Array,
  version?: string,
): Promise<ItemPicturePaths | LayerError> {
  const read = await readLayer(bytes);
  if (typeof read === 'string') return read;
  const paths = getItemPicturePaths(itemId, version ?? hashContent(read.layer));
  await ctx.files.put(paths.picture, read.layer);
  await ctx.files.put(paths.thumb, read.thumb);
  return paths;
}
