import { createElement } from 'react';
import { expect, test } from 'vitest';
import { actionFailure } from '../../../shared/action-result.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { texts } from '../texts.ts';
import { LinkPage } from './link-page.tsx';
import { SubscribeBox } from './subscribe-box.tsx';

test('the form works without scripts, and says what was wrong or that it was sent', () => {
  const fresh = renderToHtml(createElement(SubscribeBox, { closed: null }), '/blog');
  expect(findElements(fresh, 'form', { method: 'post', action: '/newsletter' })).toHaveLength(1);
  expect(findElements(fresh, 'input', { name: 'email' })).toMatchObject([{ type: 'email', required: '' }]);
  // This field would tell the server that JavaScript runs.
  expect(findElements(fresh, 'input', { name: 'script' })).toEqual([]);
  const wrong = renderToHtml(
    createElement(SubscribeBox, {
      closed: null,
      initialAnswer: actionFailure('bad-input', { fieldErrors: { email: texts.box.fieldErrors.form }, values: { email: 'reader' } }),
    }),
    '/newsletter',
  );
  expect(findElements(wrong, 'input', { name: 'email' })).toMatchObject([{ value: 'reader', 'aria-invalid': 'true' }]);
  expect(textOf(wrong)).toContain(texts.box.fieldErrors.form);
  const sent = renderToHtml(createElement(SubscribeBox, { closed: null, isSent: true }), '/newsletter?view=sent');
  expect([sent.includes('<form'), textOf(sent).includes(texts.box.done.title)]).toEqual([false, true]);
});

test('a link of a mail does nothing before its button, then says what it did', () => {
  for (const words of [texts.confirm, texts.leave]) {
    const page = (done?: boolean) =>
      renderToHtml(
        createElement(LinkPage, {
          labels: words,
          answer: done === undefined ? undefined : done ? { ok: true } : actionFailure('invalid-link'),
        }),
        '/newsletter/x',
      );
    expect(findElements(page(), 'button', { type: 'submit' })).toHaveLength(1);
    expect(findElements(page(), 'form', { method: 'post' })).toHaveLength(1);
    expect([textOf(page(true)).includes(words.done), page(true).includes('<form')]).toEqual([true, false]);
    expect([textOf(page(false)).includes(words.wrong), page(false).includes('<form')]).toEqual([true, false]);
  }
});
