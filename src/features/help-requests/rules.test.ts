import { expect, test } from 'vitest';
import { addWords, toReadableText } from './rules.ts';
import { BODY_MAX, SUBJECT_MAX } from '../contact/schema.ts';
import { HELP_WORDS_MAX } from './schema.ts';

test('of words that do not fit the first ones and the newest are kept, however many come', () => {
  let words = 'my uncle touches me';
  for (const letter of 'abcdef') {
    // The longest text that can make a request: a message of the contact page, with its subject.
    const newest = letter.repeat(SUBJECT_MAX + 1 + BODY_MAX);
    words = addWords(words, newest);
    expect(words.endsWith(`\n${newest}`)).toBe(true);
    expect(words.length).toBeLessThanOrEqual(HELP_WORDS_MAX);
  }
  words = addWords(words, 'he comes tonight');
  expect(words).toMatch(/^my uncle touches me\na+\n\[…\]\n(e+\n)?f+\nhe comes tonight$/);
  expect(addWords('🦁'.repeat(2000), '🦁'.repeat(2000)).isWellFormed()).toBe(true);
});

test('what was said is not repeated; a sentence within another one is new', () => {
  expect(addWords('', 'he is home')).toBe('he is home');
  expect(addWords('he is home', '')).toBe('he is home');
  expect(addWords('he is home\nhelp me', 'he is home')).toBe('he is home\nhelp me');
  expect(addWords('i hide when he is home', 'he is home')).toBe('i hide when he is home\nhe is home');
});

test('of a text that is too long its beginning and its end are read, and a request that has words already keeps all that was read', () => {
  const typed = `my uncle touches me ${'and then we play '.repeat(4000)}he comes tonight`;
  const text = toReadableText(typed);
  expect(text).toMatch(/^my uncle touches me .*\n\[…\]\n.* he comes tonight$/s);
  expect(toReadableText(text)).toBe(text);
  expect(addWords('i am sad '.repeat(600), text).endsWith(`\n${text}`)).toBe(true);
  expect(toReadableText(typed, 150).length).toBeLessThanOrEqual(150);
});
