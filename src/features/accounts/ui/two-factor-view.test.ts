import { createElement } from 'react';
import { expect, test } from 'vitest';
import { actionFailure } from '../../../shared/action-result.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { AccountResult } from '../schema.ts';
import { Login } from './login.tsx';

const CODE_WANTED: AccountResult = { ok: true, action: 'sign-in', toast: null, view: 'code' };
const page = (given: AccountResult, linking = false) =>
  renderToHtml(createElement(Login, { view: 'sign-in', returnUrl: '/games/maze?x=1', google: true, linking, answer: given }), '/login');

test('after the password the code is asked for, and where to go next is kept', () => {
  const html = page(CODE_WANTED, true);
  expect(textOf(html)).toContain('One more step');
  expect(findElements(html, 'input', { type: 'hidden' }).map(({ name, value }) => [name, value])).toEqual([
    ['form', 'code'],
    ['returnUrl', '/games/maze?x=1'],
    ['link', 'google'],
  ]);
  expect(findElements(html, 'input', { name: 'code' })).toMatchObject([{ autocomplete: 'one-time-code' }]);
  expect(html).not.toContain('type="password"');
});

test('a wrong code is said at its field, and without a script above the form', () => {
  const html = page({
    ...actionFailure('wrong-code', { fieldErrors: { code: 'Not right.' } }),
    action: 'code',
    view: 'code',
    toast: { title: 'Sign in failed', text: 'Not right.', kind: 'bad' },
  });
  expect(findElements(html, 'input', { name: 'code', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(html).toMatch(/<noscript>.*Sign in failed.*<\/noscript>/s);
});

test('an unexpected failure keeps the view of its form, and is said without a script too', () => {
  const html = page(actionFailure('unavailable', { error: 'Wait a moment.', values: { form: 'code' } }));
  expect(findElements(html, 'input', { name: 'code' })).toHaveLength(1);
  expect(html).toMatch(/<noscript>.*Error.*Wait a moment\..*<\/noscript>/s);
});
