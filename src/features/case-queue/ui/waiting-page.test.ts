import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { CaseQueuePage, CaseStatus, QueuedCase } from '../schema.ts';
import { CaseBar } from './case-bar.tsx';
import { WaitingPage } from './waiting-page.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const NOW = '2027-01-02T12:00:00.000Z';
const WANJIRU = {
  id: 'm1',
  username: 'wanjiru',
  displayName: 'Wanjiru',
  avatar: '/avatars/of/00000000.svg',
  isSelf: false,
  isDeliberate: true,
};
const hours = (count: number) => new Date(Date.parse(NOW) + count * 3_600_000).toISOString();
const made = (more: Partial<QueuedCase>): QueuedCase => ({
  kind: 'player',
  subjectId: 'p1',
  reason: 'bullying',
  isUrgent: false,
  name: 'brian',
  excerpt: 'nobody wants you',
  picture: null,
  reportCount: 2,
  openedAt: hours(-3),
  dueAt: hours(21),
  assignee: null,
  ...more,
});
const html = (items: QueuedCase[], more: Partial<CaseQueuePage> = {}, address = '/moderation') => {
  const byKind = { help: 1, player: 1, group: 0, game: 0, picture: 0, message: 4, 'broken-game': 0 };
  const counts = { total: items.length, urgent: 0, dueSoon: 0, late: 0, byKind };
  const page = { items, next: null, counts, isOperator: false, now: NOW, ...more };
  return renderToHtml(createElement(WaitingPage, { page }), address);
};

test('the list says at its end how it goes on, and that nothing waits', () => {
  expectListEndStates((next) => html([made({})], { next }), '/moderation?after=c1');
  expect(textOf(html([]))).toContain('Nothing waits Everybody has an answer.');
  expect(textOf(html([made({})], {}, '/moderation?after=c1'))).toContain('From the start of the list');
});

test('a row says what it is about, how long is left, and how to take it, without a script', () => {
  const row = html([made({})]);
  expect(textOf(row)).toMatch(/Bullying “nobody wants you” About @brian 2 reports 21 h left 3 h ago Take/);
  expect(findElements(row, 'a', { href: '/moderation/players/p1' })).toHaveLength(1);
  expect(findElements(row, 'input', { type: 'hidden' }).map(({ name, value }) => [name, value])).toEqual([
    ['kind', 'player'],
    ['subjectId', 'p1'],
    ['do', 'take'],
    ['returnUrl', '/moderation'],
  ]);
  expect(findElements(row, 'form', { method: 'post', action: '/moderation/assignment' })).toHaveLength(1);
  // A quarter of the ring is left of a quarter of the time.
  expect(html([made({ openedAt: hours(-18), dueAt: hours(6) })])).toContain('stroke-dasharray="25.0 100"');
});

test('a row shows what is urgent, due soon or late, and who looks at it', () => {
  const say = (more: Partial<QueuedCase>) => textOf(html([made(more)]));
  expect(say({ isUrgent: true })).toContain('Bullying Urgent');
  expect(say({ openedAt: hours(-20), dueAt: hours(4) })).toContain('Bullying Due soon');
  expect(say({ openedAt: hours(-27), dueAt: hours(-3) })).toMatch(
    /Bullying Late .* late since 3 h 27 h ago|Bullying Late .* late since 3 h 1 d ago/,
  );
  expect(say({ assignee: WANJIRU })).toMatch(/3 h ago Wanjiru is looking at it/);
  expect(say({ assignee: { ...WANJIRU, isSelf: true, isDeliberate: true } })).toContain('You are looking at it');
  expect(say({ assignee: WANJIRU })).not.toContain('Take ');
});

test('a broken game says why in words, and shows what it looked like', () => {
  const row = html([
    made({ kind: 'broken-game', subjectId: 'kites', reason: 'nothing-shown', name: 'Kites', excerpt: '', picture: '/p.jpg' }),
  ]);
  expect(textOf(row)).toContain('Kites: Nothing is shown The nightly check found it broken in two nights and has hidden it.');
  expect(findElements(row, 'a', { href: '/operator/games/kites/edit' })).toHaveLength(1);
  expect(findElements(row, 'img', { src: '/p.jpg' })).toHaveLength(1);
});

test('what nobody wrote is in no quotes', () => {
  const say = (more: Partial<QueuedCase>) => textOf(html([made(more)]));
  expect(say({ kind: 'picture', reason: 'picture', name: 'zuri', excerpt: '' })).toContain(
    'Picture waits @zuri wants to wear a new picture.',
  );
  expect(say({ kind: 'game', reason: 'spam', name: 'Maze Mamba', excerpt: 'No additional description provided' })).toMatch(
    /Maze Mamba: Spam No additional description provided 2 reports/,
  );
  expect(say({ kind: 'help', reason: 'unknown', name: 'zuri', excerpt: '' })).toMatch(/A child asks for help .*From @zuri/);
  expect(say({ reason: 'risk-score', excerpt: 'Written to 3 players.', reportCount: 1 })).toMatch(
    /A pattern over time Written to 3 players\. About @brian Kiddo noticed 21 h/,
  );
  expect(say({ excerpt: 'x'.repeat(160) })).toContain(`“${'x'.repeat(160)}…”`);
});

test('the tabs have their numbers; messages are for operators', () => {
  const tabs = (isOperator: boolean) => textOf(html([made({})], { isOperator })).slice(0, 200);
  expect(tabs(false)).toContain('Waiting 1 Help 1 Players 1 Groups Games Pictures Find Words');
  expect(tabs(true)).toContain('Pictures Mail 4 Broken Find Words');
});

test('the bar of a case leads back, and has the forms that fit who looks at it', () => {
  const key = { kind: 'player', subjectId: 'p1' } as const;
  const bar = (more: Partial<NonNullable<CaseStatus>>) => {
    const base = { isUrgent: false, openedAt: hours(-3), dueAt: hours(21), now: NOW, assignee: null, colleagues: [], total: 7 };
    return renderToHtml(createElement(CaseBar, { caseKey: key, status: { ...base, ...more } }), '/moderation/players/p1');
  };
  const actions = (text: string) => findElements(text, 'input', { name: 'do' }).map(({ value }) => value);
  const colleagues = [{ id: 'm2', displayName: 'Kamau' }];
  expect(textOf(bar({}))).toMatch(/^Waiting \(7\) 21 h left 3 h ago Nobody is looking at it Take$/);
  expect(actions(bar({ colleagues }))).toEqual(['take', 'hand-on']);
  expect(actions(bar({ assignee: WANJIRU, colleagues }))).toEqual(['take-over', 'hand-on']);
  const own = bar({ assignee: { ...WANJIRU, isSelf: true, isDeliberate: true }, colleagues, isUrgent: true });
  expect(actions(own)).toEqual(['hand-on', 'leave']);
  expect(textOf(own)).toMatch(/Urgent 21 h left .*You are looking at it .*Kamau/);
});
