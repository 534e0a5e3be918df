import { expect, test } from 'vitest';
import { createBrowser, createPushWorld } from '../../../../tests/push-world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../../accounts/service.server.ts';
import { getTotpCode } from '../../../../tests/totp.ts';
import { endAllSessions } from '../../accounts/sessions/service.server.ts';
import { handleSettingsForm } from '../service.server.ts';
import { getPushView } from './service.server.ts';

const NOBODY = { address: '10.0.0.1', userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0 Mobile', cookies: '' };

async function createSignedIn() {
  const made = await createPushWorld();
  const amina = await made.world.addPlayer({ username: 'amina' });
  const enter = async () => {
    const { cookies } = await signIn(made.ctx, VISITOR, { identifier: 'amina', password: 'secret1', remember: 'on' }, NOBODY);
    return { ...NOBODY, cookies: toCookieHeader(cookies) };
  };
  const here = await enter();
  const post = async (fields: Record<string, string>, at = here) => (await handleSettingsForm(made.ctx, amina, fields, at)).answer;
  return { ...made, amina, here, enter, post, on: { ...createBrowser(made.origin).fields, do: 'push-on' } };
}

test('the forms of the settings turn a browser on and off, try it out and save quiet hours, and say so', async () => {
  const { ctx, origin, amina, here, post, on, deliver, endpoints } = await createSignedIn();
  expect(await post({ do: 'push-test' })).toMatchObject({ ok: false, code: 'not-found', action: 'push-test', toast: { kind: 'bad' } });
  expect(await post(on)).toMatchObject({ ok: true, action: 'push-on', toast: { title: 'Turned on' } });
  const [device] = (await getPushView(ctx, amina, here)).devices;
  expect(device).toMatchObject({ browser: 'Chrome', system: 'Android', isCurrent: true });
  const next = createBrowser(origin).fields;
  expect(await post({ ...next, do: 'push-renew', old: on.endpoint })).toMatchObject({ ok: true, action: 'push-renew' });
  expect(await endpoints()).toEqual([next.endpoint]);
  expect(await post({ do: 'push-test' })).toMatchObject({ ok: true, toast: { title: 'Sent' } });
  expect(await deliver()).toHaveLength(1);
  // Also from a page that is old: what it asks for is done.
  for (let i = 0; i < 2; i++)
    expect(await post({ do: 'push-off', device: device?.id ?? '' })).toMatchObject({
      ok: true,
      action: 'push-off',
      toast: { title: 'Turned off' },
    });
  expect(await post({ do: 'push-quiet', from: '9', until: '9' })).toMatchObject({ ok: false, code: 'same', action: 'push-quiet' });
  expect(await post({ do: 'push-quiet', from: '22', until: '9' })).toMatchObject({ ok: true, toast: { title: 'Quiet hours saved' } });
  expect(await getPushView(ctx, amina, here)).toMatchObject({ devices: [], quietHours: { from: 22, until: 9 } });
  await expect(post({ do: 'push-off' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('a new password ends it for the others, signing out everywhere for all', async () => {
  const { ctx, origin, amina, here, enter, post, on, endpoints } = await createSignedIn();
  const elsewhere = await enter();
  await post(on);
  await post({ do: 'push-on', ...createBrowser(origin).fields }, elsewhere);
  expect(await endpoints()).toHaveLength(2);
  const word = 'baobab-and-kite-7';
  expect(await post({ do: 'password', current: 'secret1', password: word, confirm: word })).toMatchObject({ ok: true });
  expect(await endpoints()).toEqual([on.endpoint]);
  expect((await getPushView(ctx, amina, here)).devices).toHaveLength(1);
  await endAllSessions(ctx, amina.id);
  expect(await endpoints()).toEqual([]);
});

test('it stays on where another session takes the place of that of the browser: the second step, and another sign-in of the player', async () => {
  const { world, ctx, amina, here, post, on, endpoints } = await createSignedIn();
  await post(on);
  const isOn = async (cookies: string[]) => {
    const at = { ...NOBODY, cookies: toCookieHeader(cookies) };
    return [await endpoints(), (await getPushView(ctx, amina, at)).devices.map(({ isCurrent }) => isCurrent)];
  };
  const still = [[on.endpoint], [true]];
  const key = (await post({ do: 'second-begin', current: 'secret1' }))?.setUp?.key ?? '';
  const begun = await handleSettingsForm(ctx, amina, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  expect(begun.answer).toMatchObject({ ok: true });
  expect(await isOn(begun.cookies)).toEqual(still);
  const there = { ...NOBODY, cookies: toCookieHeader(begun.cookies) };
  const ended = await handleSettingsForm(ctx, amina, { do: 'second-off', current: 'secret1', code: getTotpCode(key) }, there);
  expect(ended.answer).toMatchObject({ ok: true });
  expect(await isOn(ended.cookies)).toEqual(still);
  // They sign in once more, without having signed out; then somebody else does.
  const enterHere = (identifier: string, cookies: string[]) =>
    signIn(ctx, VISITOR, { identifier, password: 'secret1' }, { ...NOBODY, cookies: toCookieHeader(cookies) });
  const again = await enterHere('amina', ended.cookies);
  expect(await isOn(again.cookies)).toEqual(still);
  await world.addPlayer({ username: 'brian' });
  await enterHere('brian', again.cookies);
  expect(await endpoints()).toEqual([]);
});
