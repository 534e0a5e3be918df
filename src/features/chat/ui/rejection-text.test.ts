import { expect, test } from 'vitest';
import { actionFailure } from '../../../shared/action-result.ts';
import { rejectionTexts, texts } from '../texts.ts';
import { rejectionText } from './rejection-text.ts';

test('a refused message says what is in it, or that it is not in this message alone', () => {
  const refused = actionFailure('refused');
  expect(rejectionText({ ...refused, category: 'phone' })).toBe(rejectionTexts.phone);
  expect(rejectionText({ ...refused, category: 'phone', isTogether: true })).toBe(texts.refused.together);
  expect(rejectionText(refused)).toBe(texts.refused.other);
  expect(rejectionText(actionFailure('too-many-requests'))).toBe(texts.refused.slow);
  expect(rejectionText({ ...actionFailure('muted'), mute: { until: '2026-01-02T03:04:05.000Z', left: null, why: 'x' } })).toBeNull();
  for (const code of ['age-unknown', 'closed']) expect(rejectionText(actionFailure(code)), code).toBeNull();
});
