import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { ONLINE_SECONDS } from '../../shared/presence.ts';
import { DECLINE_COOLDOWN_DAYS } from './rules.ts';
import { friendsJobs } from './jobs.server.ts';
import { applyFriendAction, recordPresence, setPresence, getPlayerSummary } from './service.server.ts';

test('who is there shows to friends for 60 seconds, and to nobody where it is switched off', async () => {
  const world = await createWorld();
  const [amina, brian, zuri] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'accept', id: amina.id });
  const seen = async () => [
    (await getPlayerSummary(world.ctx, amina, brian.id)).presence,
    (await getPlayerSummary(world.ctx, zuri, brian.id)).presence,
  ];
  expect(await seen()).toEqual([{ online: false, lastSeen: null }, null]);
  const heard = () => new Promise(setImmediate);
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  await setPresence(world.ctx, [brian.id], true);
  await setPresence(world.ctx, [zuri.id], true);
  await heard();
  expect(bus).toEqual([{ kind: 'presence', who: brian.id, online: true, playerIds: [amina.id] }]);
  expect(await seen()).toEqual([{ online: true, lastSeen: expect.any(String) }, null]);
  world.advanceClock(ONLINE_SECONDS);
  expect(await seen()).toMatchObject([{ online: false }, null]);
  await recordPresence(world.ctx, [brian.id, world.ctx.newId()]);
  expect(await seen()).toMatchObject([{ online: true }, null]);
  // A player who closes the last tab is offline immediately, and online again with the next heartbeat.
  await setPresence(world.ctx, [brian.id], false);
  await heard();
  expect([await seen(), bus.at(-1)]).toMatchObject([[{ online: false }, null], { online: false }]);
  await recordPresence(world.ctx, [brian.id]);
  expect(await seen()).toMatchObject([{ online: true }, null]);
  await world.ctx.db.insertInto('privacy').values({ player_id: brian.id, online: false }).execute();
  await setPresence(world.ctx, [brian.id], true);
  await heard();
  expect([await seen(), bus.length]).toEqual([[null, null], 2]);
});

test('who went without a word, as with a process that died, is found out, and friends are told once', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'accept', id: amina.id });
  await setPresence(world.ctx, [amina.id], true);
  await setPresence(world.ctx, [brian.id], true);
  await new Promise(setImmediate);
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  const sweep = async () => {
    await friendsJobs.find((job) => job.name === 'friends.reconcile-presence')?.run(world.ctx);
    await new Promise(setImmediate);
  };
  await sweep();
  expect(bus).toEqual([]);
  world.advanceClock(ONLINE_SECONDS + 1);
  await recordPresence(world.ctx, [amina.id]);
  await sweep();
  await sweep();
  expect(bus).toEqual([{ kind: 'presence', who: brian.id, online: false, playerIds: [amina.id] }]);
});

test('declines that hold no more are forgotten', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'decline', id: amina.id });
  const left = async () => {
    for (const job of friendsJobs) await job.run(world.ctx);
    return (await world.ctx.db.selectFrom('declined_friend_requests').select('requester_id').execute()).length;
  };
  world.advanceClock(DECLINE_COOLDOWN_DAYS * 86_400 - 60);
  expect(await left()).toBe(1);
  world.advanceClock(120);
  expect(await left()).toBe(0);
});
