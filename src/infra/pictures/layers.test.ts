import sharp from 'sharp';
import { expect, test } from 'vitest';
import { LAYER, readLayer } from './layers.ts';

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const red = (left: number, top: number, width: number, height: number) =>
  sharp({ create: { width: LAYER.width, height: LAYER.height, channels: 4, background: CLEAR } }).composite([
    { input: { create: { width, height, channels: 4, background: '#f00' } }, left, top },
  ]);

test.each([
  ['PNG', () => red(100, 40, 200, 100).png()],
  ['PNG with a palette', () => red(100, 40, 200, 100).png({ palette: true })],
  ['PNG with 16 bits a colour', () => red(100, 40, 200, 100).toColourspace('rgb16').png()],
  ['WebP', () => red(100, 40, 200, 100).webp({ lossless: true })],
])('%s becomes a layer of the same size, and the thing by itself', async (_, make) => {
  const read = await readLayer(
    await make()
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer(),
  );
  if (typeof read === 'string') throw new Error(read);
  const layer = sharp(read.layer);
  expect(await layer.metadata()).toMatchObject({ format: 'webp', width: 480, height: 720, hasAlpha: true });
  // Metadata of the author is removed.
  expect((await layer.metadata()).exif).toBeUndefined();
  const pixels = await layer.raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * 480 + x) * 4, (y * 480 + x) * 4 + 4)];
  const [r, g, b, alpha] = at(200, 90);
  expect([(r ?? 0) > 230, (g ?? 255) < 25, (b ?? 255) < 25, alpha]).toEqual([true, true, true, 255]);
  expect(at(10, 10)[3]).toBe(0);
  const thumb = await sharp(read.thumb).raw().toBuffer({ resolveWithObject: true });
  expect([thumb.info.width, thumb.info.height]).toEqual([240, 240]);
  const alphaOf = (x: number, y: number) => thumb.data[(y * 240 + x) * 4 + 3];
  // Twice as wide as high: the content fills the thumbnail's width within the margin.
  expect([alphaOf(4, 120), alphaOf(14, 120), alphaOf(225, 120), alphaOf(120, 60)]).toEqual([0, 255, 255, 0]);
});

test('a single dot counts, and what can hardly be seen does not', async () => {
  expect(await readLayer(await red(0, 0, 1, 1).png().toBuffer())).toHaveProperty('thumb');
  expect(await readLayer(await red(479, 719, 1, 1).png().toBuffer())).toHaveProperty('thumb');
  const faint = { create: { width: 50, height: 50, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0.01 } } };
  const canvas = sharp({ create: { width: 480, height: 720, channels: 4, background: CLEAR } });
  expect(
    await readLayer(
      await canvas
        .composite([{ input: faint }])
        .png()
        .toBuffer(),
    ),
  ).toBe('empty');
});

test('a moving picture is none', async () => {
  const frame = await red(100, 40, 200, 100).png().toBuffer();
  const moving = await sharp([frame, await red(0, 0, 50, 50).png().toBuffer()], { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await readLayer(moving)).toBe('wrong-size');
});
