import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { handleSettingsForm } from '../../settings/service.server.ts';
import { resetPassword } from '../password-reset.service.server.ts';
import { signIn, signUp } from '../service.server.ts';

const COMMON = /Many people use this password/;
const OWN_NAME = /your own name or address/;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

/** Each way to choose a password. @returns the error at the field; undefined if the password was accepted */
const WAYS: Record<string, (world: World, password: string) => Promise<string | undefined>> = {
  async 'signing up'(world, password) {
    const form = { username: 'amina_w', displayName: 'Amina Wanjiru', email: 'shujaa@example.com' };
    const outcome = await signUp(world.ctx, VISITOR, { ...form, password, confirm: password }, visit);
    return outcome.kind === 'result' && !outcome.answer.ok ? outcome.answer.fieldErrors['password'] : undefined;
  },
  async 'a mailed link'(world, password) {
    const { email } = await addAmina(world);
    const token = await world.ctx.auth.createResetToken(email);
    const outcome = await resetPassword(world.ctx, VISITOR, token, { password, confirm: password }, visit);
    return outcome.kind === 'result' && !outcome.answer.ok ? outcome.answer.fieldErrors['password'] : undefined;
  },
  async 'the settings'(world, password) {
    const form = { do: 'password', current: 'secret1', password, confirm: password };
    const { answer } = await handleSettingsForm(world.ctx, await addAmina(world), form, visit);
    return answer.ok ? undefined : answer.fieldErrors['password'];
  },
};

async function addAmina(world: World): Promise<Actor & { email: string }> {
  return world.addPlayer({ username: 'amina_w', display_name: 'Amina Wanjiru', email: 'shujaa@example.com' });
}

test.each(Object.entries(WAYS))(
  'by %s, the commonest passwords and one’s own name are refused, and others are not',
  async (_way, choose) => {
    for (const [password, error] of [
      ['123456', COMMON],
      ['password', COMMON],
      ['PassWord', COMMON],
      ['iloveyou', COMMON],
      ['amina_w', OWN_NAME],
      ['Wanjiru2014', OWN_NAME],
      ['12shujaa12', OWN_NAME],
      ['shujaa@example.com', OWN_NAME],
    ] as const) {
      const world = await createWorld();
      expect(await choose(world, password), password).toMatch(error);
    }
    for (const password of ['twiga-3', 'amina na simba']) {
      const world = await createWorld();
      expect(await choose(world, password), password).toBeUndefined();
    }
  },
);

test('a refused password does not use up the mailed link', async () => {
  const world = await createWorld();
  const { email } = await addAmina(world);
  const token = await world.ctx.auth.createResetToken(email);
  const choose = (password: string) => resetPassword(world.ctx, VISITOR, token, { password, confirm: password }, visit);
  expect(await choose('123456')).toMatchObject({
    kind: 'result',
    answer: { ok: false, toast: { kind: 'bad', text: expect.stringMatching(COMMON) } },
  });
  expect(await choose('twiga-3')).toMatchObject({ kind: 'flash', flashMessage: 'password-updated' });
});

test('who has such a password already still signs in', async () => {
  const world = await createWorld();
  // Every test player has the password secret1, which is one of the commonest.
  await world.addPlayer({ username: 'brian' });
  expect(await signIn(world.ctx, VISITOR, { identifier: 'brian', password: 'secret1' }, visit)).toMatchObject({ kind: 'signed-in' });
});
