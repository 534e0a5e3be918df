import { expect, it } from 'vitest';
import { isWithinEditDistance } from './edit-distance.ts';

it('counts slips', () => {
  expect(isWithinEditDistance('chat', 'chat', 0)).toBe(true);
  expect(isWithinEditDistance('chat', 'chta', 1)).toBe(true);
  expect(isWithinEditDistance('chat', 'cat', 1)).toBe(true);
  expect(isWithinEditDistance('chat', 'chats', 1)).toBe(true);
  expect(isWithinEditDistance('chat', 'chit', 1)).toBe(true);
  expect(isWithinEditDistance('chat', 'cht', 0)).toBe(false);
  expect(isWithinEditDistance('chat', 'hcta', 1)).toBe(false);
  expect(isWithinEditDistance('', 'ab', 1)).toBe(false);
});
