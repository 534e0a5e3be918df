import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPushWorld } from '../../../tests/push-world.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { sendMessage } from './service.server.ts';

/** Amina and Brian are friends, and Brian has turned on a browser. */
async function createChat() {
  const made = await createPushWorld();
  const { world, ctx, turnOn } = made;
  const [amina, brian] = [await world.addPlayer({ display_name: 'Amina' }), await world.addPlayer()];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  const browser = await turnOn(brian);
  const write = async (text: string, from = amina, to = brian) => {
    const clientId = randomUUID();
    expect(await sendMessage(ctx, from, to.id, { text, clientId })).toMatchObject({ ok: true });
    return clientId;
  };
  const told = async () => (await made.deliver()).map(({ body }) => browser.decrypt(body));
  const countDispatches = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'push.dispatch'`.execute(ctx.db)).rows[0]?.n;
  return { ...made, amina, brian, browser, write, told, countDispatches };
}

const NEW_MESSAGE = { title: 'Kiddo', text: 'You have a new message.', url: '/friends', tag: 'message' };
const MINUTE = 60;

test('a browser is told of a message once, without its words, and again of a later one while the first is unread', async () => {
  const { world, ctx, amina, brian, write, told } = await createChat();
  const clientId = await write('Secret words');
  expect(await told()).toEqual([NEW_MESSAGE]);
  // The same one again, and another within five minutes.
  await sendMessage(ctx, amina, brian.id, { text: 'Secret words', clientId });
  await write('more');
  expect(await told()).toEqual([]);
  world.advanceClock(6 * MINUTE);
  await write('still there?');
  expect(await told()).toEqual([NEW_MESSAGE]);
});

test('a chat that began in quiet hours, or while a page was open, is told of by its next message', async () => {
  const { world, ctx, brian, write, told, goToHour } = await createChat();
  goToHour(6);
  await write('good morning');
  expect(await told()).toEqual([]);
  goToHour(7);
  await ctx.db.insertInto('presence').values({ player_id: brian.id, seen_at: ctx.now(), is_offline: false }).execute();
  await write('are you up?');
  expect(await told()).toEqual([]);
  world.advanceClock(10 * MINUTE);
  await write('hello?');
  expect(await told()).toEqual([NEW_MESSAGE]);
});

test('a message to somebody without a browser, one that is refused and one that was sent before cost no job', async () => {
  const { ctx, amina, brian, write, countDispatches } = await createChat();
  const clientId = await write('hi');
  const before = await countDispatches();
  await write('hi', brian, amina);
  expect(await sendMessage(ctx, amina, brian.id, { text: 'hi', clientId })).toMatchObject({ ok: true });
  expect(await sendMessage(ctx, amina, brian.id, { text: 'call me: 0712 345 678', clientId: randomUUID() })).toMatchObject({ ok: false });
  expect([before, await countDispatches()]).toEqual([1, 1]);
});
