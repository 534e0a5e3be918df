import { expect, test } from 'vitest';
import { newId } from '../../../shared/ids.ts';
import { ADJUSTMENT_MAX } from '../rules.ts';
import { adjustmentButton, adjustmentForm } from './forms.server.ts';

test('an operator’s form says grant or take, a whole amount within the limit, and why', () => {
  const reason = 'a mistake of ours';
  const ask = (fields: Record<string, string>) => adjustmentForm.safeParse(fields).data ?? null;
  expect(ask({ amount: ' 250 ', reason: ` ${reason} ` })).toEqual({ amount: 250, reason });
  expect(ask({ amount: String(ADJUSTMENT_MAX), reason })?.amount).toBe(ADJUSTMENT_MAX);
  for (const amount of ['', '0', '-5', '+5', '1.5', '1e3', '007', '٣', 'NaN', '99999999999999999999', String(ADJUSTMENT_MAX + 1)])
    expect(ask({ amount, reason }), amount).toBeNull();
  expect([ask({ reason }), ask({ amount: '5' }), ask({ amount: '5', reason: '' })]).toEqual([null, null, null]);
  expect(ask({ amount: '5', reason: 'x'.repeat(500) })).not.toBeNull();
  expect(ask({ amount: '5', reason: 'x'.repeat(501) })).toBeNull();
});

test('the button is one of the page’s, with the page’s key', () => {
  const key = newId(new Date('2026-01-01T00:00:00Z'));
  for (const action of ['grant', 'take']) expect(adjustmentButton.parse({ do: action, key })).toEqual({ do: action, key });
  for (const action of ['', 'give', 'toString', 'GRANT'])
    expect(adjustmentButton.safeParse({ do: action, key }).success, action).toBe(false);
  for (const wrong of [{ key }, { do: 'grant' }, { do: 'grant', key: 'x' }]) expect(adjustmentButton.safeParse(wrong).success).toBe(false);
});
