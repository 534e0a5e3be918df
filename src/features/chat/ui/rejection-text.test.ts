import { expect, test } from 'vitest';
import { actionFailure } from '../../../shared/action-result.ts';
import { MESSAGE_LENGTH_MAX } from '../messages.rules.ts';
import { rejectionTexts, texts } from '../texts.ts';
import { rejectionText } from './rejection-text.ts';

test('a refused message says what is in it, or that it is not in this message alone', () => {
  const refused = actionFailure('refused');
  expect(rejectionText('Habari! ', { ...refused, category: 'phone' })).toBe(rejectionTexts.phone);
  expect(rejectionText('Habari! ', { ...refused, category: 'phone', isTogether: true })).toBe(texts.refused.together);
  expect(rejectionText('Habari! ', refused)).toBe(texts.refused.other);
  expect(rejectionText('Habari! ', actionFailure('too-many-requests'))).toBe(texts.refused.slow);
  expect(
    rejectionText('Habari! ', { ...actionFailure('muted'), mute: { until: '2026-01-02T03:04:05.000Z', left: null, why: 'x' } }),
  ).toBeNull();
  expect(rejectionText('Habari! ', actionFailure('bad-input'))).toBe(texts.refused.other);
  expect(rejectionText('😀'.repeat(MESSAGE_LENGTH_MAX), actionFailure('bad-input'))).toBe(texts.refused.other);
  expect(rejectionText('😀'.repeat(MESSAGE_LENGTH_MAX + 1), actionFailure('bad-input'))).toBe(texts.refused.long);
  for (const code of ['age-unknown', 'closed']) expect(rejectionText('Habari! ', actionFailure(code)), code).toBeNull();
});
