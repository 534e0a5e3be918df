import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { createWorld } from '../../../../tests/world.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { getPlayerCase } from './service.server.ts';

test('a ban asks who it is again, and nothing else does', async () => {
  const world = await createWorld();
  const [amina, brian, mod] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  await reportPlayer(world.ctx, amina, { playerId: brian.id, reason: 'bullying' });
  const ban = { action: 'ban', note: 'a good reason', why: 'You were mean.' };
  for (const [password, error] of [
    ['', 'Please fill this in.'],
    ['guessed', 'This is not your password.'],
  ] as const)
    expect(await moderate(world.ctx, mod, brian.id, { ...ban, password })).toEqual(
      actionFailure('wrong-code', { fieldErrors: { password: error }, values: { why: 'You were mean.', note: ban.note } }),
    );
  expect(await world.ctx.db.selectFrom('player_reports').select('state').execute()).toEqual([{ state: 'new' }]);
  expect((await getPlayerCase(world.ctx, mod, brian.id)).proof).toBe('password');
  await world.ctx.db.updateTable('players').set({ two_factor: true }).where('id', '=', mod.id).execute();
  expect((await getPlayerCase(world.ctx, mod, brian.id)).proof).toBe('code');
  // The right password is not enough where the second step is on.
  expect(await moderate(world.ctx, mod, brian.id, ban)).toMatchObject({ ok: false, fieldErrors: { code: 'Please fill this in.' } });
  expect(await moderate(world.ctx, mod, brian.id, { ...ban, action: 'mute-7d', password: '' })).toMatchObject({ ok: true });
});
