import { expect, test } from 'vitest';
import { getCaseTime } from './rules.ts';
import { formatAge, formatTimeLeft, getCaseTitle, listCountSentences } from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('what is left of the 24 hours, and how long a case waits, in words', () => {
  expect([23.6 * HOUR, 2 * HOUR + 6.5 * MINUTE, 15 * HOUR, 24 * MINUTE, 0].map(formatTimeLeft)).toEqual([
    '23 h 36 left',
    '2 h 06 left',
    '15 h left',
    '24 min left',
    '0 min left',
  ]);
  expect([-1, -3 * HOUR, -47.99 * HOUR, -75 * HOUR].map(formatTimeLeft)).toEqual([
    'late since 0 min',
    'late since 3 h',
    'late since 47 h 59',
    'late since 3 d',
  ]);
  expect([0, 24 * MINUTE, 21.9 * HOUR, 48 * HOUR].map(formatAge)).toEqual(['0 min ago', '24 min ago', '21 h ago', '2 d ago']);
});

test('a case is due soon in its last 6 hours, and late after them', () => {
  const opened = Date.UTC(2027, 0, 1);
  const dates = { openedAt: new Date(opened).toISOString(), dueAt: new Date(opened + 24 * HOUR).toISOString() };
  const stateAt = (hours: number) => getCaseTime(dates, opened + hours * HOUR).state;
  expect([0, 18, 18.1, 24, 24.1].map(stateAt)).toEqual(['in-time', 'in-time', 'due-soon', 'due-soon', 'late']);
  // The clock of this device may be behind.
  expect(getCaseTime(dates, opened - HOUR).ageMs).toBe(0);
});

test('a case is called by its reason; a game and a message by their own titles', () => {
  expect([
    getCaseTitle({ kind: 'help', reason: 'distress', name: 'zuri' }),
    getCaseTitle({ kind: 'player', reason: 'bullying', name: 'brian' }),
    getCaseTitle({ kind: 'game', reason: 'broken_game', name: 'Maze Mamba' }),
    getCaseTitle({ kind: 'picture', reason: 'picture', name: 'zuri' }),
    getCaseTitle({ kind: 'message', reason: 'message', name: 'My son' }),
    getCaseTitle({ kind: 'message', reason: 'message', name: '' }),
  ]).toEqual([
    'A child asks for help: needs a grown-up',
    'Bullying',
    'Maze Mamba: Broken/Not Working',
    'Picture waits',
    'My son',
    'A message',
  ]);
});

test('the numbers are sentences, and what is not there is not said', () => {
  const byKind = { help: 0, player: 0, group: 0, game: 0, picture: 0, message: 0, 'broken-game': 0 };
  const say = (total: number, urgent: number, dueSoon: number, late: number) =>
    listCountSentences({ total, urgent, dueSoon, late, byKind })
      .map(({ text }) => text)
      .join(' ');
  expect(say(0, 0, 0, 0)).toBe('Nothing waits.');
  expect(say(1, 0, 0, 0)).toBe('1 waits for an answer.');
  expect(say(7, 1, 2, 0)).toBe('7 wait for an answer. 1 is urgent. 2 are due within 6 hours.');
  expect(say(7, 2, 1, 1)).toBe('7 wait for an answer. 2 are urgent. 1 is late. 1 is due within 6 hours.');
});
