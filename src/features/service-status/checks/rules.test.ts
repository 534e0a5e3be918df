import { expect, test } from 'vitest';
import { judge } from './rules.ts';

test('what a check found: a try in time, a late one, a second one, none', () => {
  const ok = (durationMs: number) => ({ durationMs, finding: null });
  expect(judge(ok(2000.4), null, 2000)).toEqual({ state: 'works', durationMs: 2000, error: '' });
  expect(judge(ok(2001), null, 2000)).toEqual({ state: 'slow', durationMs: 2001, error: '' });
  expect(judge({ failure: 'away' }, ok(3), 2000)).toEqual({ state: 'slow', durationMs: 3, error: 'away' });
  expect(judge({ failure: 'away' }, { failure: 'still away' }, 2000)).toEqual({ state: 'down', durationMs: null, error: 'still away' });
  expect(judge({ durationMs: 3, finding: { state: 'down', error: 'late' } }, null, 9)).toEqual({
    state: 'down',
    durationMs: 3,
    error: 'late',
  });
  expect(judge({ durationMs: 3, finding: { state: 'works', error: 'one' } }, null, 9)).toEqual({
    state: 'works',
    durationMs: 3,
    error: 'one',
  });
});
