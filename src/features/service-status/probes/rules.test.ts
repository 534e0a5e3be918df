import { expect, test } from 'vitest';
import { judgeMails, toErrorText } from './rules.ts';

const NOW = new Date('2026-11-09T18:04:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test('mails that wait for 10 minutes are slow, for an hour down', () => {
  const state = (oldest: Date | null, error = '') => judgeMails(oldest, error, NOW)?.state ?? null;
  expect([state(null), state(ago(9)), state(ago(10)), state(ago(59)), state(ago(60))]).toEqual([null, null, 'slow', 'slow', 'down']);
  expect(judgeMails(ago(2), '450 greylisted', NOW)).toEqual({ state: 'works', error: '450 greylisted' });
});

test('errors are one line without keys, passwords and addresses', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  expect(toErrorText(new Error('fetch failed', { cause }))).toBe('fetch failed: connect ECONNREFUSED 127.0.0.1:9');
  const secret = toErrorText(`smtp://me:secret@mail.example said\n550 <amina@example.com> to sk_live_abcdef123 \0`);
  expect(secret).toBe('smtp://mail.example said 550 <***> to sk_***');
  expect([toErrorText('x'.repeat(999)).length, toErrorText('')]).toEqual([300, '']);
});
