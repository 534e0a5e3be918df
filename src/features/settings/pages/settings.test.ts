import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { AccountTab } from '../account/ui/account-tab.tsx';
import { EmailLink } from '../account/ui/email-link.tsx';
import * as emailLink from './email-link.tsx';
import type { AccountView } from '../account/schema.ts';
import * as stop from './unsubscribe.tsx';
import { NotificationsTab } from '../notification-emails/ui/notifications-tab.tsx';
import { UnsubscribePage } from '../notification-emails/ui/unsubscribe-page.tsx';
import { PrivacyTab } from '../ui/privacy-tab.tsx';
import { PleaseLogIn, SettingsFrame } from '../ui/settings-frame.tsx';
import * as settings from './settings.tsx';

const NAMES = { do: 'profile', username: 'amani', displayName: 'Amani' };

describe('/settings', () => {
  it('loads what the chosen tab shows, and nothing else', async () => {
    const { get, player } = await createPaymentsPages();
    const of = async (address: string) => (await get(settings, address)).data;
    expect(await of('/settings')).toEqual({ tab: 'account', view: expect.objectContaining({ email: player.email }) });
    expect(await of('/settings?tab=nonsense')).toMatchObject({ tab: 'account' });
    expect(await of('/settings?tab=privacy')).toEqual({
      tab: 'privacy',
      view: expect.objectContaining({ profile: 'friends' }),
      guardian: null,
    });
    expect(await of('/settings?tab=notifications')).toEqual({
      tab: 'notifications',
      view: { friends: true, messages: true, games: true },
      push: expect.objectContaining({ devices: [], quietHours: { from: 20, until: 7 } }),
    });
    expect(await of('/settings?tab=security')).toMatchObject({ tab: 'security', view: { hasPassword: true } });
  });

  it('asks a visitor to log in and come back, and sends nothing of anybody’s', async () => {
    const { get, post } = await createPaymentsPages();
    expect((await get(settings, '/settings', VISITOR)).data).toEqual({ tab: null, returnUrl: '/settings' });
    expect((await get(settings, '/settings?tab=privacy', VISITOR)).data).toEqual({ tab: null, returnUrl: '/settings?tab=privacy' });
    const html = renderToHtml(createElement(PleaseLogIn, { returnUrl: '/settings?tab=privacy' }), '/settings?tab=privacy');
    expect(textOf(html)).toContain('Please Log In');
    expect(html).toContain('href="/login?returnUrl=%2Fsettings%3Ftab%3Dprivacy"');
    expect((await post(settings, NAMES, VISITOR)).to).toBe('/login?returnUrl=%2Fsettings');
  });

  it('does what a form names, and says kindly when it cannot', async () => {
    const { get, post } = await createPaymentsPages();
    const toast = async (fields: Record<string, string>) => (await post(settings, fields)).data;
    expect(await toast({ ...NAMES, displayName: ' Amani W ' })).toMatchObject({
      action: 'profile',
      ok: true,
      toast: { title: 'Profile updated' },
    });
    expect((await get(settings, '/settings')).data).toMatchObject({ view: { displayName: 'Amani W' } });
    expect(await toast({ ...NAMES, username: '' })).toMatchObject({ ok: false, toast: { title: 'Update failed', kind: 'bad' } });
    expect(await toast({ do: 'privacy', profile: 'friends', finding: 'friends', asking: 'private' })).toMatchObject({
      action: 'privacy',
      ok: true,
    });
    expect((await get(settings, '/settings?tab=privacy')).data).toMatchObject({ view: { profile: 'friends', online: false } });
    expect(await toast({ do: 'mails', games: 'on' })).toMatchObject({ action: 'mails', ok: true });
    expect((await get(settings, '/settings?tab=notifications')).data).toMatchObject({ view: { friends: false, games: true } });
    expect(await toast({ do: 'change-email', email: 'new@example.com', password: 'wrong' })).toMatchObject({
      action: 'change-email',
      ok: false,
    });
    expect(await toast({ do: 'password', current: '', password: '', confirm: '' })).toMatchObject({ action: 'password', ok: false });
    const unknown: Record<string, string>[] = [{}, { do: 'toString' }, { do: '__proto__' }];
    for (const fields of unknown)
      expect(await post(settings, fields)).toMatchObject({
        status: 400,
        data: { ok: false, code: 'bad-input', error: 'That did not work. Please try again.' },
      });
  });
});

describe('the tabs as they are sent', () => {
  const view: AccountView = {
    username: 'amani',
    displayName: 'Amani',
    email: 'amani@example.com',
    avatar: '/avatars/of/00000000.svg',
    hasAvatar: false,
    renamesLeft: 2,
    renameAllowedAt: null,
    displayNameChangesLeft: 3,
    displayNameChangeAllowedAt: null,
    hasPassword: true,
    hasTwoFactor: false,
    newEmail: null,
    birthMonth: '2012-03',
  };
  const account = (more: Partial<AccountView> = {}) =>
    renderToHtml(createElement(AccountTab, { view: { ...view, ...more }, answer: undefined }), '/settings');

  it('have an address each, and links to what is set elsewhere', () => {
    const html = renderToHtml(
      createElement(SettingsFrame, { tab: 'privacy' } as Parameters<typeof SettingsFrame>[0], 'inside'),
      '/settings?tab=privacy',
    );
    expect(findElements(html, 'a', { class: 'tab' }).map(({ href }) => href)).toEqual([
      '/settings',
      '/settings?tab=privacy',
      '/settings?tab=notifications',
      '/settings?tab=security',
    ]);
    expect(findElements(html, 'a', { 'aria-current': 'page' }).map(({ href }) => href)).toEqual(['/settings?tab=privacy']);
    for (const href of ['/profile', '/avatar-customization', '/subscription']) expect(findElements(html, 'a', { href })).toHaveLength(1);
  });

  it('Account: names to fill in, the e-mail only to read with its hint, and a form of its own to change it', () => {
    const html = account();
    expect(findElements(html, 'input', { name: 'username' })[0]).toMatchObject({ value: 'amani', maxlength: '30' });
    expect(findElements(html, 'input', { name: 'displayName' })[0]).toMatchObject({ value: 'Amani', maxlength: '50' });
    expect(html).toMatch(/<input [^>]*readOnly=""[^>]*value="amani@example.com"|<input [^>]*value="amani@example.com"[^>]*readOnly=""/i);
    expect(textOf(html)).toContain('Email cannot be changed here');
    expect(findElements(html, 'input', { type: 'hidden', name: 'do' }).map(({ value }) => value)).toEqual(['profile', 'change-email']);
    expect(findElements(html, 'form', { method: 'post', action: '/settings' })).toHaveLength(2);
    expect(findElements(html, 'input', { name: 'avatar' })).toEqual([]);
    const chosen = account({ hasAvatar: true, avatar: '/media/avatars/x/face.webp' });
    expect(findElements(chosen, 'input', { name: 'avatar' }).map(({ value }) => value)).toEqual(['/media/avatars/x/face.webp', '']);
  });

  it('Account: says when a username can be changed again, and what waits for its proof', () => {
    expect(textOf(account({ renamesLeft: 0, renameAllowedAt: '2026-12-24T12:00:00.000Z' }))).toContain('again on December 24');
    const spent = account({ displayNameChangesLeft: 0, displayNameChangeAllowedAt: '2026-12-24T12:00:00.000Z' });
    expect(textOf(spent)).toContain('You can change your display name again on December 24');
    expect(findElements(spent, 'input', { name: 'displayName', readonly: '' })).toHaveLength(1);
    expect(textOf(account({ displayNameChangesLeft: 1 }))).toContain('You can change it once more for now.');
    expect(textOf(account({ newEmail: 'new@example.com' }))).toContain('Open the link that we sent to new@example.com');
    expect(findElements(account({ hasPassword: false }), 'input', { name: 'password' })).toEqual([]);
    expect(findElements(account(), 'input', { name: 'code' })).toEqual([]);
    expect(findElements(account({ hasTwoFactor: true }), 'input', { name: 'code', required: '' })).toHaveLength(1);
  });

  it('Account: what was typed stays where it was refused, and is said without scripts', () => {
    const answer = {
      ...actionFailure('bad-input', {
        fieldErrors: { username: 'This username is taken.' },
        values: { username: 'taken', displayName: 'New' },
      }),
      action: 'profile',
      toast: { title: 'Update failed', text: 'Why', kind: 'bad' as const },
    };
    const html = renderToHtml(createElement(AccountTab, { view, answer }), '/settings');
    expect(findElements(html, 'input', { name: 'username' })[0]).toMatchObject({ value: 'taken', 'aria-invalid': 'true' });
    expect(textOf(html)).toContain('This username is taken.');
    // Also where there are no changes left: it can be typed back.
    const refused = { ...answer, fieldErrors: { displayName: 'Again on December 24.' } };
    const later = renderToHtml(createElement(AccountTab, { view: { ...view, displayNameChangesLeft: 0 }, answer: refused }), '/settings');
    const [field] = findElements(later, 'input', { name: 'displayName' });
    expect([field?.['value'], field?.['readonly']]).toEqual(['New', undefined]);
    expect(html).toMatch(/<noscript>.*Update failed.*<\/noscript>/s);
  });

  const privacyView = { profile: 'friends', finding: 'everyone', asking: 'private', online: true, ageBand: null } as const;

  it('Privacy: beside each question what the age makes of the choices; nothing while it is not known', () => {
    const htmlFor = (ageBand: 13 | null) =>
      textOf(renderToHtml(createElement(PrivacyTab, { view: { ...privacyView, ageBand }, answer: undefined }), '/settings?tab=privacy'));
    expect(htmlFor(13).match(/Even with Everyone, only/g)).toHaveLength(3);
    expect(htmlFor(13)).toContain('players who have your friend code, and grown-ups whom your parent or guardian approved can ask you');
    expect(htmlFor(null)).not.toContain('Even with Everyone');
  });

  it('Privacy: three questions with three answers, and whether being online shows', () => {
    const html = renderToHtml(createElement(PrivacyTab, { view: privacyView, answer: undefined }), '/settings?tab=privacy');
    for (const name of ['profile', 'finding', 'asking'])
      expect(findElements(html, 'input', { type: 'radio', name }).map(({ value }) => value)).toEqual(['everyone', 'friends', 'private']);
    expect(findElements(html, 'input', { type: 'radio', checked: '' }).map(({ value }) => value)).toEqual([
      'friends',
      'everyone',
      'private',
    ]);
    expect(findElements(html, 'input', { name: 'online', checked: '' })).toHaveLength(1);
    expect(textOf(html)).toMatch(/Everyone Friends Only Private/);
  });

  it('Notifications: a box for each kind of mail', () => {
    const html = renderToHtml(
      createElement(NotificationsTab, { view: { friends: true, messages: false, games: true }, answer: undefined }),
      '/settings?tab=notifications',
    );
    expect(findElements(html, 'input', { type: 'checkbox' }).map(({ name, checked }) => [name, checked])).toEqual([
      ['friends', ''],
      ['messages', undefined],
      ['games', ''],
    ]);
  });
});

describe('links from mails', () => {
  it('change nothing when they are opened, and say what they cannot do', async () => {
    const { get, post } = await createPaymentsPages();
    expect((await get(emailLink, '/settings/email/x', undefined, { token: 'x' })).data).toMatchObject({ link: { state: 'invalid' } });
    expect((await get(emailLink, '/settings/email/x', VISITOR, { token: 'x' })).data).toEqual({
      link: { state: 'log-in' },
      returnUrl: '/settings/email/x',
    });
    expect((await post(emailLink, {}, undefined, { token: 'x' })).data).toEqual({ state: 'invalid' });
    expect(await post(emailLink, {}, VISITOR, { token: 'x' })).toMatchObject({ status: 401, data: { code: 'sign-in-required' } });
    expect((await get(stop, '/mails/stop/x', VISITOR, { key: 'x' })).data).toEqual({ state: 'unknown' });
  });

  it('stop the mails of whose key it is, by a form', async () => {
    const { get, post, ctx } = await createPaymentsPages();
    await post(settings, { do: 'mails', friends: 'on' });
    const { unsubscribe_key: key } = await ctx.db.selectFrom('email_preferences').select('unsubscribe_key').executeTakeFirstOrThrow();
    expect((await get(stop, `/mails/stop/${key}`, VISITOR, { key })).data).toEqual({ state: 'ask' });
    expect((await get(settings, '/settings?tab=notifications')).data).toMatchObject({ view: { friends: true } });
    expect((await post(stop, {}, VISITOR, { key })).data).toEqual({ state: 'done' });
    expect((await get(settings, '/settings?tab=notifications')).data).toMatchObject({ view: { friends: false } });
    const pending = { kind: 'leaving', id: ctx.newId() } as const;
    expect(await post(stop, {}, pending, { key })).toMatchObject({ status: 403, data: { code: 'not-allowed' } });
  });

  it('lead to pages with one thing to press', () => {
    const link = (state: 'ready' | 'invalid' | 'done') =>
      renderToHtml(
        createElement(EmailLink, { link: state === 'ready' ? { state, email: 'new@example.com' } : { state }, returnUrl: '/x' }),
        '/x',
      );
    expect(findElements(link('ready'), 'form', { method: 'post' })).toHaveLength(1);
    expect(textOf(link('ready'))).toContain('new@example.com');
    for (const state of ['invalid', 'done'] as const) expect(findElements(link(state), 'form', {})).toEqual([]);
    expect(textOf(link('invalid'))).toContain('This link does not work');
    const visitor = renderToHtml(createElement(EmailLink, { link: { state: 'log-in' }, returnUrl: '/settings/email/x' }), '/x');
    expect(textOf(visitor)).toContain('Please Log In');
    const pages = (['ask', 'done', 'unknown'] as const).map((state) => renderToHtml(createElement(UnsubscribePage, { state }), '/x'));
    expect(pages.map((html) => findElements(html, 'form', { method: 'post' }).length)).toEqual([1, 0, 0]);
  });
});
