import { expect, test } from 'vitest';
import { mayEndPlay } from './use-play.ts';

test('an open game asks the server again when it, or any of many games, was hidden, and when rights have changed', () => {
  expect(mayEndPlay({ kind: 'rights' }, 'one')).toBe(true);
  expect(mayEndPlay({ kind: 'catalogue', gameId: 'one' }, 'one')).toBe(true);
  expect(mayEndPlay({ kind: 'catalogue' }, 'one')).toBe(true);
  expect(mayEndPlay({ kind: 'catalogue', gameId: 'two' }, 'one')).toBe(false);
  expect(mayEndPlay({ kind: 'sanction' }, 'one')).toBe(false);
});
