import { describe, expect, it } from 'vitest';
import {
  getAllowedActions,
  parseExplanation,
  getMuteEnd,
  requiresConfirmation,
  isSanctionActive,
  requiresExplanation,
  type PlayerCaseState,
} from './rules.ts';
import { PLAYER_ACTIONS, type PlayerAction } from './schema.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('what can be done about a player', () => {
  const PUNISH: PlayerAction[] = ['warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban'];

  it.each<[string, Partial<PlayerCaseState>, PlayerAction[]]>([
    ['nothing open, nothing holds', {}, PUNISH],
    ['an open report', { hasOpenReport: true }, ['dismiss', ...PUNISH]],
    ['a mute or ban holds', { hasActiveSanction: true }, [...PUNISH, 'lift']],
    ['both', { hasOpenReport: true, hasActiveSanction: true }, ['dismiss', ...PUNISH, 'lift']],
    ['a moderator', { role: 'moderator' }, []],
    ['a reported moderator', { hasOpenReport: true, role: 'moderator' }, ['dismiss']],
    ['a reported operator', { hasOpenReport: true, role: 'operator' }, ['dismiss']],
    ['a muted player who became a moderator', { hasOpenReport: true, hasActiveSanction: true, role: 'moderator' }, ['dismiss', 'lift']],
    ['a role nobody knows', { hasOpenReport: true, role: '' }, ['dismiss']],
  ])('%s', (_name, situation, actions) => {
    const can = getAllowedActions({ hasOpenReport: false, hasActiveSanction: false, role: 'player', ...situation });
    expect(PLAYER_ACTIONS.filter((action) => can[action])).toEqual(actions);
    expect(Object.keys(can)).toEqual([...PLAYER_ACTIONS]);
  });
});

describe('what an action does', () => {
  it('ends a mute by the clock; nothing else ends', () => {
    expect(getMuteEnd('mute-1h', NOW)).toEqual(new Date('2026-11-21T13:00:00Z'));
    expect(getMuteEnd('mute-24h', NOW)).toEqual(new Date('2026-11-22T12:00:00Z'));
    expect(getMuteEnd('mute-7d', NOW)).toEqual(new Date('2026-11-28T12:00:00Z'));
    for (const action of ['dismiss', 'warn', 'ban', 'lift'] as const) expect(getMuteEnd(action, NOW)).toBeNull();
  });

  it('tells the player why, and asks twice before what is grave', () => {
    expect(PLAYER_ACTIONS.filter(requiresExplanation)).toEqual(['warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban']);
    expect(PLAYER_ACTIONS.filter(requiresConfirmation)).toEqual(['mute-7d', 'ban']);
  });
});

describe('what holds', () => {
  const until = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

  it.each([
    ['a mute that goes on', { kind: 'mute', until: until(1), lifted: false }, true],
    ['a mute that ends now', { kind: 'mute', until: until(0), lifted: false }, false],
    ['a mute that is over', { kind: 'mute', until: until(-1), lifted: false }, false],
    ['a mute that was lifted', { kind: 'mute', until: until(60), lifted: true }, false],
    ['a mute without an end', { kind: 'mute', until: null, lifted: false }, true],
    ['a ban', { kind: 'ban', until: null, lifted: false }, true],
    ['a ban that was lifted', { kind: 'ban', until: null, lifted: true }, false],
    ['a warning', { kind: 'warn', until: null, lifted: false }, false],
  ] as const)('%s', (_name, sanction, stands) => {
    expect(isSanctionActive(sanction, NOW)).toBe(stands);
  });
});

describe('what a player is told', () => {
  it.each([
    ['  Be kind.\r\nPlease. ', 'Be kind.\nPlease.'],
    ['', null],
    [' \n ', null],
    ['no', null],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), null],
    ['Be kind\u0000', null],
    ['Be kind \ud800', null],
  ])('%j', (text, expected) => {
    expect(parseExplanation(text)).toBe(expected);
  });
});
