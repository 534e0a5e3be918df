import fs from 'node:fs';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { FONT_FOLDER, readFontFaces } from './font-faces.ts';

const root = path.resolve(import.meta.dirname, '..');
const faces = readFontFaces();

function filesBelow(folder: string, ends: RegExp): string[] {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => ends.test(name) && !/\.test\./.test(name)).map((name) => path.join(root, folder, name));
}

test.each(faces)('$file has the characters and weights that the style sheet declares', ({ file, characters, weights }) => {
  const font = create(fs.readFileSync(path.join(FONT_FOLDER, file))) as Font;
  // 0xffff is in the table of every font.
  const unexpected = font.characterSet
    .filter((code) => code !== 0xffff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !characters.includes(character));
  expect(unexpected).toEqual([]);
  // All of ASCII and Latin-1; the fonts do not have each of the other characters.
  const missing = characters.filter((character) => character <= 'ÿ' && !font.characterSet.includes(character.codePointAt(0) ?? 0));
  expect(missing).toEqual([]);
  const axis = weights && font.variationAxes['wght'];
  expect(axis ? { min: axis.min, max: axis.max } : null).toEqual(weights);
});

test('our own texts need only the first file of each font', () => {
  const loadsMore = new Set(faces.filter(({ file }) => !file.includes('-basic')).flatMap(({ characters }) => characters));
  const texts = [...filesBelow('content', /\.md$/), ...filesBelow('src', /texts\.ts$/), ...filesBelow('catalogue', /game\.json$/)];
  const found = texts.flatMap((file) => {
    const others = new Set(Array.from(fs.readFileSync(file, 'utf8')).filter((character) => loadsMore.has(character)));
    return others.size > 0 ? [`${path.relative(root, file)}: ${[...others].join(' ')}`] : [];
  });
  expect(found).toEqual([]);
});

test('styles ask for no weight that the fonts do not have', () => {
  const weights = filesBelow('src', /\.css$/).flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/font-weight: (\d+);|font: (\d+) /g)].map(([, a, b]) => Number(a ?? b)),
  );
  const { min = 0, max = 0 } = faces.find((face) => face.weights !== null)?.weights ?? {};
  expect(weights.filter((weight) => weight < min || weight > max)).toEqual([]);
});
