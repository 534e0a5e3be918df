import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { FormResult } from '../schema.ts';
import { Login } from './login.tsx';

const answer = (more: Partial<FormResult>): FormResult => ({
  form: 'sign-in',
  ok: true,
  toast: null,
  fieldErrors: {},
  values: {},
  view: 'code',
  ...more,
});
const page = (given: FormResult, linking = false) =>
  renderToHtml(createElement(Login, { view: 'sign-in', returnUrl: '/games/maze?x=1', google: true, linking, answer: given }), '/login');

test('after the password the code is asked for, and where to go next is kept', () => {
  const html = page(answer({}), true);
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
  const html = page(
    answer({
      form: 'code',
      ok: false,
      fieldErrors: { code: 'Not right.' },
      toast: { title: 'Sign in failed', text: 'Not right.', kind: 'bad' },
    }),
  );
  expect(findElements(html, 'input', { name: 'code', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(html).toMatch(/<noscript>.*Sign in failed.*<\/noscript>/s);
});
