import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, newId } from '../../shared/ids.ts';
import { createIdAfter, limitToBalance } from './rules.ts';
import { texts } from './texts.ts';

test('what can be taken is what is there, never more and never less than nothing', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (amount, balance) => {
      const taken = limitToBalance(amount, balance);
      expect(taken).toBe(amount <= balance ? amount : balance);
    }),
  );
  expect(limitToBalance(5, -1)).toBe(0);
});

test('an entry’s id sorts after the one before, whatever the clock says', () => {
  const [early, late] = [newId(new Date('2026-01-01T00:00:00Z')), newId(new Date('2026-01-01T00:00:01Z'))];
  expect(createIdAfter(null, early)).toBe(early);
  expect(createIdAfter(early, late)).toBe(late);
  const base = '019b7000-0000-7000-8000-0000000000';
  expect(createIdAfter(`${base}ff`, `${base}01`)).toBe('019b7000-0000-7000-8000-000000000100');
  expect(createIdAfter(`${base}01`, `${base}01`)).toBe(`${base}02`);
  for (const last of [late, '019b7000-0000-7000-8000-ffffffffffff', '019b7000-0000-7000-8fff-ffffffffffff']) {
    const next = createIdAfter(last, newId(new Date('2020-01-01T00:00:00Z')));
    expect(next > last && isId(next), next).toBe(true);
  }
});

test('amounts have their sign, and moments are those of Nairobi', () => {
  expect([texts.signed(1250), texts.signed(-25)]).toEqual(['+1,250', '\u221225']);
  expect([texts.changed(1250), texts.changed(-25)]).toEqual(['1,250 in', '25 out']);
  expect(texts.at('2026-12-31T21:05:00Z')).toBe('Jan 01, 2027, 12:05 AM');
});
