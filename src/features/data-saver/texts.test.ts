import { expect, test } from 'vitest';
import { texts } from './texts.ts';

test.each([
  [87_400, 200, 'about KSh 0.02'],
  [100_000, 200, 'about KSh 0.02'],
  [100_001, 200, 'about KSh 0.03'],
  [1, 200, 'about KSh 0.01'],
  [2_000_000, 200, 'about KSh 0.40'],
  [40_000_000, 950, 'about KSh 38.00'],
  [5_000_000, 1, 'about KSh 0.01'],
])('%i bytes at %i thousandths of a shilling cost %s', (bytes, price, words) => expect(texts.about(bytes, price)).toBe(words));
