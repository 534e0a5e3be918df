import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { GROUP_REPORTS_PATH } from '../../schema.ts';
import type { GroupReport } from '../schema.ts';
import { GroupReportQueueView } from './group-report-queue-view.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const REPORT: GroupReport = {
  id: 'r1',
  group: {
    id: 'g1',
    name: 'Kite Club',
    motto: 'We fly',
    badge: { shape: 'drum', color: 'teal', cloth: 'zigzag', sign: 'kite' },
    closedBy: 'owner',
  },
  formerWords: { name: 'Ugly Club', motto: '' },
  reason: 'danger',
  description: 'one wants to meet me',
  state: 'new',
  reporter: 'amina',
  createdAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-02T03:04:05.000Z',
  ageHours: 25,
  late: true,
};
const TABS = {
  counts: {
    total: 1,
    urgent: 1,
    dueSoon: 0,
    late: 1,
    byKind: { help: 0, player: 0, group: 1, game: 0, picture: 0, message: 0, 'broken-game': 0 },
  },
  isOperator: false,
};
const queue = (items: GroupReport[], next: string | null) =>
  renderToHtml(
    createElement(GroupReportQueueView, { page: { items, next, waiting: items.length, late: 0 }, state: 'waiting', tabs: TABS }),
    GROUP_REPORTS_PATH,
  );

test('the queue of reported groups says at its end how it goes on, and that it is empty', () => {
  expectListEndStates((next) => queue([REPORT], next), `${GROUP_REPORTS_PATH}?after=c1`);
  expect(textOf(queue([REPORT], null))).toMatch(
    /Kite Club We fly Closed by its owner .*wants to meet Urgent New Over 24 hours Called then: Ugly Club one wants to meet me by @amina/,
  );
  expect(textOf(queue([], null))).toContain('Reports about groups appear here, the oldest first.');
});
