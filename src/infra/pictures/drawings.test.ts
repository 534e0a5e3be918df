import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findDrawingFault } from './drawings.ts';
import { createPictureProcessor } from './picture-processor.ts';

const pictures = createPictureProcessor();
const draw = (inside: string, start = '') =>
  pictures.createLinkPreview(
    Buffer.from(
      `${start}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 320 240">${inside}</svg>`,
    ),
  );

const BLURS = `<filter id="f">${'<feGaussianBlur stdDeviation="90"/>'.repeat(300)}</filter><rect width="320" height="240" filter="url(#f)"/>`;

test.each([
  ['filters', BLURS, '', /<filter>/],
  ['filters under another name', BLURS.replaceAll(/<(\/?)f/g, '<$1s:f'), '', /<filter>/],
  ['a filter of a style', '<g style="FILTER:blur(90px)"/>', '', /filter/],
  ['a filter that is spelled otherwise', '<g style="&#102;ilter:blur(90px)"/>', '', /&#/],
  ['the same in a style sheet', '<style>g{\\66 ilter:blur(90px)}</style>', '', /no &# and no/],
  ['an entity', '&f;', '<!DOCTYPE svg [<!ENTITY f "<g/>">]>', /DOCTYPE/],
  ['another encoding', '+ADw-filter', '<?xml version="1.0" encoding="UTF-7"?>', /UTF-8/],
  ['drawings in drawings', '<svg/>', '', /one <svg>/],
  ['a thing that is used again', '<g id="a"/><use href="#a"/>', '', /<use>/],
  ['a picture of another host', '<style>@import "https://evil.example"</style>', '', /outside itself/],
  ['a colour of another file', '<rect fill="url(other.svg#a)"/>', '', /outside itself/],
  ['a gradient of another file', '<linearGradient s:href="other.svg#a"/>', '', /outside itself/],
  ['many layers', '<g opacity=".5">'.repeat(61) + '</g>'.repeat(61), '', /opacity/],
  ['a layer for everything', '<style>*{opacity:.5}</style>', '', /opacity/],
  ['many dashes', '<path stroke-dasharray=".01" d="M0 0H300"/>', '', /dashes/],
  ['a long line', '<path stroke-dasharray="1" d="M0 0H99999"/>', '', /dashes/],
  ['a large drawing', '<g/>'.repeat(30_000), '', /larger than/],
])('a drawing with %s is refused before it is rendered', async (_, inside, start, why) => {
  await expect(draw(inside, start)).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(why) });
});

test('what is no picture by its first bytes is none, and a drawing is no upload', async () => {
  await expect(pictures.createLinkPreview(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'bad-input' });
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await expect(pictures.normalizeUpload(drawing, 100)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(pictures.createLightImage(drawing)).rejects.toMatchObject({ code: 'bad-input' });
});

test('the covers that we ship are drawings of this kind', async () => {
  const covers = (await fs.readdir('catalogue')).filter((name) => name !== 'kit').map((name) => `catalogue/${name}/cover.svg`);
  const read = await Promise.all(covers.map((cover) => fs.readFile(cover).catch(() => null)));
  const drawings = read.filter((bytes) => bytes !== null);
  expect(drawings.length).toBeGreaterThan(20);
  expect(drawings.map((bytes) => findDrawingFault(bytes))).toEqual(drawings.map(() => null));
  expect((await pictures.createLinkPreview(drawings[0] ?? Buffer.alloc(0))).subarray(1, 4).toString()).toBe('PNG');
});
