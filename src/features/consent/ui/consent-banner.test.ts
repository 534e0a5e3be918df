import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { Toasts } from '../../../web/kit/toasts.tsx';
import { STORED_ITEMS } from '../stored-items.texts.ts';
import { StoredItemsList } from './stored-items-list.tsx';
import { ConsentBanner } from './consent-banner.tsx';
import { ConsentChoice } from './consent-choice.tsx';

const html = (part: typeof ConsentBanner, at = '/games?genre=Racing') => renderToHtml(createElement(Toasts, null, createElement(part)), at);

test('the question has its two buttons and its two links, in a form that works by itself and leads back', () => {
  const banner = html(ConsentBanner);
  expect(findElements(banner, 'section', { 'aria-label': 'Cookies' })).toHaveLength(1);
  expect([...banner.matchAll(/<button[^>]*value="(\w+)"[^>]*>([^<]+)</g)].map(([, value, words]) => [value, words])).toEqual([
    ['essential', 'Reject non-essential'],
    ['all', 'Accept all'],
  ]);
  expect(findElements(banner, 'a', {}).map(({ href }) => href)).toEqual(['/privacy', '/cookies']);
  expect(findElements(banner, 'form', { method: 'post', action: '/consent' })).toHaveLength(1);
  expect(findElements(banner, 'input', { name: 'returnUrl' })).toMatchObject([{ type: 'hidden', value: '/games?genre=Racing' }]);
  // Neither button is more prominent than the other.
  expect(new Set(findElements(banner, 'button', {}).map((each) => each['class'])).size).toBe(1);
});

test('on /cookies one can choose anew, and sees all that is kept', () => {
  const choice = html(ConsentChoice, '/cookies');
  expect(findElements(choice, 'button', { type: 'submit' }).map(({ value }) => value)).toEqual(['essential', 'all']);
  const words = textOf(html(StoredItemsList, '/cookies'));
  for (const { name, purpose: what } of STORED_ITEMS) {
    expect(words).toContain(name);
    expect(words).toContain(what);
  }
});
