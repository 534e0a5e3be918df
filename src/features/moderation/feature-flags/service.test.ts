import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { isChatEnabled } from '../../chat/service.server.ts';
import { setChatEnabled, getFeatureFlags } from './service.server.ts';

test('an operator switches chat off and on; each change is published once, and stays in the log', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  expect(await getFeatureFlags(world.ctx, ops)).toEqual({ chat: true });
  for (let time = 0; time < 2; time++) await setChatEnabled(world.ctx, ops, { do: 'off', note: 'spam wave' });
  expect([await isChatEnabled(world.ctx), await getFeatureFlags(world.ctx, ops)]).toEqual([false, { chat: false }]);
  await setChatEnabled(world.ctx, ops, { do: 'on', note: 'over' });
  expect(await isChatEnabled(world.ctx)).toBe(true);
  await new Promise(setImmediate);
  expect(bus).toEqual([
    { kind: 'switched', chat: false },
    { kind: 'switched', chat: true },
  ]);
  const log = await world.ctx.db.selectFrom('audit_log').select(['actor_name', 'action', 'subject_kind', 'note']).orderBy('id').execute();
  expect(log).toEqual([
    { actor_name: 'ops', action: 'chat-off', subject_kind: 'switch', note: 'spam wave' },
    { actor_name: 'ops', action: 'chat-on', subject_kind: 'switch', note: 'over' },
  ]);
});

test('nobody else sees or moves the switches, and an operator says why', async () => {
  const world = await createWorld();
  const [mod, player] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer()];
  const ops = await world.addPlayer({ role: 'operator' });
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [player, 'not-allowed'],
    [mod, 'not-allowed'],
  ] as const) {
    await expect(getFeatureFlags(world.ctx, actor)).rejects.toMatchObject({ code });
    await expect(setChatEnabled(world.ctx, actor, { do: 'off', note: 'x' })).rejects.toMatchObject({ code });
  }
  for (const fields of [{}, { do: 'off' }, { do: 'off', note: ' ' }, { do: 'toString', note: 'x' }])
    await expect(setChatEnabled(world.ctx, ops, fields as Record<string, string>)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await isChatEnabled(world.ctx)).toBe(true);
});
