import fs from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { FONT_FOLDER, readFontFaces } from './font-faces.ts';

// Makes the files of the site's fonts from the packages, with the characters and the weights that the style sheet declares.
// node scripts/run.mjs scripts/fonts.ts

const SOURCES: Record<string, string> = {
  'bagel-fat-one': import.meta.resolve('@fontsource/bagel-fat-one/files/bagel-fat-one-latin-400-normal.woff2'),
  lexend: import.meta.resolve('@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2'),
};

for (const { file, characters, weights } of readFontFaces()) {
  const source = SOURCES[file.replace(/-\w+\.woff2$/, '')];
  if (source === undefined) throw new Error(`${file} is made from no font`);
  const font = await fs.readFile(new URL(source));
  const made = await subsetFont(font, characters.join(''), {
    targetFormat: 'woff2',
    ...(weights && { variationAxes: { wght: weights } }),
  });
  await fs.writeFile(path.join(FONT_FOLDER, file), made);
  process.stdout.write(`${file}: ${made.length} bytes of ${font.length}\n`);
}
// Games load it from their own origin.
await fs.copyFile(
  path.join(FONT_FOLDER, 'bagel-fat-one-basic.woff2'),
  path.resolve(import.meta.dirname, '../catalogue/kit/bagel-fat-one.woff2'),
);
