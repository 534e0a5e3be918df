import { expect, test } from 'vitest';
import { drawFirstLook, isAvatarSeed } from './first-look.rules.ts';
import { completeLook, PEOPLE_SKINS, SKINS } from './look/schema.ts';

const seedOf = (number: number) => ((number * 2654435761) >>> 0).toString(16).padStart(8, '0');

test('the same seed gives the same look, of parts and colours that exist', () => {
  for (let number = 0; number < 500; number++) {
    const look = drawFirstLook(seedOf(number));
    expect(drawFirstLook(seedOf(number))).toEqual(look);
    expect(completeLook(look)).toEqual(look);
    expect(SKINS.findIndex(({ id }) => id === look.skin)).toBeLessThan(PEOPLE_SKINS);
  }
});

test('players hardly ever begin with the same look, and the next attempt is another one', () => {
  const count = 20_000;
  const looks = Array.from({ length: count }, (_, number) => JSON.stringify(drawFirstLook(seedOf(number))));
  expect(new Set(looks).size).toBe(count);
  for (let number = 0; number < 200; number++) {
    const attempts = [0, 1, 2, 3].map((attempt) => JSON.stringify(drawFirstLook(seedOf(number), attempt)));
    expect(new Set(attempts).size).toBe(4);
  }
});

// What the heads of these seeds had before there were figures.
test.each([
  ['1a2b3c4d', 'chestnut', 'cornrows', 'none', 'black'],
  ['deadbeef', 'peach', 'afro-short', 'none', 'black'],
  ['c0ffee00', 'chestnut', 'afro-big', 'none', 'cocoa'],
  ['0badcafe', 'chestnut', 'cornrows', 'cap', 'black'],
  ['12345678', 'ebony', 'bantu-knots', 'none', 'black'],
  ['9abcdef0', 'caramel', 'box-braids', 'none', 'cocoa'],
])('the head of %s is carried over to the nearest parts', (seed, skin, hair, hats, hairColour) => {
  expect(drawFirstLook(seed)).toMatchObject({ skin, hair, hats, hairColour });
});

test('only 8 hex digits are a seed', () => {
  expect(['0000000', '000000000', '0000000g', 'ABCDEF01', ''].filter(isAvatarSeed)).toEqual([]);
  expect(() => drawFirstLook('x')).toThrow('Not a seed');
});
