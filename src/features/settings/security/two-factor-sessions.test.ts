import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { handleSettingsForm } from '../service.server.ts';

const visit = (cookies: string[] = []) => ({ address: '41.90.64.7', userAgent: 'test', cookies: toCookieHeader(cookies) });

async function enter(world: World, remember = false) {
  const fields = { identifier: 'amina', password: 'secret1', ...(remember ? { remember: 'on' } : {}) };
  return visit((await signIn(world.ctx, VISITOR, fields, visit())).cookies);
}

/** Turns on two-factor authentication. @returns the Set-Cookie lines and the key */
async function turnOn(world: World, player: Actor, here: ReturnType<typeof visit>): Promise<{ cookies: string[]; key: string }> {
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  const { cookies } = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  return { cookies, key };
}

const turnOff = (world: World, player: Actor, key: string, here: ReturnType<typeof visit>) =>
  handleSettingsForm(world.ctx, player, { do: 'second-off', current: 'secret1', code: getTotpCode(key) }, here);

test('a session gets another token when the second step is turned on or off, and lasts no longer than before', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  for (const remember of [false, true]) {
    const here = await enter(world, remember);
    await sql`update sessions set created_at = created_at - interval '5 hours', expires_at = expires_at - interval '5 hours'`.execute(
      world.ctx.db,
    );
    const lifetime = () => world.ctx.db.selectFrom('sessions').select(['remembered', 'created_at', 'expires_at']).execute();
    const before = await lifetime();
    expect(before).toMatchObject([{ remembered: remember }]);
    const on = await turnOn(world, player, here);
    const off = await turnOff(world, player, on.key, visit(on.cookies));
    for (const lines of [on.cookies, off.cookies]) {
      const line = lines.find((cookie) => cookie.startsWith('kiddo_session=')) ?? '';
      expect([remember, line.includes('Max-Age'), line.includes('HttpOnly')]).toEqual([remember, remember, true]);
    }
    expect(await lifetime()).toEqual(before);
    await handleSettingsForm(world.ctx, player, { do: 'others-out' }, visit());
  }
});

test('whoever is signed in elsewhere is out when the second step is turned on, and stays in when it is turned off', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const [here, elsewhere] = [await enter(world), await enter(world, true)];
  const heard: BusMessage['kind'][] = [];
  world.ctx.bus.subscribe(({ kind }) => heard.push(kind));
  const { cookies, key } = await turnOn(world, player, here);
  const on = visit(cookies);
  const isIn = async (device: { cookies: string }) => (await authenticate(world.ctx, device.cookies)) !== null;
  expect([await isIn(on), await isIn(elsewhere), heard]).toEqual([true, false, ['signed-out']]);
  expect((await world.mails())[0]?.text).toContain('All other phones and computers were signed out.');
  const off = await turnOff(world, player, key, on);
  const other = await enter(world);
  const again = visit(off.cookies);
  expect([await isIn(again), await isIn(other)]).toEqual([true, true]);
});

test('a sign-in with the password alone does not outrun the second step that is turned on meanwhile', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { signIn: real } = world.ctx.auth;
  world.ctx.auth.signIn = async (...asked) => {
    const done = await real(...asked);
    await world.ctx.db.updateTable('players').set({ two_factor: true }).execute();
    return done;
  };
  const outcome = await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit());
  expect(outcome).toMatchObject({ kind: 'result', answer: { ok: false } });
  expect(await world.ctx.db.selectFrom('sessions').select('id').execute()).toEqual([]);
});
