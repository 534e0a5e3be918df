import { createHmac } from 'node:crypto';
import { symmetricEncrypt } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../../accounts/service.server.ts';
import { hashFormerBackupCodes, verifyTwoFactorCode } from '../../accounts/two-factor.service.server.ts';
import { handleSettingsForm } from '../service.server.ts';
import { viewSecurity } from './service.server.ts';

const visit = (cookies: string[] = []) => ({ address: '41.90.64.7', userAgent: 'test', cookies: toCookieHeader(cookies) });

/** A player with two-factor on. @returns the backup codes, and what the column has */
async function createPlayerWithCodes(world: World, username: string) {
  const player = await world.addPlayer({ username });
  const here = visit((await signIn(world.ctx, VISITOR, { identifier: username, password: 'secret1' }, visit())).cookies);
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  return { player, here: visit(on.cookies), codes: (on.answer.ok && on.answer.codes) || [] };
}

const stored = async (world: World, playerId: string) =>
  (await world.ctx.db.selectFrom('two_factors').select('backup_codes').where('player_id', '=', playerId).executeTakeFirstOrThrow())
    .backup_codes;

const enterWith = async (world: World, identifier: string, code: string) => {
  const first = await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, visit());
  return (await verifyTwoFactorCode(world.ctx, VISITOR, { code }, visit(first.cookies))).kind === 'signed-in';
};

/** Stores codes as a former version did: encrypted with the key that the accounts have. */
async function storeEncrypted(world: World, playerId: string, codes: string[], secret = world.ctx.secret) {
  const key = createHmac('sha256', secret).update('accounts').digest('hex');
  const backup_codes = await symmetricEncrypt({ key, data: JSON.stringify(codes) });
  await world.ctx.db.updateTable('two_factors').set({ backup_codes }).where('player_id', '=', playerId).execute();
}

test('backup codes are in the database as keyed hashes, also after one was used and after new ones were made', async () => {
  const world = await createWorld();
  const { player, here, codes } = await createPlayerWithCodes(world, 'amina');
  const hashes = async () => JSON.parse(await stored(world, player.id)) as string[];
  expect(await hashes()).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^[\w-]{43}$/)));
  expect(await enterWith(world, 'amina', codes[0] ?? '')).toBe(true);
  const left = await hashes();
  expect(left).toHaveLength(9);
  // A hash that somebody read opens nothing.
  expect(await enterWith(world, 'amina', left[0] ?? '')).toBe(false);
  await handleSettingsForm(world.ctx, player, { do: 'second-codes', current: 'secret1', code: codes[1] ?? '' }, here);
  const renewed = await hashes();
  expect([renewed.length, new Set([...left, ...renewed]).size]).toEqual([10, 19]);
  expect(renewed.every((hash) => hash.length === 43)).toBe(true);
});

test('codes that a former version stored encrypted keep working, before and after they are hashed', async () => {
  const world = await createWorld();
  const [amina, brian, chao] = [
    await createPlayerWithCodes(world, 'amina'),
    await createPlayerWithCodes(world, 'brian'),
    await createPlayerWithCodes(world, 'chao'),
  ];
  const former = ['abcde-fghjk', 'mnpqr-stuvw', '23456-789ab'];
  for (const { player } of [amina, brian]) await storeEncrypted(world, player.id, former);
  await storeEncrypted(world, chao.player.id, former, 'another secret, of which nobody here knows');
  const unreadable = await stored(world, chao.player.id);

  expect(await enterWith(world, 'amina', 'abcde fghjk')).toBe(true);
  expect(JSON.parse(await stored(world, amina.player.id))).toHaveLength(2);

  await hashFormerBackupCodes(world.ctx);
  await hashFormerBackupCodes(world.ctx);
  expect(await stored(world, brian.player.id)).not.toMatch(/abcde-?fghjk/);
  expect(JSON.parse(await stored(world, brian.player.id))).toHaveLength(3);
  expect((await viewSecurity(world.ctx, brian.player, brian.here)).twoFactor).toEqual({ codesLeft: 3 });
  expect([await enterWith(world, 'brian', 'mnpqr-stuvw'), await enterWith(world, 'brian', 'mnpqr-stuvw')]).toEqual([true, false]);
  expect(await enterWith(world, 'amina', 'abcde-fghjk')).toBe(false);
  // Codes that cannot be decrypted stay: it may be the secret that is wrong.
  expect(await stored(world, chao.player.id)).toBe(unreadable);
  expect(world.logged.map(({ msg }) => msg)).toContain('backup codes cannot be read with this SECRET, so they were left as they are');
});
