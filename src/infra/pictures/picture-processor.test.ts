import { expect, test } from 'vitest';
import { createPictureProcessor } from './picture-processor.ts';

const SIZE = 384;
/** A drawing with more detail than a figure. */
const CIRCLES = Array.from({ length: 260 }, (_, i) => {
  const colour = `hsl(${(i * 47) % 360} 80% ${30 + ((i * 13) % 50)}%)`;
  return `<circle cx="${(i * 89) % SIZE}" cy="${(i * 151) % SIZE}" r="${8 + (i % 9)}" fill="${colour}"/>`;
});
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${CIRCLES.join('')}</svg>`;

test('a picture that weighs too much loses quality, and any other none', async () => {
  const pictures = createPictureProcessor();
  const bytes = await pictures.rasterize(DRAWING, SIZE, SIZE);
  const compose = (bytesMax?: number) =>
    pictures.compose({ width: SIZE, height: SIZE, background: '#ffffff' }, [{ bytes }], { width: 192, ...(bytesMax && { bytesMax }) });
  const best = await compose();
  const limit = Math.round(best.length * 0.9);
  expect((await compose(limit)).length).toBeLessThanOrEqual(limit);
  expect(await compose(best.length)).toEqual(best);
});
