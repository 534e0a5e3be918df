import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordSaveOwner, VISITORS_SAVES } from '../../../../web/save-owner.ts';
import { NO_SAVE, type DeviceSave } from '../rules.ts';
import type { SaveKind, SaveNews, ServerSave, StoreAnswer } from '../schema.ts';
import { readDeviceSave, writeDeviceSave } from './device-saves.ts';
import { createSaveSession } from './save-session.ts';
import type { ServerSaves } from './server-saves.ts';

const OWNER = 'amina';
const GAME = 'racer';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.useFakeTimers({ now: 1_000_000 });
  recordSaveOwner({ key: OWNER, isRemembered: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Answer = Awaited<ReturnType<ServerSaves['store']>>;
const stored = (revision: number, best: number | null = null): StoreAnswer => ({
  ok: true,
  state: 'stored',
  isOtherKept: false,
  revision,
  best,
});
const failed = (code: string): Answer => ({ ok: false, code, error: null, fieldErrors: {}, values: {}, requestId: '' });

/** A session with a server that answers what the test says, each time the next. */
function createSession(
  loaded: Awaited<ReturnType<ServerSaves['load']>> | Promise<never>,
  answers: (Answer | Promise<Answer>)[] = [],
  owner = OWNER,
) {
  const sent: { save: DeviceSave; kind: SaveKind }[] = [];
  const news: SaveNews[] = [];
  const server: ServerSaves = {
    load: async () => loaded,
    store: async (save, kind) => {
      sent.push({ save, kind });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('the server has nothing to answer');
      return answer;
    },
  };
  const session = createSaveSession({ owner, gameId: GAME, server, onNews: (each) => news.push(each) });
  const play = (level: number, best = 0) => session.save({ data: { best, muted: false, data: { level } }, lowerIsBetter: false });
  const levels = () => sent.map(({ save, kind }) => [kind, (save.data as { level?: number } | undefined)?.level, save.revision]);
  return { session, sent, news, play, levels };
}

const onServer = (level: number, revision = 1): ServerSave => ({
  revision,
  data: `{"level":${level}}`,
  best: 5,
  isLowerBetter: false,
  savedAt: 900_000,
});
const onDevice = () => readDeviceSave(OWNER, GAME);
const settle = () => vi.advanceTimersByTimeAsync(0);
const keepAs = (owner: string, save: Partial<DeviceSave>) => writeDeviceSave(owner, GAME, { ...NO_SAVE, ...save });

test('what is played is on the device at once, and at the server every ten seconds, as it is by then', async () => {
  const { session, play, levels } = createSession(null, [stored(1), stored(2)]);
  expect(await session.open()).toBeNull();
  play(1);
  expect([onDevice().data, onDevice().isUnsent, levels()]).toEqual([{ level: 1 }, true, []]);
  play(2);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(levels()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(levels()).toEqual([['play', 2, 0]]);
  expect([onDevice().revision, onDevice().isUnsent]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(levels()).toHaveLength(1);
  play(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(levels()).toEqual([
    ['play', 2, 0],
    ['play', 3, 1],
  ]);
});

test('at the end of a run it is sent soon, and at once when the page is hidden; the same is not sent twice', async () => {
  const { session, play, levels } = createSession(onServer(4), [stored(2, 5), stored(3, 5)]);
  await session.open();
  expect(session.read()).toMatchObject({ data: { level: 4 }, best: 5 });
  play(5);
  session.endRun();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(levels()).toEqual([['play', 5, 1]]);
  play(5);
  session.flush();
  play(6);
  session.flush();
  await settle();
  session.flush();
  expect(levels()).toEqual([
    ['play', 5, 1],
    ['play', 6, 2],
  ]);
});

test('the sound is the device’s: that it is off is no save', async () => {
  const { session, sent } = createSession(onServer(4));
  await session.open();
  session.save({ data: { best: 5, muted: true, data: { level: 4 } }, lowerIsBetter: false });
  session.flush();
  expect([sent, onDevice().isMuted, onDevice().isUnsent]).toEqual([[], true, false]);
});

test('without a network it stays unsent here, and is sent when the network is back', async () => {
  const { session, play, levels } = createSession(undefined, [null, stored(1)]);
  await session.open();
  play(1);
  session.flush();
  await settle();
  expect(onDevice()).toMatchObject({ data: { level: 1 }, isUnsent: true });
  session.flush();
  await settle();
  expect([levels().length, onDevice().isUnsent]).toEqual([2, false]);
});

test('what is too large is refused with its reason, and the record is kept with the data from before', async () => {
  const { session, play, sent } = createSession(null, [stored(1)]);
  await session.open();
  play(1, 3);
  expect(session.save({ data: { best: 9, muted: false, data: 'x'.repeat(70_000) } })).toBe('too-large');
  session.flush();
  expect(sent.map(({ save }) => [save.best, save.data])).toEqual([[9, { level: 1 }]]);
});

test('while the server asks for patience it is sent again later; what it refuses for good is not', async () => {
  const { session, play, levels } = createSession(null, [failed('read-only'), failed('too-many-requests'), failed('not-allowed')]);
  await session.open();
  play(1);
  session.flush();
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(levels()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(120_000);
  play(2);
  session.flush();
  await settle();
  expect([levels().length, onDevice().data]).toEqual([3, { level: 2 }]);
});

test('a save that came too late wins nothing back, and what is played on is another one', async () => {
  const { session, play, levels, news } = createSession(onServer(4, 3), [
    { ok: true, state: 'former', revision: 6, best: 5 },
    { ok: true, state: 'stored', isOtherKept: true, revision: 7, best: 5 },
  ]);
  await session.open();
  play(5);
  session.flush();
  await settle();
  expect([onDevice().revision, onDevice().isUnsent]).toEqual([3, false]);
  play(6);
  session.flush();
  await settle();
  expect([levels(), onDevice().revision, news]).toEqual([
    [
      ['play', 5, 3],
      ['play', 6, 3],
    ],
    7,
    ['other-kept'],
  ]);
});

test('a save that was deleted elsewhere is gone here, and what this opening goes on with is not kept', async () => {
  const { session, play, levels, news } = createSession(onServer(4, 3), [{ ok: true, state: 'deleted', revision: 9, best: null }]);
  await session.open();
  play(5);
  session.flush();
  await settle();
  play(6);
  session.flush();
  expect([levels().length, onDevice(), news]).toEqual([1, { ...NO_SAVE, isMuted: false, revision: 9 }, ['deleted']]);
});

test('a player who signed out in another tab saves nothing more, neither here nor there', async () => {
  const { session, play, sent } = createSession(onServer(4));
  await session.open();
  recordSaveOwner({ key: 'brian', isRemembered: true });
  play(5);
  session.flush();
  session.close();
  expect([sent, onDevice().data, readDeviceSave('brian', GAME)]).toEqual([[], { level: 4 }, NO_SAVE]);
});

test('a server that knows somebody else here gets nothing, and the game begins with what the device has', async () => {
  keepAs(OWNER, { data: { level: 2 }, isUnsent: true, savedAt: 5 });
  keepAs(VISITORS_SAVES, { data: { level: 8 }, savedAt: 6 });
  const { session, play, sent } = createSession('refused');
  expect([await session.open(), session.read().data]).toEqual([null, { level: 2 }]);
  play(3);
  session.flush();
  expect(sent).toEqual([]);
});

test('a visitor’s saves stay on the device', async () => {
  const { session, play, sent } = createSession(null, [], VISITORS_SAVES);
  await session.open();
  play(3);
  session.flush();
  expect([sent, readDeviceSave(VISITORS_SAVES, GAME).data]).toEqual([[], { level: 3 }]);
});

test('what was saved before signing in is taken over silently where the account has nothing', async () => {
  keepAs(VISITORS_SAVES, { data: { level: 8 }, best: 4, savedAt: 6 });
  const { session, sent, news } = createSession(null, [stored(1, 4)]);
  expect(await session.open()).toBeNull();
  await settle();
  expect([session.read().data, sent.map(({ kind }) => kind), news]).toEqual([{ level: 8 }, ['chosen'], ['taken']]);
  expect([readDeviceSave(VISITORS_SAVES, GAME), onDevice().isUnsent]).toEqual([NO_SAVE, false]);
});

test.each([
  ['device', { level: 8 }, [['chosen', 8, 1]], NO_SAVE],
  ['account', { level: 4 }, [['not-chosen', 8, 1]], NO_SAVE],
  ['leave', { level: 4 }, [], { ...NO_SAVE, data: { level: 8 }, savedAt: 6 }],
] as const)('where both have something the player is asked: %s', async (choice, data, expected, visitors) => {
  keepAs(VISITORS_SAVES, { data: { level: 8 }, savedAt: 6 });
  const { session, levels } = createSession(onServer(4), [stored(2, 5), stored(3, 5)]);
  expect(await session.open()).toMatchObject({ own: { data: { level: 4 } }, visitors: { data: { level: 8 } } });
  expect(levels()).toEqual([]);
  session.answer(choice);
  await settle();
  expect([session.read().data, levels(), readDeviceSave(VISITORS_SAVES, GAME)]).toEqual([data, expected, visitors]);
  const again = createSession(onServer(4, 2), [stored(9)]);
  expect(await again.session.open()).toBeNull();
});

test('a save that the player did not choose stays here until the account has it', async () => {
  keepAs(VISITORS_SAVES, { data: { level: 8 }, savedAt: 6 });
  const { session } = createSession(onServer(4), [null]);
  await session.open();
  session.answer('account');
  await settle();
  expect(readDeviceSave(VISITORS_SAVES, GAME).data).toEqual({ level: 8 });
});

test('a game waits for a slow server while it loads, and two seconds more', async () => {
  keepAs(OWNER, { data: { level: 2 }, savedAt: 6 });
  const { session } = createSession(new Promise<never>(() => {}));
  let isOpen = false;
  void session.open().then(() => (isOpen = true));
  await vi.advanceTimersByTimeAsync(8_000);
  session.hurry();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOpen).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([isOpen, session.read().data]).toEqual([true, { level: 2 }]);
});

test('what only its best score tells from the account’s save is no other device’s', async () => {
  keepAs(VISITORS_SAVES, { best: 9, data: { level: 4 }, savedAt: 6 });
  const { session, play, levels } = createSession(onServer(4), [stored(2, 9), stored(3, 9)]);
  await session.open();
  session.answer('account');
  await settle();
  play(5);
  session.flush();
  await settle();
  expect([session.read().best, levels()]).toEqual([
    9,
    [
      ['not-chosen', 4, 1],
      ['play', 5, 2],
    ],
  ]);
});

test('a save that is sent only to be kept is sent before anything else, until it is there', async () => {
  keepAs(OWNER, { data: { level: 2 }, best: 7, savedAt: 6, isUnsent: true });
  const { session, levels } = createSession(onServer(4), [null, failed('read-only'), { ok: true, state: 'former', revision: 2, best: 7 }]);
  await session.open();
  await settle();
  session.flush();
  await vi.advanceTimersByTimeAsync(30_000);
  const other = ['play', 2, 0];
  expect([session.read().data, levels().slice(0, 3)]).toEqual([{ level: 4 }, [other, other, other]]);
  expect(levels()[3]).toEqual(['play', 4, 2]);
});

test('a large save is sent less often, and one for which there is no room not by itself', async () => {
  const full: Answer = { ok: true, state: 'full', revision: 0, best: null };
  const { session, sent, play, news } = createSession(null, [stored(1), full]);
  await session.open();
  session.save({ data: { data: 'x'.repeat(60_000) } });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(1);
  play(2);
  await vi.advanceTimersByTimeAsync(10_000);
  play(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, news]).toEqual([2, ['full']]);
});

test('an answer that comes late writes nothing over what a later opening saved here', async () => {
  const answer = Promise.withResolvers<Answer>();
  const late = createSession(onServer(4), [answer.promise]);
  await late.session.open();
  late.play(5);
  late.session.close();
  vi.setSystemTime(1_001_000);
  const { session, play } = createSession(undefined);
  await session.open();
  play(6);
  answer.resolve(stored(2));
  await settle();
  expect(onDevice()).toMatchObject({ data: { level: 6 }, isUnsent: true });
});

test('what the account did not have yet is sent before what the player chose instead, once', async () => {
  keepAs(OWNER, { data: { level: 5 }, savedAt: 950_000, revision: 1, isUnsent: true });
  keepAs(VISITORS_SAVES, { data: { level: 8 }, savedAt: 6 });
  const chosen = Promise.withResolvers<Answer>();
  const { session, play, levels } = createSession(onServer(4), [stored(2, 5), chosen.promise, stored(4, 5)]);
  await session.open();
  session.answer('device');
  await settle();
  play(9);
  chosen.resolve(stored(3, 5));
  await settle();
  session.flush();
  await settle();
  expect(levels()).toEqual([
    ['play', 5, 1],
    ['chosen', 8, 1],
    ['play', 9, 3],
  ]);
});
