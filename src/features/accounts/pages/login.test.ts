import { createElement } from 'react';
import { expect, test } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createCookieBrowser } from '../../../../tests/cookie-browser.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import type { AccountResult } from '../schema.ts';
import { Login } from '../ui/login.tsx';
import * as login from './login.tsx';
import * as signUp from './sign-up.tsx';

const SIGN_IN = { form: 'sign-in', identifier: 'amina', password: 'secret1' };
const shown = (answer: AccountResult) =>
  renderToHtml(createElement(Login, { view: 'sign-in', returnUrl: null, google: false, linking: false, answer }), '/login');

test('the login page asks for the code after the password, by forms alone, and leads where one wanted to go', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { jar, visit, post, signedInUsername: who } = createCookieBrowser(world);
  const signIn = { ...SIGN_IN, returnUrl: '/games/maze' };
  expect((await post(login, signIn)).to).toBe('/games/maze');
  const begun = await world.ctx.auth.startTwoFactorSetup('secret1', visit());
  const key = 'key' in begun ? begun.key : '';
  const on = await world.ctx.auth.confirmTwoFactorSetup(getTotpCode(key), visit());
  expect(on.state).toBe('enabled');
  jar.clear();

  expect(await post(login, signIn)).toMatchObject({ to: null, data: { view: 'code' } });
  expect(await who()).toBe(null);
  expect(await post(login, { form: 'code', code: '000000', returnUrl: '/games/maze' })).toMatchObject({
    data: { view: 'code', fieldErrors: { code: expect.any(String) } },
  });
  expect((await post(login, { form: 'code', code: getTotpCode(key, 1), returnUrl: '//evil.example' })).to).toBe('/');
  expect(await who()).toBe('amina');
  // The browser keeps only the session cookie: no cookies of the sign-in flow remain.
  expect([...jar.keys()].filter((name) => name.startsWith('kiddo.'))).toEqual([]);
});

test('who is signed in already is sent on: where they wanted to go, or home for what is no path of ours', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { get, post } = createCookieBrowser(world);
  const to = async (address: string) => (await get(login, `/login?returnUrl=${encodeURIComponent(address)}`)).to;
  expect(await to('/games')).toBe(null);
  expect((await post(login, { ...SIGN_IN, returnUrl: 'https://evil.example' })).to).toBe('/');
  expect(await to('/games')).toBe('/games');
  for (const bad of ['//evil.example', '/\\evil.example', 'https:evil.example', '/%2Fevil.example', '/%255Cevil.example'])
    expect([bad, await to(bad)]).toEqual([bad, '/']);
  expect((await get(signUp, '/signup')).to).toBe('/');
});

test('Remember me keeps the session for 30 days; without it the browser forgets', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { post } = createCookieBrowser(world);
  const session = async (fields: Record<string, string>) =>
    (await post(login, { ...SIGN_IN, ...fields })).cookies.find((line) => line.startsWith('kiddo_session='));
  const [short, long] = [await session({}), await session({ remember: 'on' })];
  expect(short).toMatch(/^kiddo_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(long).toMatch(/^kiddo_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(long?.split(';')[0]).not.toBe(short?.split(';')[0]);
  const html = renderToHtml(
    createElement(Login, { view: 'sign-in', returnUrl: null, google: false, linking: false, answer: undefined }),
    '/login',
  );
  expect(findElements(html, 'input', { type: 'checkbox', name: 'remember' })).toHaveLength(1);
});

test('the Google button is there only where Google is set up', () => {
  const page = (google: boolean) =>
    renderToHtml(createElement(Login, { view: 'sign-in', returnUrl: null, google, linking: false, answer: undefined }), '/login');
  expect(textOf(page(true))).toContain('Continue with Google');
  expect(page(false)).not.toMatch(/google/i);
});

test('who is not confirmed sees Confirm Your Email with the address, and can have the link again', async () => {
  const world = await createWorld();
  const { post } = createCookieBrowser(world);
  const amina = { username: 'amina', displayName: 'Amina', email: 'amina@example.com', password: 'sauti-77', confirm: 'sauti-77' };
  expect((await post(signUp, { form: 'sign-up', ...amina })).to).toBe('/?news=check-email');
  const refused = (await post(login, { ...SIGN_IN, password: 'sauti-77' })).data as AccountResult;
  const view = shown(refused);
  expect(findElements(view, 'input', { name: 'email', type: 'email', value: amina.email })).toHaveLength(1);
  expect(textOf(view)).toContain('Confirm Your Email');
  expect(textOf(view)).toContain('Please check your email and click the confirmation link before signing in.');
  expect(textOf(view)).toContain('Resend Confirmation Email');
  expect(findElements(view, 'a', { href: '/login' })).toHaveLength(1);

  const resent = (await post(login, { form: 'resend', email: amina.email })).data as AccountResult;
  expect(textOf(shown(resent))).toContain('Confirmation email sent');
  expect(findElements(shown(resent), 'input', { name: 'identifier' })).toHaveLength(1);
  expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual(
    Array.from({ length: 2 }, () => [amina.email, 'Confirm your email for Kiddo']),
  );
});
