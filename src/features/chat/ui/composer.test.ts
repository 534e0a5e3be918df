import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { phrases } from '../phrases.texts.ts';
import type { ChatAccess, Mute } from '../schema.ts';
import { Composer } from './composer.tsx';

const FRIEND = { id: 'z', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000001.svg', isTeam: false, presence: null };
const html = (
  muted: Mute | null,
  isAgeUnknown = false,
  { level, door, opensByCode = false }: Partial<ChatAccess> & Pick<ChatAccess, 'level' | 'door'> = { level: 'free', door: null },
) =>
  renderToHtml(
    createElement(Composer, {
      friend: FRIEND,
      viewerId: 'v',
      muted,
      isAgeUnknown,
      level,
      door,
      opensByCode,
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
])('who is muted has neither, and reads until when, why, what is open, where to disagree and where to get help: %o', (muted, words) => {
  const page = html(muted);
  expect(textOf(page)).toMatch(words);
  for (const element of ['textarea', 'form', 'button']) expect(page, element).not.toContain(`<${element}`);
  expect(findElements(page, 'a', {}).map(({ href }) => href)).toEqual(['/help/chat-rules', '/contact', '/get-help']);
});

const DOOR = { state: 'none', canRemind: false } as const;

test('who can send ready phrases has a form of them that works without JavaScript, and no field', () => {
  const page = html(null, false, { level: 'phrases', door: null });
  expect(findElements(page, 'form', {})).toMatchObject([{ method: 'post', action: '/chat/z' }]);
  expect(findElements(page, 'input', {})).toMatchObject([{ type: 'hidden', name: 'returnUrl', value: '/friends?chat=z' }]);
  expect(findElements(page, 'ul', {})).toMatchObject([{ 'aria-label': 'Ready phrases' }]);
  expect(findElements(page, 'button', {}).map(({ type, name, value, lang }) => [type, name, value, lang])).toEqual(
    phrases.map(({ text, lang }) => ['submit', 'text', text, lang]),
  );
  expect(page).not.toContain('<textarea');
  // Of the friend there is nothing but that: not even who of the two it is about.
  expect(textOf(page)).toBe(`You two can send ready phrases. ${phrases.map(({ text }) => text).join(' ')}`);
});

test('whose own part closes the chat has the door beside it: folded beside phrases, else in view', () => {
  const page = html(null, false, { level: 'phrases', door: DOOR });
  expect(textOf(page)).toMatch(
    /^You two can send ready phrases\. How to write your own words For your own words, both of you need a yes\. Your own words come later A parent or guardian can open it\..* Habari! /,
  );
  expect(page).toContain('<details');
  const closed = html(null, false, { level: 'off', door: DOOR });
  expect(textOf(closed)).toMatch(
    /^You two cannot write to each other here yet\. For your own words, both of you need a yes\. Your own words come later/,
  );
  expect(closed).not.toContain('<details');
  for (const each of [page, closed])
    expect(findElements(each, 'a', {}).map(({ href }) => href)).toEqual(['/guardian?returnUrl=%2Ffriends%3Fchat%3Dz']);
});

test('whom a friend code would let send phrases reads that, and is led to the codes', () => {
  const page = html(null, false, { level: 'off', door: DOOR, opensByCode: true });
  expect(textOf(page)).toMatch(
    / Ask a grown-up Until then you can send ready phrases to friends who used your friend code, or whose code you used\. Open friend codes$/,
  );
  expect(findElements(page, 'a', {}).map(({ href }) => href)).toEqual(['/guardian?returnUrl=%2Ffriends%3Fchat%3Dz', '/friends?tab=search']);
  expect(textOf(html(null, false, { level: 'off', door: DOOR }))).not.toContain('friend code');
});

test('who cannot write at all has neither, and a mute or an unknown age are said instead', () => {
  const closed = html(null, false, { level: 'off', door: null });
  for (const element of ['textarea', 'form', 'button', 'input']) expect(closed, element).not.toContain(`<${element}`);
  expect(textOf(closed)).toBe('You two cannot write to each other here yet.');
  for (const page of [
    html({ until: '', left: null, why: '' }, false, { level: 'phrases', door: DOOR }),
    html(null, true, { level: 'phrases', door: DOOR }),
  ])
    expect(textOf(page)).not.toMatch(/ready phrases|own words|cannot write to each other here/);
});
