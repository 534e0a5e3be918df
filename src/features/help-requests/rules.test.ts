import { expect, test } from 'vitest';
import { addWords } from './rules.ts';
import { HELP_TEXT_MAX, HELP_WORDS_MAX } from './schema.ts';

test('of words that do not fit the first ones and the newest are kept, however many come', () => {
  let words = 'my uncle touches me';
  for (const letter of 'abcdef') {
    const newest = letter.repeat(HELP_TEXT_MAX);
    words = addWords(words, newest);
    expect(words.endsWith(`\n${newest}`)).toBe(true);
    expect(words.length).toBeLessThanOrEqual(HELP_WORDS_MAX);
  }
  words = addWords(words, 'he comes tonight');
  expect(words).toMatch(/^my uncle touches me\na+\n\[…\]\n(e+\n)?f+\nhe comes tonight$/);
  expect(addWords('🦁'.repeat(1000), '🦁'.repeat(1000)).isWellFormed()).toBe(true);
});

test('what was said is not repeated; a sentence within another one is new', () => {
  expect(addWords('', 'he is home')).toBe('he is home');
  expect(addWords('he is home', '')).toBe('he is home');
  expect(addWords('he is home\nhelp me', 'he is home')).toBe('he is home\nhelp me');
  expect(addWords('i hide when he is home', 'he is home')).toBe('i hide when he is home\nhe is home');
});
