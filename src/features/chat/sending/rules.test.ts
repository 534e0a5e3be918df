import { expect, test } from 'vitest';
import { idOf, preview, seqOf, tidyText, TEXT_MAX } from './rules.ts';

test('a text keeps its words and line ends, and at most one empty line', () => {
  expect(tidyText('  hi\r\nyou \n')).toBe('hi\nyou');
  expect(tidyText('one\n\n \n\n\ntwo')).toBe('one\n\ntwo');
  expect(tidyText('a\n'.repeat(20))).toBe(`${'a\n'.repeat(19)}a`);
  // More would push all else out of sight.
  expect(tidyText('a\n'.repeat(21))).toBeNull();
});

test('what shows nothing is no message', () => {
  for (const text of ['', ' \n ', '\u200b', '\u00ad\u200d', '\u2800', '\u3164', '\u0301', '\ufe0f', '\u00a0\u2003'])
    expect(tidyText(text), JSON.stringify(text)).toBeNull();
  for (const text of ['👩‍👩‍👧', 'é', 'e\u0301', '.', 'ሰላም', 'नमस्ते']) expect(tidyText(text)).toBe(text);
});

test('what would spoil the page is refused: towers of accents, and signs that turn the direction', () => {
  for (const text of [`a${'\u0301'.repeat(5)}`, `x${'\u0489'.repeat(400)}`, 'hi \u202eolleh', '\u2066hi'])
    expect(tidyText(text), JSON.stringify(text)).toBeNull();
  expect(tidyText(`a${'\u0301'.repeat(4)}`)).not.toBeNull();
});

test('500 letters are counted as people see them', () => {
  expect(tidyText('😀'.repeat(TEXT_MAX))).not.toBeNull();
  expect(tidyText('😀'.repeat(TEXT_MAX + 1))).toBeNull();
  expect(preview('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}...`);
  expect(preview('x'.repeat(50))).toBe('x'.repeat(50));
});

test('numbers as ids stand in their order, and come back', () => {
  expect([9, 10, 100].map(idOf).toSorted()).toEqual([9, 10, 100].map(idOf));
  expect(seqOf(idOf(254_712))).toBe(254_712);
  for (const id of [null, undefined, '', '1', '00000000000x', '999999999999']) expect(seqOf(id)).toBeNull();
});
