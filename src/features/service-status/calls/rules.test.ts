import { expect, test } from 'vitest';
import type { Part } from '../schema.ts';
import { planCalls } from './rules.ts';

const NOW = new Date('2026-11-09T18:04:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test('operators are told once of what is down for three minutes, and once that it is back', () => {
  const plan = (states: string, { told = [], down = null, back = null }: { told?: Part[]; down?: Date | null; back?: Date | null } = {}) =>
    planCalls(
      new Map([['games', states.split('').map((each) => (each === 'd' ? 'down' : each === 's' ? 'slow' : 'works'))]]),
      new Set(told),
      new Map([...(down ? [['down', down] as const] : []), ...(back ? [['back', back] as const] : [])]),
      NOW,
    );
  const nothing = { down: [], back: [] };
  expect([plan('dd'), plan('ddw'), plan('wdd'), plan('www')]).toEqual([nothing, nothing, nothing, nothing]);
  expect(plan('ddd')).toEqual({ down: ['games'], back: [] });
  expect(plan('ddd', { told: ['games'] })).toEqual(nothing);
  expect([plan('wdd', { told: ['games'] }), plan('sdd', { told: ['games'] })]).toEqual([
    { down: [], back: ['games'] },
    { down: [], back: ['games'] },
  ]);
  // At most one of a kind in 15 minutes: the rest waits, if it is still true then.
  expect([plan('ddd', { down: ago(14) }), plan('wdd', { told: ['games'], back: ago(14) })]).toEqual([nothing, nothing]);
  expect(plan('ddd', { down: ago(15), back: ago(1) })).toEqual({ down: ['games'], back: [] });
});
