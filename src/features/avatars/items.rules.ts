import { HEAD_TOP } from './parts/rules.ts';
import { CANVAS, type Layer, type Part } from './parts/schema.ts';

/** In the paths of pictures that were drawn from our own parts; pictures that operators uploaded do not have it. */
const SEED_VERSION = '/shipped-';
/** In the paths of pictures that operators uploaded for figures; those from before have neither. */
export const FIGURE_VERSION = 'figure-';

/** Whether an item is one of our own parts: an operator may have replaced its picture. */
export function isDrawnItem({ picture }: { picture: string }): boolean {
  return picture.includes(SEED_VERSION);
}

const LAYER_OF: Record<string, Layer> = {
  shirts: 'sleeves',
  pants: 'bottom',
  accessories: 'straps',
  faces: 'glasses',
  hats: 'hat',
  gear: 'gear-front',
};

type Box = { x: number; y: number; width: number; height: number };
const WHOLE: Box = { x: 0, y: 0, width: CANVAS.width, height: CANVAS.height };
// Pictures of the former figures, 240 x 320 with a larger head: where they lie now, so that they are worn where they were.
const FORMER_HEAD: Box = { x: 22.8, y: 32.8, width: 194.4, height: 259.2 };
const FORMER_BODY: Box = { x: 0, y: 17, width: 240, height: 320 };
const FORMER_LEGS: Box = { x: 0, y: -20, width: 240, height: 368 };
const FORMER_HAND: Box = { x: 23, y: -20, width: 240, height: 320 };
const FORMER: Record<string, Box> = { hats: FORMER_HEAD, faces: FORMER_HEAD, pants: FORMER_LEGS, gear: FORMER_HAND };

/** An operator's picture of the whole canvas as a part with one piece. @param url of the picture */
export function toPicturePart(item: { id: string; picture: string; category: string; isBehind: boolean }, url: string): Part {
  const isFormer = !isDrawnItem(item) && !item.picture.includes(`/${FIGURE_VERSION}`);
  return {
    name: `items/${item.id}`,
    kind: item.category,
    url,
    picture: isFormer ? (FORMER[item.category] ?? FORMER_BODY) : WHOLE,
    top: HEAD_TOP,
    reach: HEAD_TOP,
    seat: null,
    hides: null,
    clip: null,
    pieces: [{ id: `items-${item.id}-picture`, layer: item.isBehind ? 'gear-back' : (LAYER_OF[item.category] ?? 'straps'), side: null }],
  };
}
