import { CANVAS, FACE, HEAD } from '../body/rules.ts';

/** Everything is drawn at twice its size. */
const SCALE = 2;
/** Raised when figures are drawn in another way: all of them get a new address when they are drawn next. */
export const RENDER_VERSION = 1;
/** A head is a picture of this many pixels; a face is shown as one of those. */
export const HEAD_SIZE = 384;
export const FACE_SIZE = 192;

/** A layer that is worn, over the whole canvas. */
export type WornItem = { picture: string; category: string; isBehind: boolean };

const LAYER_ORDER = ['pants', 'shirts', 'head', 'faces', 'accessories', 'hats', 'gear'];
const HEAD_CATEGORIES = ['faces', 'accessories', 'hats'];

/** What lies behind the body, before the head, and before everything, each from back to front. */
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

/** Whether it is seen in the small circle too. */
export function isOnHead({ category, isBehind }: WornItem): boolean {
  return !isBehind && HEAD_CATEGORIES.includes(category);
}

/** The canvas and what lies on it, in pixels. */
export const PIXELS = {
  width: CANVAS.width * SCALE,
  height: CANVAS.height * SCALE,
  face: { left: FACE.x * SCALE, top: FACE.y * SCALE, width: FACE.size * SCALE, height: FACE.size * SCALE },
  /** The white disc below the head, and the head within its rim. */
  disc: { left: (HEAD.x - HEAD.radius) * SCALE, top: (HEAD.y - HEAD.radius) * SCALE, size: HEAD.radius * 2 * SCALE },
  rim: HEAD.rim * SCALE,
};

/** The white sticker that a head is stuck on. */
export function drawDisc(): string {
  const { size } = PIXELS.disc;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}" fill="#fff"/></svg>`;
}

/** Where all drawings of a player lie. */
export function drawingsFolder(playerId: string): string {
  return `avatars/${playerId}`;
}

/** The folder of a drawing, and its files. */
export function drawingPaths(playerId: string, drawing: string): { face: string; figure: string } {
  const folder = `${drawingsFolder(playerId)}/${drawing}`;
  return { face: `${folder}/face.webp`, figure: `${folder}/figure.webp` };
}

/** Whether a file of the store is a drawing that everybody may see. */
export function isDrawingPath(file: string): boolean {
  return /^avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/(face|figure)\.webp$/.test(file);
}
