import { expect, test } from 'vitest';
import {
  compareIds,
  groupByDay,
  findLastReadId,
  mergeMessages,
  toDisplayedMessages,
  toThread,
  listPendingMessages,
  withLatestPage,
  withNewer,
  withOlder,
  withSent,
  type OutgoingMessage,
} from './rules.ts';
import { toPreview } from './messages.rules.ts';
import type { Conversation, MessageView } from './schema.ts';

const message = (n: number, mine = false): MessageView => ({
  id: `id-${String(n).padStart(4, '0')}`,
  clientId: `client-${n}`,
  mine,
  text: `text ${n}`,
  at: new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString(),
});
const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const conversation = (messages: MessageView[], rest: Partial<Conversation> = {}): Conversation => ({
  friend: { id: 'f', username: 'zuri', displayName: 'Zuri', avatar: '', isTeam: false, presence: null },
  messages,
  earlier: null,
  readUpTo: null,
  muted: null,
  off: false,
  isAgeUnknown: false,
  level: 'free',
  door: null,
  opensByCode: false,
  ...rest,
});
const numbers = (messages: MessageView[]) => messages.map(({ id }) => Number(id.slice(3)));

test('a preview has 50 characters, and says when there is more', () => {
  expect(toPreview('a'.repeat(50))).toBe('a'.repeat(50));
  expect(toPreview('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`);
  expect(toPreview('')).toBe('');
  // A character outside the Basic Multilingual Plane counts as one and is never cut in half.
  expect(toPreview('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}...`);
});

test('ids are ordered as texts of one length, and as numbers', () => {
  expect(['10', '9', '100', '1'].sort(compareIds)).toEqual(['1', '9', '10', '100']);
  expect(compareIds('0199-b', '0199-a')).toBeGreaterThan(0);
  expect(compareIds('x', 'x')).toBe(0);
});

test('merging gives each message once, in order, whatever comes first', () => {
  const some = [message(3), message(1)];
  const more = [message(2), message(3), message(2)];
  expect(numbers(mergeMessages(some, more))).toEqual([1, 2, 3]);
  expect(mergeMessages(some, more)).toEqual(mergeMessages(more, some));
  expect(mergeMessages(mergeMessages(some, more), more)).toEqual(mergeMessages(some, more));
});

test('a message that was sent shows once, before and after the server has it', () => {
  const waiting: OutgoingMessage = { clientId: 'client-5', text: 'text 5', at: message(5).at, state: 'sending' };
  const before = toDisplayedMessages([message(4)], [waiting]);
  expect(before.map(({ key, state }) => [key, state])).toEqual([
    ['id-0004', 'sent'],
    ['client-5', 'sending'],
  ]);
  const after = toDisplayedMessages([message(4), message(5, true)], [waiting]);
  expect(after.map(({ key, state }) => [key, state])).toEqual([
    ['id-0004', 'sent'],
    ['client-5', 'sent'],
  ]);
  // The friend's browser may have generated the same client id by chance.
  expect(toDisplayedMessages([message(5)], [waiting])).toHaveLength(2);
});

test('what was sent from here does not hide what is still on its way here', () => {
  const thread = withSent(toThread(conversation([message(1)])), message(3, true));
  expect(numbers(thread.messages)).toEqual([1, 3]);
  expect(thread.syncedUpTo).toBe('id-0001');
  const whole = withNewer(thread, conversation([message(2), message(3, true)], { readUpTo: 'id-0003' }));
  expect(numbers(whole.messages)).toEqual([1, 2, 3]);
  expect([whole.syncedUpTo, whole.readUpTo]).toEqual(['id-0003', 'id-0003']);
});

test('older pages go on top and bring their own cursor', () => {
  const thread = withOlder(toThread(conversation(many(51, 100), { earlier: 'x' })), conversation(many(1, 50)));
  expect([thread.messages.length, thread.earlier, thread.syncedUpTo]).toEqual([100, null, 'id-0100']);
});

test('a page that was loaded anew joins what is known, or takes its place when there is a gap', () => {
  const known = withOlder(toThread(conversation(many(51, 100), { earlier: 'b' })), conversation(many(11, 50), { earlier: 'a' }));
  const joined = withLatestPage(known, conversation(many(60, 109), { earlier: 'c' }));
  expect([joined.messages.length, joined.earlier, joined.syncedUpTo]).toEqual([99, 'a', 'id-0109']);
  const gap = withLatestPage(known, conversation(many(151, 200), { earlier: 'd' }));
  expect([gap.messages.length, gap.earlier, gap.syncedUpTo]).toEqual([50, 'd', 'id-0200']);
  const first = withLatestPage(toThread(conversation([])), conversation(many(1, 2)));
  expect([numbers(first.messages), first.syncedUpTo]).toEqual([[1, 2], 'id-0002']);
  const early = withLatestPage(withSent(toThread(conversation([])), message(9, true)), conversation(many(1, 2)));
  expect([numbers(early.messages), early.syncedUpTo]).toEqual([[1, 2, 9], 'id-0002']);
});

test('a read mark never goes back, and stands under the last own message it covers', () => {
  const thread = toThread(conversation([message(1, true), message(2), message(3, true)], { readUpTo: 'id-0002' }));
  expect(withNewer(thread, conversation([], { readUpTo: 'id-0001' })).readUpTo).toBe('id-0002');
  expect(findLastReadId(thread.messages, 'id-0002')).toBe('id-0001');
  expect(findLastReadId(thread.messages, 'id-0003')).toBe('id-0003');
  expect(findLastReadId(thread.messages, null)).toBeNull();
  expect(findLastReadId([message(1)], 'id-0009')).toBeNull();
});

test('messages stand together by day, by player, and by five minutes', () => {
  const at = (iso: string, mine: boolean) => ({ mine, at: iso });
  const days = groupByDay(
    [
      at('2026-11-20T20:58:00Z', true),
      at('2026-11-20T21:01:00Z', true),
      at('2026-11-20T21:02:00Z', false),
      at('2026-11-20T21:06:00Z', false),
      at('2026-11-20T21:12:00Z', false),
    ],
    // Nairobi: midnight is at 21:00.
    (time) => new Date(time.getTime() + 3 * 3_600_000).toISOString().slice(0, 10),
  );
  expect(days.map(({ day, groups: runs }) => [day, runs.map(({ mine, messages }) => [mine, messages.length])])).toEqual([
    ['2026-11-20', [[true, 1]]],
    [
      '2026-11-21',
      [
        [true, 1],
        [false, 2],
        [false, 1],
      ],
    ],
  ]);
  expect(groupByDay([], () => '')).toEqual([]);
});

test('what arrived although its answer was lost does not wait any more', () => {
  const lost: OutgoingMessage[] = [1, 2].map((n) => ({ clientId: `client-${n}`, text: '', at: '', state: 'failed' }));
  expect(listPendingMessages([message(1, true), message(2)], lost).map(({ clientId }) => clientId)).toEqual(['client-2']);
});
