import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { GameReport } from '../schema.ts';
import { GameReportQueueView } from './game-report-queue-view.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const REPORT: GameReport = {
  id: 'r1',
  game: { id: 'lamu-sails', title: 'Lamu Sails', hidden: false },
  reason: 'spam',
  description: 'Links everywhere.',
  state: 'new',
  reporter: 'amina',
  repeats: 0,
  createdAt: '2026-01-02T03:04:05.000Z',
  decidedAt: null,
  ageHours: 3,
  late: false,
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
const queue = (items: GameReport[], next: string | null) =>
  renderToHtml(
    createElement(GameReportQueueView, {
      page: { items, next, waiting: items.length, late: 0 },
      tabs: TABS,
      filters: { state: 'resolved', reason: 'spam' },
    }),
    '/moderation/games?state=resolved&reason=spam',
  );

test('the queue of reports says at its end how it goes on, and that it is empty', () => {
  expectListEndStates((next) => queue([REPORT], next), '/moderation/games?state=resolved&reason=spam&after=c1');
  expect(textOf(queue([REPORT], null))).toContain('Lamu Sails');
  expect(textOf(queue([REPORT], null))).not.toContain('No reports here');
  expect(textOf(queue([], null))).toContain('No reports here Reports that fit these filters appear here, the oldest first.');
});
