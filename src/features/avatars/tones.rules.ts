/** The colours of a figure by the names of their variables, without dashes. */
export type Tones = Record<string, string>;

type Rgb = [number, number, number];

/** A skin this dark gets stronger light tones, and lighter lips. */
const DARK_SKIN = 0.12;
const DARK_HAIR = 0.04;
/** The least contrast (WCAG) of hair, and of brows, with the skin below: with less, a face looks bald. */
const HAIR_CONTRAST = 1.4;
const BROW_CONTRAST = 2.2;

/** All tones of a skin from its one colour. @param skin '#rrggbb' */
export function toSkinTones(skin: string): Tones {
  const isDark = luminance(skin) < DARK_SKIN;
  const [red, green] = parseHex(skin);
  // Grey and green skins take cold shadows.
  const isCold = green > red;
  return {
    skin,
    'skin-shade': mix(skin, isCold ? '#0c4a50' : isDark ? '#1a0610' : '#7a2418', isDark ? 0.3 : 0.26),
    'skin-light': mix(skin, isDark ? '#f0a060' : '#fff3dc', isDark ? 0.24 : 0.34),
    line: isDark ? '#150605' : '#3a1712',
    lip: mix(skin, '#e0564e', isDark ? 0.55 : 0.5),
    cheek: mix(skin, '#f2553d', isDark ? 0.6 : 0.55),
    freckle: mix(skin, isCold ? '#0c4a50' : isDark ? '#120404' : '#6b2a12', isDark ? 0.62 : 0.6),
    frame: isDark ? '#ffc629' : '#0c2a30',
  };
}

/**
 * Hair, its shade, its light strands and the brows from one colour. Hair too close to the skin is drawn darker, or lighter where darker
 * is not enough; brows are nearly black then.
 * @param colour '#rrggbb' @param skin '#rrggbb'
 */
export function toHairTones(colour: string, skin: string): Tones {
  const hair = contrastingHair(colour, skin);
  const isDark = luminance(hair) < DARK_HAIR;
  const brow = mix(hair, '#14070a', 0.45);
  return {
    hair,
    'hair-shade': mix(hair, '#08040a', 0.35),
    'hair-light': mix(hair, isDark ? '#8f7a88' : '#fff3dc', isDark ? 0.34 : 0.32),
    brow: contrast(brow, skin) < BROW_CONTRAST ? '#0e0406' : brow,
  };
}

function contrastingHair(colour: string, skin: string): string {
  // Hair of another hue, such as blue, is told apart by it.
  const isClear = (hair: string) => contrast(hair, skin) >= HAIR_CONTRAST || distance(hair, skin) >= 90;
  for (const other of ['#0c0508', '#ffe9c8']) {
    for (let by = 0; by <= 0.6; by += 0.1) {
      const hair = mix(colour, other, by);
      if (isClear(hair)) return hair;
    }
  }
  return mix(colour, '#0c0508', 0.6);
}

/** The contrast of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** How far apart two colours are, 0 to 441. */
export function distance(one: string, other: string): number {
  const [from, to] = [parseHex(one), parseHex(other)];
  return Math.hypot(...from.map((value, at) => value - (to[at] as number)));
}

/** A colour between two others. @param by 0 is the first, 1 the second */
export function mix(one: string, other: string, by: number): string {
  const [from, to] = [parseHex(one), parseHex(other)];
  const channels = from.map((value, at) => Math.round(value + ((to[at] as number) - value) * by));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((value) => (value / 255) ** 2.2) as Rgb;
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

function parseHex(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}
