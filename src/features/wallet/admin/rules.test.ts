import { expect, it } from 'vitest';
import { parseAmount, findInvalidField } from './rules.ts';

it.each([
  ['1', 1],
  [' 400 ', 400],
  ['100000', 100_000],
  ['100001', null],
  ['0', null],
  ['007', null],
  ['-5', null],
  ['4.5', null],
  ['1e3', null],
  ['', null],
  ['400 coins', null],
])('reads %j as %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

it('names the first field that is not all right', () => {
  expect(findInvalidField({ amount: '', reason: '' })).toBe('amount');
  expect(findInvalidField({ amount: '5', reason: ' a ' })).toBe('reason');
  expect(findInvalidField({ amount: '5', reason: 'x'.repeat(501) })).toBe('reason');
  expect(findInvalidField({ amount: '5', reason: 'It was lost in a refund.' })).toBeNull();
});
