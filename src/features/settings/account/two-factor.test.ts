import { expect, test } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createWorld } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../../accounts/service.server.ts';
import { handleSettingsForm } from '../service.server.ts';
import { getAccountView } from './service.server.ts';

const visit = (cookies: string[] = []) => ({ address: '41.90.64.7', userAgent: 'test', cookies: toCookieHeader(cookies) });

test('with two-step sign-in, another e-mail address takes a code besides the password', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina', email: 'old@example.com' });
  const before = visit((await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit())).cookies);
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, before);
  const key = begun.answer.setUp?.key ?? '';
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, before);
  const [backupCode = ''] = ('codes' in on.answer && on.answer.codes) || [];
  const here = visit(on.cookies);
  expect(await getAccountView(world.ctx, player)).toMatchObject({ hasTwoFactor: true });
  const ask = async (email: string, code?: string, password = 'secret1') => {
    const { answer } = await handleSettingsForm(
      world.ctx,
      player,
      { do: 'change-email', email, password, ...(code === undefined ? {} : { code }) },
      here,
    );
    return answer.ok ? 'sent' : (answer.fieldErrors['code'] ?? answer.fieldErrors['password'] ?? answer.code);
  };
  const fromApp = getTotpCode(key, 1);
  const pending = async () => (await getAccountView(world.ctx, player)).newEmail;
  const wrong = 'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.';
  expect([await ask('new@example.com'), await ask('new@example.com', ' '), await ask('new@example.com', '000000')]).toEqual([
    'Please fill this in.',
    'Please fill this in.',
    wrong,
  ]);
  // The code alone is not enough, and says nothing before the password is right.
  expect(await ask('new@example.com', fromApp, 'guess1')).toBe('This is not your password. Try again.');
  expect(await pending()).toBeNull();

  expect([await ask('new@example.com', ` ${fromApp} `), await pending()]).toEqual(['sent', 'new@example.com']);
  expect(await ask('newer@example.com', fromApp)).toBe('This code was used already. Wait for the next one, and type that.');
  expect([await ask('newer@example.com', backupCode.toUpperCase()), await pending()]).toEqual(['sent', 'newer@example.com']);
  expect(await ask('newest@example.com', backupCode)).toBe(wrong);
  // Wrong codes are counted: ten, then a quarter of an hour.
  for (let guess = 0; guess < 7; guess++) expect(await ask('newest@example.com', '000000')).toBe(wrong);
  expect(await ask('newest@example.com', getTotpCode(key))).toMatch(/^Too many tries\. Wait 15 minutes/);
  expect(await pending()).toBe('newer@example.com');
});
