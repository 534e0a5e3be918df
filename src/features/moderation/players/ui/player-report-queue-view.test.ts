import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { PlayerReport } from '../schema.ts';
import { PlayerReportQueueView } from './player-report-queue-view.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const REPORT: PlayerReport = {
  id: 'r1',
  subject: { id: 'p1', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000000.svg', isTeam: false },
  formerNames: null,
  reason: 'bullying',
  description: 'Says mean things.',
  state: 'new',
  reporter: 'amina',
  isReporterErased: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-02T03:04:05.000Z',
  ageHours: 3,
  late: false,
  evidence: [],
};
const TABS = {
  counts: {
    total: 1,
    urgent: 0,
    dueSoon: 0,
    late: 0,
    byKind: { help: 0, player: 1, group: 0, game: 0, picture: 0, message: 0, 'broken-game': 0 },
  },
  isOperator: false,
};
const queue = (items: PlayerReport[], next: string | null) =>
  renderToHtml(
    createElement(PlayerReportQueueView, { page: { items, next, waiting: items.length, late: 0 }, state: 'waiting', tabs: TABS }),
    '/moderation/players',
  );

test('the queue of players says at its end how it goes on, and that it is empty', () => {
  expectListEndStates((next) => queue([REPORT], next), '/moderation/players?after=c1');
  expect(textOf(queue([REPORT], null))).toContain('Zuri');
  expect(textOf(queue([REPORT], null))).not.toContain('No reports here');
  expect(textOf(queue([], null))).toContain('No reports here Reports about players and messages appear here, the oldest first.');
});

test('a report says what the player was called then, if that has changed, and shows the badge of the team', () => {
  expect(textOf(queue([REPORT], null))).not.toMatch(/Called then|Kiddo team/);
  const formerNames = { username: 'kiddo_mod', displayName: 'Kiddo Moderator' };
  const subject = { ...REPORT.subject, isTeam: true };
  expect(textOf(queue([{ ...REPORT, subject, formerNames }], null))).toMatch(
    /Zuri @zuri Kiddo team .*Called then: Kiddo Moderator @kiddo_mod/,
  );
});

test('a case without a reporter says who noticed it, and its reasons', () => {
  const description = 'The filter refused pictures or calls, written to 3 players, 3 times.';
  const page = textOf(queue([{ ...REPORT, reason: 'risk-score', reporter: null, description }], null));
  expect(page).toContain('A pattern over time');
  expect(page).toContain(description);
  expect(page).toContain('Kiddo noticed');
});
