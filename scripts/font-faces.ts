import fs from 'node:fs';
import path from 'node:path';

/** One file of a font: its name, its characters, and its weights if it has several. */
export type FontFace = { file: string; characters: string[]; weights: { min: number; max: number } | null };

const STYLES = path.resolve(import.meta.dirname, '../src/web/kit/tokens.css');
export const FONT_FOLDER = path.resolve(import.meta.dirname, '../src/web/kit/fonts');

/** The files of the site's fonts, as the style sheet declares them. */
export function readFontFaces(): FontFace[] {
  const blocks = fs.readFileSync(STYLES, 'utf8').match(/@font-face \{[^}]*\}/g) ?? [];
  return blocks.flatMap((block) => {
    const [, file] = /url\('\.\/fonts\/([^']+)'\)/.exec(block) ?? [];
    // The stand-ins are the device's own fonts.
    if (file === undefined) return [];
    const [, ranges = ''] = /unicode-range:([^;]+);/.exec(block) ?? [];
    const [, min, max] = /font-weight: (\d+) (\d+);/.exec(block) ?? [];
    return { file, characters: parseRanges(ranges), weights: min && max ? { min: Number(min), max: Number(max) } : null };
  });
}

/** @param ranges such as 'U+20-7E, U+A0' */
function parseRanges(ranges: string): string[] {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, i) => String.fromCodePoint(start + i));
  });
}
