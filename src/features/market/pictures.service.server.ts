import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.server.ts';
import { FIGURE_VERSION } from '../avatars/items.rules.ts';
import { readLayer, type LayerError } from '../../infra/pictures/layers.ts';

/** Storage paths of an item's pictures. */
export type ItemPicturePaths = { picture: string; thumb: string };

/**
 * The storage paths of an item's pictures.
 * @param version changes with the content, so that browsers may cache the pictures forever
 */
export function getItemPicturePaths(itemId: string, version: string): ItemPicturePaths {
  return { picture: `items/${itemId}/${version}/layer.webp`, thumb: `items/${itemId}/${version}/thumb.webp` };
}

/** A short hash of the content, used as its version. */
export function hashContent(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/**
 * Reads an item's picture and stores it together with a thumbnail of the item alone. Does not update the database.
 * @param version default: a hash of the content
 * @returns the storage paths, or the validation error
 */
export async function storePicture(
  ctx: AppContext,
  itemId: string,
  bytes: Uint8Array,
  version?: string,
): Promise<ItemPicturePaths | LayerError> {
  const read = await readLayer(bytes);
  if (typeof read === 'string') return read;
  const paths = getItemPicturePaths(itemId, version ?? `${FIGURE_VERSION}${hashContent(read.layer)}`);
  await ctx.files.put(paths.picture, read.layer);
  await ctx.files.put(paths.thumb, read.thumb);
  return paths;
}
