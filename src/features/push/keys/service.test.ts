import { expect, test } from 'vitest';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { getPushKeys, preparePushKeys } from './service.server.ts';

test('every process has the same keys, whoever made them, and the database does not show the private one', async () => {
  const { ctx } = await createPushWorld();
  const all = await Promise.all(Array.from({ length: 4 }, () => getPushKeys(ctx)));
  expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1);
  await preparePushKeys(ctx);
  const [keys] = all;
  expect(await getPushKeys(ctx)).toEqual(keys);
  const rows = await ctx.db.selectFrom('push_keys').selectAll().execute();
  expect(rows).toMatchObject([{ public_key: keys?.publicKey }]);
  expect(JSON.stringify(rows)).not.toContain(keys?.privateKey);
});

test('with another secret a start makes new keys once, says so, and turns off the browsers that knew the old ones', async () => {
  const { world, ctx, turnOn, endpoints } = await createPushWorld();
  const amina = await world.addPlayer();
  const before = await getPushKeys(ctx);
  await turnOn(amina);
  const changed = { ...ctx, secret: 'another secret that was made today' };
  // Only a start replaces them: what runs with the old secret meanwhile does not take them away again.
  await expect(getPushKeys(changed)).rejects.toThrow(/authenticat|tag/i);
  expect(await endpoints()).toHaveLength(1);
  await Promise.all([preparePushKeys(changed), preparePushKeys(changed)]);
  const after = await getPushKeys(changed);
  expect(after.publicKey).not.toBe(before.publicKey);
  expect(await endpoints()).toEqual([]);
  const lines = world.logged.filter(({ msg }) => msg.includes('SECRET has changed'));
  expect(lines).toEqual([expect.objectContaining({ browsers: 1 })]);
});
