import sharp, { type Metadata, type OverlayOptions, type Sharp } from 'sharp';
import { AppError } from '../../shared/app-error.ts';
import { findDrawingFault, isPhoto } from './drawings.ts';

/** A layer of a picture, and the position of its upper left corner. */
type Layer = { bytes: Buffer; left?: number; top?: number };

type Canvas = { width: number; height: number; background: string | null };

export type PictureProcessor = {
  /**
   * Converts an uploaded picture: its first frame, upright, cropped to `width` x `height` (without one: to a square), as WebP without metadata.
   * @throws AppError 'bad-input' if it cannot be read, 'too-large' for too many pixels, 'unavailable' while too many are being processed
   */
  normalizeUpload(bytes: Buffer, width: number, height?: number): Promise<Buffer>;
  /**
   * A game's cover as a PNG of 1200 x 630, the size of link previews. It may be a drawing (SVG) whose cost has a bound.
   * @throws AppError as normalizeUpload
   */
  createLinkPreview(cover: Buffer): Promise<Buffer>;
  /** A game's picture as wide as a card on a phone, as WebP, for data saver. @throws AppError as normalizeUpload */
  createLightImage(picture: Buffer): Promise<Buffer>;
  /** Rasterizes one of our own drawings to pixels with alpha (PNG). Never use it for uploaded files. */
  rasterize(svg: string, width: number, height: number): Promise<Buffer>;
  /** A stored picture, resized and cropped to a square (PNG). */
  cropToSquare(bytes: Buffer, size: number): Promise<Buffer>;
  /** A stored picture as PNG. */
  toPng(bytes: Buffer): Promise<Buffer>;
  /** The average colour of a picture's upper corners, '#rrggbb': the background behind a head. */
  getBackgroundColor(bytes: Buffer): Promise<string>;
  /**
   * Composes layers on a background colour or on transparency, as WebP.
   * @param shown its width in pixels, and the bytes above which it is encoded at a lower quality
   */
  compose(canvas: Canvas, layers: Layer[], shown: { width: number; bytesMax?: number }): Promise<Buffer>;
};

/** As many pixels as a good phone's photo; a picture with more is treated as an attack. */
const PIXELS_MAX = 32_000_000;
/** An interlaced PNG is decoded as a whole, with up to 16 bits per channel; one that needs more bytes than this is treated as an attack. */
const DECODED_BYTES_MAX = 130_000_000;
const OWN_PIXELS_MAX = 4_000_000;
const TIMEOUT_SECONDS = 10;
/** Uploaded pictures that are decoded at once, and that may queue: each may take about 170 megabytes while it is decoded. */
const CONCURRENCY = 2;
const QUEUE_MAX = 12;
const QUALITY = 86;
/** The qualities of a picture that must not weigh more than so much: the first that is small enough, or the last. */
const QUALITIES = [QUALITY, 76, 60];

/** Creates the picture processor. It can only decode the few formats that we accept. */
export function createPictureProcessor(): PictureProcessor {
  // Formats with a history of security holes are never decoded; such files are treated as "not a picture".
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`) });
  // Several pictures at once already use several threads; one picture needs no more than one.
  sharp.concurrency(1);
  sharp.cache(false);
  const withSlot = createSemaphore(CONCURRENCY, QUEUE_MAX);
  return {
    normalizeUpload: (bytes, width, height = width) => withSlot(() => normalizeUpload(bytes, width, height)),
    createLinkPreview: (cover) => withSlot(() => createLinkPreview(cover)),
    createLightImage: (picture) => withSlot(() => createLightImage(picture)),
    rasterize: (svg, width, height) =>
      // Render at the final size instead of rendering small and enlarging.
      sharp(Buffer.from(svg), { density: getDensity(svg, width), limitInputPixels: OWN_PIXELS_MAX })
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 3 })
        .toBuffer(),
    cropToSquare: (bytes, size) => toFastPng(openStored(bytes).resize(size, size, { fit: 'cover' })),
    toPng: (bytes) => toFastPng(openStored(bytes)),
    getBackgroundColor,
    compose,
  };
}

async function normalizeUpload(bytes: Buffer, width: number, height: number): Promise<Buffer> {
  return read(bytes, async (picture) =>
    picture.autoOrient().resize(width, height, { fit: 'cover' }).toColourspace('srgb').webp({ quality: QUALITY }).toBuffer(),
  );
}

async function createLightImage(bytes: Buffer): Promise<Buffer> {
  return read(bytes, async (picture) =>
    picture.autoOrient().resize({ width: 320, withoutEnlargement: true }).webp({ quality: 50 }).toBuffer(),
  );
}

async function createLinkPreview(cover: Buffer): Promise<Buffer> {
  const encode = async (picture: Sharp) => picture.resize(1200, 630, { fit: 'cover' }).png({ palette: true, colours: 128 }).toBuffer();
  if (isPhoto(cover)) return read(cover, encode);
  const fault = findDrawingFault(cover);
  if (fault !== null) throw new AppError('bad-input', fault);
  const density = getDensity(cover.toString('utf8'), 1200);
  return withReason(() => encode(sharp(cover, { density, limitInputPixels: OWN_PIXELS_MAX }).timeout({ seconds: TIMEOUT_SECONDS })));
}

/** Decodes the first frame of a stranger's picture, which is no drawing: one could take minutes. */
async function read(bytes: Buffer, convert: (picture: Sharp) => Promise<Buffer>): Promise<Buffer> {
  if (!isPhoto(bytes)) throw new AppError('bad-input', 'no picture of a kind that is read');
  return withReason(async () => {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, animated: false });
    if (getDecodedBytes(await picture.metadata()) > DECODED_BYTES_MAX) throw new Error('beyond the pixel limit of an interlaced picture');
    return convert(picture.timeout({ seconds: TIMEOUT_SECONDS }));
  });
}

async function withReason(convert: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await convert();
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    throw new AppError(/pixel limit|timeout/i.test(String(why)) ? 'too-large' : 'bad-input', why);
  }
}

async function getBackgroundColor(bytes: Buffer): Promise<string> {
  const { width, height } = await openStored(bytes).metadata();
  const size = Math.max(1, Math.round(Math.min(width, height) / 24));
  const corners = await Promise.all(
    [0, width - size].map(async (left) => getMeanColor(openStored(bytes).extract({ left, top: 0, width: size, height: size }))),
  );
  return `#${[0, 1, 2].map((at) => hex(corners.reduce((sum, corner) => sum + (corner[at] ?? 0), 0) / corners.length)).join('')}`;
}

async function compose(
  { width, height, background: ground }: Canvas,
  layers: Layer[],
  shown: { width: number; bytesMax?: number },
): Promise<Buffer> {
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const overlays = layers.map(({ bytes, left = 0, top = 0 }): OverlayOptions => ({ input: bytes, left, top }));
  // Two steps: within a single pipeline, sharp would resize before it composites.
  const whole = await sharp({ create: { width, height, channels: 4, background } })
    .composite(overlays)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const encode = (quality?: number) => openStored(whole).resize(shown.width).webp({ quality, alphaQuality: 90 }).toBuffer();
  const [best, ...lower] = QUALITIES;
  let picture = await encode(best);
  for (const quality of lower) if (shown.bytesMax !== undefined && picture.length > shown.bytesMax) picture = await encode(quality);
  return picture;
}

const openStored = (bytes: Buffer) => sharp(bytes, { limitInputPixels: OWN_PIXELS_MAX });

/** Memory that an interlaced PNG takes when decoded; other formats are decoded row by row, or are bounded by their pixels. */
function getDecodedBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  return format === 'png' && isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0;
}

const toFastPng = (picture: Sharp) => picture.png({ compressionLevel: 1 }).toBuffer();
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');

async function getMeanColor(picture: Sharp): Promise<number[]> {
  // Transparent pixels count as white, like the disc below the head.
  return [...(await picture.flatten({ background: '#fff' }).toColourspace('srgb').resize(1, 1, { fit: 'fill' }).raw().toBuffer())];
}

/** The DPI at which a drawing is rendered `width` pixels wide. Without it, the drawing has the size that its first tag declares. */
function getDensity(svg: string, width: number): number {
  const own = /<svg[^>]*?\swidth="(\d+)/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? '120';
  return Math.min(2_400, Math.max(36, (72 * width) / Number(own)));
}

/**
 * Limits `run` to `concurrency` at a time, with `queueMax` more in the queue. Further calls are rejected, so that memory use is bounded.
 */
function createSemaphore(concurrency: number, queueMax: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (run) => {
    if (running >= concurrency) {
      if (queue.length >= queueMax) throw new AppError('unavailable', 'too many pictures at once');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await run();
    } finally {
      // Pass the slot on directly, so that no new caller can take it in between.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
