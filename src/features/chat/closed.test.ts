import { expect, test } from 'vitest';
import { codeOf, createPlayers, queryIn } from '../../../tests/friendship-world.ts';
import { setGuardianship } from '../../../tests/guardian-world.ts';
import { switchTo } from '../../../tests/switches.ts';
import { REFUSED_TEXTS_PER_MINUTE } from '../help-requests/rules.ts';
import { MESSAGE_LENGTH_MAX, MESSAGES_PER_MINUTE } from './messages.rules.ts';
import { sendMessage } from './service.server.ts';

// A message is refused before the filter reads it. A child who asks for help in one is heard all the same.

const CRY = 'my uncle touches me';
const HARMLESS = 'shall we play kites?';

/** Amina and Brian, friends who may write everything. */
async function cast() {
  const all = await createPlayers({ amina: 13, brian: 16 });
  await all.relate('amina', 'brian', 'accepted');
  await all.allowChat('amina', 'brian');
  const { ctx, players, world } = all;
  const send = (text: string) => sendMessage(ctx, players.amina, players.brian.id, { text, clientId: ctx.newId() });
  const mute = () =>
    ctx.db
      .insertInto('sanctions')
      .values({ id: ctx.newId(), player_id: players.amina.id, kind: 'mute', why: 'mean words', until: null })
      .execute();
  /** What the guardian of one of them allowed is no more. */
  const withdraw = async (name: 'amina' | 'brian') => {
    await ctx.db.deleteFrom('guardianships').where('player_id', '=', players[name].id).execute();
    await setGuardianship(queryIn(world), players[name].id, 'withdrawn');
  };
  const calls = () => ctx.db.selectFrom('help_requests').select(['player_id', 'words']).execute();
  return { ...all, send, mute, withdraw, calls };
}
type Cast = Awaited<ReturnType<typeof cast>>;

/** Why a message is refused: the code, and what leads to it. */
const REFUSALS: Record<string, [code: string, arrange: (all: Cast) => Promise<unknown>, text?: (words: string) => string]> = {
  'the writer is muted': ['muted', ({ mute }) => mute()],
  'chat is switched off': ['switched-off', ({ ctx }) => switchTo(ctx, 'chat', 'off')],
  // Both at once: what counts for the whole site is said.
  'the site is read-only': [
    'read-only',
    async ({ ctx }) => {
      await switchTo(ctx, 'chat', 'off');
      await switchTo(ctx, 'read-only', 'on');
    },
  ],
  'the writer’s guardian closed it': ['closed', ({ withdraw }) => withdraw('amina')],
  'the friend’s guardian closed it': ['closed', ({ withdraw }) => withdraw('brian')],
  'the friend has not told their age': ['age-unknown', ({ moveTo }) => moveTo('brian', null)],
  'the ages do not allow it any more': ['not-found', ({ moveTo }) => moveTo('brian', 18)],
  'they are no friends any more': ['not-found', ({ act }) => act('brian', 'remove', 'amina')],
  'the friend blocked the writer': ['not-found', ({ act }) => act('brian', 'block', 'amina')],
  'there were many messages in a minute': [
    'too-many-requests',
    async ({ send }) => {
      for (let time = 0; time < MESSAGES_PER_MINUTE.points; time++) await send('Nice one');
    },
  ],
  'it is too long': ['bad-input', async () => {}, (words) => `${words}${' and then we play again'.repeat(MESSAGE_LENGTH_MAX / 20)}`],
  'it has a character that no message has': ['bad-input', async () => {}, (words) => `\u202e${words}\0`],
};

test.each(Object.entries(REFUSALS))('%s: who asks for help is heard, and nobody else learns of it', async (_why, refusal) => {
  const [code, arrange, toText = (words: string) => words] = refusal;
  const all = await cast();
  const { ctx, players, send, listen, calls } = all;
  await arrange(all);
  const heard = listen();
  await heard();
  const told = () => ctx.db.selectFrom('notifications').select('id').where('player_id', '=', players.brian.id).execute();
  const before = await told();
  const harmless = send(toText(HARMLESS));
  expect(
    await harmless.then(
      (answer) => (answer.ok ? 'sent' : answer.code),
      () => codeOf(harmless),
    ),
  ).toBe(code);
  expect(await harmless.catch(() => ({}))).not.toHaveProperty('help');
  const answer = await send(toText(CRY));
  expect(answer).toMatchObject({ ok: false, code, help: { isTeamNotified: true, words: expect.stringContaining(CRY) } });
  expect(await calls()).toEqual([{ player_id: players.amina.id, words: answer.help?.words }]);
  // Sadness alone is the child's own to tell, as in a message that is sent.
  expect(await send(toText('i want to kill myself'))).toMatchObject({ ok: false, code, help: { isTeamNotified: false } });
  expect(await calls()).toHaveLength(1);
  expect([await heard(), await told()]).toEqual([['{"kind":"cases"}'], before]);
  const stored = await ctx.db.selectFrom('messages').select('body').where('body', '<>', 'Nice one').execute();
  expect(stored).toEqual([]);
});

test('a muted player who writes it over and over is read so many times a minute, and fills one request, and no more of it than one keeps', async () => {
  const { send, mute, calls, world } = await cast();
  await mute();
  const write = (time: number) => send(`${CRY} ${time} ${'and again '.repeat(40)}`);
  for (let minute = 0; minute < 2; minute++) {
    for (let time = 0; time < REFUSED_TEXTS_PER_MINUTE.points; time++)
      expect(await write(time)).toMatchObject({ code: 'muted', help: { isTeamNotified: true } });
    const unread = await write(99);
    expect([unread, unread.help]).toMatchObject([{ ok: false, code: 'muted' }, undefined]);
    world.advanceClock(REFUSED_TEXTS_PER_MINUTE.seconds + 1);
  }
  const [request, ...others] = await calls();
  expect([others, (request?.words.length ?? 0) <= 6000, request?.words.startsWith(CRY)]).toEqual([[], true, true]);
});
