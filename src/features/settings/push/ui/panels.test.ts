import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import type { PushView } from '../../../push/schema.ts';
import type { SettingsResult } from '../../schema.ts';
import { texts } from '../texts.ts';
import { DevicePanel } from './device-panel.tsx';
import { QuietHoursPanel } from './quiet-hours-panel.tsx';

const TAB = '/settings?tab=notifications';
const TIMES = { turnedOnAt: '2026-03-01T09:00:00.000Z', endsAt: '2026-03-31T09:00:00.000Z' };
const VIEW: PushView = {
  publicKey: 'BPublicKey',
  devices: [
    { id: 'd1', browser: 'Chrome', system: 'Android', isCurrent: true, ...TIMES },
    { id: 'd2', browser: null, system: null, isCurrent: false, ...TIMES },
  ],
  quietHours: { from: 22, until: 6 },
  leastQuietHours: null,
};
const devices = (view: PushView, answer?: SettingsResult) => renderToHtml(createElement(DevicePanel, { view, answer }), TAB);
const quiet = (view: Partial<PushView>, answer?: SettingsResult) =>
  renderToHtml(createElement(QuietHoursPanel, { view: { ...VIEW, ...view }, answer }), TAB);
const optionsOf = (html: string, name: string) =>
  findElements(
    /<select[^>]*name="(?:from|until)"[\s\S]*?<\/select>/g.exec(html.slice(html.indexOf(`name="${name}"`) - 200))?.[0] ?? '',
    'option',
    {},
  ).map(({ value }) => Number(value));

test('before scripts run each device can be turned off, and turning on says what it needs', () => {
  const html = devices(VIEW);
  expect(findElements(html, 'input', { type: 'hidden', name: 'device' }).map(({ value }) => value)).toEqual(['d1', 'd2']);
  expect(findElements(html, 'form', { method: 'post', action: TAB })).toHaveLength(2);
  expect(findElements(html, 'button', { type: 'submit' }).map((button) => button['aria-label'])).toEqual([
    'Turn off Chrome on Android',
    'Turn off Unknown device',
  ]);
  expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
  expect(textOf(html)).toContain('Looking at what your browser can do');
  expect(textOf(html)).toContain('They see that one came, not what it says.');
  expect(textOf(devices({ ...VIEW, devices: [] }))).not.toContain(texts.device.list);
  const answer: SettingsResult = { ok: true, action: 'push-off', toast: { ...texts.toasts.off, kind: 'good' } };
  expect(devices(VIEW, answer)).toMatch(/<noscript>.*That device stays quiet now.*<\/noscript>/s);
});

test('quiet hours: grown-ups choose any, or none', () => {
  const html = quiet({});
  expect(findElements(html, 'option', { selected: '' }).map(({ value }) => value)).toEqual(['22', '6']);
  expect(findElements(html, 'option', {})).toHaveLength(48);
  expect(findElements(html, 'input', { type: 'checkbox', name: 'off' })).toEqual([expect.not.objectContaining({ checked: '' })]);
  const off = quiet({ quietHours: null });
  expect(findElements(off, 'input', { name: 'off', checked: '' })).toHaveLength(1);
  expect(findElements(off, 'option', { selected: '' }).map(({ value }) => value)).toEqual(['20', '7']);
});

test('quiet hours: under 18 there are only hours with which it is quiet at night, and no way to turn them off', () => {
  const html = quiet({ quietHours: { from: 20, until: 7 }, leastQuietHours: { from: 21, until: 6 } });
  expect([optionsOf(html, 'from'), optionsOf(html, 'until')]).toEqual([
    [12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    [6, 7, 8, 9, 10, 11],
  ]);
  expect(findElements(html, 'input', { name: 'off' })).toEqual([]);
  expect(textOf(html)).toContain('Until you are 18, it is quiet from 9 PM to 6 AM at least.');
  // Longer hours than the selects have stay as they are.
  const long = quiet({ quietHours: { from: 8, until: 7 }, leastQuietHours: { from: 21, until: 6 } });
  expect(findElements(long, 'option', { selected: '' }).map(({ value }) => value)).toEqual(['8', '7']);
  const answer = { ...actionFailure('too-short'), action: 'push-quiet', toast: { ...texts.toasts.tooShort, kind: 'bad' as const } };
  expect(quiet({}, answer)).toMatch(/<noscript>.*not shorter.*<\/noscript>/s);
});

test('hours are written as people say them', () => {
  expect([0, 6, 11, 12, 13, 23].map(texts.quiet.hour)).toEqual(['12 AM (midnight)', '6 AM', '11 AM', '12 PM (noon)', '1 PM', '11 PM']);
});
