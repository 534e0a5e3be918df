import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { HELP_REQUESTS_PATH } from '../../schema.ts';
import type { HelpRequest } from '../schema.ts';
import { HelpRequestQueueView } from './help-request-queue-view.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const REQUEST: HelpRequest = {
  id: 'h1',
  player: { id: 'p1', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000000.svg', isTeam: false },
  kind: 'abuse',
  isAsked: true,
  words: 'somebody hits me at home',
  state: 'new',
  createdAt: '2026-01-02T03:04:05.000Z',
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
const queue = (items: HelpRequest[], next: string | null) =>
  renderToHtml(
    createElement(HelpRequestQueueView, { page: { items, next, waiting: items.length, late: 0 }, state: 'waiting', tabs: TABS }),
    HELP_REQUESTS_PATH,
  );

test('the queue of children who ask for help says at its end how it goes on, and that it is empty', () => {
  expectListEndStates((next) => queue([REQUEST], next), `${HELP_REQUESTS_PATH}?after=c1`);
  expect(textOf(queue([REQUEST], null))).toMatch(/Zuri @zuri .*somebody hits me at home/);
  expect(textOf(queue([], null))).toContain('Children who ask for help appear here, the oldest first.');
});
