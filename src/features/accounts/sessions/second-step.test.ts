import { expect, test } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { PRODUCTION_SETTINGS } from '../../../../tests/production-settings.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, type Actor, type Role } from '../../../shared/permissions.ts';
import { getSwitches } from '../../feature-flags/service.server.ts';
import { getGameCase } from '../../moderation/service.server.ts';
import { requestAccountDeletion } from '../../settings/account-deletion/service.server.ts';
import { handleSettingsForm } from '../../settings/service.server.ts';
import { signIn, toCookieHeader } from '../service.server.ts';
import { ensureDemoAccounts } from '../staff/service.server.ts';
import { verifyTwoFactorCode } from '../two-factor.service.server.ts';
import { authenticate } from './service.server.ts';

const visit = (cookies: string[] = []) => ({ address: '10.0.0.1', userAgent: 'test', cookies: toCookieHeader(cookies) });

async function enter(world: World, username: string, fields: Record<string, string> = {}): Promise<string[]> {
  return (await signIn(world.ctx, VISITOR, { identifier: username, password: 'secret1', ...fields }, visit())).cookies;
}

const present = async (world: World, cookies: string[]) => {
  const session = await authenticate(world.ctx, toCookieHeader(cookies));
  if (session === null) throw new Error('nobody is signed in');
  return session;
};

/** Turns on two-factor. @returns the Set-Cookie lines, the key and the first backup code */
async function turnOn(world: World, cookies: string[]): Promise<{ cookies: string[]; key: string; backupCode: string }> {
  const { actor } = await present(world, cookies);
  const begun = await handleSettingsForm(world.ctx, actor, { do: 'second-begin', current: 'secret1' }, visit(cookies));
  const key = begun.answer.setUp?.key ?? '';
  const done = await handleSettingsForm(world.ctx, actor, { do: 'second-confirm', key, code: getTotpCode(key) }, visit(cookies));
  const [backupCode = ''] = ('codes' in done.answer && done.answer.codes) || [];
  return { cookies: done.cookies, key, backupCode };
}

test('the rights of the team begin with the second step, and end with it', async () => {
  const world = await createWorld();
  const gameId = await world.addGame();
  const teamPages = {
    moderator: (actor: Actor) => getGameCase(world.ctx, actor, gameId),
    operator: (actor: Actor) => getSwitches(world.ctx, actor),
  };
  for (const role of ['moderator', 'operator'] as const) {
    const { id } = await world.addPlayer({ username: role, role });
    const open = async (cookies: string[]) => teamPages[role]((await present(world, cookies)).actor);
    const before = await enter(world, role);
    // The page says where the second step is turned on: so the viewer still is on the team.
    expect(await present(world, before)).toMatchObject({
      actor: { kind: 'player', id, role: 'player', withheldRole: role },
      viewer: { role },
    });
    await expect(open(before)).rejects.toMatchObject({ code: 'second-step-required', status: 403 });
    const on = await turnOn(world, before);
    expect((await present(world, on.cookies)).actor).toEqual({ kind: 'player', id, role, premium: false, band: 18 });
    await open(on.cookies);

    for (const [skew, remember] of [false, true].entries()) {
      const asked = await enter(world, role, remember ? { remember: 'on' } : {});
      const passed = await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(on.key, skew) }, visit(asked));
      expect((await present(world, passed.cookies)).actor).toMatchObject({ role });
    }
    // Google's way in, which asks for no code.
    await world.ctx.db.updateTable('sessions').set({ second_step: false }).execute();
    await expect(open(on.cookies)).rejects.toMatchObject({ code: 'second-step-required' });
    await world.ctx.db.updateTable('sessions').set({ second_step: true }).execute();
    await open(on.cookies);

    const off = await handleSettingsForm(
      world.ctx,
      (await present(world, on.cookies)).actor,
      { do: 'second-off', current: 'secret1', code: on.backupCode },
      visit(on.cookies),
    );
    await expect(open(off.cookies)).rejects.toMatchObject({ code: 'second-step-required' });
    const again = await turnOn(world, off.cookies);
    await open(again.cookies);
  }
});

test('without the second step somebody of the team still cannot delete their own account', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'mary', role: 'moderator' });
  const cookies = await enter(world, 'mary');
  const { actor } = await present(world, cookies);
  expect(await requestAccountDeletion(world.ctx, actor, { current: 'secret1' }, visit(cookies))).toMatchObject({
    answer: { ok: false, code: 'not-allowed' },
  });
});

test('the demo accounts of the team need no second step in demo mode; nobody else, and nowhere else', async () => {
  const seen = async (world: World, username: string, fields: Record<string, string> = {}) => {
    const { actor, viewer } = await present(world, await enter(world, username, fields));
    return [actor.kind === 'player' && actor.role, viewer.isSecondStepWaived === true];
  };
  const demo = await createWorld();
  await ensureDemoAccounts(demo.ctx, { kind: 'system' });
  const password = { password: 'kiddo-demo' };
  expect([await seen(demo, 'mod', password), await seen(demo, 'ops', password)]).toEqual([
    ['moderator', true],
    ['operator', true],
  ]);
  expect(await seen(demo, 'amina', password)).toEqual(['player', false]);
  await demo.addPlayer({ username: 'other', role: 'operator', is_demo: true });
  expect(await seen(demo, 'other')).toEqual(['player', false]);

  const production = await createWorld(PRODUCTION_SETTINGS);
  for (const [username, role] of [
    ['mod', 'moderator'],
    ['ops', 'operator'],
  ] satisfies [string, Role][])
    await production.addPlayer({ username, role, is_demo: true });
  expect([await seen(production, 'mod'), await seen(production, 'ops')]).toEqual([
    ['player', false],
    ['player', false],
  ]);
});
