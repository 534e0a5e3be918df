import { expect, test } from 'vitest';
import { parseLocalInput, toClock, toLocalInput } from './clock.rules.ts';
import { formatPercent, getPartState, listShownDays, toDayCell, toDayRows } from './rules.ts';
import { PARTS, type Part, type SwitchedOff } from './schema.ts';
import { sayDays, sayStatus, texts } from './texts.ts';

const NOW = new Date('2026-11-09T18:04:30Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const minutes = (worked: number, slow = 0, down = 0) => ({ worked, slow, down });

test('a part is what the last check found, at least what an open incident says, and not known after five minutes', () => {
  const state = (found: 'works' | 'slow' | 'down', minutesAgo: number, ...effects: ('slow' | 'down')[]) =>
    getPartState(
      'chat',
      { state: found, at: ago(minutesAgo) },
      effects.map((effect) => ({ parts: ['chat', 'mail'], effect })),
      NOW,
    );
  expect([state('works', 1), state('slow', 5), state('down', 1)]).toEqual(['works', 'slow', 'down']);
  expect([state('works', 5.1), state('down', 6)]).toEqual(['unknown', 'unknown']);
  expect([state('works', 1, 'slow'), state('works', 1, 'slow', 'down'), state('down', 1, 'slow'), state('works', 9, 'slow')]).toEqual([
    'slow',
    'down',
    'down',
    'slow',
  ]);
  expect(getPartState('games', { state: 'works', at: ago(1) }, [{ parts: ['chat'], effect: 'down' }], NOW)).toBe('works');
  expect(getPartState('games', null, [], NOW)).toBe('unknown');
});

test('the percentage is of the time that was checked, and never rounded up', () => {
  expect(formatPercent([])).toBeNull();
  expect(formatPercent([minutes(0)])).toBeNull();
  expect(formatPercent([minutes(1440), minutes(1440)])).toBe('100');
  // One minute of 90 days.
  expect(formatPercent([minutes(129_599, 0, 1)])).toBe('99.99');
  expect(formatPercent([minutes(9_999_999, 1, 0)])).toBe('99.99');
  expect([formatPercent([minutes(1, 1, 0)]), formatPercent([minutes(2, 0, 1)]), formatPercent([minutes(0, 0, 5)])]).toEqual([
    '50',
    '66.66',
    '0',
  ]);
});

test('a minute down makes a day, slow ones count only from five on, and a day without checks is none', () => {
  const days = [undefined, minutes(0), minutes(1440), minutes(1436, 4), minutes(1435, 5), minutes(1139, 300, 1), minutes(1435, 4, 1)];
  expect(days.map(toDayCell)).toEqual([
    { state: 'none', down: 0, slow: 0 },
    { state: 'none', down: 0, slow: 0 },
    { state: 'works', down: 0, slow: 0 },
    { state: 'works', down: 0, slow: 0 },
    { state: 'slow', down: 0, slow: 5 },
    { state: 'down', down: 1, slow: 300 },
    { state: 'down', down: 1, slow: 0 },
  ]);
  // The page says that rule, since the share of the time counts them.
  expect(formatPercent([minutes(1436, 4)])).toBe('99.72');
  expect(texts.note).toContain('Fewer than 5 slow minutes in a day');
});

test('in words, days that were alike are one row, and none of them is missing', () => {
  const days = ['2026-11-06', '2026-11-07', '2026-11-08', '2026-11-09'];
  const works = toDayCell(minutes(1440));
  const games = [toDayCell(undefined), works, works, toDayCell(minutes(1000, 0, 125))];
  const cells = new Map(PARTS.map((part) => [part, part === 'games' ? games : [toDayCell(undefined), works, works, works]]));
  const rows = toDayRows(days, cells);
  expect(rows.map(({ from, to, cells: row }) => [texts.days(from, to), sayDays(row)])).toEqual([
    ['Nov 09', 'Games were down for 2 hours 5 minutes. Everything else worked.'],
    ['Nov 07 to Nov 08', 'Everything worked.'],
    ['Nov 06', 'Not checked.'],
  ]);
  const mixed = PARTS.map(
    (part) => ({ pages: works, games: works, chat: toDayCell(minutes(9, 60)), payments: works, mail: toDayCell(minutes(0, 0, 1)) })[part],
  );
  expect(sayDays(mixed)).toBe('Chat and friends were slow for 1 hour. Mail was down for 1 minute. Everything else worked.');
  const hours = PARTS.map((part) => (part === 'games' ? toDayCell(minutes(1139, 300, 1)) : works));
  expect(sayDays(hours)).toBe('Games were down for 1 minute and slow for 5 hours. Everything else worked.');
});

test('days and times are those of Nairobi', () => {
  // Half past midnight there.
  const night = new Date('2026-11-08T21:30:00Z');
  expect([listShownDays(night).length, listShownDays(night).at(-1), listShownDays(night)[0]]).toEqual([90, '2026-11-09', '2026-08-12']);
  expect([toClock(night.toISOString()), toLocalInput(night)]).toEqual(['00:30', '2026-11-09T00:30']);
  expect(parseLocalInput('2026-11-09T00:30')).toEqual(night);
  expect(parseLocalInput('2026-11-09T00:30:59')).toEqual(night);
  for (const wrong of ['', '2026-11-09', '2026-02-30T10:00', '2026-13-01T10:00', '2026-11-09T24:00', '2026-11-09T10:61', '0', 'now'])
    expect([wrong, parseLocalInput(wrong)]).toEqual([wrong, null]);
});

test('the top says in words what is down or slow, and when that was checked', () => {
  const checked = { at: '2026-11-09T18:04:00.000Z', isToday: true };
  const off: SwitchedOff = { features: [], maintenance: null };
  const say = (view: Partial<Parameters<typeof sayStatus>[0]>) => sayStatus({ down: [], slow: [], off, isKnown: true, checked, ...view });
  expect(say({})).toEqual({ title: 'Everything works', lines: ['Checked at 21:04 in Nairobi.'] });
  expect(say({ down: ['chat'] }).title).toBe('Chat and friends are down');
  expect(say({ slow: ['mail'] }).title).toBe('Mail is slow');
  expect(say({ slow: ['pages', 'games', 'mail'] }).title).toBe('Pages and sign-in, games and mail are slow');
  expect(say({ down: ['mail'], slow: ['payments'] })).toEqual({
    title: 'Mail is down',
    lines: ['Payments are slow.', 'Checked at 21:04 in Nairobi.'],
  });
  expect(say({ isKnown: false, checked: { ...checked, isToday: false } })).toEqual({
    title: 'We do not know',
    lines: ['The last check was on November 9, 2026, at 21:04 in Nairobi.'],
  });
  expect(say({ isKnown: false, checked: null })).toEqual({ title: 'We do not know', lines: ['No check has run yet.'] });
  expect(say({ isKnown: false, down: ['games'] }).title).toBe('Games are down');
});

test('the top says what operators switched off, and never that everything works then', () => {
  const checked = { at: '2026-11-09T18:04:00.000Z', isToday: true };
  const time = 'Checked at 21:04 in Nairobi.';
  const say = (off: Partial<SwitchedOff>, down: Part[] = [], isKnown = true) =>
    sayStatus({ down, slow: [], off: { features: [], maintenance: null, ...off }, isKnown, checked });
  const chat = { feature: 'chat', message: 'On the card.' } as const;
  const accounts = { feature: 'sign-ups', message: 'Back at noon.' } as const;
  expect(say({ features: [chat] })).toEqual({ title: 'Chat is switched off by us for now', lines: [time] });
  // What has no card has its words here.
  const both = 'Chat and new accounts are switched off by us for now';
  expect(say({ features: [chat, accounts] })).toEqual({ title: both, lines: ['New accounts: Back at noon.', time] });
  expect(say({ features: [accounts] })).toEqual({ title: 'New accounts are switched off by us for now', lines: ['Back at noon.', time] });
  expect(say({ features: [chat, accounts] }, ['games'])).toEqual({
    title: 'Games are down',
    lines: [`${both}.`, 'New accounts: Back at noon.', time],
  });
  const saved = 'You can look and play, and nothing new is saved for a while.';
  const maintenance = { message: 'Until noon.' };
  expect(say({ maintenance })).toEqual({ title: 'We are working on Kiddo', lines: [saved, 'Until noon.', time] });
  expect(say({ maintenance: { message: '' }, features: [chat] }, ['mail'])).toEqual({
    title: 'Mail is down',
    lines: ['We are working on Kiddo.', saved, 'Chat is switched off by us for now.', time],
  });
  expect(say({ features: [chat] }, [], false).title).toBe('We do not know');
});

test('an incident says from when until when it was', () => {
  const when = (endedAt: string | null) => texts.when({ startedAt: '2026-11-09T15:20:00Z', endedAt });
  expect([when('2026-11-09T15:47:00Z'), when('2026-11-09T21:10:00Z'), when(null)]).toEqual([
    'November 9, 2026, 18:20 to 18:47',
    'November 9, 2026, 18:20 to November 10, 2026, 00:10',
    'Since November 9, 2026, 18:20',
  ]);
});
