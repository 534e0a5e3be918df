import { expect, test } from 'vitest';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { getAccountView } from '../account/service.server.ts';
import { handleSettingsForm } from '../service.server.ts';

const visit = (cookies: string[] = []): ClientInfo => ({ address: '41.90.64.7', userAgent: 'test', cookies: toCookieHeader(cookies) });
const enter = async (world: World, identifier: string) =>
  visit((await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, visit())).cookies);

/** Somebody with two-factor on, whose session did not pass the second step: as after signing in with Google, which asks for no code of ours. */
async function createPlayerWithoutSecondStep(world: World, username: string, role: 'player' | 'operator' = 'player') {
  const { id } = await world.addPlayer({ username, role, two_factor: false });
  const player: Actor = { kind: 'player', id, role: 'player', premium: false };
  const before = await enter(world, username);
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, before);
  const key = begun.answer.setUp?.key ?? '';
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, before);
  await world.ctx.db.updateTable('sessions').set({ second_step: false }).where('player_id', '=', id).execute();
  return { player, here: visit(on.cookies), key, codes: ('codes' in on.answer && on.answer.codes) || [] };
}

const findTwoFactor = (world: World, { id }: { id: string }) =>
  world.ctx.db.selectFrom('two_factors').select(['secret', 'backup_codes']).where('player_id', '=', id).executeTakeFirst();

const FORMS = ['second-codes', 'second-off'] as const;

test('the password alone neither turns two-factor off nor makes backup codes, whatever the session passed', async () => {
  const world = await createWorld();
  const { player, here, key } = await createPlayerWithoutSecondStep(world, 'opal', 'operator');
  const before = await findTwoFactor(world, player);
  const wrong = 'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.';
  for (const secondStep of [false, true]) {
    await world.ctx.db.updateTable('sessions').set({ second_step: secondStep }).execute();
    for (const form of FORMS) {
      const ask = async (fields: Record<string, string>) => {
        const { answer, cookies } = await handleSettingsForm(world.ctx, player, { do: form, current: 'secret1', ...fields }, here);
        expect(cookies).toEqual([]);
        return answer.ok ? 'done' : answer.fieldErrors;
      };
      expect([await ask({}), await ask({ code: ' ' })]).toEqual([{ code: 'Please fill this in.' }, { code: 'Please fill this in.' }]);
      expect(await ask({ code: '000000' })).toEqual({ code: wrong });
      // The code alone is not enough, and says nothing before the password is right.
      expect(await ask({ code: getTotpCode(key), current: 'guess1' })).toEqual({ current: 'This is not your password. Try again.' });
    }
  }
  expect(await findTwoFactor(world, player)).toEqual(before);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Two-step sign-in is on']);
});

test('with the password and a code of the app, which works once, or a backup code, both forms do what they are for', async () => {
  const world = await createWorld();
  const { player, here, key, codes } = await createPlayerWithoutSecondStep(world, 'amina');
  const ask = (form: (typeof FORMS)[number], code: string) =>
    handleSettingsForm(world.ctx, player, { do: form, current: 'secret1', code }, here);
  const code = getTotpCode(key);
  const made = await ask('second-codes', ` ${code} `);
  const renewed = ('codes' in made.answer && made.answer.codes) || [];
  expect(renewed).toHaveLength(10);
  expect((await ask('second-off', code)).answer).toMatchObject({
    ok: false,
    code: 'code-used',
    fieldErrors: { code: 'This code was used already. Wait for the next one, and type that.' },
  });
  expect((await ask('second-off', codes[0] ?? '')).answer).toMatchObject({ ok: false, code: 'wrong-code' });
  expect((await ask('second-off', renewed[0]?.toUpperCase() ?? '')).answer.ok).toBe(true);
  expect(await findTwoFactor(world, player)).toBeUndefined();
});

test('guesses at the code are counted: ten, then a quarter of an hour, for both forms together', async () => {
  const world = await createWorld();
  const { player, here, key } = await createPlayerWithoutSecondStep(world, 'amina');
  const ask = async (form: (typeof FORMS)[number], code: string) =>
    (await handleSettingsForm(world.ctx, player, { do: form, current: 'secret1', code }, here)).answer.toast?.text;
  for (let guess = 0; guess < 10; guess++) expect(await ask(FORMS[guess % 2] ?? 'second-off', '000000')).toMatch(/^This code is not right/);
  for (const form of FORMS) expect(await ask(form, getTotpCode(key))).toMatch(/^Too many tries\. Wait 15 minutes/);
});

test('the setup cannot begin or end again while two-factor is on: a code alone makes no backup codes', async () => {
  const world = await createWorld();
  const { player, here, key } = await createPlayerWithoutSecondStep(world, 'amina');
  const before = await findTwoFactor(world, player);
  const forms: Record<string, string>[] = [
    { do: 'second-begin', current: 'secret1' },
    { do: 'second-confirm', key, code: getTotpCode(key) },
  ];
  for (const fields of forms)
    expect((await handleSettingsForm(world.ctx, player, fields, here)).answer).toMatchObject({ ok: false, code: 'not-available' });
  expect(await findTwoFactor(world, player)).toEqual(before);
});

test('the code of another account counts for nothing, whatever cookies the browser sends', async () => {
  const world = await createWorld();
  const { player, here } = await createPlayerWithoutSecondStep(world, 'amina');
  const other = await createPlayerWithoutSecondStep(world, 'brian');
  const unsigned = here.cookies.replace(/(kiddo_session=[^.;]+)[^;]*/, '$1');
  // The session is that of amina without its signature; the password step beside it is that of brian.
  const mixed = { ...here, cookies: `${unsigned}; ${(await enter(world, 'brian')).cookies}` };
  expect((await authenticate(world.ctx, mixed.cookies))?.viewer.username).toBe('amina');
  const ask = (fields: Record<string, string>, visitor = mixed) =>
    handleSettingsForm(world.ctx, player, { code: getTotpCode(other.key), ...fields }, visitor);
  await ask({ do: 'change-email', email: 'new@example.com', password: 'secret1' });
  expect((await getAccountView(world.ctx, player)).newEmail).toBeNull();
  for (const form of FORMS) expect((await ask({ do: form, current: 'secret1' })).answer.ok).toBe(false);
  expect(await findTwoFactor(world, player)).toBeDefined();
});

test('the library acts on the session that our services see, also when a header has two cookies of that name', async () => {
  const world = await createWorld();
  const { player, here } = await createPlayerWithoutSecondStep(world, 'amina');
  const before = await findTwoFactor(world, player);
  const brian = await world.addPlayer({ username: 'brian' });
  const own = await enter(world, 'brian');
  // A space that only one of the two readers of the header takes for one.
  const mixed = { ...own, cookies: `\u00A0${here.cookies}; ${own.cookies}` };
  expect((await authenticate(world.ctx, mixed.cookies))?.viewer.username).toBe('brian');
  for (const form of [...FORMS, 'second-begin'])
    expect((await handleSettingsForm(world.ctx, brian, { do: form, current: 'secret1' }, mixed)).answer.ok).toBe(form === 'second-begin');
  expect(await findTwoFactor(world, player)).toEqual(before);
  expect(await findTwoFactor(world, brian)).toBeDefined();
});
