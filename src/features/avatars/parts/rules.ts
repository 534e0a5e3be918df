import { LAYERS, UNDER_HAT_LAYERS, type Part, type Piece, type PieceLayer } from './schema.ts';

/** y of the top of a bald head. */
export const HEAD_TOP = 57;

/** A part and what its pieces draw, by their ids. */
export type DrawnPart = { part: Part; drawings: Map<string, string> };

const PIECE_LAYERS: readonly string[] = [...LAYERS, ...UNDER_HAT_LAYERS];
const GROUP =
  /<g data-layer="([^"]+)"(?: data-side="(left|right)")?([^>]*)>(.*?)<\/g>(?=\s*(?:<g data-layer|<g id="anchors"|<clipPath|<\/svg>))/gs;

/**
 * Reads a part's file: an SVG with a group for each layer.
 * @param name kind and name, such as 'hair/bob'
 * @throws Error if a layer is unknown or there is none
 */
export function parsePart(name: string, svg: string): DrawnPart {
  const attribute = (key: string) => new RegExp(`<svg[^>]* data-${key}="([^"]+)"`).exec(svg)?.[1] ?? null;
  const drawings = new Map<string, string>();
  const pieces: Piece[] = [];
  for (const [, layer = '', side, attributes = '', inner = ''] of svg.matchAll(GROUP)) {
    if (!isPieceLayer(layer)) throw new Error(`${name}: ${layer} is no layer`);
    const id = `${name.replace('/', '-')}-${layer}${side === undefined ? '' : `-${side}`}`;
    pieces.push({ id, layer, side: side === 'left' || side === 'right' ? side : null });
    drawings.set(id, `<g${attributes}>${inner}</g>`);
  }
  if (pieces.length === 0) throw new Error(`${name}: nothing is drawn`);
  const top = Number(attribute('top') ?? HEAD_TOP);
  const seat = attribute('seat');
  const part: Part = {
    name,
    kind: name.split('/')[0] ?? '',
    url: '',
    picture: null,
    top,
    reach: Number(attribute('reach') ?? top),
    seat: seat === null ? null : Number(seat),
    hides: attribute('hides'),
    clip: /<clipPath data-clip="hair"><path d="([^"]+)"/.exec(svg)?.[1] ?? null,
    pieces,
  };
  return { part, drawings };
}

function isPieceLayer(layer: string): layer is PieceLayer {
  return PIECE_LAYERS.includes(layer);
}

/** One file with a symbol for each piece of these parts. */
export function drawSprite(parts: readonly DrawnPart[]): string {
  const symbols = parts.flatMap(({ drawings }) => [...drawings].map(([id, drawing]) => `<g id="${id}">${drawing}</g>`));
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${symbols.join('')}</defs></svg>`;
}
