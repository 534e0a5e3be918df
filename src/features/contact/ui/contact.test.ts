import { createElement } from 'react';
import { expect, test } from 'vitest';
import { actionFailure } from '../../../shared/action-result.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { ContactResult, ContactView } from '../schema.ts';
import { texts } from '../texts.ts';
import { Contact } from './contact.tsx';

const VIEW: ContactView = { prefill: null, support: 'help@kiddo.example' };
const html = (view: Partial<ContactView> = {}, answer?: ContactResult, isSent = false) =>
  renderToHtml(createElement(Contact, { view: { ...VIEW, ...view }, isSent, answer }), '/contact');

test('four fields, all needed, the address of its own type; the office, its hours, and the promise', () => {
  const page = html();
  const fields = findElements(page, 'input', {}).filter(({ name }) => name !== 'extra');
  expect(fields.map(({ name, type = 'text' }) => [name, type])).toEqual([
    ['name', 'text'],
    ['email', 'email'],
    ['subject', 'text'],
  ]);
  expect([...fields, ...findElements(page, 'textarea', { name: 'message' })].map((each) => each['required'])).toEqual(['', '', '', '']);
  expect(findElements(page, 'form', { method: 'post', action: '/contact' })).toHaveLength(1);
  for (const stated of ['help@kiddo.example', 'Nairobi', 'Monday to Friday, 9:00 to 18:00', 'within 24 hours'])
    expect(textOf(page)).toContain(stated);
});

test('the hidden field is out of the way of people, also of those who listen or use the keyboard', () => {
  const page = html();
  expect(page).toMatch(/<label class="contact-trap" aria-hidden="true">/);
  expect(findElements(page, 'input', { name: 'extra' })).toMatchObject([{ tabindex: '-1', autocomplete: 'off' }]);
});

test('who is signed in finds name and address filled in', () => {
  const page = html({ prefill: { name: 'Amina', email: 'amina@example.com' } });
  expect(findElements(page, 'input', { name: 'name' })[0]?.['value']).toBe('Amina');
  expect(findElements(page, 'input', { name: 'email' })[0]?.['value']).toBe('amina@example.com');
});

test('what is refused stands there as it was typed, with what is wrong at its field', () => {
  const typed = { name: 'Wanjiru', email: 'wanjiru', subject: 'Stuck', message: '<b>It</b> stops.' };
  const page = html(
    { prefill: { name: 'Amina', email: 'amina@example.com' } },
    actionFailure('bad-input', { fieldErrors: { email: texts.fieldErrors.email.form }, values: typed }),
  );
  expect(['name', 'email', 'subject'].map((name) => findElements(page, 'input', { name })[0]?.['value'])).toEqual([
    'Wanjiru',
    'wanjiru',
    'Stuck',
  ]);
  expect(page).toContain('&lt;b&gt;It&lt;/b&gt; stops.</textarea>');
  expect(findElements(page, 'input', { 'aria-invalid': 'true' }).map(({ name }) => name)).toEqual(['email']);
  expect(textOf(page)).toContain(texts.fieldErrors.email.form);
});

test('what is refused as a whole is said aloud; what was sent takes the place of the form', () => {
  const typed = { name: 'a', email: 'a@example.com', subject: 'b', message: 'c' };
  expect(html({}, actionFailure('too-many-requests', { error: texts.slow, values: typed }))).toMatch(/role="alert".*try again later/);
  const sent = html({}, undefined, true);
  expect([sent.includes('<form'), textOf(sent).includes(texts.sent.title)]).toEqual([false, true]);
});
