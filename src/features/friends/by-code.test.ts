import { expect, test } from 'vitest';
import { createPlayers } from '../../../tests/friendship-world.ts';
import { getConversation } from '../chat/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import type { FriendAction } from './schema.ts';
import * as friends from './service.server.ts';

// Friends who became friends without a code, and show each other later that they know each other.

async function cast() {
  const all = await createPlayers({ amina: 16, brian: 16, chao: 16 });
  const { ctx, players } = all;
  type Name = keyof typeof players;
  const codeOf = async (name: Name) =>
    (await friends.getFriendsView(ctx, players[name], { tab: 'search', term: '', after: null })).search?.code ?? '';
  const act = (from: Name, what: FriendAction, to: Name, code?: string) =>
    friends
      .applyFriendAction(ctx, players[from], { do: what, id: players[to].id, ...(code !== undefined && { code }) })
      .then(({ relation }) => relation)
      .catch((error: { code?: string }) => error.code ?? error);
  const rows = async () =>
    (await ctx.db.selectFrom('friendships').select(['state', 'is_by_code']).execute()).map((row) => Object.values(row));
  const signals = async () => (await ctx.db.selectFrom('risk_signals').select('kind').execute()).map(({ kind }) => kind);
  const bell = async (name: Name) => (await listNotifications(ctx, players[name], null)).items.map(({ title }) => title);
  const levelOf = async (one: Name, other: Name) => {
    const { level, opensByCode } = await getConversation(ctx, players[one], players[other].id);
    return [level, opensByCode];
  };
  const find = async (from: Name, term: string) => (await friends.searchPlayers(ctx, players[from], term))[0];
  const pause = (name: Name) => ctx.db.insertInto('contact_pauses').values({ player_id: players[name].id, paused_at: ctx.now() }).execute();
  return { ...all, codeOf, act, rows, signals, bell, levelOf, find, pause };
}

test('whoever asks a friend with their code makes it a friendship by code: phrases open, and no bell rings', async () => {
  const { relate, codeOf, act, rows, signals, bell, levelOf, listen } = await cast();
  await relate('amina', 'brian', 'accepted');
  const code = await codeOf('brian');
  expect(await levelOf('amina', 'brian')).toEqual(['off', true]);
  for (const wrong of [undefined, '', await codeOf('amina'), await codeOf('chao')])
    expect(await act('amina', 'ask', 'brian', wrong), wrong).toBe('not-available');
  expect(await rows()).toEqual([['accepted', false]]);
  const heard = listen();
  expect(await act('amina', 'ask', 'brian', code.toLowerCase())).toBe('friends');
  expect(await rows()).toEqual([['accepted', true]]);
  // Open chats of both load anew.
  expect(await heard()).toEqual(['{"kind":"chat","playerIds":["brian","amina"],"between":["amina","brian"]}']);
  expect([await bell('amina'), await bell('brian'), await signals()]).toEqual([[], [], []]);
  for (const [one, other] of [
    ['amina', 'brian'],
    ['brian', 'amina'],
  ] as const)
    expect(await levelOf(one, other)).toEqual(['phrases', false]);
  // Once more changes nothing.
  expect([await act('brian', 'ask', 'amina', await codeOf('amina')), await rows()]).toEqual(['friends', [['accepted', true]]]);
});

test.each(['ask', 'accept'] as const)('%s with the code of somebody whose request waits accepts it, by code', async (action) => {
  const { codeOf, act, rows, signals, bell } = await cast();
  expect(await act('brian', 'ask', 'amina')).toBe('sent');
  expect(await act('amina', 'ask', 'brian')).toBe('not-available');
  expect(await act('amina', 'ask', 'brian', await codeOf('chao'))).toBe('not-available');
  expect(await act('amina', action, 'brian', await codeOf('brian'))).toBe('friends');
  expect([await rows(), await signals()]).toEqual([[['accepted', true]], ['request']]);
  expect([await bell('amina'), await bell('brian')]).toEqual([[], ['Friend request accepted']]);
});

test('a request that was made with a code stays one by code, whatever it is accepted with', async () => {
  const { codeOf, act, rows } = await cast();
  await act('brian', 'ask', 'amina', await codeOf('amina'));
  expect([await act('amina', 'accept', 'brian', 'BCDFGHJK'), await rows()]).toEqual(['friends', [['accepted', true]]]);
});

test('one’s own request is not accepted by the code, and a paused friendship is not opened', async () => {
  const { codeOf, act, relate, rows } = await cast();
  await act('amina', 'ask', 'brian');
  expect(await act('amina', 'ask', 'brian', await codeOf('brian'))).toBe('not-available');
  await relate('amina', 'chao', 'paused');
  expect(await act('amina', 'ask', 'chao', await codeOf('chao'))).toBe('not-available');
  expect(await rows()).toEqual(
    expect.arrayContaining([
      ['paused', false],
      ['pending', false],
    ]),
  );
});

test('it waits while new contacts of one of the two are paused, an age is not known, or one blocked the other', async () => {
  const { ctx, players, codeOf, act, relate, rows, pause, moveTo } = await cast();
  await relate('amina', 'brian', 'accepted');
  const [ofAmina, ofBrian] = [await codeOf('amina'), await codeOf('brian')];
  await pause('brian');
  expect([await act('amina', 'ask', 'brian', ofBrian), await act('brian', 'ask', 'amina', ofAmina)]).toEqual(['not-available', 'paused']);
  await ctx.db.deleteFrom('contact_pauses').execute();
  await moveTo('brian', null);
  expect(await act('amina', 'ask', 'brian', ofBrian)).toBe('not-allowed');
  await moveTo('brian', 16);
  await ctx.db.insertInto('blocks').values({ player_id: players.brian.id, blocked_id: players.amina.id }).execute();
  expect(await act('amina', 'ask', 'brian', ofBrian)).toBe('not-found');
  expect(await rows()).toEqual([['accepted', false]]);
});

test('a search by the code says whether it makes something of the friendship: not by name, not twice, not of age', async () => {
  const { act, codeOf, find, relate, moveTo } = await cast();
  const code = await codeOf('brian');
  expect(await find('amina', code)).toMatchObject({ relation: 'none', opensByCode: false });
  await relate('amina', 'brian', 'accepted');
  expect(await find('amina', 'brian')).toMatchObject({ relation: 'friends', opensByCode: false });
  expect(await find('amina', code)).toMatchObject({ relation: 'friends', code, opensByCode: true });
  await act('amina', 'ask', 'brian', code);
  expect(await find('amina', code)).toMatchObject({ relation: 'friends', opensByCode: false });
  await relate('amina', 'chao', 'accepted');
  await moveTo('chao', 18);
  await moveTo('amina', 18);
  await act('amina', 'accept', 'chao');
  expect(await find('amina', await codeOf('chao'))).toMatchObject({ relation: 'friends', opensByCode: false });
});
