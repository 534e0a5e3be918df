import sharp, { type Metadata, type OverlayOptions, type Sharp } from 'sharp';
import { Refusal } from '../../shared/refusal.ts';

/** A layer of a picture: where its upper left corner lies. */
export type Layer = { bytes: Buffer; left?: number; top?: number };

export type Pictures = {
  /**
   * A stranger's picture made ours: its first frame, upright, cut to a square of `size`, as WebP with nothing else in it.
   * @throws Refusal 'bad-input' for what cannot be read, 'too-large' for too many pixels, 'unavailable' while too many are at it
   */
  adopt(bytes: Buffer, size: number): Promise<Buffer>;
  /** A drawing of our own as pixels with alpha (PNG). Never for what a stranger sent. */
  rasterize(svg: string, width: number, height: number): Promise<Buffer>;
  /** A picture of our store, resized and cut to a circle (PNG). */
  round(bytes: Buffer, size: number): Promise<Buffer>;
  /** A picture of our store, resized and cut to a square (PNG). */
  square(bytes: Buffer, size: number): Promise<Buffer>;
  /** A piece of a picture of our store (PNG). */
  cut(bytes: Buffer, piece: { left: number; top: number; width: number; height: number }): Promise<Buffer>;
  /** The colour of a picture's upper corners, '#rrggbb': what stands behind a head. */
  ground(bytes: Buffer): Promise<string>;
  /** Layers over each other, on a ground or on nothing, as WebP `width` pixels wide. */
  compose(canvas: { width: number; height: number; ground: string | null }, layers: Layer[], width: number): Promise<Buffer>;
};

/** A photo of a good phone; what has more is made to hurt. */
const PIXELS_MAX = 32_000_000;
/** An interlaced PNG is open as a whole, in 16 bits a colour maybe: what takes more than this is made to hurt as well. */
const OPEN_BYTES_MAX = 130_000_000;
const OWN_PIXELS_MAX = 4_000_000;
const SECONDS_MAX = 10;
/** Strangers' pictures that are read at once, and that wait for it: each may take up some 170 megabytes while it is open. */
const AT_ONCE = 2;
const WAITING_MAX = 12;
const QUALITY = 86;

/** Everything that reads and writes pictures. Only the few kinds that we take can be opened at all. */
export function createPictures(): Pictures {
  // Kinds with a history of holes are not even tried: what looks like one is no picture.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`) });
  // Several at once are several threads; one picture needs no more than one.
  sharp.concurrency(1);
  sharp.cache(false);
  const turn = createTurns(AT_ONCE, WAITING_MAX);
  const ours = (bytes: Buffer) => sharp(bytes, { limitInputPixels: OWN_PIXELS_MAX });
  return {
    adopt: (bytes, size) =>
      turn(async () => {
        try {
          const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, animated: false });
          if (bytesOpen(await picture.metadata()) > OPEN_BYTES_MAX) throw new Error('beyond the pixel limit of an interlaced picture');
          return await picture
            .timeout({ seconds: SECONDS_MAX })
            .autoOrient()
            .resize(size, size, { fit: 'cover' })
            .toColourspace('srgb')
            .webp({ quality: QUALITY })
            .toBuffer();
        } catch (error) {
          const why = (error as Error).message.split('\n')[0];
          throw new Refusal(/pixel limit|timeout/i.test(String(why)) ? 'too-large' : 'bad-input', why);
        }
      }),
    rasterize: (svg, width, height) =>
      // Drawn at its size, not drawn small and blown up.
      sharp(Buffer.from(svg), { density: densityFor(svg, width), limitInputPixels: OWN_PIXELS_MAX })
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 3 })
        .toBuffer(),
    round: (bytes, size) =>
      fast(
        ours(bytes)
          .resize(size, size, { fit: 'cover' })
          .ensureAlpha()
          .composite([{ input: circle(size), blend: 'dest-in' }]),
      ),
    square: (bytes, size) => fast(ours(bytes).resize(size, size, { fit: 'cover' })),
    cut: (bytes, piece) => fast(ours(bytes).extract(piece)),
    async ground(bytes) {
      const { width, height } = await ours(bytes).metadata();
      const size = Math.max(1, Math.round(Math.min(width, height) / 24));
      const corners = await Promise.all(
        [0, width - size].map(async (left) => meanOf(ours(bytes).extract({ left, top: 0, width: size, height: size }))),
      );
      return `#${[0, 1, 2].map((at) => hex(corners.reduce((sum, corner) => sum + (corner[at] ?? 0), 0) / corners.length)).join('')}`;
    },
    async compose({ width, height, ground }, layers, shown) {
      const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
      const overlays = layers.map(({ bytes, left = 0, top = 0 }): OverlayOptions => ({ input: bytes, left, top }));
      // Two steps: within one, the resizing would come before the layers.
      const whole = await sharp({ create: { width, height, channels: 4, background } })
        .composite(overlays)
        .png({ compressionLevel: 1 })
        .toBuffer();
      return ours(whole).resize(shown).webp({ quality: QUALITY, alphaQuality: 90 }).toBuffer();
    },
  };
}

/** What an interlaced PNG takes up; all other kinds are read row by row, or are small enough by their pixels. */
function bytesOpen({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  return format === 'png' && isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0;
}

const fast = (picture: Sharp) => picture.png({ compressionLevel: 1 }).toBuffer();
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');

function circle(size: number): Buffer {
  return Buffer.from(`<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`);
}

async function meanOf(picture: Sharp): Promise<number[]> {
  // What is seen through is white: so it is on the sticker.
  return [...(await picture.flatten({ background: '#fff' }).toColourspace('srgb').resize(1, 1, { fit: 'fill' }).raw().toBuffer())];
}

/** Dots an inch at which a drawing comes out `width` wide; by itself it is as wide as its first tag says. */
function densityFor(svg: string, width: number): number {
  const own = /<svg[^>]*?\swidth="(\d+)/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? '120';
  return Math.min(2_400, Math.max(36, (72 * width) / Number(own)));
}

/** Lets `atOnce` work, and `waiting` more wait for it. What comes then is refused, so that memory has a bound. */
function createTurns(atOnce: number, waiting: number): <T>(run: () => Promise<T>) => Promise<T> {
  let working = 0;
  const queue: (() => void)[] = [];
  return async (run) => {
    if (working >= atOnce) {
      if (queue.length >= waiting) throw new Refusal('unavailable', 'too many pictures at once');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else working++;
    try {
      return await run();
    } finally {
      // The place is handed on, not given up: nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else working--;
    }
  };
}
