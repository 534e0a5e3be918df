import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { MessageResult, MessageDetails, MessageItem } from '../schema.ts';
import { texts } from '../texts.ts';
import { Message } from './message.tsx';
import { Messages } from './messages.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

const ITEM: MessageItem = {
  id: 'm1',
  name: 'Wanjiru',
  email: 'wanjiru@example.com',
  subject: 'Stuck <here>',
  body: 'It stops.',
  state: 'open',
  createdAt: '2026-01-02T03:04:05.000Z',
  ageHours: 30,
  late: true,
  pro: false,
};
const VIEW: MessageDetails = { message: { ...ITEM, player: null }, accounts: [], answers: [], log: [], key: 'k1' };
const one = (view: Partial<MessageDetails> = {}, answer?: MessageResult) =>
  renderToHtml(createElement(Message, { view: { ...VIEW, ...view }, bar: null, answer }), '/operator/messages/m1');

test('the list shows who wrote what and what waits too long; filter and further pages work without scripts', () => {
  const list = (next: string | null) =>
    renderToHtml(createElement(Messages, { page: { items: [ITEM], next, open: 1, late: 1 }, state: 'answered' }), '/operator/messages');
  expectListEndStates(list, '/operator/messages?state=answered&after=c1');
  const page = renderToHtml(
    createElement(Messages, { page: { items: [ITEM], next: 'c1', open: 1, late: 1 }, state: 'answered' }),
    '/operator/messages?state=answered',
  );
  for (const words of [texts.lead(1, 1), 'wanjiru@example.com', texts.late, '30 h old']) expect(textOf(page)).toContain(words);
  expect(findElements(page, 'a', { href: '/operator/messages/m1' })).toHaveLength(1);
  expect(page).toContain('href="/operator/messages?state=answered&amp;after=c1"');
  expect(findElements(page, 'form', { method: 'get', action: '/operator/messages' })).toHaveLength(1);
  expect(
    textOf(
      renderToHtml(createElement(Messages, { page: { items: [], next: null, open: 0, late: 0 }, state: 'open' }), '/operator/messages'),
    ),
  ).toContain(texts.empty);
});

test('what is answered first says why, in the list and on its page', () => {
  const list = (pro: boolean) =>
    renderToHtml(
      createElement(Messages, { page: { items: [{ ...ITEM, pro }], next: null, open: 1, late: 0 }, state: 'open' }),
      '/operator/messages',
    );
  expect([true, false].map((pro) => />Pro</.test(list(pro)))).toEqual([true, false]);
  expect([true, false].map((pro) => />Pro</.test(one({ message: { ...VIEW.message, pro } })))).toEqual([true, false]);
});

test('a message can be answered or closed by forms that name what the page showed', () => {
  const answers = [{ id: 'a1', actor: 'ops', body: 'Yes.', at: ITEM.createdAt }];
  const page = one({ answers });
  expect([findElements(page, 'input', { name: 'key' })[0]?.['value'], findElements(page, 'input', { name: 'seen' })[0]?.['value']]).toEqual(
    ['k1', '1'],
  );
  expect(findElements(page, 'button', { name: 'do' }).map(({ value }) => value)).toEqual(['answer', 'close']);
  expect(page).toContain('Stuck &lt;here&gt;');
  const closed = one({ message: { ...VIEW.message, state: 'closed' } });
  expect([closed.includes('<form'), textOf(closed).includes(texts.closed)]).toEqual([false, true]);
});

test('what was refused stays at its form', () => {
  const page = one({}, actionFailure('bad-input', { fieldErrors: { note: texts.close.needed }, values: { text: '', note: 'x' } }));
  expect(findElements(page, 'textarea', { 'aria-invalid': 'true' }).map(({ name }) => name)).toEqual(['note']);
  expect(page).toContain('>x</textarea>');
  expect(one({}, actionFailure('not-available', { error: texts.tooLate }))).toMatch(/role="alert".*Somebody was faster/);
});

test('of the address a message says what is known, and that none of it proves who wrote', () => {
  const roles = ['account', 'unconfirmed-account', 'guardian', 'asked-guardian'] as const;
  const page = one({ accounts: roles.map((as) => ({ id: as, username: 'zuri', as })) });
  expect(
    [...page.matchAll(/<a [^>]*href="\/operator\/players\/([a-z-]+)\/account"[^>]*>([^<]+)</g)].map(([, as, text]) => [as, text]),
  ).toEqual([
    ['account', 'the account @zuri'],
    ['unconfirmed-account', 'typed for @zuri, never confirmed'],
    ['guardian', 'the guardian of @zuri, who agreed'],
    ['asked-guardian', 'was asked to be the guardian of @zuri, and has not answered'],
  ]);
  expect(textOf(page)).toContain('nothing of this proves who wrote');
});
