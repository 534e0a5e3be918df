import { expect, test } from 'vitest';
import { drawBadge, mixBadge, PAINTS, toBadge, type BadgePaint, type BadgePath } from './rules.ts';
import { BADGE_CLOTHS, BADGE_COLORS, BADGE_SHAPES, BADGE_SIGNS, type GroupBadge } from './schema.ts';

const ALL: GroupBadge[] = BADGE_SHAPES.flatMap((shape) =>
  BADGE_COLORS.flatMap((color) => BADGE_CLOTHS.flatMap((cloth) => BADGE_SIGNS.map((sign) => ({ shape, color, cloth, sign })))),
);

/** What each command of a path takes; an arc takes 7 numbers. */
const NUMBERS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, q: 4, t: 2, a: 7, z: 0 };

/** The commands of a path. @throws if a browser would stop drawing it */
function parsePath(d: string): string[] {
  const commands = d.match(/[a-z][^a-z]*/gi) ?? [];
  if (commands.join('') !== d || !d.startsWith('M')) throw new Error(`not a path: ${d}`);
  for (const [command, ...rest] of commands) {
    const numbers = rest.join('').match(/-?\d+(?:\.\d+)?/g) ?? [];
    const each = NUMBERS[(command ?? '').toLowerCase()];
    const isLeft =
      rest
        .join('')
        .replace(/-?\d+(?:\.\d+)?/g, '')
        .replace(/[ ,]/g, '') !== '';
    const isWhole = each === 0 ? numbers.length === 0 : each !== undefined && numbers.length > 0 && numbers.length % each === 0;
    if (isLeft || !isWhole) throw new Error(`${command ?? ''} of ${d}`);
  }
  return commands;
}

/** The relative luminance of a color, as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('each of the 2,304 badges is made of paths that a browser draws', () => {
  expect(ALL).toHaveLength(2304);
  const drawn = new Set<string>();
  for (const badge of ALL) {
    const { outline, cloth, sign } = drawBadge(badge);
    const paths: readonly BadgePath[] = [...cloth, ...sign];
    expect(parsePath(outline).at(-1)).toBe('Z');
    expect(cloth.length).toBeGreaterThan(0);
    expect(sign.length).toBeGreaterThan(0);
    for (const { d, fill, stroke, width } of paths) {
      parsePath(d);
      expect(fill !== null || (stroke !== null && width > 0), d).toBe(true);
    }
    drawn.add(JSON.stringify([outline, cloth, sign, PAINTS[badge.color]]));
  }
  // No two of them look the same.
  expect(drawn.size).toBe(ALL.length);
});

test('a path that a browser would not draw is noticed', () => {
  expect(() => parsePath('M1 2L3')).toThrow('L of');
  expect(() => parsePath('L1 2')).toThrow('not a path');
  expect(() => parsePath('M1 2Lx')).toThrow('L of');
});

test.each(BADGE_COLORS)('a sign is clearly visible on %s and on its pattern', (color) => {
  const paints: Record<BadgePaint, string> = PAINTS[color];
  expect(contrast(paints.sign, paints.ground)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(paints.sign, paints.weave)).toBeGreaterThanOrEqual(3);
  expect(paints.weave).not.toBe(paints.ground);
});

test('chance chooses from all parts', () => {
  expect(mixBadge(() => 0)).toEqual({ shape: 'shield', color: 'teal', cloth: 'triangles', sign: 'star' });
  expect(mixBadge(() => 0.999)).toEqual({ shape: 'leaf', color: 'brown', cloth: 'diamonds', sign: 'book' });
});

test('parts that a form does not have, or that there are not, stay as they were', () => {
  const before: GroupBadge = { shape: 'drum', color: 'green', cloth: 'zigzag', sign: 'kite' };
  expect(toBadge({}, before)).toEqual(before);
  expect(toBadge({ shape: 'leaf', color: 'pink', cloth: '', sign: 'sun' }, before)).toEqual({ ...before, shape: 'leaf', sign: 'sun' });
});
