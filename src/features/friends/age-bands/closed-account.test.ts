import { expect, test } from 'vitest';
import { codeOf, createPlayers } from '../../../../tests/friendship-world.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { getConversation, sendMessage } from '../../chat/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import * as friends from '../service.server.ts';
import { applyAgeBand } from './service.server.ts';

/** Brian, who is a friend of Amina's, asked Chao, is asked by Zuri and blocked by Otieno; and what closes his account and opens it again. */
async function createBrian() {
  const all = await createPlayers({ amina: 16, brian: 16, chao: 16, zuri: 16, otieno: 16 });
  const { ctx, players, act, allowChat } = all;
  await allowChat('amina', 'brian');
  await act('amina', 'ask', 'brian');
  await act('brian', 'accept', 'amina');
  await act('brian', 'ask', 'chao');
  await act('zuri', 'ask', 'brian');
  await act('otieno', 'block', 'brian');
  await sendMessage(ctx, players.brian, players.amina.id, { text: 'hi', clientId: ctx.newId() });
  const change = async (isClosed: boolean) => {
    const publish = await ctx.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('players')
        .set(
          isClosed
            ? { closed_as: 'under-13', birth_month: null, age_band: null, deletes_at: new Date(ctx.now().getTime() + 86_400_000) }
            : { closed_as: null, birth_month: '2009-01', age_band: 16, deletes_at: null },
        )
        .where('id', '=', players.brian.id)
        .execute();
      return applyAgeBand(ctx, trx, players.brian.id);
    });
    publish();
  };
  return { ...all, change };
}

test('a closed account is in no list of others, and in them again as it was when it is open', async () => {
  const { ctx, players, act, viewOf, standing, change } = await createBrian();
  const seen = async () => ({
    friends: (await viewOf('amina')).friends?.items.map(({ username }) => username),
    count: (await viewOf('amina')).counts.friends,
    received: (await viewOf('chao', 'requests')).requests?.received.map(({ username }) => username),
    requests: (await viewOf('chao')).counts.requests,
    sent: (await viewOf('zuri', 'requests')).requests?.sent.map(({ username }) => username),
    blocked: (await viewOf('otieno', 'search')).search?.blocked.map(({ player }) => player?.username ?? null),
    online: (await friends.listOnlineFriends(ctx, players.amina, 5)).length,
    chat: await codeOf(getConversation(ctx, players.amina, players.brian.id)),
    write: await codeOf(sendMessage(ctx, players.amina, players.brian.id, { text: 'hi', clientId: ctx.newId() })),
    report: await codeOf(reportPlayer(ctx, players.amina, { playerId: players.brian.id, reason: 'other' })),
  });
  await friends.setPresence(ctx, [players.brian.id], true);
  const before = await seen();
  expect(before).toEqual({
    friends: ['brian'],
    count: 1,
    received: ['brian'],
    requests: 1,
    sent: ['brian'],
    blocked: ['brian'],
    online: 1,
    chat: 'ok',
    write: 'ok',
    report: 'ok',
  });
  const rows = await standing();
  await change(true);
  expect(await seen()).toEqual({
    friends: [],
    count: 0,
    received: [],
    requests: 0,
    sent: [],
    blocked: [null],
    online: 0,
    chat: 'not-found',
    write: 'not-found',
    report: 'not-found',
  });
  expect(await codeOf(act('chao', 'accept', 'brian'))).toBe('not-found');
  expect(await standing()).toEqual(rows);
  await change(false);
  expect([await standing(), await seen()]).toEqual([rows, before]);
});

test('who is closed is seen online by nobody from that moment, and no bell names them', async () => {
  const { ctx, players, change, listen } = await createBrian();
  const heard = listen();
  await change(true);
  const messages = await heard();
  expect(messages.filter((message) => message.includes('"who":"brian"'))).toEqual([
    expect.stringMatching(/^{"kind":"presence","who":"brian","online":false,"playerIds":\[.*"amina".*\],"isHidden":true}$/),
  ]);
  expect(messages).toContainEqual('{"kind":"chat","playerIds":["brian","amina"],"between":["brian","amina"]}');
  const bells = await Promise.all(Object.values(players).map((player) => listNotifications(ctx, player, null)));
  expect(JSON.stringify(bells)).not.toContain('@brian');
});

test('a birthday of a friend leaves what there is with a closed account; when it is open again the ages decide', async () => {
  const { moveTo, change, standing } = await createBrian();
  const rows = await standing();
  await change(true);
  for (const name of ['amina', 'chao', 'zuri'] as const) await moveTo(name, 18);
  expect(await standing()).toEqual(rows);
  await change(false);
  expect(await standing()).toEqual(['amina paused brian']);
});

test('a friend whose account is closed, or who should be paused, is no shared friend', async () => {
  const { ctx, players, act, relate, viewOf } = await createPlayers({ amina: 16, brian: 13, between: 16, adult: 18 });
  await relate('amina', 'between', 'accepted');
  await relate('between', 'brian', 'accepted');
  const asking = async () => (await friends.searchPlayers(ctx, players.amina, 'brian')).map((row) => row.asking);
  expect(await asking()).toEqual(['open']);
  await act('amina', 'ask', 'brian');
  const shared = async () => (await viewOf('brian', 'requests')).requests?.received.map((row) => row.sharedFriends);
  expect(await shared()).toEqual([1]);
  await act('amina', 'withdraw', 'brian');
  await ctx.db
    .updateTable('players')
    .set({ closed_as: 'under-13', birth_month: null, age_band: null, deletes_at: new Date(ctx.now().getTime() + 86_400_000) })
    .where('id', '=', players.between.id)
    .execute();
  expect(await asking()).toEqual(['code']);
  await relate('amina', 'brian', 'pending');
  expect(await shared()).toEqual([0]);
  await act('amina', 'withdraw', 'brian');
  // An adult whose friendships with the two should have been paused.
  for (const name of ['amina', 'brian'] as const) await relate('adult', name, 'accepted');
  expect(await asking()).toEqual(['code']);
});
