import { expect, test } from 'vitest';
import { formatAges } from './age-format.ts';

test('bands beside each other are named as one', () => {
  expect([[13], [16], [18], [13, 16], [16, 13], [16, 18], [13, 18], [13, 16, 18], []].map((bands) => formatAges(bands as never))).toEqual([
    '13 to 15',
    '16 to 17',
    '18 and over',
    '13 to 17',
    '13 to 17',
    '16 and over',
    '13 to 15, 18 and over',
    '13 and over',
    '',
  ]);
});
