import { expect, test } from 'vitest';
import { createPlayers } from '../../../tests/friendship-world.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { getConversation, markConversationRead, publishTyping, sendMessage } from './service.server.ts';

test('while the age of one of two friends is not known both read, neither writes, and the reason is in the conversation', async () => {
  const { ctx, players, relate, moveTo, allowChat } = await createPlayers({ amina: 13, brian: 13 });
  await relate('amina', 'brian', 'accepted');
  await allowChat('amina', 'brian');
  const { amina, brian } = players;
  const clientId = ctx.newId();
  const first = await sendMessage(ctx, brian, amina.id, { text: 'hi', clientId });
  await moveTo('brian', null);
  const published: BusMessage[] = [];
  ctx.bus.subscribe((message) => void published.push(message));
  const bell = async () => (await listNotifications(ctx, amina, null)).items.length;
  const before = await bell();
  for (const [me, other] of [
    [amina, brian],
    [brian, amina],
  ] as const) {
    const answer = await sendMessage(ctx, me, other.id, { text: 'are you there?', clientId: ctx.newId() });
    expect(answer).toMatchObject({ ok: false, code: 'age-unknown' });
    await publishTyping(ctx, me, other.id);
    expect(await getConversation(ctx, me, other.id)).toMatchObject({ messages: [{ text: 'hi' }], isAgeUnknown: true });
  }
  await new Promise(setImmediate);
  expect([published, await bell()]).toEqual([[], before]);
  // What was sent before is not refused when its answer was lost, and can be read.
  expect(await sendMessage(ctx, brian, amina.id, { text: 'hi', clientId })).toEqual(first);
  await markConversationRead(ctx, amina, brian.id, first.ok ? first.message.id : undefined);
  expect(await bell()).toBe(0);
  // With an answer of an age that may be in touch it goes on.
  await moveTo('brian', 16);
  expect(await sendMessage(ctx, amina, brian.id, { text: 'hello', clientId: ctx.newId() })).toMatchObject({ ok: true });
  expect(await getConversation(ctx, amina, brian.id)).toMatchObject({ isAgeUnknown: false });
});
