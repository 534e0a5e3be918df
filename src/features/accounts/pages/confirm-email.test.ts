import { createElement } from 'react';
import { expect, test } from 'vitest';
import { createCookieBrowser } from '../../../../tests/cookie-browser.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import type { ConfirmState, AccountResult } from '../schema.ts';
import { ConfirmEmail } from '../ui/confirm-email.tsx';
import * as confirmEmail from './confirm-email.tsx';
import * as signUp from './sign-up.tsx';

type Loaded = { token: string; state: ConfirmState };
const shown = (loaded: Loaded, answer?: AccountResult) =>
  renderToHtml(createElement(ConfirmEmail, { ...loaded, answer }), '/confirm-email');

test('on another phone the link asks for the password that was chosen, so that nobody confirms a stranger’s', async () => {
  const world = await createWorld();
  const [here, phone] = [createCookieBrowser(world), createCookieBrowser(world)];
  const amina = { username: 'amina', displayName: 'Amina', email: 'amina@example.com', password: 'sauti-77', confirm: 'sauti-77' };
  await here.post(signUp, { form: 'sign-up', ...amina });
  const address = /\/confirm-email\?token=\S+/.exec((await world.mails())[0]?.text ?? '')?.[0] ?? '';
  // In the browser that signed up, the form has no password field.
  const mine = (await here.get(confirmEmail, address)).data as Loaded;
  expect(findElements(shown(mine), 'input', { name: 'password' })).toEqual([]);
  expect(findElements(shown(mine), 'input', { name: 'token', value: mine.token })).toHaveLength(1);

  const elsewhere = (await phone.get(confirmEmail, address)).data as Loaded;
  expect(findElements(shown(elsewhere), 'input', { name: 'password', type: 'password' })).toHaveLength(1);
  expect(textOf(shown(elsewhere))).toContain('Type the password you chose there.');
  const form = { form: 'confirm', token: elsewhere.token };
  const wrong = (await phone.post(confirmEmail, { ...form, password: 'not-mine' })).data as AccountResult;
  const html = shown(elsewhere, wrong);
  expect(findElements(html, 'input', { name: 'password', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(textOf(html)).toContain('This is not the password of this account.');
  expect(await phone.signedInUsername()).toBe(null);
  expect((await phone.post(confirmEmail, { ...form, password: 'sauti-77' })).to).toBe('/?news=confirmed');
  expect(await phone.signedInUsername()).toBe('amina');
});
