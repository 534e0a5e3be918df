import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import type { Actor } from '../../shared/permissions.ts';
import type { FriendAction } from '../friends/schema.ts';
import { applyFriendAction, getFriendsView } from '../friends/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import type { Conversation, MessageView, SendMessageResult } from './schema.ts';
import { toMessageId, MESSAGES_PER_MINUTE, MESSAGES_PAGE_SIZE, MESSAGE_LENGTH_MAX } from './messages.rules.ts';
import { markConversationRead, sendMessage, publishTyping, getConversation } from './service.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;
type Cast = { world: World; amina: Player; brian: Player; zuri: Player };

const MINUTE = 60;

/** Amina and Brian are friends; Zuri has no friends. */
async function cast(): Promise<Cast> {
  const world = await createWorld();
  const person = (name: string) => world.addPlayer({ username: name.toLowerCase(), display_name: name });
  const [amina, brian, zuri] = [await person('Amina'), await person('Brian'), await person('Zuri')];
  await befriend(world, amina, brian);
  await world.ctx.db.deleteFrom('notifications').execute();
  return { world, amina, brian, zuri };
}

const applyAction = (world: World, actor: Actor, what: FriendAction, other: Player) =>
  applyFriendAction(world.ctx, actor, { do: what, id: other.id });
async function befriend(world: World, one: Player, other: Player): Promise<void> {
  await applyAction(world, one, 'ask', other);
  await applyAction(world, other, 'accept', one);
}

const send = (world: World, from: Actor, to: Player, text: string, clientId: string = randomUUID()): Promise<SendMessageResult> =>
  sendMessage(world.ctx, from, to.id, { text, clientId });
/** Sends a message that the filter accepts. */
async function sent(world: World, from: Actor, to: Player, text: string, clientId?: string): Promise<MessageView> {
  const answer = await send(world, from, to, text, clientId);
  if (answer.ok) return answer.message;
  throw new Error(`not sent: ${JSON.stringify(answer)}`);
}
const textsOf = ({ messages }: Conversation) => messages.map((message) => message.text);
const stored = async (world: World) =>
  (await world.ctx.db.selectFrom('messages').select('body').orderBy('seq').execute()).map((row) => row.body);
const bell = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items.map((item) => item.message);
const unreadOf = async (world: World, actor: Actor) =>
  (await getFriendsView(world.ctx, actor, { tab: 'friends', term: '', after: null })).friends?.items.map((item) => item.unread);
const heard = () => new Promise(setImmediate);

/** Fills a conversation with this many messages, from the two players in turn: '1', '2', ... */
const fill = (world: World, one: Player, other: Player, count: number) => {
  const [low, high] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
  return sql`
    with there as (insert into conversations (low_id, high_id, last_seq, last_at) values (${low}, ${high}, ${count}, now()) returning 1)
    insert into messages (low_id, high_id, seq, sender_id, client_id, body)
    select ${low}, ${high}, i, case when i % 2 = 0 then ${low}::uuid else ${high}::uuid end, gen_random_uuid(), i::text
    from there, generate_series(1, ${count}::int) i`.execute(world.ctx.db);
};

/** Adds a sanction for a player. */
const punish = (world: World, { id }: Player, kind: 'mute' | 'ban' | 'warn', until: Date | null) =>
  world.ctx.db.insertInto('sanctions').values({ id: world.ctx.newId(), player_id: id, kind, why: 'mean words', until }).execute();

test('friends write to each other, and both read the same; nobody else can write or read', async () => {
  const { world, amina, brian, zuri } = await cast();
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  const first = await sent(world, amina, brian, '  hi\r\nBrian ');
  expect(first).toMatchObject({ id: toMessageId(1), mine: true, text: 'hi\nBrian' });
  await heard();
  expect(bus).toContainEqual({ kind: 'chat', playerIds: [brian.id, amina.id], between: [amina.id, brian.id] });
  await sent(world, brian, amina, 'hi Amina');
  const [hers, his] = [await getConversation(world.ctx, amina, brian.id), await getConversation(world.ctx, brian, amina.id)];
  expect(textsOf(hers)).toEqual(['hi\nBrian', 'hi Amina']);
  expect(his.messages).toEqual(hers.messages.map((message) => ({ ...message, mine: !message.mine })));
  expect(hers).toMatchObject({ friend: { username: 'brian' }, earlier: null, muted: null, off: false });
  for (const use of [
    () => send(world, zuri, amina, 'hi'),
    () => send(world, amina, zuri, 'hi'),
    () => send(world, amina, amina, 'hi'),
    () => getConversation(world.ctx, zuri, amina.id),
    () => getConversation(world.ctx, amina, 'nope'),
    () => publishTyping(world.ctx, zuri, amina.id),
    () => markConversationRead(world.ctx, zuri, amina.id, first.id),
  ])
    await expect(use()).rejects.toMatchObject({ code: 'not-found' });
  expect(await stored(world)).toEqual(['hi\nBrian', 'hi Amina']);
});

test('a message is kept once, however often and however quickly a browser sends it', async () => {
  const { world, amina, brian } = await cast();
  const clientId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => sent(world, amina, brian, 'hi', clientId)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => ({ ...answers[0], clientId, id: toMessageId(1) })));
  // The stored text stays, even if a retry with the same id has a different text.
  expect(await sent(world, amina, brian, 'something else', clientId)).toEqual(answers[0]);
  expect([await stored(world), await unreadOf(world, brian), await bell(world, brian)]).toEqual([['hi'], [1], ['Amina (@amina): hi']]);
  // Sequence numbers have no gap, and two players can use the same client id.
  expect(await sent(world, brian, amina, 'hi you', clientId)).toMatchObject({ id: toMessageId(2), text: 'hi you' });
});

test('an id that was used for another friend is refused, not an error of ours', async () => {
  const { world, amina, brian, zuri } = await cast();
  await befriend(world, amina, zuri);
  const clientId = randomUUID();
  await sent(world, amina, brian, 'hi', clientId);
  await expect(send(world, amina, zuri, 'hi', clientId)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await stored(world)).toEqual(['hi']);
});

test('the order is the same for both, also when both write at once', async () => {
  const { world, amina, brian } = await cast();
  const each = Array.from({ length: 15 }, (_, i) => i);
  const answers = await Promise.all(each.flatMap((i) => [sent(world, amina, brian, `a${i}`), sent(world, brian, amina, `b${i}`)]));
  const [hers, his] = [await getConversation(world.ctx, amina, brian.id), await getConversation(world.ctx, brian, amina.id)];
  expect(textsOf(hers)).toEqual(textsOf(his));
  expect(hers.messages.map((message) => message.id)).toEqual(answers.map((_, i) => toMessageId(i + 1)));
  const byId = new Map(answers.map((message) => [message.id, message.text]));
  expect(textsOf(hers)).toEqual(hers.messages.map((message) => byId.get(message.id)));
});

test('a conversation is read in pages from its end, and from a place on, without gaps and repeats', async () => {
  const { world, amina, brian } = await cast();
  const count = MESSAGES_PAGE_SIZE * 2 + 7;
  await fill(world, amina, brian, count);
  const all = Array.from({ length: count }, (_, i) => String(i + 1));
  const back: string[][] = [];
  let before: string | null = null;
  do {
    const page: Conversation = await getConversation(world.ctx, amina, brian.id, { before });
    back.unshift(textsOf(page));
    before = page.earlier;
    // A message that arrives in the meantime does not shift the pages.
    if (back.length === 1) await sent(world, brian, amina, 'meanwhile');
  } while (before !== null);
  expect([back.flat(), back.map((page) => page.length)]).toEqual([all, [7, MESSAGES_PAGE_SIZE, MESSAGES_PAGE_SIZE]]);
  const on: string[] = [];
  for (let after = toMessageId(0); ;) {
    const page = await getConversation(world.ctx, amina, brian.id, { after });
    expect(page.earlier).toBeNull();
    on.push(...textsOf(page));
    if (page.messages.length === 0) break;
    after = page.messages.at(-1)?.id as string;
  }
  expect(on).toEqual([...all, 'meanwhile']);
  expect((await getConversation(world.ctx, amina, brian.id, { before: toMessageId(MESSAGES_PAGE_SIZE + 1) })).earlier).toBeNull();
});

test('a place that somebody made up never breaks a conversation', async () => {
  const { world, amina, brian } = await cast();
  await sent(world, amina, brian, 'hi');
  const broken: unknown[] = [];
  const note = (place: string) => (error: { code?: string; message: string }) => {
    if (error.code !== 'bad-input') broken.push([place, error.message]);
  };
  for (const place of ['', '1', '-00000000001', 'x'.repeat(12), '1e3', '999999999999', '002147483648', '002147483647', '000000000000']) {
    await getConversation(world.ctx, brian, amina.id, { before: place }).catch(note(`before ${place}`));
    await getConversation(world.ctx, brian, amina.id, { after: place }).catch(note(`after ${place}`));
    await markConversationRead(world.ctx, brian, amina.id, place).catch(note(`read ${place}`));
  }
  await expect(markConversationRead(world.ctx, brian, amina.id, undefined)).rejects.toMatchObject({ code: 'bad-input' });
  expect(broken).toEqual([]);
});

test('unread messages are counted until they are read, and the sender sees how far', async () => {
  const { world, amina, brian } = await cast();
  const messages = [];
  for (const text of ['one', 'two', 'three']) messages.push(await sent(world, amina, brian, text));
  const readUpTo = async () => (await getConversation(world.ctx, amina, brian.id)).readUpTo;
  const read = (id: string | undefined) => markConversationRead(world.ctx, brian, amina.id, id);
  expect([await unreadOf(world, brian), await unreadOf(world, amina), await readUpTo()]).toEqual([[3], [0], null]);
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  await read(messages[1]?.id);
  await heard();
  const word = { kind: 'chat', playerIds: [amina.id, brian.id], between: [brian.id, amina.id] };
  // One message is still unread, so the notification stays.
  expect(bus).toEqual([word]);
  expect([await unreadOf(world, brian), await readUpTo()]).toEqual([[1], messages[1]?.id]);
  // The read position never moves back, is not published twice and does not go beyond the last message.
  for (const id of [messages[0]?.id, messages[1]?.id]) await read(id);
  await heard();
  expect([bus.length, await readUpTo()]).toEqual([1, messages[1]?.id]);
  // This is also true if there are no new messages.
  expect((await getConversation(world.ctx, amina, brian.id, { after: messages[2]?.id ?? '' })).readUpTo).toBe(messages[1]?.id);
  await read(toMessageId(1_000));
  await sent(world, amina, brian, 'four');
  expect([await unreadOf(world, brian), await readUpTo()]).toEqual([[1], messages[2]?.id]);
  // A player's own messages are never unread, and replying marks the conversation as read.
  await sent(world, brian, amina, 'five');
  expect([await unreadOf(world, brian), await unreadOf(world, amina), await readUpTo()]).toEqual([[0], [1], toMessageId(5)]);
});

test('a conversation has one word in the bell until it is read, with 50 letters of the message', async () => {
  const { world, amina, brian, zuri } = await cast();
  await befriend(world, zuri, brian);
  await world.ctx.db.deleteFrom('notifications').execute();
  const long = `${'😀'.repeat(25)}${'ok '.repeat(10)}`.trim();
  await sent(world, amina, brian, long);
  for (const text of ['two', 'three']) await sent(world, amina, brian, text);
  await Promise.all(['four', 'five'].map((text) => sent(world, zuri, brian, text)));
  const words = await bell(world, brian);
  expect(words).toHaveLength(2);
  expect(words[1]).toBe(`Amina (@amina): ${Array.from(long).slice(0, 50).join('')}...`);
  await markConversationRead(world.ctx, brian, amina.id, toMessageId(3));
  expect((await bell(world, brian)).map((word) => word.split(':')[0])).toEqual(['Zuri (@zuri)']);
  await sent(world, amina, brian, 'ha'.repeat(25));
  expect((await bell(world, brian))[0]).toBe(`Amina (@amina): ${'ha'.repeat(25)}`);
  expect(await bell(world, amina)).toEqual([]);
});

test('who answers has read: the bell forgets the message', async () => {
  const { world, amina, brian } = await cast();
  await sent(world, amina, brian, 'hi');
  await sent(world, brian, amina, 'hi you');
  // The page also marks the conversation as read, which changes nothing more.
  await markConversationRead(world.ctx, brian, amina.id, toMessageId(2));
  expect(await bell(world, brian)).toEqual([]);
  await sent(world, amina, brian, 'how are you?');
  expect(await bell(world, brian)).toEqual(['Amina (@amina): how are you?']);
});

test('what the filter refuses is not kept, and it says why', async () => {
  const { world, amina, brian } = await cast();
  const refused: Record<string, string> = {
    'fuck you': 'profanity',
    'wewe mjinga': 'bullying',
    'call 0712345678': 'phone',
    'write to amina@example.com': 'email',
    'https://example.com/room': 'link',
  };
  const [bus, measured]: [unknown[], string[]] = [[], []];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  Object.assign(world.ctx, { metrics: { countRefusedMessage: (kind: string) => measured.push(kind) } });
  const got = [];
  for (const text of Object.keys(refused)) got.push([text, await send(world, amina, brian, text)]);
  await heard();
  expect(got).toEqual(Object.entries(refused).map(([text, kind]) => [text, { ...actionFailure('refused'), category: kind }]));
  // What was tried opens a case, in its own time: of that only the team is told.
  const toPlayers = bus.filter((message) => (message as { kind: string }).kind !== 'cases');
  expect([await stored(world), await bell(world, brian), toPlayers]).toEqual([[], [], []]);
  // Its kind is counted, and nothing else of it.
  const counted = await world.ctx.db.selectFrom('refused_messages').select('kind').where('times', '=', 1).orderBy('kind').execute();
  expect([counted.map(({ kind }) => kind), measured]).toEqual([Object.values(refused).toSorted(), Object.values(refused)]);
  await sent(world, amina, brian, 'class at 7, I scored 254712');
});

test('while the filter cannot run nothing is sent', async () => {
  const { world, amina, brian } = await cast();
  await sent(world, amina, brian, 'hi');
  const lists = await world.ctx.db.selectFrom('filter_lists').selectAll().execute();
  await world.ctx.db.deleteFrom('filter_lists').execute();
  world.advanceClock(6);
  const clientId = randomUUID();
  await expect(send(world, amina, brian, 'hello', clientId)).rejects.toMatchObject({ code: 'unavailable' });
  expect([await stored(world), await unreadOf(world, brian)]).toEqual([['hi'], [1]]);
  await world.ctx.db.insertInto('filter_lists').values(lists).execute();
  world.advanceClock(6);
  await sent(world, amina, brian, 'hello', clientId);
});

test('a muted player can read, but cannot write until it ends, and sees the reason', async () => {
  const { world, amina, brian } = await cast();
  const before = await sent(world, amina, brian, 'hi');
  const until = new Date(world.ctx.now().getTime() + 3_600_000);
  await punish(world, amina, 'warn', null);
  await sent(world, amina, brian, 'only warned');
  await punish(world, amina, 'mute', new Date(world.ctx.now().getTime() + 60_000));
  await punish(world, amina, 'mute', until);
  const muted = { until: until.toISOString(), left: expect.any(Number), why: 'mean words' };
  const answer = await send(world, amina, brian, 'hello');
  expect(answer).toEqual({ ...actionFailure('muted'), mute: muted });
  expect(answer.ok ? null : answer.mute?.left).toBeGreaterThan(3_590_000);
  // A retry of an accepted message returns the same response and sends nothing.
  expect(await sent(world, amina, brian, 'hi', before.clientId)).toEqual(before);
  expect(await getConversation(world.ctx, amina, brian.id)).toMatchObject({ muted, messages: [{}, {}] });
  expect((await getConversation(world.ctx, brian, amina.id)).muted).toBeNull();
  await sent(world, brian, amina, 'I can');
  world.advanceClock(3_601);
  await sent(world, amina, brian, 'hello');
  expect((await getConversation(world.ctx, amina, brian.id)).muted).toBeNull();
  await punish(world, amina, 'ban', null);
  expect(await send(world, amina, brian, 'hello')).toEqual({
    ...actionFailure('muted'),
    mute: { until: '', left: null, why: 'mean words' },
  });
  await world.ctx.db.updateTable('sanctions').set({ lifted_at: new Date() }).execute();
  await sent(world, amina, brian, 'again');
  expect(await stored(world)).toEqual(['hi', 'only warned', 'I can', 'hello', 'again']);
});

test('switched off nobody writes and everybody reads; switched on it goes on', async () => {
  const { world, amina, brian } = await cast();
  await sent(world, amina, brian, 'hi');
  const turn = async (on: boolean) => {
    await world.ctx.db.updateTable('feature_flags').set({ is_enabled: on }).where('name', '=', 'chat').execute();
    world.advanceClock(3);
  };
  await turn(false);
  expect(await send(world, amina, brian, 'hello')).toMatchObject({ ok: false, code: 'switched-off' });
  expect(await getConversation(world.ctx, brian, amina.id)).toMatchObject({ off: true, messages: [{ text: 'hi' }] });
  await turn(true);
  await sent(world, amina, brian, 'hello');
  expect((await getConversation(world.ctx, brian, amina.id)).off).toBe(false);
});

test('a player sends at most 20 messages a minute, to all friends together', async () => {
  const { world, amina, brian, zuri } = await cast();
  await befriend(world, amina, zuri);
  for (let i = 0; i < MESSAGES_PER_MINUTE.points - 1; i++) await sent(world, amina, i % 2 === 0 ? brian : zuri, `m${i}`);
  const last = await sent(world, amina, brian, 'last');
  for (const friend of [brian, zuri]) await expect(send(world, amina, friend, 'more')).rejects.toMatchObject({ code: 'too-many-requests' });
  // A retry of a sent message does not count as sending.
  expect(await sent(world, amina, brian, 'last', last.clientId)).toEqual(last);
  await sent(world, brian, amina, 'me too');
  world.advanceClock(MINUTE + 1);
  await sent(world, amina, brian, 'more');
  expect(await stored(world)).toHaveLength(MESSAGES_PER_MINUTE.points + 2);
});

test.each(['remove', 'block'] as const)('%s in the middle of a send: it does not arrive, and later ones neither', async (what) => {
  const { world, amina, brian } = await cast();
  await sent(world, amina, brian, 'hi');
  const pending = await world.ctx.db.transaction().execute(async (trx) => {
    // The first statement of removing and of blocking a friend, not committed yet.
    await trx.deleteFrom('friendships').execute();
    const answer = send(world, amina, brian, 'too late').then(
      () => 'sent',
      (error: { code?: string }) => error.code,
    );
    await waitForLocks(world.ctx.db, 1);
    if (what === 'block') await trx.insertInto('blocks').values({ player_id: brian.id, blocked_id: amina.id }).execute();
    return { answer };
  });
  expect(await pending.answer).toBe('not-found');
  for (const actor of [amina, brian]) {
    await expect(send(world, actor, actor === amina ? brian : amina, 'hello')).rejects.toMatchObject({ code: 'not-found' });
    await expect(getConversation(world.ctx, actor, actor === amina ? brian.id : amina.id)).rejects.toMatchObject({ code: 'not-found' });
  }
  expect([await stored(world), await bell(world, brian)]).toEqual([['hi'], ['Amina (@amina): hi']]);
});

test('a message has 1 to 500 letters, and no control characters but line ends', async () => {
  const { world, amina, brian } = await cast();
  const smileys = '😀'.repeat(MESSAGE_LENGTH_MAX);
  for (const text of ['', ' \n ', `${smileys}😀`, 'a\0b', 'a\tb', 'a\u0007b', 'a\rb', 'a\u009fb', 'a\ud800'])
    await expect(send(world, amina, brian, text), JSON.stringify(text)).rejects.toMatchObject({ code: 'bad-input' });
  for (const clientId of ['', 'x', `${randomUUID()}0`])
    await expect(send(world, amina, brian, 'hi', clientId)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(sendMessage(world.ctx, amina, brian.id, {})).rejects.toMatchObject({ code: 'bad-input' });
  expect(await stored(world)).toEqual([]);
  expect((await sent(world, amina, brian, `  ${smileys}\n`)).text).toBe(smileys);
  expect(await stored(world)).toEqual([smileys]);
});

test('who is writing shows to that friend only, and is not kept', async () => {
  const { world, amina, brian } = await cast();
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  await publishTyping(world.ctx, amina, brian.id);
  await heard();
  expect(bus).toEqual([{ kind: 'typing', playerId: brian.id, from: amina.id }]);
  // Typing of a muted player is invisible.
  await world.ctx.db
    .insertInto('sanctions')
    .values({ id: randomUUID(), player_id: amina.id, kind: 'mute', why: 'x', until: null })
    .execute();
  await publishTyping(world.ctx, amina, brian.id);
  await heard();
  expect(bus).toHaveLength(1);
});

test('reading while a message comes neither loses nor hides it', async () => {
  const { world, amina, brian } = await cast();
  for (let time = 0; time < 20; time++) {
    const first = await sent(world, amina, brian, `first ${time}`);
    await Promise.all([markConversationRead(world.ctx, brian, amina.id, first.id), send(world, amina, brian, `second ${time}`)]);
    expect([await unreadOf(world, brian), await bell(world, brian)], String(time)).toEqual([
      [1],
      [expect.stringMatching(/^amina \(@amina\): /i)],
    ]);
    const { messages } = await getConversation(world.ctx, brian, amina.id);
    await markConversationRead(world.ctx, brian, amina.id, messages.at(-1)?.id);
    world.advanceClock(10);
  }
});
