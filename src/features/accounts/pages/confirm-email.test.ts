import { createElement } from 'react';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../tests/cookie-browser.ts';
import { having, htmlOf, wordsOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import type { ConfirmState, FormAnswer } from '../schema.ts';
import { ConfirmEmail } from '../ui/confirm-email.tsx';
import * as confirmEmail from './confirm-email.tsx';
import * as signUp from './sign-up.tsx';

type Loaded = { token: string; state: ConfirmState };
const shown = (loaded: Loaded, answer?: FormAnswer) => htmlOf(createElement(ConfirmEmail, { ...loaded, answer }), '/confirm-email');

test('on another phone the link asks for the password that was chosen, so that nobody confirms a stranger’s', async () => {
  const world = await createWorld();
  const [here, phone] = [cookieBrowser(world), cookieBrowser(world)];
  const amina = { username: 'amina', displayName: 'Amina', email: 'amina@example.com', password: 'secret1', confirm: 'secret1' };
  await here.post(signUp, { form: 'sign-up', ...amina });
  const address = /\/confirm-email\?token=\S+/.exec((await world.mails())[0]?.text ?? '')?.[0] ?? '';
  // Where the sign-up was it is one form without a field.
  const mine = (await here.get(confirmEmail, address)).data as Loaded;
  expect(having(shown(mine), 'input', { name: 'password' })).toEqual([]);
  expect(having(shown(mine), 'input', { name: 'token', value: mine.token })).toHaveLength(1);

  const elsewhere = (await phone.get(confirmEmail, address)).data as Loaded;
  expect(having(shown(elsewhere), 'input', { name: 'password', type: 'password' })).toHaveLength(1);
  expect(wordsOf(shown(elsewhere))).toContain('Type the password you chose there.');
  const form = { form: 'confirm', token: elsewhere.token };
  const wrong = (await phone.post(confirmEmail, { ...form, password: 'not-mine' })).data as FormAnswer;
  const html = shown(elsewhere, wrong);
  expect(having(html, 'input', { name: 'password', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(wordsOf(html)).toContain('This is not the password of this account.');
  expect(await phone.who()).toBe(null);
  expect((await phone.post(confirmEmail, { ...form, password: 'secret1' })).to).toBe('/?news=confirmed');
  expect(await phone.who()).toBe('amina');
});
