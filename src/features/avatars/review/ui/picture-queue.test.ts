import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { PictureQueue, ReviewState, VerdictResult } from '../schema.ts';
import { PictureQueueView } from './picture-queue.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const PICTURE = {
  id: '00000000-0000-7000-8000-000000000002',
  url: '/avatars/pictures/00000000-0000-7000-8000-000000000002',
  createdAt: '2026-03-01T10:00:00.000Z',
  ageHours: 3,
  late: false,
  player: { id: '00000000-0000-7000-8000-000000000001', username: 'zuri', displayName: 'Zuri', isTeam: false },
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

function html(shown: ReviewState, answer?: VerdictResult, more: Partial<PictureQueue> = {}): string {
  const page: PictureQueue = { state: shown, items: [PICTURE], next: null, waiting: 1, late: 0, ...more };
  return renderToHtml(createElement(PictureQueueView, { page, tabs: TABS, answer }), '/moderation/pictures');
}

test('a verdict can be pressed: no link lies over the whole picture, as it does over reports', () => {
  const page = html('waiting');
  expect(findElements(page, 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['approve', 'refuse']);
  expect(findElements(page, 'a', { href: `/moderation/players/${PICTURE.player.id}` })).toHaveLength(1);
  expect(page).not.toContain('report-game');
});

test('what was approved can only be taken away', () => {
  expect(findElements(html('approved'), 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['refuse']);
});

test('the pictures say at their end how they go on, and that there are none', () => {
  expectListEndStates((next) => html('waiting', undefined, { next }), '/moderation/pictures?after=c1');
  expectListEndStates((next) => html('approved', undefined, { next }), '/moderation/pictures?state=approved&after=c1');
  expect(textOf(html('waiting'))).not.toContain('No pictures');
  expect(textOf(html('waiting', undefined, { items: [] }))).toContain('No pictures wait Pictures that players bring appear here');
  expect(textOf(html('approved', undefined, { items: [] }))).toContain('No pictures yet Pictures that were approved appear here');
});
