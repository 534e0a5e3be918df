import sharp, { type Metadata, type OverlayOptions, type Sharp } from 'sharp';
import { AppError } from '../../shared/app-error.ts';

/** A layer of a picture: where its upper left corner lies. */
export type Layer = { bytes: Buffer; left?: number; top?: number };

export type PictureProcessor = {
  /**
   * A stranger's picture made ours: its first frame, upright, cut to a square of `size`, as WebP with nothing else in it.
   * @throws AppError 'bad-input' for what cannot be read, 'too-large' for too many pixels, 'unavailable' while too many are at it
   */
  normalizeUpload(bytes: Buffer, size: number): Promise<Buffer>;
  /** A drawing of our own as pixels with alpha (PNG). Never for what a stranger sent. */
  rasterize(svg: string, width: number, height: number): Promise<Buffer>;
  /** A picture of our store, resized and cut to a circle (PNG). */
  cropToCircle(bytes: Buffer, size: number): Promise<Buffer>;
  /** A picture of our store, resized and cut to a square (PNG). */
  cropToSquare(bytes: Buffer, size: number): Promise<Buffer>;
  /** A piece of a picture of our store (PNG). */
  crop(bytes: Buffer, piece: { left: number; top: number; width: number; height: number }): Promise<Buffer>;
  /** The colour of a picture's upper corners, '#rrggbb': what stands behind a head. */
  getBackgroundColor(bytes: Buffer): Promise<string>;
  /** Layers over each other, on a ground or on nothing, as WebP `width` pixels wide. */
  compose(canvas: { width: number; height: number; background: string | null }, layers: Layer[], width: number): Promise<Buffer>;
};

/** A photo of a good phone; what has more is made to hurt. */
const PIXELS_MAX = 32_000_000;
/** An interlaced PNG is open as a whole, in 16 bits a colour maybe: what takes more than this is made to hurt as well. */
const DECODED_BYTES_MAX = 130_000_000;
const OWN_PIXELS_MAX = 4_000_000;
const TIMEOUT_SECONDS = 10;
/** Strangers' pictures that are read at once, and that wait for it: each may take up some 170 megabytes while it is open. */
const CONCURRENCY = 2;
const QUEUE_MAX = 12;
const QUALITY = 86;

/** Everything that reads and writes pictures. Only the few kinds that we take can be opened at all. */
export function createPictureProcessor(): PictureProcessor {
  // Kinds with a history of holes are not even tried: what looks like one is no picture.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`) });
  // Several at once are several threads; one picture needs no more than one.
  sharp.concurrency(1);
  sharp.cache(false);
  const withSlot = createSemaphore(CONCURRENCY, QUEUE_MAX);
  const openStored = (bytes: Buffer) => sharp(bytes, { limitInputPixels: OWN_PIXELS_MAX });
  return {
    normalizeUpload: (bytes, size) =>
      withSlot(async () => {
        try {
          const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, animated: false });
          if (getDecodedBytes(await picture.metadata()) > DECODED_BYTES_MAX)
            throw new Error('beyond the pixel limit of an interlaced picture');
          return await picture
            .timeout({ seconds: TIMEOUT_SECONDS })
            .autoOrient()
            .resize(size, size, { fit: 'cover' })
            .toColourspace('srgb')
            .webp({ quality: QUALITY })
            .toBuffer();
        } catch (error) {
          const why = (error as Error).message.split('\n')[0];
          throw new AppError(/pixel limit|timeout/i.test(String(why)) ? 'too-large' : 'bad-input', why);
        }
      }),
    rasterize: (svg, width, height) =>
      // Drawn at its size, not drawn small and blown up.
      sharp(Buffer.from(svg), { density: getDensity(svg, width), limitInputPixels: OWN_PIXELS_MAX })
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 3 })
        .toBuffer(),
    cropToCircle: (bytes, size) =>
      toFastPng(
        openStored(bytes)
          .resize(size, size, { fit: 'cover' })
          .ensureAlpha()
          .composite([{ input: circle(size), blend: 'dest-in' }]),
      ),
    cropToSquare: (bytes, size) => toFastPng(openStored(bytes).resize(size, size, { fit: 'cover' })),
    crop: (bytes, piece) => toFastPng(openStored(bytes).extract(piece)),
    async getBackgroundColor(bytes) {
      const { width, height } = await openStored(bytes).metadata();
      const size = Math.max(1, Math.round(Math.min(width, height) / 24));
      const corners = await Promise.all(
        [0, width - size].map(async (left) => getMeanColor(openStored(bytes).extract({ left, top: 0, width: size, height: size }))),
      );
      return `#${[0, 1, 2].map((at) => hex(corners.reduce((sum, corner) => sum + (corner[at] ?? 0), 0) / corners.length)).join('')}`;
    },
    async compose({ width, height, background: ground }, layers, shown) {
      const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
      const overlays = layers.map(({ bytes, left = 0, top = 0 }): OverlayOptions => ({ input: bytes, left, top }));
      // Two steps: within one, the resizing would come before the layers.
      const whole = await sharp({ create: { width, height, channels: 4, background } })
        .composite(overlays)
        .png({ compressionLevel: 1 })
        .toBuffer();
      return openStored(whole).resize(shown).webp({ quality: QUALITY, alphaQuality: 90 }).toBuffer();
    },
  };
}

/** What an interlaced PNG takes up; all other kinds are read row by row, or are small enough by their pixels. */
function getDecodedBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  return format === 'png' && isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0;
}

const toFastPng = (picture: Sharp) => picture.png({ compressionLevel: 1 }).toBuffer();
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');

function circle(size: number): Buffer {
  return Buffer.from(`<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`);
}

async function getMeanColor(picture: Sharp): Promise<number[]> {
  // What is seen through is white: so it is on the sticker.
  return [...(await picture.flatten({ background: '#fff' }).toColourspace('srgb').resize(1, 1, { fit: 'fill' }).raw().toBuffer())];
}

/** Dots an inch at which a drawing comes out `width` wide; by itself it is as wide as its first tag says. */
function getDensity(svg: string, width: number): number {
  const own = /<svg[^>]*?\swidth="(\d+)/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? '120';
  return Math.min(2_400, Math.max(36, (72 * width) / Number(own)));
}

/** Lets `atOnce` work, and `waiting` more wait for it. What comes then is refused, so that memory has a bound. */
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
      // The place is handed on, not given up: nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
