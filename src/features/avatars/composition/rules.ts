import { CANVAS, FACE, HEAD } from '../body.rules.ts';

/** Everything is drawn at twice the canvas size. */
const SCALE = 2;
/** Increase this when the way figures are drawn changes: every figure then gets a new URL when it is next drawn. */
export const RENDER_VERSION = 1;
/** Width and height of a head's picture, in pixels. `FACE_SIZE` is the same for the picture in small circles. */
export const HEAD_SIZE = 384;
export const FACE_SIZE = 192;

/** An item that a player wears: a layer as large as the whole canvas. */
export type WornItem = { picture: string; category: string; isBehind: boolean };

const LAYER_ORDER = ['pants', 'shirts', 'head', 'faces', 'accessories', 'hats', 'gear'];
const HEAD_CATEGORIES = ['faces', 'accessories', 'hats'];

/** Groups layers: behind the body, between body and head, and above the head. Each group is sorted from back to front. */
export function groupLayers(worn: readonly WornItem[]): { behind: WornItem[]; below: WornItem[]; above: WornItem[] } {
  const getLayerIndex = (category: string) => LAYER_ORDER.indexOf(category);
  const ordered = worn
    .filter((each) => !each.isBehind && getLayerIndex(each.category) !== -1)
    .toSorted((a, b) => getLayerIndex(a.category) - getLayerIndex(b.category));
  return {
    behind: worn.filter((each) => each.isBehind),
    below: ordered.filter((each) => getLayerIndex(each.category) < getLayerIndex('head')),
    above: ordered.filter((each) => getLayerIndex(each.category) > getLayerIndex('head')),
  };
}

/** Whether the item is also visible in the small circle. */
export function isOnHead({ category, isBehind }: WornItem): boolean {
  return !isBehind && HEAD_CATEGORIES.includes(category);
}

/** Sizes and positions on the canvas, in pixels. */
export const PIXELS = {
  width: CANVAS.width * SCALE,
  height: CANVAS.height * SCALE,
  face: { left: FACE.x * SCALE, top: FACE.y * SCALE, width: FACE.size * SCALE, height: FACE.size * SCALE },
  /** The white disc below the head, and the head within its rim. */
  disc: { left: (HEAD.x - HEAD.radius) * SCALE, top: (HEAD.y - HEAD.radius) * SCALE, size: HEAD.radius * 2 * SCALE },
  rim: HEAD.rim * SCALE,
};

/** Draws the white disc behind the head. */
export function drawDisc(): string {
  const { size } = PIXELS.disc;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}" fill="#fff"/></svg>`;
}

/** The folder of all drawings of a player. */
export function drawingsFolder(playerId: string): string {
  return `avatars/${playerId}`;
}

/** The files of a drawing. */
export function drawingPaths(playerId: string, drawing: string): { face: string; figure: string } {
  const folder = `${drawingsFolder(playerId)}/${drawing}`;
  return { face: `${folder}/face.webp`, figure: `${folder}/figure.webp` };
}

/** Whether a stored file is a drawing, which everybody may see. */
export function isDrawingPath(file: string): boolean {
  return /^avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/(face|figure)\.webp$/.test(file);
}
