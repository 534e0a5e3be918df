import { expect, test } from 'vitest';
import { createPlayers, queryIn, type Player } from '../../../tests/friendship-world.ts';
import { giveConsent, setGuardianship } from '../../../tests/guardian-world.ts';
import type { World } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { reportPlayer } from './reports/service.server.ts';
import { phrases } from './phrases.texts.ts';
import { getConversation, markConversationRead, publishTyping, sendMessage } from './service.server.ts';

// What two friends of 13 to 17 can write to each other: by what the guardians of both chose, and by whether they know each other by a friend
// code. The expected values are written out, and not taken from the rules that the code goes by.

const STATES = ['nobody asked', 'asked', 'refused', 'withdrawn', 'chose off', 'chose phrases', 'chose friends'] as const;
type State = (typeof STATES)[number];

async function setConsent(world: World, { id }: Player, state: State): Promise<void> {
  const ask = queryIn(world);
  await ask('delete from guardianships where player_id = $1', [id]);
  if (state === 'asked' || state === 'refused' || state === 'withdrawn') await setGuardianship(ask, id, state);
  const chat = (['off', 'phrases', 'friends'] as const).find((choice) => state === `chose ${choice}`);
  if (chat) await giveConsent(ask, id, { chat, buying: 'none', sum: null });
}

/** Amina of 13 and Brian of 16, friends. */
async function cast(mine: State, theirs: State, { isByCode = false } = {}) {
  const all = await createPlayers({ amina: 13, brian: 16 });
  const { world, ctx, players, relate } = all;
  await relate('amina', 'brian', 'accepted');
  if (isByCode) await ctx.db.updateTable('friendships').set({ is_by_code: true }).execute();
  await setConsent(world, players.amina, mine);
  await setConsent(world, players.brian, theirs);
  const send = (text: string, clientId = ctx.newId()) => sendMessage(ctx, players.amina, players.brian.id, { text, clientId });
  const view = async (one: 'amina' | 'brian') => {
    const { level, door } = await getConversation(ctx, players[one], players[one === 'amina' ? 'brian' : 'amina'].id);
    return { level, door };
  };
  return { ...all, send, view };
}

/** One line per state of who writes, one letter per state of the friend: '-' nothing, 'p' ready phrases, 'f' everything. */
const LEVELS = {
  'friends who do not know each other by a code': ['-------', '-------', '-------', '-------', '-------', '-----pp', '-----pf'],
  'friends by a code': ['pp---pp', 'pp---pp', '-------', '-------', '-------', 'pp---pp', 'pp---pf'],
};
/** 'd': whoever reads has a door, because it is their own part that closes the chat; '.': none. */
const DOORS = {
  'friends who do not know each other by a code': ['ddddddd', 'ddddddd', 'ddddddd', 'ddddddd', 'ddddddd', '.....dd', '.......'],
  'friends by a code': ['dd...dd', 'dd...dd', 'ddddddd', 'ddddddd', 'ddddddd', 'dd...dd', '.......'],
};
/** 'c': whoever writes is told that a friend code opens phrases: nobody has answered for them, whatever holds for the friend. */
const CODES = {
  'friends who do not know each other by a code': ['ccccccc', 'ccccccc', '.......', '.......', '.......', '.......', '.......'],
  'friends by a code': Array.from(STATES, () => '.......'),
};
const DOOR_STATES = ['none', 'asked', 'refused', 'withdrawn', 'given', 'given', 'given'];

test.each(Object.keys(LEVELS) as (keyof typeof LEVELS)[])(
  '%s: what passes, in both directions, who has a door, and who is told of codes',
  async (how) => {
    const { world, ctx, players, send } = await cast('nobody asked', 'nobody asked', { isByCode: how === 'friends by a code' });
    const { amina, brian } = players;
    const passes = async (me: Player, other: Player, text: string) => {
      const result = await sendMessage(ctx, me, other.id, { text, clientId: ctx.newId() });
      if (!result.ok && result.code !== 'closed') throw new Error(result.code);
      const { level, door, opensByCode } = await getConversation(ctx, me, other.id);
      // What is refused says the same as the conversation, so that the composer shows it.
      expect(result).toEqual(result.ok ? result : { ...actionFailure('closed'), access: { level, door, opensByCode } });
      return { ok: result.ok, level, door, opensByCode };
    };
    const got = { levels: [] as string[], doors: [] as string[], back: [] as string[], codes: [] as string[] };
    for (const [place, mine] of STATES.entries()) {
      const line = { levels: '', doors: '', back: '', codes: '' };
      for (const theirs of STATES) {
        await setConsent(world, amina, mine);
        await setConsent(world, brian, theirs);
        // Each cell is a new minute: sending is limited.
        await ctx.db.deleteFrom('rate_limit_counters').execute();
        const letters = [];
        for (const [me, other] of [
          [amina, brian],
          [brian, amina],
        ] as const) {
          const [phrase, own] = [await passes(me, other, 'Good game!'), await passes(me, other, 'Shall we play kites?')];
          const letter = own.ok ? 'f' : phrase.ok ? 'p' : '-';
          expect([letter, phrase.level], `${mine} to ${theirs}`).toEqual([letter, { f: 'free', p: 'phrases', '-': 'off' }[letter]]);
          letters.push(letter);
          if (me !== amina) continue;
          line.doors += own.door ? 'd' : '.';
          line.codes += own.opensByCode ? 'c' : '.';
          expect(own.door, `${mine} to ${theirs}`).toEqual(own.door && { state: DOOR_STATES[place], canRemind: false });
        }
        line.levels += letters[0];
        line.back += letters[1];
      }
      for (const key of ['levels', 'doors', 'back', 'codes'] as const) got[key].push(line[key]);
    }
    expect(got).toEqual({ levels: LEVELS[how], doors: DOORS[how], back: LEVELS[how], codes: CODES[how] });
    // With nothing chosen an adult is free, also who had a guardian before.
    for (const name of ['amina', 'brian'] as const) await setConsent(world, players[name], 'chose off');
    await ctx.db.updateTable('players').set({ birth_month: '1990-01', age_band: 18 }).execute();
    expect(await send('Now we are of age')).toMatchObject({ ok: true });
    expect(await getConversation(ctx, amina, brian.id)).toMatchObject({ level: 'free', door: null });
  },
);

test('all ready phrases pass, one after the other; what is added or changed in one is own words', async () => {
  const { ctx, send } = await cast('chose phrases', 'chose friends');
  expect(phrases).toHaveLength(12);
  for (const { text } of phrases) expect(await send(text), text).toMatchObject({ ok: true, message: { text } });
  expect(await send('  Good game! \r\n')).toMatchObject({ ok: true, message: { text: 'Good game!' } });
  for (const text of [
    'good game!',
    'GOOD GAME!',
    'Good game',
    'Good game!!',
    'Good  game!',
    'Good\ngame!',
    'Good game! Kite Club',
    'Good game!\nNice one',
    'Good g\u200bame!',
    'G\u043eod game!',
    'Good',
    'toString',
  ])
    expect(await send(text), JSON.stringify(text)).toMatchObject({ ok: false, code: 'closed' });
  expect(await ctx.db.selectFrom('messages').select('body').execute()).toHaveLength(phrases.length + 1);
});

test('the filter sees ready phrases too, and they count as messages', async () => {
  const { world, ctx, send } = await cast('chose phrases', 'chose phrases');
  for (let nth = 0; nth < 20; nth++) await send(phrases[nth % phrases.length]?.text ?? '');
  await expect(send('Good game!')).rejects.toMatchObject({ code: 'too-many-requests' });
  world.advanceClock(61);
  await ctx.db.deleteFrom('filter_lists').execute();
  await expect(send('Good game!')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a consent that is taken back holds for the next message: what there is stays to be read and reported, and it opens again', async () => {
  const { world, ctx, players, send, view } = await cast('chose friends', 'chose friends');
  const { amina, brian } = players;
  const clientId = ctx.newId();
  const first = await send('Shall we play kites?', clientId);
  const published: BusMessage[] = [];
  ctx.bus.subscribe((message) => void published.push(message));
  const typing = async () => {
    await publishTyping(ctx, amina, brian.id);
    await publishTyping(ctx, brian, amina.id);
    await new Promise(setImmediate);
    return published.splice(0).flatMap(({ kind }) => (kind === 'typing' ? [kind] : []));
  };
  expect(await typing()).toEqual(['typing', 'typing']);

  const closed = { ok: false, code: 'closed' };
  await ctx.db
    .updateTable('guardianships')
    .set({ state: 'withdrawn', relation: null, chat: null, buying: null, monthly_limit_minor: null })
    .where('player_id', '=', brian.id)
    .execute();
  expect(await send('Are you there?')).toMatchObject({ ...closed, access: { level: 'off', door: null } });
  expect(await sendMessage(ctx, brian, amina.id, { text: 'Nice one' })).toMatchObject({
    ...closed,
    access: { door: { state: 'withdrawn' } },
  });
  expect(await typing()).toEqual([]);
  // A message that was sent before is sent, whatever holds now.
  expect(await send('Shall we play kites?', clientId)).toEqual(first);
  expect((await getConversation(ctx, brian, amina.id)).messages).toMatchObject([{ text: 'Shall we play kites?' }]);
  const messageId = first.ok ? first.message.id : '';
  await markConversationRead(ctx, brian, amina.id, messageId);
  expect(await reportPlayer(ctx, brian, { playerId: amina.id, messageId, reason: 'other' })).toEqual({ ok: true });

  await setConsent(world, brian, 'chose phrases');
  expect([await view('amina'), await view('brian')]).toEqual([
    { level: 'phrases', door: null },
    { level: 'phrases', door: { state: 'given', canRemind: false } },
  ]);
  expect([await typing(), await send('Nice one')]).toMatchObject([[], { ok: true }]);
  await setConsent(world, brian, 'chose friends');
  expect(await send('Shall we go on?')).toMatchObject({ ok: true });
});

test('a mute, and the switch for everybody, are said before what the two may', async () => {
  const { ctx, players, send } = await cast('chose off', 'chose off');
  await ctx.db
    .insertInto('sanctions')
    .values({ id: ctx.newId(), player_id: players.amina.id, kind: 'mute', why: 'mean words', until: null })
    .execute();
  expect(await send('Nice one')).toMatchObject({ code: 'muted' });
  await ctx.db.updateTable('feature_flags').set({ is_enabled: false }).where('name', '=', 'chat').execute();
  expect(await send('Nice one')).toMatchObject({ ok: false, code: 'switched-off' });
});
