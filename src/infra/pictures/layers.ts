import sharp from 'sharp';

/** The canvas of a figure: every layer has exactly this size. */
export const LAYER = { width: 480, height: 720 } as const;
/** The thumbnail of a single item: width and height in pixels. */
const THUMB_SIZE = 240;
const THUMB_MARGIN = 10;
const WEBP_OPTIONS = { quality: 88, alphaQuality: 95, effort: 3 };
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Why a picture cannot be a layer. */
export type LayerError = 'not-a-picture' | 'wrong-size' | 'no-alpha' | 'empty';

/**
 * Converts an uploaded PNG or WebP into a layer of the figure (WebP with alpha, without metadata), and a thumbnail cropped to its content.
 * The type is detected from the first bytes, not from the name; no other type is decoded.
 */
export async function readLayer(bytes: Uint8Array): Promise<{ layer: Buffer; thumb: Buffer } | LayerError> {
  if (!isPng(bytes) && !isWebp(bytes)) return 'not-a-picture';
  const { width, height } = LAYER;
  const open = () => sharp(bytes, { limitInputPixels: width * height, failOn: 'error' });
  try {
    const found = await open().metadata();
    if (found.width !== width || found.height !== height || (found.pages ?? 1) > 1) return 'wrong-size';
    if (!found.hasAlpha) return 'no-alpha';
    // Decode once: everything else is made from these pixels.
    const pixels = await open().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
    if (pixels.length !== width * height * 4) return 'not-a-picture';
    const box = getBoundingBox(pixels);
    if (typeof box === 'string') return box;
    const layer = () => sharp(pixels, { raw: { width, height, channels: 4 } });
    const inner = THUMB_SIZE - 2 * THUMB_MARGIN;
    const margin = { top: THUMB_MARGIN, bottom: THUMB_MARGIN, left: THUMB_MARGIN, right: THUMB_MARGIN, background: TRANSPARENT };
    const thumb = layer().extract(box).resize(inner, inner, { fit: 'contain', background: TRANSPARENT }).extend(margin);
    const [whole, alone] = await Promise.all([layer().webp(WEBP_OPTIONS).toBuffer(), thumb.webp(WEBP_OPTIONS).toBuffer()]);
    return { layer: whole, thumb: alone };
  } catch (error) {
    return /pixel limit/i.test((error as Error).message) ? 'wrong-size' : 'not-a-picture';
  }
}

/** Pixels with a lower alpha count as empty, like faint traces at the edges of a drawing. */
const ALPHA_MIN = 8;

/** The bounding box of a layer's visible content; 'no-alpha' if the layer is fully opaque. */
function getBoundingBox(pixels: Uint8Array): { left: number; top: number; width: number; height: number } | 'empty' | 'no-alpha' {
  let left: number = LAYER.width;
  let [right, top, bottom] = [-1, -1, -1];
  let isOpaque = true;
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] as number;
    if (alpha < 255) isOpaque = false;
    if (alpha < ALPHA_MIN) continue;
    const pixel = (at - 3) / 4;
    const x = pixel % LAYER.width;
    if (x < left) left = x;
    if (x > right) right = x;
    bottom = (pixel - x) / LAYER.width;
    if (top === -1) top = bottom;
  }
  if (isOpaque) return 'no-alpha';
  return bottom === -1 ? 'empty' : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((value, at) => bytes[at] === value);
}

function isWebp(bytes: Uint8Array): boolean {
  const readFourCC = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  return readFourCC(0) === 'RIFF' && readFourCC(8) === 'WEBP';
}
