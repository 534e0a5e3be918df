import { expect, test } from 'vitest';
import { favoriteForm, historyForm, ratingForm } from './forms.server.ts';

test('a game becomes a favorite by yes and stops being one by no', () => {
  expect([favoriteForm.parse({ on: 'yes' }), favoriteForm.parse({ on: 'no' })]).toEqual([{ on: true }, { on: false }]);
  for (const fields of [{}, { on: '' }, { on: 'on' }, { on: 'YES' }]) expect(favoriteForm.safeParse(fields).success).toBe(false);
});

test('stars are one digit', () => {
  expect(ratingForm.parse({ stars: '4' })).toEqual({ stars: 4 });
  for (const stars of ['', '0', '6', '05', ' 5', '1.5', '٣']) expect(ratingForm.safeParse({ stars }).success, stars).toBe(false);
});

test('the history is cleared by its own form only', () => {
  expect([historyForm.safeParse({ do: 'clear' }).success, historyForm.safeParse({}).success]).toEqual([true, false]);
});
