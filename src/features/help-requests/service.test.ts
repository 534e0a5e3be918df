import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { REPORTS_PER_DAY as PLAYER_REPORTS_PER_DAY } from '../chat/reports/rules.ts';
import { reportPlayer } from '../chat/reports/service.server.ts';
import { getConversation, sendMessage } from '../chat/service.server.ts';
import { SENDER_LIMIT } from '../contact/rules.ts';
import { sendMessage as sendLetter } from '../contact/service.server.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { REPORTS_PER_DAY } from '../reports/rules.ts';
import { reportGame } from '../reports/service.server.ts';
import { HELP_ASKS_PER_DAY } from './rules.ts';
import { askForHelp, getHelpView } from './service.server.ts';

const DAY = 86_400;

async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  // To a noon: what a message makes is one a day, and a day could end in the middle of a test.
  const time = ctx.now().getTime() / 1000;
  world.advanceClock(DAY - (time % DAY) + DAY / 2);
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  const say = (text: string, from: Actor = amina) => sendMessage(ctx, from, from === amina ? brian.id : amina.id, { text });
  return { world, ctx, amina, brian, say };
}

const requests = (world: World) =>
  world.ctx.db.selectFrom('help_requests').select(['player_id', 'kind', 'is_asked', 'words', 'state']).orderBy('created_at').execute();

test('a message that asks for help is sent; only its writer gets a card, once a day for each kind, and nobody of the team is told without the button', async () => {
  const { world, ctx, amina, brian, say } = await cast();
  const sent = await say('i want to kill myself');
  expect(sent).toMatchObject({
    ok: true,
    message: { text: 'i want to kill myself' },
    help: { isTeamNotified: false, words: 'i want to kill myself' },
  });
  expect(sent.help?.lines[0]).toEqual({ country: 'Kenya', name: 'Childline Kenya', number: '116', emergency: '999' });
  // The words alone: ids are random, so a search for '116' in the whole answer would find it in one of them now and then.
  const seen = await getConversation(ctx, brian, amina.id);
  expect(JSON.stringify(seen, (key, value) => (/^(id|clientId|avatar|at)$/.test(key) ? undefined : value))).not.toMatch(/help|116/i);
  expect(seen).toMatchObject({ messages: [{ text: 'i want to kill myself' }] });
  expect(await say('nataka kufa')).not.toHaveProperty('help');
  expect(await say('nobody wants me i feel so alone')).toMatchObject({ ok: true, help: { isTeamNotified: false } });
  expect(await say('nobody wants me i feel so alone')).not.toHaveProperty('help');
  expect(await say('good game')).not.toHaveProperty('help');
  world.advanceClock(DAY + 1);
  expect(await say('kms')).toMatchObject({ ok: true, help: { isTeamNotified: false } });
  expect(await requests(world)).toEqual([]);
  // The other one did not write it.
  expect(await say('what happened?', brian)).not.toHaveProperty('help');
});

test('where a child is harmed, our team is told, at most once a day, and the writer knows it', async () => {
  const { world, amina, say } = await cast();
  await say('i want to hurt myself');
  expect(await say('my uncle touches me')).toMatchObject({ ok: true, help: { isTeamNotified: true } });
  // What follows is added to the open request, without another card.
  expect(await say('my dad beats me every night')).not.toHaveProperty('help');
  expect(await requests(world)).toEqual([
    { player_id: amina.id, kind: 'abuse', is_asked: false, words: 'my uncle touches me\nmy dad beats me every night', state: 'new' },
  ]);
  await world.ctx.db.updateTable('help_requests').set({ state: 'resolved', decided_at: world.ctx.now() }).execute();
  // Nothing new was said since.
  expect(await say('my uncle touches me')).not.toHaveProperty('help');
  expect(await requests(world)).toMatchObject([{ state: 'resolved' }]);
  // What is new is read on the same day: the request of the day opens again, still one.
  expect(await say('my uncle touches me again')).not.toHaveProperty('help');
  expect(await say('my dad beats me with a belt')).not.toHaveProperty('help');
  expect(await requests(world)).toEqual([
    {
      player_id: amina.id,
      kind: 'abuse',
      is_asked: false,
      words: 'my uncle touches me\nmy dad beats me every night\nmy uncle touches me again\nmy dad beats me with a belt',
      state: 'new',
    },
  ]);
  await world.ctx.db.updateTable('help_requests').set({ state: 'resolved', decided_at: world.ctx.now() }).execute();
  world.advanceClock(DAY + 1);
  expect(await say('my uncle touches me')).toMatchObject({ help: { isTeamNotified: true } });
  expect(await requests(world)).toHaveLength(2);
});

test('a message that is refused brings the card too', async () => {
  const { world, amina, say } = await cast();
  expect(await say('my uncle touches me, call 0712345678')).toMatchObject({
    ok: false,
    code: 'refused',
    category: 'phone',
    help: { isTeamNotified: true },
  });
  expect(await requests(world)).toMatchObject([{ player_id: amina.id, words: 'my uncle touches me, call 0712345678' }]);
  // An insult is one as before, and asks for nothing.
  expect(await say('kill yourself')).toMatchObject({ ok: false, code: 'refused', category: 'bullying' });
  expect(await say('kill yourself')).not.toHaveProperty('help');
});

test('the card of a message comes with every answer to it, so that none is lost with an answer', async () => {
  const { world, ctx, amina, brian } = await cast();
  const send = (text: string, clientId: string) => sendMessage(ctx, amina, brian.id, { text, clientId });
  const harm = randomUUID();
  for (const [text, isTeamNotified, clientId] of [
    ['kms', false, randomUUID()],
    ['my uncle touches me', true, harm],
  ] as const) {
    const answers = [await send(text, clientId), await send(text, clientId), await send('lets play', clientId)];
    expect(answers.map(({ ok, help }) => [ok, help])).toEqual(
      answers.map(() => [true, expect.objectContaining({ words: text, isTeamNotified })]),
    );
  }
  const id = randomUUID();
  const atOnce = await Promise.all([1, 2, 3].map(() => send('nobody wants me i feel so alone', id)));
  expect(atOnce.map(({ help }) => help?.isTeamNotified)).toEqual([false, false, false]);
  // One that is refused is stored nowhere: it is sent again under the same id.
  const refused = randomUUID();
  for (const _ of [1, 2])
    expect(await send('nataka kufa, call 0712345678', refused)).toMatchObject({ ok: false, help: { isTeamNotified: false } });
  // Another message is not the same one.
  expect(await send('kms', randomUUID())).not.toHaveProperty('help');
  expect(await requests(world)).toMatchObject([{ words: 'my uncle touches me' }]);
  // Days later too, when the request was decided: it is not made again.
  await ctx.db.updateTable('help_requests').set({ state: 'resolved', decided_at: ctx.now() }).execute();
  world.advanceClock(3 * DAY);
  expect(await send('my uncle touches me', harm)).toMatchObject({ ok: true, help: { words: 'my uncle touches me' } });
  expect(await requests(world)).toMatchObject([{ words: 'my uncle touches me', state: 'resolved' }]);
});

test('a message that could not be stored uses no card up: it comes when the message is sent again', async () => {
  const { world, ctx, amina, brian } = await cast();
  for (const [text, isTeamNotified] of [
    ['kms', false],
    ['my uncle touches me', true],
  ] as const) {
    const send = () => sendMessage(ctx, amina, brian.id, { text, clientId: randomUUID() });
    await sql`alter table messages add constraint none check (false) not valid`.execute(ctx.db);
    await expect(send()).rejects.toThrow('none');
    await sql`alter table messages drop constraint none`.execute(ctx.db);
    expect(await send()).toMatchObject({ ok: true, help: { isTeamNotified } });
  }
  expect(await requests(world)).toMatchObject([{ words: 'my uncle touches me' }]);
});

test('what is added to a request that is open, our team is told too, and the writer knows it', async () => {
  const { world, ctx, amina, say } = await cast();
  await askForHelp(ctx, amina, { text: 'i am sad' });
  expect(await say('my uncle touches me')).toMatchObject({ ok: true, help: { isTeamNotified: true } });
  expect(await requests(world)).toMatchObject([{ kind: 'abuse', words: 'i am sad\nmy uncle touches me' }]);
});

test('of two messages at once that tell of harm, one request is made', async () => {
  const { world, say } = await cast();
  await Promise.all([say('my uncle touches me'), say('my dad beats me with a belt')]);
  expect(await requests(world)).toHaveLength(1);
});

test('the button makes a request, or adds to the one that is open', async () => {
  const { world, ctx, amina } = await cast();
  await askForHelp(ctx, amina, { text: 'i want to hurt myself' });
  await askForHelp(ctx, amina, { text: 'i want to hurt myself' });
  await askForHelp(ctx, amina, {});
  await askForHelp(ctx, amina, { text: 'my uncle touches me' });
  expect(await requests(world)).toEqual([
    { player_id: amina.id, kind: 'abuse', is_asked: true, words: 'i want to hurt myself\nmy uncle touches me', state: 'new' },
  ]);
  // However long, it is taken.
  for (const letter of ['w', 'x', 'y', 'z']) await askForHelp(ctx, amina, { text: letter.repeat(9000) });
  expect((await requests(world))[0]?.words).toHaveLength(6000);
  await expect(askForHelp(ctx, VISITOR, { text: 'help' })).rejects.toMatchObject({ code: 'sign-in-required' });
  expect(
    [VISITOR, amina, { kind: 'leaving', id: amina.id }, { kind: 'age-unknown', id: amina.id }].map(
      (who) => getHelpView(ctx, who as Actor).first,
    ),
  ).toEqual(['sign-in', null, 'keep-account', 'say-age']);
});

test('the button works while the lists cannot be loaded', async () => {
  const { world, ctx, amina } = await cast();
  await ctx.db.deleteFrom('filter_lists').execute();
  world.advanceClock(10);
  await askForHelp(ctx, amina, { text: 'my uncle touches me' });
  expect(await requests(world)).toMatchObject([{ words: 'my uncle touches me' }]);
});

test('who reports a player and tells of harm gets the card with the receipt', async () => {
  const { world, ctx, amina, brian } = await cast();
  const report = (description: string) => reportPlayer(ctx, amina, { playerId: brian.id, reason: 'scary', description });
  expect(await report('he is mean')).toEqual({ ok: true });
  expect(await report('he has my picture and says he will show everyone')).toMatchObject({ ok: true, help: { isTeamNotified: true } });
  expect(await requests(world)).toMatchObject([{ player_id: amina.id, kind: 'abuse' }]);
});

test('who writes a report that is not taken, or a letter to us, is heard all the same', async () => {
  const { world, ctx, amina, brian } = await cast();
  const cry = 'my uncle touches me';
  const about = (description: string, playerId = brian.id) => reportPlayer(ctx, amina, { playerId, reason: 'scary', description });
  const game = (description: string, id = 'no-such-game') => reportGame(ctx, amina, id, { reason: 'other', description });
  const letter = (fields: Record<string, string>, actor: Actor = amina) =>
    sendLetter(ctx, actor, { name: 'Amina', email: 'amina@example.com', subject: 'please', ...fields }, '41.90.64.7');
  const refused = (code: string, isTeamNotified = true) => ({ ok: false, code, help: { isTeamNotified } });
  expect(await about(cry, randomUUID())).toMatchObject({ ...refused('not-found'), help: { words: cry } });
  expect(await about(`${cry} ${'x'.repeat(3000)}`)).toMatchObject(refused('bad-input'));
  // Nothing of the words comes back, where a link stands for the card.
  expect(await game(cry)).toEqual({ ...actionFailure('not-found'), help: { isTeamNotified: true } });
  expect(await letter({ message: cry, email: '' })).toMatchObject(refused('bad-input'));
  expect(await letter({ message: cry, email: '' }, VISITOR)).toMatchObject(refused('bad-input', false));
  for (let time = 0; time < PLAYER_REPORTS_PER_DAY.points; time++)
    await ctx.rateLimiter.increment([PLAYER_REPORTS_PER_DAY, REPORTS_PER_DAY].map((limit) => [limit, amina.id]));
  for (let time = 0; time < SENDER_LIMIT.points; time++) await letter({ message: `a game is slow ${time}` });
  const id = await world.addGame();
  expect(await about(cry)).toMatchObject(refused('too-many-requests'));
  expect(await game(cry, id)).toMatchObject(refused('too-many-requests'));
  expect(await letter({ message: cry })).toMatchObject({ ...refused('too-many-requests'), values: { message: cry } });
  expect(await requests(world)).toMatchObject([{ player_id: amina.id, kind: 'abuse', state: 'new' }]);
  // Without a call for help they fail as before.
  await expect(about('he is mean')).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(game('it is slow', id)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(await letter({ message: 'a game is slow' })).not.toHaveProperty('help');
});

test('the button sends all words of a card, and a long text is known for what its end says', async () => {
  const { world, ctx, amina, brian } = await cast();
  const cry = 'i want to kill myself';
  for (const length of [3300, 60_000]) {
    const description = `${'today i went to the shop. '.repeat(length / 26)}\r\n${cry}`;
    const { help } = await reportPlayer(ctx, amina, { playerId: brian.id, reason: 'other', description });
    // Without JavaScript, a browser sends the ends of lines in its own way.
    await askForHelp(ctx, amina, { text: help?.words.replaceAll('\n', '\r\n') ?? '' });
    expect(await requests(world)).toEqual([{ player_id: amina.id, kind: 'self-harm', is_asked: true, words: help?.words, state: 'new' }]);
    expect(help?.words).toMatch(new RegExp(`^today i went .*${cry}$`, 's'));
    await ctx.db.deleteFrom('help_requests').execute();
  }
});

test('while no request can be stored, who asks for help learns who helps all the same, and that our team was not told', async () => {
  const { world, ctx, amina, brian, say } = await cast();
  const cry = 'my uncle touches me';
  const all = async () => [
    await say(cry),
    await say(`${cry}, call 0712345678`),
    await say(`${cry} ${'x'.repeat(600)}`),
    await reportPlayer(ctx, amina, { playerId: brian.id, reason: 'scary', description: cry }),
    await reportPlayer(ctx, amina, { playerId: randomUUID(), reason: 'scary', description: cry }),
    await sendLetter(ctx, amina, { name: 'Amina', email: 'amina@example.com', subject: 'please', message: cry }, '41.90.64.7'),
  ];
  await sql`alter table help_requests add constraint none check (false) not valid`.execute(ctx.db);
  const untold = { isTeamNotified: false };
  expect(await all()).toMatchObject([
    { ok: true, help: untold },
    { ok: false, code: 'refused', help: untold },
    { ok: false, code: 'bad-input', help: untold },
    { ok: true, help: untold },
    { ok: false, code: 'not-found', help: untold },
    { ok: true, help: untold },
  ]);
  // What the button did is never claimed.
  await expect(askForHelp(ctx, amina, { text: cry })).rejects.toThrow('none');
  const failures = world.logged.filter(({ msg }) => msg.includes('our team was not told'));
  expect(failures).toHaveLength(6);
  expect(failures[0]).toMatchObject({ level: 50, playerId: amina.id });
  expect(JSON.stringify(world.logged)).not.toContain('uncle');
  await sql`alter table help_requests drop constraint none`.execute(ctx.db);
  expect(await say(cry)).toMatchObject({ ok: true, help: { isTeamNotified: true } });
  expect(await requests(world)).toMatchObject([{ words: cry }]);
  // The database takes no count either.
  await sql`alter table help_requests add constraint none check (false) not valid`.execute(ctx.db);
  await sql`alter table rate_limit_counters add constraint none check (false) not valid`.execute(ctx.db);
  expect(await say(`${cry} again ${'x'.repeat(600)}`)).toMatchObject({ ok: false, code: 'bad-input', help: untold });
});

test('no counter and no log says which child asked for help, or how often', async () => {
  const { world, ctx, amina, say } = await cast();
  for (const text of ['kms', 'kms', 'my uncle touches me', 'nobody wants me i feel so alone']) await say(text);
  for (let time = 0; time < HELP_ASKS_PER_DAY.points; time++) await askForHelp(ctx, amina, {});
  await expect(askForHelp(ctx, amina, {})).rejects.toMatchObject({ code: 'too-many-requests' });
  const counters = await ctx.db.selectFrom('rate_limit_counters').select('key').where('key', 'like', 'help-%').execute();
  expect(counters).toHaveLength(4);
  expect(JSON.stringify(counters)).not.toMatch(new RegExp(`${amina.id}|self-harm|abuse|distress`));
  expect(world.securityEvents.filter((event) => JSON.stringify(event).includes('help'))).toEqual([]);
});

test('no log, mail or notification has a word of it', async () => {
  const { world, ctx, amina, say } = await cast();
  await say('my uncle touches me');
  await askForHelp(ctx, amina, { text: 'my uncle touches me' });
  const mine = await ctx.db.selectFrom('notifications').select('type').where('player_id', '=', amina.id).execute();
  expect(mine.filter(({ type }) => type === 'report' || type === 'general')).toEqual([]);
  expect(await world.mails()).toEqual([]);
  expect(JSON.stringify([world.logged, world.securityEvents])).not.toMatch(/uncle|touches/);
});
