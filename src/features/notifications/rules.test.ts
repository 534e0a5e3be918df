import { expect, test } from 'vitest';
import { applyAction, timeLabel, withLatestPage, withNextPage, type ActionRequest } from './rules.ts';
import type { NotificationPage, NotificationView } from './schema.ts';
import { texts } from './texts.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [-5 * MINUTE, { unit: 'now' }],
  [0, { unit: 'now' }],
  [HOUR - 1, { unit: 'now' }],
  [HOUR, { unit: 'hours', count: 1 }],
  [2 * HOUR - 1, { unit: 'hours', count: 1 }],
  [24 * HOUR - 1, { unit: 'hours', count: 23 }],
  [24 * HOUR, { unit: 'days', count: 1 }],
  [48 * HOUR - 1, { unit: 'days', count: 1 }],
  [90 * 24 * HOUR, { unit: 'days', count: 90 }],
])('what is %i ms old is labelled %o', (age, label) => {
  expect(timeLabel(new Date(NOW - age).toISOString(), NOW)).toEqual(label);
});

test('a time that cannot be read is no reason to show NaN', () => {
  expect(timeLabel('never', NOW)).toEqual({ unit: 'now' });
});

test.each([
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [1000, '9+'],
])('the badge for %i says %s', (unread, words) => {
  expect(texts.badge(unread)).toBe(words);
});

/** A notification; consecutive ids are an hour apart, newest first. */
function view(id: number, changes: Partial<NotificationView> = {}): NotificationView {
  const createdAt = new Date(NOW - id * HOUR).toISOString();
  return { id: `n${id}`, type: 'general', title: `Title ${id}`, message: '', isRead: false, createdAt, to: '/friends', ...changes };
}
const page = (items: NotificationView[], next: string | null = null, unread = items.filter((item) => !item.isRead).length) =>
  ({ items, unread, next }) satisfies NotificationPage;
const idsOf = (list: NotificationPage) => list.items.map((item) => item.id);

test('reading one counts it once', () => {
  const before = page([view(1), view(2)]);
  const read: ActionRequest = { action: 'read', id: 'n1' };
  const once = applyAction(before, read);
  expect(once.unread).toBe(1);
  expect(once.items[0]?.isRead).toBe(true);
  expect(applyAction(once, read)).toEqual(once);
  expect(before.items[0]?.isRead).toBe(false);
});

test('deleting one counts only what was unread', () => {
  const before = page([view(1), view(2, { isRead: true })]);
  expect(applyAction(before, { action: 'delete', id: 'n2' })).toMatchObject({ unread: 1, items: [{ id: 'n1' }] });
  expect(applyAction(before, { action: 'delete', id: 'n1' })).toMatchObject({ unread: 0, items: [{ id: 'n2' }] });
  expect(applyAction(before, { action: 'delete', id: 'gone' })).toBe(before);
});

test('opening one takes it away, unless it leads nowhere', () => {
  const before = page([view(1), view(2, { to: null })]);
  expect(idsOf(applyAction(before, { action: 'open', id: 'n1' }))).toEqual(['n2']);
  expect(applyAction(before, { action: 'open', id: 'n2' })).toMatchObject({ unread: 1, items: [{ id: 'n1' }, { id: 'n2', isRead: true }] });
});

test('reading all reads also what is on later pages', () => {
  const after = applyAction(page([view(1), view(2)], 'more', 40), { action: 'read-all', id: null });
  expect(after.unread).toBe(0);
  expect(after.items.every((item) => item.isRead)).toBe(true);
  expect(after.next).toBe('more');
});

test('the count is never below nothing', () => {
  expect(applyAction(page([view(1)], null, 0), { action: 'delete', id: 'n1' }).unread).toBe(0);
});

test('a beginning loaded anew replaces a list of one page', () => {
  expect(idsOf(withLatestPage(null, page([view(1)])))).toEqual(['n1']);
  expect(idsOf(withLatestPage(page([view(1), view(2)]), page([view(2)])))).toEqual(['n2']);
});

test('a beginning loaded anew keeps what was loaded beyond it, and nothing that is gone from it', () => {
  const now = page([view(2), view(3), view(4), view(5)], 'after-5');
  const fresh = page([view(1), view(3)], 'after-3', 7);
  const after = withLatestPage(now, fresh);
  expect(idsOf(after)).toEqual(['n1', 'n3', 'n4', 'n5']);
  expect(after).toMatchObject({ unread: 7, next: 'after-5' });
});

test('two pages that meet show nothing twice', () => {
  const after = withNextPage(page([view(1), view(2)], 'a', 3), page([view(2), view(3)], null, 2));
  expect(idsOf(after)).toEqual(['n1', 'n2', 'n3']);
  expect(after).toMatchObject({ unread: 2, next: null });
});
