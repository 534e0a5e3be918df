import { expect, test } from 'vitest';
import { authorize, can, SYSTEM, VERBS, VISITOR, type Actor, type Verb } from './permissions.ts';

const id = '00000000-0000-7000-8000-000000000001';
const ACTORS: Record<string, Actor> = {
  visitor: VISITOR,
  player: { kind: 'player', id, role: 'player', premium: false },
  premium: { kind: 'player', id, role: 'player', premium: true },
  moderator: { kind: 'player', id, role: 'moderator', premium: false },
  operator: { kind: 'player', id, role: 'operator', premium: false },
  system: SYSTEM,
};

// The whole table: who may do what. A verb that is not in it fails the test.
const EVERYONE = Object.keys(ACTORS);
const TABLE: Record<string, { verb: Verb; subject?: { isPremium: boolean } | { mode: 'demo' | 'production' }; may: string[] }> = {
  'list games': { verb: 'game:list', may: EVERYONE },
  'view a game': { verb: 'game:view', may: EVERYONE },
  'search games': { verb: 'game:search', may: EVERYONE },
  'play a free game': { verb: 'game:play', subject: { isPremium: false }, may: EVERYONE },
  'play a premium game': { verb: 'game:play', subject: { isPremium: true }, may: ['premium'] },
  'import games': { verb: 'catalogue:import', may: ['operator', 'system'] },
  'sign up and in': { verb: 'account:enter', may: EVERYONE.filter((name) => name !== 'system') },
  'sign out': { verb: 'account:leave', may: ['player', 'premium', 'moderator', 'operator'] },
  'give roles and make operators': { verb: 'account:appoint', may: ['system'] },
  'read the outbox of demo mode': { verb: 'outbox:read', subject: { mode: 'demo' }, may: EVERYONE },
  'read the outbox in production': { verb: 'outbox:read', subject: { mode: 'production' }, may: [] },
};

const ask = can as (actor: Actor, verb: string, subject?: unknown) => boolean;

test.each(Object.entries(TABLE))('%s', (_, { verb, subject, may }) => {
  expect(EVERYONE.filter((name) => ask(ACTORS[name] as Actor, verb, subject))).toEqual(may);
});

test('every verb stands in the table', () => {
  expect(new Set(Object.values(TABLE).map((row) => row.verb))).toEqual(new Set(VERBS));
});

test('a verb that nobody wrote a rule for is refused', () => {
  for (const verb of ['game:delete', 'toString', 'constructor', '__proto__']) expect(ask(SYSTEM, verb)).toBe(false);
});

test('a refusal says what would help', () => {
  const code = (actor: Actor) => {
    try {
      authorize(actor, 'game:play', { isPremium: true });
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect([code(VISITOR), code(ACTORS['player'] as Actor), code(ACTORS['premium'] as Actor)]).toEqual([
    'sign-in-required',
    'premium-required',
    null,
  ]);
});
