import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { sendMessage } from './service.server.ts';

// What is spread over several messages: each of them says nothing alone.

const HOUR = 3600;

async function cast() {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'accept', id: amina.id });
  const send = (from: typeof amina, text: string) =>
    sendMessage(world.ctx, from, from === amina ? brian.id : amina.id, { text, clientId: randomUUID() });
  const sent = async (from: typeof amina, text: string) => expect(await send(from, text)).toMatchObject({ ok: true });
  const stored = async () => (await world.ctx.db.selectFrom('messages').select('body').orderBy('seq').execute()).map(({ body }) => body);
  return { world, amina, brian, send, sent, stored };
}

test('a number in several messages is refused with the one that completes it', async () => {
  const { world, amina, brian, send, sent, stored } = await cast();
  await sent(amina, 'my number is 0712');
  await sent(brian, 'what?');
  expect(await send(amina, '345')).toEqual({ ...actionFailure('refused'), category: 'phone', isTogether: true });
  // The same figures from the other player, or an hour later, complete nothing.
  await sent(brian, '345');
  world.advanceClock(HOUR);
  await sent(amina, '345');
  expect(await stored()).toEqual(['my number is 0712', 'what?', '345', '345']);
});

test('so is a bad word that is sent letter by letter', async () => {
  const { amina, send, sent } = await cast();
  for (const letter of ['s', 'h', 'i']) await sent(amina, letter);
  expect(await send(amina, 't')).toEqual({ ...actionFailure('refused'), category: 'profanity', isTogether: true });
});

test('who counts aloud is not refused', async () => {
  const { amina, sent, stored } = await cast();
  const counted = ['99', '101', '103', '105', '107', '5 4 3 2 1', 'go'];
  for (const text of counted) await sent(amina, text);
  expect(await stored()).toEqual(counted);
});

test('nor who tells scores one after the other, where a b can be an 8', async () => {
  const { amina, sent, stored } = await cast();
  const scores = ['b0', 'b10', 'b11', 'b14', '0', '810', '812', '333'];
  for (const text of scores) await sent(amina, text);
  expect(await stored()).toEqual(scores);
});

test('messages about different things do not make a phrase together', async () => {
  const { amina, sent, stored } = await cast();
  const unrelated = [
    'top scores: 9500, 8700, 8200',
    'never post your number',
    'call me the king of chess',
    'where is my bag',
    'you live far',
  ];
  for (const text of unrelated) await sent(amina, text);
  expect(await stored()).toEqual(unrelated);
});

test('of parts of a number that are sent at the same moment one is refused', async () => {
  const { amina, send, sent, stored } = await cast();
  await sent(amina, 'call me');
  const results = await Promise.all(['0712', '3456'].map((text) => send(amina, text)));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(await stored()).toHaveLength(2);
});
