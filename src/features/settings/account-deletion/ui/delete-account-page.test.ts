import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { DeleteAccountView } from '../schema.ts';
import { DeleteAccountPage } from './delete-account-page.tsx';
import { PendingDeletionPage } from './pending-deletion-page.tsx';
import { DataAndAccountPanel } from './data-and-account-panel.tsx';

const VIEW: DeleteAccountView = { username: 'amina', hasPassword: true, deletesAt: '2026-03-15T22:30:00.000Z', link: null };
const page = (view: Partial<DeleteAccountView> = {}, token: string | null = null) =>
  renderToHtml(createElement(DeleteAccountPage, { view: { ...VIEW, ...view }, token, answer: undefined }), '/settings/delete');
const formActions = (html: string) => findElements(html, 'input', { name: 'do' }).map(({ value }) => value);

test('it says what happens, with the day as it is in Nairobi, and asks for the password', () => {
  const html = page();
  expect(textOf(html)).toContain('Until March 16, 2026 you can sign in and keep everything.');
  expect(formActions(html)).toEqual(['leave']);
  expect(findElements(html, 'input', { name: 'current', type: 'password' })).toHaveLength(1);
  expect(findElements(html, 'form', {})).toMatchObject([{ method: 'post', action: '/settings/delete' }]);
});

test('who has no password gets a link first; that link leads to the last step', () => {
  expect(formActions(page({ hasPassword: false }))).toEqual(['leave-link']);
  expect(formActions(page({ hasPassword: false, link: 'bad' }, 'old'))).toEqual(['leave-link']);
  const good = page({ hasPassword: false, link: 'good' }, 'abc');
  expect([formActions(good), findElements(good, 'input', { name: 'token' }).map(({ value }) => value)]).toEqual([['leave'], ['abc']]);
  expect(good).not.toContain('type="password"');
});

test('who leaves may keep it or sign out', () => {
  const html = renderToHtml(createElement(PendingDeletionPage, { username: 'amina', deletesAt: VIEW.deletesAt }), '/leaving');
  expect(textOf(html)).toContain('Your account is going to be deleted on March 16, 2026');
  expect(findElements(html, 'form', {}).map(({ action, method }) => [action, method])).toEqual([
    ['/leaving', 'post'],
    ['/logout', 'post'],
  ]);
});

test('the data comes as a file by a plain form that asks for the password; who has none is told to choose one', () => {
  const panel = (hasPassword: boolean) => renderToHtml(createElement(DataAndAccountPanel, { hasPassword }), '/settings');
  const html = panel(true);
  expect(findElements(html, 'form', { action: '/settings/export', method: 'post' })).toHaveLength(1);
  expect(findElements(html, 'input', { name: 'current', type: 'password', required: '' })).toHaveLength(1);
  expect(html).toContain('href="/settings/delete"');
  expect(findElements(panel(false), 'form', { action: '/settings/export' })).toEqual([]);
  expect(findElements(panel(false), 'a', { href: '/settings?tab=security' })).toHaveLength(1);
});
