import { expect, test } from 'vitest';
import {
  chooseCheckedTogether,
  toMessageId,
  toPreview,
  parseMessageId,
  normalizeMessageText,
  MESSAGE_LENGTH_MAX,
  isTooLong,
  toSentText,
} from './messages.rules.ts';

test('a text keeps its words and line ends, and at most one empty line', () => {
  expect(normalizeMessageText('  hi\r\nyou \n')).toBe('hi\nyou');
  expect(normalizeMessageText('one\n\n \n\n\ntwo')).toBe('one\n\ntwo');
  expect(normalizeMessageText('a\n'.repeat(20))).toBe(`${'a\n'.repeat(19)}a`);
  // More lines would push everything else off the screen.
  expect(normalizeMessageText('a\n'.repeat(21))).toBeNull();
});

test('what shows nothing is no message', () => {
  for (const text of ['', ' \n ', '\u200b', '\u00ad\u200d', '\u2800', '\u3164', '\u0301', '\ufe0f', '\u00a0\u2003'])
    expect(normalizeMessageText(text), JSON.stringify(text)).toBeNull();
  for (const text of ['👩‍👩‍👧', 'é', 'e\u0301', '.', 'ሰላም', 'नमस्ते']) expect(normalizeMessageText(text)).toBe(text);
});

test('what would spoil the page is refused: towers of accents, and signs that turn the direction', () => {
  for (const text of [`a${'\u0301'.repeat(5)}`, `x${'\u0489'.repeat(400)}`, 'hi \u202eolleh', '\u2066hi'])
    expect(normalizeMessageText(text), JSON.stringify(text)).toBeNull();
  expect(normalizeMessageText(`a${'\u0301'.repeat(4)}`)).not.toBeNull();
});

test('500 letters are counted as people see them', () => {
  expect(normalizeMessageText('😀'.repeat(MESSAGE_LENGTH_MAX))).not.toBeNull();
  expect(normalizeMessageText('😀'.repeat(MESSAGE_LENGTH_MAX + 1))).toBeNull();
  expect(toPreview('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}...`);
  expect(toPreview('x'.repeat(50))).toBe('x'.repeat(50));
});

test('numbers as ids stand in their order, and come back', () => {
  expect([9, 10, 100].map(toMessageId).toSorted()).toEqual([9, 10, 100].map(toMessageId));
  expect(parseMessageId(toMessageId(254_712))).toBe(254_712);
  for (const id of [null, undefined, '', '1', '00000000000x', '999999999999']) expect(parseMessageId(id)).toBeNull();
});

test('the newest whole messages are checked together, as far as they are not too long', () => {
  expect(chooseCheckedTogether([])).toEqual([]);
  expect(chooseCheckedTogether(['three', 'two', 'one'])).toEqual(['one', 'two', 'three']);
  expect(chooseCheckedTogether(['three', 'x'.repeat(290), 'too far'])).toEqual(['x'.repeat(290), 'three']);
  expect(chooseCheckedTogether(['x'.repeat(301), 'one'])).toEqual([]);
});

test('of a message that is far too long so much is sent as a request carries: its beginning and its end, still too long', () => {
  const longest = '😀'.repeat(MESSAGE_LENGTH_MAX);
  expect(toSentText(longest)).toBe(longest);
  const sent = toSentText(`my uncle ${'€'.repeat(100_000)} touches me`);
  expect(sent).toMatch(/^my uncle €+\n\[…\]\n€+ touches me$/);
  expect(isTooLong(sent)).toBe(true);
  expect(new URLSearchParams({ text: sent }).toString().length).toBeLessThan(50_000);
});
