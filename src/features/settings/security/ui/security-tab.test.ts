import { createElement } from 'react';
import { expect, test } from 'vitest';
import { actionFailure } from '../../../../shared/action-result.ts';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { SecurityResult, SecurityView } from '../schema.ts';
import { SecurityTab } from './security-tab.tsx';

const at = '2026-03-01T10:00:00.000Z';
const session = (id: string, isCurrent: boolean) => ({
  id,
  device: 'Chrome on Android',
  ipRange: '41.90.x.x',
  signedInAt: at,
  lastUsedAt: at,
  isCurrent,
});
const VIEW: SecurityView = { hasPassword: true, sessions: [session('a', true), session('b', false)], hasMore: false, twoFactor: null };
const html = (view: Partial<SecurityView> = {}, answer?: SecurityResult) =>
  renderToHtml(createElement(SecurityTab, { view: { ...VIEW, ...view }, answer }), '/settings?tab=security');
const formActions = (page: string) => findElements(page, 'input', { name: 'do' }).map(({ value }) => value);

test('before any script all of it is there, and works', () => {
  const page = html();
  expect(formActions(page)).toEqual(['password', 'second-begin', 'session-out', 'others-out']);
  for (const form of findElements(page, 'form', {})) expect(form).toMatchObject({ method: 'post', action: '/settings?tab=security' });
  // Without JavaScript nothing could enable it.
  expect(page).not.toContain('disabled=""');
  expect(findElements(page, 'input', { type: 'password' }).map(({ name, autocomplete }) => [name, autocomplete])).toEqual([
    ['current', 'current-password'],
    ['password', 'new-password'],
    ['confirm', 'new-password'],
    ['current', 'current-password'],
  ]);
  expect(findElements(page, 'input', { name: 'session' }).map(({ value }) => value)).toEqual(['b']);
  const words = textOf(page);
  expect(words).toContain('Chrome on Android This one Signed in Mar 1, 2026');
  expect(words).toContain('Network 41.90.x.x');
});

test('an alert stands at its field and above the form', () => {
  const page = html(
    {},
    {
      ...actionFailure('bad-input', { fieldErrors: { confirm: 'New passwords do not match' } }),
      action: 'password',
      toast: { title: 'Password not changed', text: 'New passwords do not match', kind: 'bad' },
    },
  );
  expect(findElements(page, 'input', { name: 'confirm', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(page.match(/New passwords do not match/g)).toHaveLength(2);
  expect(page).not.toContain('secret');
});

test('the second step is set up on the page itself: a drawing with words, the key, and a code', () => {
  const setUp = { key: 'ABCDEFGHIJKLMNOP', qrCode: { size: 3, path: 'M0 0h1v1h-1z' } };
  const wrongCode = actionFailure('wrong-code', { fieldErrors: { code: 'This code is not right.' } });
  const page = html({}, { ...wrongCode, action: 'second-confirm', setUp });
  expect(formActions(page)).toContain('second-confirm');
  expect(findElements(page, 'input', { name: 'key' })).toMatchObject([{ value: setUp.key }]);
  expect(page).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]+"/);
  expect(textOf(page)).toContain('ABCD EFGH IJKL MNOP');
  expect(findElements(page, 'input', { name: 'code', 'aria-invalid': 'true', autocomplete: 'one-time-code' })).toHaveLength(1);
});

test('backup codes are shown, and saved as a file without a script', () => {
  const codes = ['abcde-fghjk', 'mnpqr-stuvw'];
  const page = html({ twoFactor: { codesLeft: 2 } }, { ok: true, action: 'second-confirm', toast: null, codes });
  const [link] = findElements(page, 'a', { download: 'kiddo-backup-codes.txt' });
  const file = decodeURIComponent((link?.['href'] ?? '').split(',')[1] ?? '');
  for (const code of codes) expect([textOf(page).includes(code), file.includes(code)]).toEqual([true, true]);
  expect(formActions(page)).not.toContain('second-begin');
});

test('it is on: codes left, new ones, and off, each with the password and a code', () => {
  const page = html({ twoFactor: { codesLeft: 1 } });
  expect(textOf(page)).toContain('You have 1 backup code left.');
  expect(formActions(page)).toEqual(['password', 'second-codes', 'second-off', 'session-out', 'others-out']);
  const fields = (name: string) => findElements(page, 'input', { name }).map(({ type, maxlength }) => [type, maxlength]);
  // The password of the first form, which changes it, and of these two.
  expect([fields('current').length, fields('code')]).toEqual([
    3,
    [
      [undefined, '40'],
      [undefined, '40'],
    ],
  ]);
  expect(textOf(html({ twoFactor: { codesLeft: 0 } }))).toContain('Make new ones');
  const wrongCode = actionFailure('wrong-code', { fieldErrors: { code: 'This code is not right.' } });
  const refused = html({ twoFactor: { codesLeft: 1 } }, { ...wrongCode, action: 'second-off' });
  expect(findElements(refused, 'details', {}).map(({ open }) => open)).toEqual(['']);
  expect(findElements(refused, 'input', { name: 'code', 'aria-invalid': 'true' })).toHaveLength(1);
});

test('who has no password is mailed a link, and has no second step yet', () => {
  const page = html({ hasPassword: false, sessions: [session('a', true)] });
  expect(formActions(page)).toEqual(['password-link']);
  expect(textOf(page)).toContain('Choose a password first');
  expect(textOf(page)).toContain('You are signed in nowhere else.');
});
