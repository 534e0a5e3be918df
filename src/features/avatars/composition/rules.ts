import { CANVAS } from '../parts/schema.ts';

/** Increase this when the way figures are drawn changes: every figure then gets a new URL when it is next drawn. */
export const RENDER_VERSION = 2;
/** Width and height of a picture to choose, in pixels. `FACE_SIZE` is the same for the picture in small circles. */
export const HEAD_SIZE = 384;
export const FACE_SIZE = 192;
/** Metered data: a list of fifty faces weighs as much as one photo. */
export const FACE_BYTES_MAX = 8_000;
/** The size of a whole figure in pixels: twice its canvas. */
export const FIGURE_SIZE = { width: CANVAS.width * 2, height: CANVAS.height * 2 };

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
