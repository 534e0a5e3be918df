import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

// Renders the PNG of each article's picture, which other sites show where somebody shares the article: they read no SVG.
// node scripts/run.mjs scripts/article-pictures.ts

const folder = path.resolve(import.meta.dirname, '../public/articles');
const entries = await fs.readdir(folder, { recursive: true });
for (const name of entries.filter((entry) => entry.endsWith('.svg')).toSorted()) {
  const png = await sharp(path.join(folder, name))
    .resize(1200, 630)
    // Flat colours: a palette halves the size, and dithering would add to it.
    .png({ palette: true, colours: 96, effort: 10, dither: 0 })
    .toBuffer();
  await fs.writeFile(path.join(folder, name.replace(/svg$/, 'png')), png);
  process.stdout.write(`${name}: ${png.length} bytes\n`);
}
