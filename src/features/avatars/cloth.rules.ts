import { darken, lighten, shadeSkin } from './colours.rules.ts';

/** Background patterns of a picture: sun rays, or patterns from woven kangas and kitenges. */
export const BACKGROUNDS = ['jua', 'pembe', 'macho', 'nyoka', 'almasi', 'kikoi', 'nyota'] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** Styles of the shirt. */
export const SHIRTS = ['plain', 'neck', 'stripes', 'kitenge', 'hood', 'straps', 'collar', 'beads', 'jersey'] as const;
export type Shirt = (typeof SHIRTS)[number];

// Head and shoulders are drawn relative to the middle of the face, which is at (60,66) in the picture.
const BUST = 'M-40 60q0-30 26-30h28q26 0 26 30z';

/** Draws the background behind a head: 120 x 120. @param turn 0 to 1: offset of the pattern */
export function drawBackground(ground: Background, hex: string, tone: string, turn: number): string {
  const base = `<path fill="${hex}" d="M0 0h120v120H0z"/>`;
  const shift = Math.round(turn * 30);
  if (ground === 'jua') return base + drawRays(tone, turn);
  if (ground === 'kikoi') {
    const bands = [0, 30, 60, 90, 120].map((x) => `M${x - shift} 0h12v120h-12zM${x - shift + 16} 0h3v120h-3z`);
    return `${base}<path fill="${tone}" d="${bands.join('')}"/>`;
  }
  const places = [-1, 0, 1, 2, 3, 4].flatMap((row) =>
    [-1, 0, 1, 2, 3].map((col) => ({ x: col * 40 + (row % 2) * 20, y: row * 30 - 8 + shift })),
  );
  if (ground === 'macho') {
    const rings = places.map(({ x, y }) => `<circle cx="${x}" cy="${y - 10}" r="12"/>`).join('');
    return `${base}<g fill="none" stroke="${tone}" stroke-width="6">${rings}</g>`;
  }
  if (ground === 'nyoka') {
    const waves = [-1, 0, 1, 2, 3, 4].map((row) => `M-8 ${row * 30 + shift}${'l16-13 16 13'.repeat(5)}`);
    return `${base}<path fill="none" stroke="${tone}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" d="${waves.join('')}"/>`;
  }
  const shape = { pembe: 'l14-24 14 24z', almasi: 'l14-13 14 13-14 13z', nyota: 'q13-3 14-14 1 11 14 14-13 3-14 14-1-11-14-14z' }[ground];
  return `${base}<path fill="${tone}" d="${places.map(({ x, y }) => `M${x} ${y}${shape}`).join('')}"/>`;
}

function drawRays(tone: string, turn: number): string {
  const at = (angle: number) => `${Math.round(60 + 100 * Math.cos(angle))} ${Math.round(66 + 100 * Math.sin(angle))}`;
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = ((index + turn) * Math.PI) / 6;
    return `M60 66L${at(angle)} ${at(angle + Math.PI / 12)}z`;
  });
  return `<path fill="${tone}" d="${rays.join('')}"/>`;
}

/** Draws the neck, and the shoulders in a shirt. @param trim the shirt's second colour */
export function drawShirt(shirt: Shirt, hex: string, trim: string, skin: string): string {
  const shade = darken(hex, 0.14);
  const base = `<path fill="${hex}" d="${BUST}"/>`;
  const neck = `<rect width="22" height="22" x="-11" y="17" fill="${skin}" rx="9"/><path fill="${shadeSkin(skin, 0.2)}" d="M-11 25q11 9 22 0v5q-11 9-22 0z"/>`;
  const line = (d: string, colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;
  switch (shirt) {
    case 'plain':
      return base + line('M-13 31q13 17 26 0', shade, 4) + neck;
    case 'neck':
      return `${base}${neck}<path fill="${skin}" d="M-11 29h22L0 44z"/>${line('M-12 30 0 45 12 30', trim, 4)}`;
    case 'stripes':
      return `${base}<path fill="${trim}" d="M-36 42q36 10 72 0l3 8q-39 11-78 0z"/>${line('M-13 31q13 17 26 0', trim, 4)}${neck}`;
    case 'kitenge': {
      const spots = [-31, -17, 0, 17, 31].map((x, index) => `<circle cx="${x}" cy="${index % 2 ? 44 : 51}" r="5.5"/>`).join('');
      const cores = [-31, -17, 0, 17, 31].map((x, index) => `<circle cx="${x}" cy="${index % 2 ? 44 : 51}" r="2.2"/>`).join('');
      return `${base}<g fill="${trim}">${spots}</g><g fill="${hex}">${cores}</g>${line('M-13 31q13 17 26 0', trim, 4)}${neck}`;
    }
    case 'hood':
      return `<path fill="${shade}" d="M-27 34q-4-16 10-14h34q14-2 10 14l-10 8h-34z"/>${base}${neck}${line('M-20 29q20 24 40 0', shade, 6)}${line('M-7 43v9M7 43v9', trim, 2.5)}`;
    case 'straps':
      return `<path fill="${trim}" d="${BUST}"/>${line('M-13 31q13 17 26 0', darken(trim, 0.14), 4)}${neck}<path fill="${hex}" d="M-26 33l9-3 3 14h28l3-14 9 3-4 14v13h-44v-13z"/><circle cx="-17" cy="44" r="2.5" fill="${lighten(hex, 0.6)}"/><circle cx="17" cy="44" r="2.5" fill="${lighten(hex, 0.6)}"/>`;
    case 'collar':
      return `${base}${neck}<path fill="#fff" d="M-16 29q4-3 6-3L0 38l-7 9zM16 29q-4-3-6-3L0 38l7 9z"/><path fill="${trim}" d="M-3.5 39h7l2.5 18h-12z"/>`;
    case 'beads': {
      const row = (y: number, colour: string) =>
        `<path fill="none" stroke="${colour}" stroke-width="4.5" stroke-dasharray="0 5" stroke-linecap="round" d="M-21 ${y}q21 20 42 0"/>`;
      return `${base}${neck}${line('M-14 30q14 16 28 0', shade, 7)}${row(31, '#fff')}${row(36, trim)}`;
    }
    case 'jersey':
      return `${base}<path fill="${trim}" d="M-38 47q2-13 16-16l4 29h-22zM38 47q-2-13-16-16l-4 29h22z"/>${neck}<path fill="${skin}" d="M-11 29h22L0 40z"/>${line('M-12 30 0 41 12 30', '#ffffff', 3.5)}`;
  }
}
