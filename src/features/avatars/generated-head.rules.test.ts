import { expect, test } from 'vitest';
import { CLOTH_COLOURS, darken, lighten, shadeSkin } from './colours.rules.ts';
import { drawBackground, drawShirt, BACKGROUNDS, SHIRTS } from './cloth.rules.ts';
import { BRIGHT_EYES, BRIGHT_MOUTHS, EYES, MOUTHS } from './face.rules.ts';
import { SKINS } from './body.rules.ts';
import { drawHair, HAIRS } from './hair.rules.ts';
import { drawHead, getSeedBackground, isAvatarSeed, getSeedSkin } from './generated-head.rules.ts';
import { getAvatarSeed } from '../../shared/avatar-url.ts';

// Seeds far apart and close together: consecutive ids must give different heads too.
const seeds = Array.from({ length: 5000 }, (_, index) =>
  (index % 2 ? index : Math.imul(index, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
);

/** The names of tags without their opening or closing counterpart; empty if the SVG is balanced. */
function strayTags(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', end] of svg.matchAll(/<(\/?)(\w+)(?:\s+[\w-]+="[^"<>]*")*\s*(\/?)>/g)) {
    if (close === '/') {
      if (open.pop() !== name) return [`/${name}`];
    } else if (end !== '/') open.push(name);
  }
  return [...open, ...(svg.replace(/<\/?\w+(?:\s+[\w-]+="[^"<>]*")*\s*\/?>/g, '').match(/[<>&]/g) ?? [])];
}

test('tags that do not close are found', () => {
  expect(strayTags('<svg><g></svg>')).not.toEqual([]);
  expect(strayTags('<svg><g fill="#fff"/></svg')).not.toEqual([]);
  expect(strayTags('<svg><g fill="#fff"/></svg>')).toEqual([]);
});

test('5,000 players get 5,000 heads, all of them sound and small', () => {
  const heads = seeds.map(drawHead);
  expect(new Set(heads).size).toBe(5000);
  for (const head of heads) {
    expect(head).not.toMatch(/NaN|undefined|Infinity|\[object|null/);
    expect(head.length).toBeLessThan(6 * 1024);
    expect(strayTags(head)).toEqual([]);
    expect(head).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 120 120">/);
    expect(head).not.toMatch(/<script|<text|<image|href|\son\w+=/);
  }
});

test('a head is always the same for the same seed', () => {
  expect(drawHead('00c0ffee')).toBe(drawHead('00c0ffee'));
});

test('the body and the colour behind go with the head', () => {
  for (const seed of seeds.slice(0, 200)) {
    expect(drawHead(seed)).toContain(`fill="${getSeedSkin(seed)}"`);
    expect(drawHead(seed)).toContain(`<path fill="${getSeedBackground(seed)}" d="M0 0h120v120H0z"/>`);
  }
});

test('every skin of people is met, and deep ones more often than light ones', () => {
  const met = seeds.map(getSeedSkin);
  const share = (names: string[]) =>
    met.filter((hex) => names.includes(SKINS.find((skin) => skin.hex === hex)?.name ?? '')).length / met.length;
  expect(new Set(met).size).toBe(10);
  expect(share(['Ebony', 'Cocoa', 'Chestnut', 'Mahogany', 'Hazel', 'Caramel'])).toBeGreaterThan(0.7);
  expect(share(['Peach', 'Cream'])).toBeGreaterThan(0.05);
  expect(share(['Silver', 'Kombi', 'Leaf'])).toBe(0);
});

test('a seed is the end of an id; anything else is refused', () => {
  expect(getAvatarSeed('0197c1f0-9d2a-7c3b-8f00-12345678ABCD')).toBe('5678abcd');
  expect(isAvatarSeed('5678abcd')).toBe(true);
  for (const wrong of ['', '5678abc', '5678abcde', '5678ABCD', '"><svg/>', '../../..']) {
    expect(isAvatarSeed(wrong)).toBe(false);
    expect(() => drawHead(wrong)).toThrow('Not a seed');
  }
});

test('every hair, shirt and ground is drawn whole', () => {
  const paint = { hex: '#241512', cloth: '#12a5a5', trim: '#ffc629', accent: '#e23b24' };
  for (const hair of HAIRS) {
    const { back, front } = drawHair(hair, paint);
    expect(front, hair).not.toBe('');
    expect(strayTags(back + front), hair).toEqual([]);
    expect(back + front, hair).not.toMatch(/NaN|undefined/);
  }
  for (const shirt of SHIRTS) expect(strayTags(drawShirt(shirt, '#12a5a5', '#ffc629', '#7a4528')), shirt).toEqual([]);
  for (const ground of BACKGROUNDS) expect(drawBackground(ground, '#12a5a5', '#ffc629', 0.98), ground).toContain('#ffc629');
  expect(EYES).toEqual(expect.arrayContaining([...BRIGHT_EYES]));
  expect(MOUTHS).toEqual(expect.arrayContaining([...BRIGHT_MOUTHS]));
});

test('cloths have names and colours of their own', () => {
  expect(new Set(CLOTH_COLOURS.map(({ name }) => name)).size).toBe(CLOTH_COLOURS.length);
  expect(new Set(CLOTH_COLOURS.map(({ hex }) => hex)).size).toBe(CLOTH_COLOURS.length);
  for (const { name, hex, tone } of CLOTH_COLOURS) {
    expect(name).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(`${hex}${tone}`).toMatch(/^(#[0-9a-f]{6}){2}$/);
  }
});

test('shades', () => {
  expect(darken('#ffffff', 0.5)).toBe('#808080');
  expect(lighten('#000000', 0.5)).toBe('#808080');
  expect(shadeSkin('#f0c29b', 0)).toBe('#f0c29b');
  expect(shadeSkin('#646464', 0.5)).toBe('#46322b');
});
