import type { AppContext } from '../../../context.server.ts';
import { arrangeFigure, drawFigure, WHOLE_VIEW, type Figure } from './rules.ts';
import { isDrawnItem, toPicturePart } from '../items.rules.ts';
import { listPartNames, toTones } from '../look/rules.ts';
import type { Look } from '../look/schema.ts';
import type { Part } from '../parts/schema.ts';
import { getPartLibrary, type PartLibrary } from '../parts/service.server.ts';

/** What is known of an item that a figure wears; `picture` is its path in the file store. */
export type WornItem = { id: string; picture: string; category: string; isBehind: boolean };

/** A figure as plain SVG, and its head and shoulders on their cloth. */
type FigureDrawing = { whole: string; round: string };

/**
 * Draws a look with what is worn over it. A part or picture that is missing is left out and logged: one of them should not hide the
 * whole player.
 */
export async function drawLook(ctx: AppContext, look: Look, worn: readonly WornItem[]): Promise<FigureDrawing> {
  const library = await getPartLibrary(ctx);
  const drawings = new Map(library.drawings);
  const items: Part[] = [];
  for (const item of worn) {
    const part = findItemPart(library, item) ?? (await readPicturePart(ctx, item, drawings));
    if (part) items.push(part);
    else ctx.log.warn({ file: item.picture }, 'the picture of an item is not there');
  }
  const names = listPartNames(
    look,
    items.map(({ kind }) => kind),
  );
  const draw = (of: readonly string[], view: (figure: Figure) => string) => {
    const figure = arrangeFigure([...of.flatMap((name) => library.parts.get(name) ?? []), ...items], look.pose);
    return drawFigure(figure, drawings, toTones(look), view(figure));
  };
  return {
    whole: draw(
      names.filter((name) => !name.startsWith('ground/')),
      () => WHOLE_VIEW,
    ),
    round: draw(names, ({ roundView }) => roundView),
  };
}

/** The drawn part of an item that comes with the site, in its category; null for one with an operator's picture. */
export function findItemPart(library: PartLibrary, item: WornItem): Part | null {
  const part = isDrawnItem(item) ? library.parts.get(`items/${item.id}`) : undefined;
  return part ? { ...part, kind: item.category } : null;
}

async function readPicturePart(ctx: AppContext, item: WornItem, drawings: Map<string, string>): Promise<Part | null> {
  const bytes = await ctx.files.get(item.picture);
  if (bytes === null) return null;
  const png = await ctx.pictures.toPng(bytes);
  const part = toPicturePart(item, `data:image/png;base64,${png.toString('base64')}`);
  const { x, y, width, height } = part.picture ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const { id } of part.pieces)
    drawings.set(id, `<image href="${part.url}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"/>`);
  return part;
}
