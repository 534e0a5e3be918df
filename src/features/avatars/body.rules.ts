import { type Colour, shadeSkin } from './colours.rules.ts';

/** Skin colours of a figure's body, from deep brown to light. The last three are for heads that are not human. */
export const SKINS: readonly Colour[] = [
  { name: 'Ebony', hex: '#502e1e' },
  { name: 'Cocoa', hex: '#5f3722' },
  { name: 'Chestnut', hex: '#6b3a24' },
  { name: 'Mahogany', hex: '#7a4528' },
  { name: 'Hazel', hex: '#8a5030' },
  { name: 'Caramel', hex: '#a9693f' },
  { name: 'Honey', hex: '#c4874f' },
  { name: 'Sand', hex: '#dca577' },
  { name: 'Peach', hex: '#f0c29b' },
  { name: 'Cream', hex: '#f9dcc4' },
  { name: 'Silver', hex: '#a9c3cc' },
  { name: 'Kombi', hex: '#f4623a' },
  { name: 'Leaf', hex: '#55bf7a' },
];

/** How many of `SKINS`, from the start, are human skin colours. */
export const PEOPLE_SKINS = 10;

/** The canvas of a figure. Every item is a layer of exactly this size. */
export const CANVAS = { width: 240, height: 320 };
/** Centre and radius of the head's round picture, and the width of its white rim (inside the radius). */
export const HEAD = { x: 120, y: 104, radius: 72, rim: 5 };
/** The square of the figure that is shown in small circles. */
export const FACE = { x: 36, y: 12, size: 168 };

// The left arm; the right one is mirrored. Items with sleeves follow the same path.
const ARM = 'M97 190Q74 203 64 234';

/**
 * Draws the body below the head, in a plain shirt, shorts and shoes, as an SVG of the whole canvas at twice its size.
 * @param skin '#rrggbb'
 */
export function drawBody(skin: string): string {
  const shade = shadeSkin(skin, 0.16);
  const half = `
    <path d="${ARM}" fill="none" stroke="${skin}" stroke-width="20" stroke-linecap="round"/>
    <circle cx="62.5" cy="237" r="11.5" fill="${skin}"/>
    <circle cx="72" cy="231" r="4.5" fill="${skin}"/>
    <path d="M67 235q4-1 6 1" fill="none" stroke="${shade}" stroke-width="2" stroke-linecap="round"/>
    <path d="M100 189Q79 200 71 218" fill="none" stroke="#ffb300" stroke-width="26"/>
    <path d="M86 250h26v46H86z" fill="${skin}"/>
    <path d="M86 277h26v5q-13 5-26 0z" fill="${shade}"/>
    <path d="M86 287h26v12H86z" fill="#fff"/>
    <path d="M86 288h26v3H86z" fill="#e23b24"/>
    <path d="M86 295q-12 3-14 14h41v-14q-13 4-27 0z" fill="#0e7c86"/>
    <path d="M88 300q6 1 9-2" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>
    <path d="M72 307h41v2q0 3-3 3H74q-3 0-2-5z" fill="#bfeee6"/>
    <path d="M83 242h37v12q-5 2-5 23-16 5-33 0z" fill="#17525c"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS.width * 2}" height="${CANVAS.height * 2}" viewBox="0 0 ${CANVAS.width} ${CANVAS.height}">`,
    `<g>${half}</g><g transform="matrix(-1 0 0 1 240 0)">${half}</g>`,
    '<path d="M99 168h42q16 3 16 24l2 55q-39 8-78 0l2-55q0-21 16-24z" fill="#ffc629"/>',
    '<path d="M146 170q11 5 11 22l2 55q-8 2-17 3 9-36 4-80z" fill="#ffb300"/>',
    `<path d="M104 166h32q0 19-16 19t-16-19z" fill="${shade}"/>`,
    '<path d="M102 168q2 20 18 20t18-20" fill="none" stroke="#ffb300" stroke-width="4"/>',
    '</svg>',
  ]
    .join('')
    .replace(/\n\s+/g, '');
}
