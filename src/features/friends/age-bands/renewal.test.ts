import { expect, test } from 'vitest';
import { createPlayers } from '../../../../tests/friendship-world.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { OPEN_REQUESTS_MAX } from '../rules.ts';
import { texts } from '../texts.ts';

test('a paused friendship that the ages allow again is a request to who came of age, with the usual notification', async () => {
  const { ctx, players, act, relate, moveTo, standing, viewOf } = await createPlayers({ amina: 16, brian: 18, chao: 18 });
  await relate('amina', 'brian', 'paused');
  await relate('chao', 'amina', 'paused');
  await moveTo('amina', 18);
  expect(await standing()).toEqual(['amina pending brian', 'amina pending chao']);
  expect(await viewOf('amina', 'requests')).toMatchObject({
    counts: { friends: 0, requests: 2 },
    requests: { sent: [], received: expect.arrayContaining([expect.objectContaining({ username: 'brian', isRenewal: true })]) },
  });
  expect((await viewOf('brian', 'requests')).requests).toMatchObject({ received: [], sent: [{ username: 'amina', isRenewal: true }] });
  const bell = async () => (await listNotifications(ctx, players.amina, null)).items.map(({ type, message, to }) => [type, message, to]);
  expect(await bell()).toEqual(
    expect.arrayContaining([
      ['friend_request', 'brian (@brian) wants to be your friend', `/friends?tab=requests&from=${players.brian.id}`],
    ]),
  );
  await act('amina', 'accept', 'brian');
  await act('amina', 'decline', 'chao');
  expect([await standing(), (await viewOf('amina')).counts]).toEqual([['amina accepted brian'], { friends: 1, requests: 0 }]);
  // Nobody sent these requests: no answer says anything about anybody.
  expect(await ctx.db.selectFrom('risk_signals').select('kind').execute()).toEqual([]);
});

test('blocking who never asked is no sign of anything either', async () => {
  const { ctx, act, relate, moveTo } = await createPlayers({ amina: 16, brian: 18 });
  await relate('amina', 'brian', 'paused');
  await moveTo('amina', 18);
  await act('amina', 'block', 'brian');
  expect(await ctx.db.selectFrom('risk_signals').select('kind').execute()).toEqual([]);
});

test('requests that the ages make count for no limit', async () => {
  const { world, ctx, players, act, relate, moveTo, viewOf } = await createPlayers({ amina: 16, brian: 18, chao: 18 });
  for (let nth = 0; nth < OPEN_REQUESTS_MAX - 1; nth++) {
    const { id } = await world.addPlayer();
    const [low_id = '', high_id = ''] = [id, players.brian.id].toSorted();
    await ctx.db.insertInto('friendships').values({ low_id, high_id, state: 'pending', requested_by: players.brian.id }).execute();
  }
  await relate('amina', 'brian', 'paused');
  await moveTo('amina', 18);
  // It is one more, and there is still room for one of his own.
  expect(await act('brian', 'ask', 'chao')).toEqual({ relation: 'sent' });
  expect((await viewOf('brian', 'requests')).requests?.sent).toHaveLength(OPEN_REQUESTS_MAX + 1);
});

test('what one of the two had removed is not asked anew, and goes', async () => {
  const { players, act, relate, moveTo, standing, viewOf, ctx } = await createPlayers({ amina: 16, brian: 18, chao: 18 });
  await relate('amina', 'brian', 'paused');
  await relate('amina', 'chao', 'paused');
  await act('brian', 'remove', 'amina');
  await act('amina', 'block', 'chao');
  await moveTo('amina', 18);
  expect([await standing(), (await viewOf('amina')).counts.requests]).toEqual([[], 0]);
  expect((await listNotifications(ctx, players.amina, null)).items).toEqual([]);
});

test('a request that was made anew, and that the ages do not allow again, is a paused friendship as before', async () => {
  const { ctx, players, relate, moveTo, standing, pausedOf } = await createPlayers({ amina: 16, brian: 18 });
  await relate('amina', 'brian', 'paused');
  await moveTo('amina', 18);
  await moveTo('amina', 16);
  expect([await standing(), await pausedOf('amina'), await pausedOf('brian')]).toEqual([['amina paused brian'], ['brian'], ['amina']]);
  expect((await listNotifications(ctx, players.amina, null)).items).toEqual([]);
});

test('the words say that the two were friends, and who asked', () => {
  expect([texts.received.renewal, texts.sent.renewal]).toEqual([
    'You two were friends before',
    'You two were friends before. Kiddo asked for you.',
  ]);
});
