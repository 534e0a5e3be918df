import { expect, test } from 'vitest';
import type { CheckState, Part } from '../schema.ts';
import { planAlerts, type AlertKind } from './rules.ts';

const NOW = new Date('2026-11-09T18:04:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test('operators are told once of what is down for three minutes, and once that it is back', () => {
  const plan = (states: string, { told = [], down = null, back = null }: { told?: Part[]; down?: Date | null; back?: Date | null } = {}) =>
    planAlerts(
      new Map([['games', states.split('').map((each) => (each === 'd' ? 'down' : each === 's' ? 'slow' : 'works'))]]),
      new Set(told),
      new Map([...(down ? [['down', down] as const] : []), ...(back ? [['back', back] as const] : [])]),
      NOW,
    );
  const nothing = { forgotten: [], down: [], back: [] };
  expect([plan('dd'), plan('ddw'), plan('wdd'), plan('www')]).toEqual([nothing, nothing, nothing, nothing]);
  expect(plan('ddd')).toEqual({ ...nothing, down: ['games'] });
  expect(plan('ddd', { told: ['games'] })).toEqual(nothing);
  expect([plan('wdd', { told: ['games'] }), plan('sdd', { told: ['games'] })]).toEqual([
    { ...nothing, back: ['games'] },
    { ...nothing, back: ['games'] },
  ]);
  // At most one of a kind in 15 minutes: the rest waits, if it is still true then.
  expect([plan('ddd', { down: ago(14) }), plan('wdd', { told: ['games'], back: ago(14) })]).toEqual([nothing, nothing]);
  expect(plan('ddd', { down: ago(15), back: ago(1) })).toEqual({ ...nothing, down: ['games'] });
});

test('when mail is back, operators are told again of what is still down: their mails may have expired', () => {
  const plan = (mail: CheckState[], games: CheckState[], lastSent: [AlertKind, Date][] = []) =>
    planAlerts(
      new Map<Part, CheckState[]>([
        ['games', games],
        ['mail', mail],
      ]),
      new Set<Part>(['games']),
      new Map(lastSent),
      NOW,
    );
  const down: CheckState[] = ['down', 'down', 'down'];
  const works: CheckState[] = ['works', 'works', 'down'];
  const back: CheckState[] = ['slow', 'down', 'down'];
  expect(plan(back, down)).toEqual({ forgotten: ['games'], down: ['games'], back: [] });
  // Not told now, and not known either.
  expect(plan(back, down, [['down', ago(14)]])).toEqual({ forgotten: ['games'], down: [], back: [] });
  expect(plan(works, down)).toEqual({ forgotten: [], down: [], back: [] });
  expect(plan(back, works)).toEqual({ forgotten: [], down: [], back: ['games'] });
});
