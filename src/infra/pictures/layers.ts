import sharp from 'sharp';

/** The canvas of a figure: every layer has just this size. */
export const LAYER = { width: 480, height: 640 } as const;
/** A thing by itself. */
const THUMB = 240;
const THUMB_RIM = 10;
const AS = { quality: 88, alphaQuality: 95, effort: 3 };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** What is wrong with a picture that is to be a layer. */
export type LayerFault = 'not-a-picture' | 'wrong-size' | 'no-alpha' | 'empty';

/**
 * Somebody's PNG or WebP made ours: a layer of the figure as WebP with alpha and nothing else in it, and what is on it by itself.
 * Whatever its name says: its first bytes tell what it is, and no other kind is even opened.
 */
export async function readLayer(bytes: Uint8Array): Promise<{ layer: Buffer; thumb: Buffer } | LayerFault> {
  if (!isPng(bytes) && !isWebp(bytes)) return 'not-a-picture';
  const { width, height } = LAYER;
  const open = () => sharp(bytes, { limitInputPixels: width * height, failOn: 'error' });
  try {
    const found = await open().metadata();
    if (found.width !== width || found.height !== height || (found.pages ?? 1) > 1) return 'wrong-size';
    if (!found.hasAlpha) return 'no-alpha';
    // Read once: everything else is made of its pixels.
    const pixels = await open().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
    if (pixels.length !== width * height * 4) return 'not-a-picture';
    const box = boxOf(pixels);
    if (typeof box === 'string') return box;
    const layer = () => sharp(pixels, { raw: { width, height, channels: 4 } });
    const inner = THUMB - 2 * THUMB_RIM;
    const rim = { top: THUMB_RIM, bottom: THUMB_RIM, left: THUMB_RIM, right: THUMB_RIM, background: CLEAR };
    const thumb = layer().extract(box).resize(inner, inner, { fit: 'contain', background: CLEAR }).extend(rim);
    const [whole, alone] = await Promise.all([layer().webp(AS).toBuffer(), thumb.webp(AS).toBuffer()]);
    return { layer: whole, thumb: alone };
  } catch (error) {
    return /pixel limit/i.test((error as Error).message) ? 'wrong-size' : 'not-a-picture';
  }
}

/** Fainter than this is nothing: what a pen leaves at its edges. */
const SEEN = 8;

/** The part of a layer that something is on; 'no-alpha' where nothing is seen through anywhere. */
function boxOf(pixels: Uint8Array): { left: number; top: number; width: number; height: number } | 'empty' | 'no-alpha' {
  let left: number = LAYER.width;
  let [right, top, bottom] = [-1, -1, -1];
  let isOpaque = true;
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] as number;
    if (alpha < 255) isOpaque = false;
    if (alpha < SEEN) continue;
    const place = (at - 3) / 4;
    const x = place % LAYER.width;
    if (x < left) left = x;
    if (x > right) right = x;
    bottom = (place - x) / LAYER.width;
    if (top === -1) top = bottom;
  }
  if (isOpaque) return 'no-alpha';
  return bottom === -1 ? 'empty' : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((value, at) => bytes[at] === value);
}

function isWebp(bytes: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  return word(0) === 'RIFF' && word(8) === 'WEBP';
}
