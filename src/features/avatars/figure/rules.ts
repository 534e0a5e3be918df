import { HEAD_TOP } from '../parts/rules.ts';
import { CANVAS, LAYERS, type Part, type Piece, type Pose } from '../parts/schema.ts';
import type { Tones } from '../tones.rules.ts';

/** A piece in its place: moved, mirrored or clipped. */
export type PlacedPiece = { id: string; part: Part; transform: string | null; isClipped: boolean };

/** A figure: its pieces from back to front, the path that clips the hair under its hat, and the square that is its round picture. */
export type Figure = { pieces: PlacedPiece[]; clip: string | null; roundView: string };

export const WHOLE_VIEW = `0 0 ${CANVAS.width} ${CANVAS.height}`;

// Within one layer: marks under features, and what is bought above what everybody has.
const RANK = [
  'base',
  'ground',
  'extras',
  'nose',
  'mouth',
  'eyes',
  'brows',
  'glasses',
  'hair',
  'tops',
  'gear',
  'shirts',
  'pants',
  'faces',
  'accessories',
];
const MIRRORED = `matrix(-1 0 0 1 ${CANVAS.width} 0)`;

/** Which drawing of an arm each pose shows on the left and on the right: the left one hangs down, the right one is held out. */
const ARMS: Record<Pose, { left: 'left' | 'right'; right: 'left' | 'right' }> = {
  wave: { left: 'left', right: 'right' },
  relaxed: { left: 'left', right: 'left' },
  welcome: { left: 'right', right: 'right' },
};

/** Puts parts together, in any order. A hand that carries something is held out in every pose. How hats and hair meet is explained in seed/avatar-parts/README.md. */
export function arrangeFigure(parts: readonly Part[], pose: Pose): Figure {
  const hat = parts.find(({ pieces }) => pieces.some(({ layer }) => layer === 'hat'));
  const hairTop = Math.min(HEAD_TOP, ...parts.filter(({ kind }) => kind === 'hair').map(({ top }) => top));
  // A hat with a seat rides on the hair, but never off the canvas.
  const lift = hat && hat.seat !== null ? Math.max(hairTop - hat.seat, 3 - hat.top) : 0;
  const isCovered = hat !== undefined && hat.clip !== null;
  const setting = {
    arms: ARMS[pose === 'relaxed' && parts.some(isCarried) ? 'wave' : pose],
    isCovered,
    lift,
    hiders: parts.filter(({ hides }) => hides !== null),
  };
  const pieces = parts.flatMap((part) => part.pieces.flatMap((piece) => placePiece(part, piece, setting)));
  const layerOf = ({ layer }: (typeof pieces)[number]) => LAYERS.findIndex((each) => each === layer);
  const rankOf = ({ part }: PlacedPiece) => RANK.indexOf(part.kind);
  return {
    pieces: pieces
      .toSorted((a, b) => layerOf(a) - layerOf(b) || rankOf(a) - rankOf(b))
      .map(({ id, part, transform, isClipped }) => ({ id, part, transform, isClipped })),
    clip: hat?.clip ?? null,
    roundView: cropRound(
      hat ? Math.min(isCovered ? hat.top : hairTop, hat.top + lift) : Math.min(...parts.map(({ reach }) => reach), HEAD_TOP),
    ),
  };
}

type Setting = { arms: (typeof ARMS)[Pose]; isCovered: boolean; lift: number; hiders: readonly Part[] };

function placePiece(part: Part, piece: Piece, setting: Setting): (PlacedPiece & { layer: string })[] {
  const { id, layer, side } = piece;
  const place = (transform: string | null, isClipped = false) => ({ id, part, transform, isClipped, layer });
  if (setting.hiders.some((hider) => hider !== part && hider.hides === layer)) return [];
  if (layer === 'hat-back' || layer === 'hat-front')
    return setting.isCovered ? [{ ...place(null), layer: layer === 'hat-back' ? 'back' : 'front' }] : [];
  if (part.kind === 'hair' && setting.isCovered)
    return part.pieces.some((other) => other.layer === `hat-${layer}`) ? [] : [place(null, true)];
  if (side !== null) {
    return (['left', 'right'] as const).filter((at) => setting.arms[at] === side).map((at) => place(at === side ? null : MIRRORED));
  }
  return [place(layer === 'hat' && setting.lift !== 0 ? `translate(0 ${setting.lift})` : null)];
}

/** Whether it is in the right hand: a satchel on its straps is not. */
function isCarried({ kind, pieces }: Part): boolean {
  return kind === 'gear' && !pieces.some(({ layer }) => layer === 'straps');
}

/** The square of head and shoulders, as a view box; high hair and hats widen it, so that nothing is cut off. */
function cropRound(top: number): string {
  const side = Math.min(208, Math.max(170, 213 - (top - 4)));
  return `${120 - side / 2} ${213 - side} ${side} ${side}`;
}

/**
 * Draws a figure as an SVG with plain colours, which needs nothing else.
 * @param drawings what the pieces draw, by their ids
 */
export function drawFigure(figure: Figure, drawings: ReadonlyMap<string, string>, tones: Tones, view: string): string {
  const pieces = figure.pieces.map(({ id, transform, isClipped }) => {
    const drawing = drawings.get(id);
    if (drawing === undefined) throw new Error(`${id} is not drawn`);
    const attributes = `${transform === null ? '' : ` transform="${transform}"`}${isClipped ? ' clip-path="url(#hat)"' : ''}`;
    return attributes === '' ? drawing : `<g${attributes}>${drawing}</g>`;
  });
  const clip = figure.clip === null ? '' : `<clipPath id="hat"><path d="${figure.clip}"/></clipPath>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${clip}${pieces.join('')}</svg>`;
  return svg.replaceAll(/var\(--f-([a-z0-9-]+),(#[0-9a-f]{3,6})\)/g, (_, name: string, fallback: string) => tones[name] ?? fallback);
}
