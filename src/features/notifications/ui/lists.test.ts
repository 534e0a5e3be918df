import { createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { LoadError } from '../../../web/use-load-error.ts';
import type { NotificationPage, NotificationView } from '../schema.ts';
import { BellPanel } from './bell-panel.tsx';
import { NotificationsPage } from './notifications-page.tsx';

// Mocked results of `useNotificationList`, which only runs in a browser.
const bell = vi.hoisted(() => ({ page: null as unknown, error: null as unknown, isLoadingMore: false }));
vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));
vi.mock('./use-notification-list.ts', () => ({
  useNotificationList: () => ({ ...bell, loadedAt: Date.parse(AT), retry: () => {}, loadMore: () => {}, performAction: () => {} }),
}));

const AT = '2026-01-02T03:04:05.000Z';
const ITEM: NotificationView = {
  id: 'n1',
  type: 'game_update',
  title: 'Bao Master grew',
  message: 'New levels.',
  isRead: false,
  createdAt: AT,
  to: '/games/bao-master',
};
const pageOf = (items: NotificationView[], next: string | null): NotificationPage => ({ items, unread: items.length, next });
const EMPTY = 'No notifications yet It is quiet here. Kombi is napping.';
const FAULTS: [LoadError, string][] = [
  ['failed', 'The rest could not be loaded. Please try again.'],
  ['offline', 'You are offline. The list goes on by itself when the network is back.'],
];

describe('the page of notifications', () => {
  const html = (items: NotificationView[], next: string | null) =>
    renderToHtml(createElement(NotificationsPage, { page: pageOf(items, next), eventsBefore: 0 }), '/notifications/list');

  it('says at its end how it goes on, and that it is empty', () => {
    expectListEndStates((next) => html([ITEM], next), '/notifications/list?after=c1');
    expect(textOf(html([ITEM], null))).toContain('Bao Master grew');
    expect(textOf(html([ITEM], null))).not.toContain('No notifications yet');
    expect(textOf(html([], null))).toContain(EMPTY);
  });
});

describe('the open bell', () => {
  beforeEach(() => Object.assign(bell, { page: null, error: null, isLoadingMore: false }));
  const html = (overrides: Partial<{ page: NotificationPage; error: LoadError; isLoadingMore: boolean }>) => {
    Object.assign(bell, overrides);
    return renderToHtml(createElement(BellPanel, { isOpen: true, reloadKey: 0, onUnread: () => {}, onNavigate: () => {} }), '/');
  };

  it('says that it is loading, and nothing else', () => {
    expect(textOf(html({}))).toBe('Notifications Mark all read Loading...');
  });

  it('says that it is empty', () => {
    expect(textOf(html({ page: pageOf([], null) }))).toContain(EMPTY);
  });

  it('leads on where there is more, and says that it is on its way', () => {
    const more = html({ page: pageOf([ITEM], 'c1') });
    expect(textOf(more)).toContain('Load more');
    expect(findElements(more, 'a', { href: '/notifications/list?after=c1' })).toHaveLength(1);
    const coming = html({ isLoadingMore: true });
    expect(findElements(coming, 'a', { href: '/notifications/list?after=c1', 'aria-disabled': 'true' })).toHaveLength(1);
    expect(textOf(coming)).toMatch(/Bao Master grew.*Loading\.\.\./);
  });

  it.each(FAULTS)('can be asked again where its first or its next page did not come (%s)', (error, said) => {
    const first = html({ error });
    expect(textOf(first)).toContain(`${said} Try Again`);
    expect(textOf(first)).not.toMatch(/Loading|No notifications yet/);
    const next = html({ page: pageOf([ITEM], 'c1'), error });
    expect(textOf(next)).toMatch(/Bao Master grew.*Try Again/);
    expect(textOf(next)).toContain(said);
  });
});
