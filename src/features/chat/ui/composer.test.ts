import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { Mute } from '../schema.ts';
import { Composer } from './composer.tsx';

const FRIEND = { id: 'z', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000001.svg', isTeam: false, presence: null };
const html = (muted: Mute | null, isAgeUnknown = false) =>
  renderToHtml(
    createElement(Composer, {
      friend: FRIEND,
      viewerId: 'v',
      muted,
      isAgeUnknown,
      rejected: [],
      onType: () => {},
      onSend: () => {},
      onMuteExpired: () => {},
    }),
    '/friends',
  );

test('who may write has a field and a button', () => {
  expect(findElements(html(null), 'textarea', { name: 'text' })).toHaveLength(1);
  expect(textOf(html(null))).not.toContain('You cannot write');
});

test('while the friend’s age is not known there is neither, and the reason is no word about age', () => {
  const page = html(null, true);
  for (const element of ['textarea', 'form', 'button']) expect(page, element).not.toContain(`<${element}`);
  expect(textOf(page)).toBe(
    'You two cannot write to each other right now Zuri has to answer one question on Kiddo first. Nobody did anything wrong, and your messages are kept.',
  );
});

test.each([
  [
    { until: '2026-11-24T16:00:00.000Z', left: 60_000, why: 'Unkind words.' },
    /^You cannot write until Nov 2\d, \d+:00 [AP]M Why Unkind words\. You can Read, and play every game\./,
  ],
  [{ until: '', left: null, why: '' }, /^You cannot write messages You can Read, and play every game\./],
])('who is muted has neither, and reads until when, why, what is open, and where to disagree: %o', (muted, words) => {
  const page = html(muted);
  expect(textOf(page)).toMatch(words);
  for (const element of ['textarea', 'form', 'button']) expect(page, element).not.toContain(`<${element}`);
  expect(findElements(page, 'a', {}).map(({ href }) => href)).toEqual(['/help/chat-rules', '/contact']);
});
