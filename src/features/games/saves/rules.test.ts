import { expect, test } from 'vitest';
import {
  betterOf,
  decideOpening,
  decideWrite,
  isTooDeep,
  NO_SAVE,
  refuseVisitors,
  SAVE_DEPTH_MAX,
  takeVisitors,
  toMark,
  type DeviceSave,
  type SentSave,
  type StoredSave,
} from './rules.ts';
import type { ServerSave } from './schema.ts';

const STORED: StoredSave = {
  text: '{"level":5}',
  best: 50,
  isLowerBetter: false,
  revision: 7,
  savedAt: 1000,
  chosenAt: null,
  writer: 'phone-00',
  former: null,
};
const SENT: SentSave = {
  text: '{"level":6}',
  best: 60,
  isLowerBetter: false,
  revision: 7,
  savedAt: 2000,
  begunAt: 0,
  writer: 'laptop-0',
  kind: 'play',
};
const decide = (stored: Partial<StoredSave> | null, sent: Partial<SentSave>) =>
  decideWrite(stored && { ...STORED, ...stored }, { ...SENT, ...sent }, 9000);

test('the better best score stays, by what the game calls better, and no score is none', () => {
  expect([betterOf(3, 5, false), betterOf(3, 5, true), betterOf(null, 5, true), betterOf(5, 0, true), betterOf(0, null, false)]).toEqual([
    5,
    3,
    5,
    5,
    null,
  ]);
  expect(decide({ best: 50 }, { best: 20 })).toMatchObject({ row: { best: 50 } });
  expect(decide({ best: 50 }, { best: 20, isLowerBetter: true })).toMatchObject({ row: { best: 20, isLowerBetter: true } });
  // An older kit does not say it: what the game said before counts.
  expect(decide({ best: 20, isLowerBetter: true }, { best: 50, isLowerBetter: null })).toMatchObject({
    row: { best: 20, isLowerBetter: true },
  });
});

test('what goes on from the stored save takes its place, also with a clock that is behind', () => {
  const before = { text: '{"level":1}', savedAt: 1, reason: 'not-chosen' } as const;
  expect(decide({ former: before }, { savedAt: 10 })).toEqual({
    state: 'stored',
    isOtherKept: false,
    row: { ...STORED, text: '{"level":6}', best: 60, revision: 8, savedAt: 10, writer: 'laptop-0', former: before },
  });
  expect(decide(null, {})).toMatchObject({ state: 'stored', row: { revision: 1, former: null } });
});

test('of two that do not know of each other the later one wins, and the other is kept', () => {
  expect(decide({}, { revision: 6 })).toMatchObject({
    state: 'stored',
    isOtherKept: true,
    row: { text: '{"level":6}', former: { text: '{"level":5}', savedAt: 1000, reason: 'other-device' } },
  });
  expect(decide({}, { revision: 6, savedAt: 999, best: 90 })).toMatchObject({
    state: 'former',
    row: {
      text: '{"level":5}',
      revision: 8,
      savedAt: 1000,
      best: 90,
      former: { text: '{"level":6}', savedAt: 999, reason: 'other-device' },
    },
  });
  // What the player went back to is not overtaken by what was saved before that.
  expect(decide({ chosenAt: 3000 }, { revision: 6 }).state).toBe('former');
});

test('what is sent twice, or overtaken, is no change by another device', () => {
  expect(decide({}, { revision: 6, text: '{"level":5}', best: 10 })).toEqual({ state: 'stored', isOtherKept: false, row: STORED });
  expect(decide({}, { revision: 3, writer: 'phone-00' })).toMatchObject({ isOtherKept: false, row: { text: '{"level":6}', former: null } });
  expect(decide({}, { revision: 3, writer: 'phone-00', savedAt: 900 })).toMatchObject({
    state: 'stored',
    row: { text: '{"level":5}', best: 60, savedAt: 1000, former: null },
  });
});

test('what a player chose is the save, and what they did not choose the earlier one, whenever they were saved', () => {
  expect(decide({}, { kind: 'chosen', savedAt: 1 })).toMatchObject({
    state: 'stored',
    row: { text: '{"level":6}', savedAt: 1, chosenAt: 9000, former: { text: '{"level":5}', reason: 'not-chosen' } },
  });
  // It is sent again, with what was played since: what the player did not choose stays the earlier save.
  const chosen = { writer: 'laptop-0', chosenAt: 1500, former: { text: '{"level":1}', savedAt: 1, reason: 'not-chosen' as const } };
  expect(decide(chosen, { kind: 'chosen', revision: 6 })).toMatchObject({
    state: 'stored',
    row: { text: '{"level":6}', former: chosen.former },
  });
  expect(decide(chosen, { kind: 'chosen', revision: 6, savedAt: 900 })).toMatchObject({
    row: { text: '{"level":5}', former: chosen.former },
  });
  expect(decide({}, { kind: 'not-chosen', savedAt: 5000 })).toMatchObject({
    state: 'former',
    row: { text: '{"level":5}', best: 60, former: { text: '{"level":6}', reason: 'not-chosen' } },
  });
});

test('a deleted save does not come back; a game that was begun after that is another one', () => {
  const deleted = { text: null, best: null, revision: 8, savedAt: 5000 };
  for (const sent of [
    { revision: 7 },
    { revision: 0, savedAt: 9000 },
    { revision: 7, kind: 'chosen' as const },
    { begunAt: 4999, revision: 0 },
  ])
    expect([sent, decide(deleted, sent)]).toEqual([sent, { state: 'deleted' }]);
  for (const sent of [{ revision: 8 }, { revision: 0, begunAt: 5001 }])
    expect([sent, decide(deleted, sent)]).toMatchObject([sent, { state: 'stored', row: { revision: 9, text: '{"level":6}' } }]);
});

const own = (save: Partial<DeviceSave> = {}): DeviceSave => ({
  ...NO_SAVE,
  data: { level: 2 },
  best: 20,
  savedAt: 500,
  revision: 7,
  ...save,
});
const server = (save: Partial<ServerSave> = {}): ServerSave => ({
  revision: 7,
  data: '{"level":2}',
  best: 20,
  isLowerBetter: false,
  savedAt: 500,
  ...save,
});
const open = (mine: DeviceSave, theirs: ServerSave | null | undefined, visitors: DeviceSave = NO_SAVE) =>
  decideOpening({ own: mine, server: theirs, visitors }, 9000);

test('a game begins with what the device has while the server does not answer, and nothing is decided', () => {
  const visitors = own({ data: { level: 9 } });
  expect(open(own({ isUnsent: true }), undefined, visitors)).toEqual({ save: own({ isUnsent: true }), other: null, visitors: 'stays' });
});

test('a new device goes on where the other one was', () => {
  expect(open({ ...NO_SAVE, isMuted: true }, server({ data: '{"level":8}', best: 80 }))).toMatchObject({
    save: { data: { level: 8 }, best: 80, revision: 7, isMuted: true, isUnsent: false },
    other: null,
  });
  expect(open(own(), server({ data: '{"level":8}', revision: 9 }))).toMatchObject({
    save: { data: { level: 8 }, revision: 9, isUnsent: false },
    other: null,
  });
});

test('what the server does not have is sent: the first save, and what was played without a network', () => {
  expect(open(own({ savedAt: 0 }), null)).toMatchObject({ save: { data: { level: 2 }, savedAt: 9000, revision: 0, isUnsent: true } });
  expect(open(own({ data: { level: 3 }, isUnsent: true }), server())).toMatchObject({
    save: { data: { level: 3 }, revision: 7, isUnsent: true },
    other: null,
  });
  expect(open(NO_SAVE, null)).toEqual({ save: NO_SAVE, other: null, visitors: 'stays' });
});

test('of two devices that saved apart the later one goes on; the other is sent all the same, so that it is kept', () => {
  const other = server({ data: '{"level":8}', revision: 9, savedAt: 600 });
  expect(open(own({ isUnsent: true, best: 99 }), other)).toMatchObject({
    save: { data: { level: 8 }, best: 99, revision: 9, isUnsent: true },
    other: { kind: 'play', save: { data: { level: 2 }, revision: 7, savedAt: 500 } },
  });
  expect(open(own({ isUnsent: true, savedAt: 700 }), other)).toMatchObject({
    save: { data: { level: 2 }, revision: 7, savedAt: 700, isUnsent: true },
    other: null,
  });
  // One from before saves had times is the older one.
  expect(open(own({ isUnsent: true, savedAt: 0, revision: 0 }), other)).toMatchObject({
    save: { data: { level: 8 } },
    other: { save: { savedAt: 599 } },
  });
  // What the player chose wins, also if the server has not heard of it yet.
  expect(open(own({ isUnsent: true, isChosen: true }), other)).toMatchObject({ save: { data: { level: 2 }, isChosen: true }, other: null });
  // A better best score is news too.
  expect(open(own({ best: 30 }), server())).toMatchObject({ save: { best: 30, data: { level: 2 }, isUnsent: true } });
});

test('what was deleted elsewhere is gone here too; what was begun after that is not', () => {
  const deleted = server({ data: null, best: null, revision: 8, savedAt: 600 });
  expect(open(own({ isUnsent: true, savedAt: 700, isMuted: true }), deleted)).toMatchObject({
    save: { data: undefined, best: null, revision: 8, isMuted: true, isUnsent: false },
    other: null,
  });
  for (const mine of [own({ isUnsent: true, revision: 0, begunAt: 650 }), own({ isUnsent: true, revision: 8 })])
    expect(open(mine, deleted)).toEqual({ save: mine, other: null, visitors: 'stays' });
});

test('what a visitor saved here is taken over where the account has nothing, also after it was deleted', () => {
  const visitors = own({ data: { level: 4 }, best: 40, savedAt: 300, revision: 0 });
  expect(open(NO_SAVE, null, visitors)).toMatchObject({
    save: { data: { level: 4 }, best: 40, savedAt: 300, begunAt: 9000, isUnsent: true, isChosen: true },
    visitors: 'taken',
  });
  const deleted = server({ data: null, best: null, revision: 8, savedAt: 600 });
  expect(open(NO_SAVE, deleted, visitors)).toMatchObject({ save: { revision: 8, begunAt: 9000 }, visitors: 'taken' });
  expect(open(NO_SAVE, null, { ...NO_SAVE, isMuted: true })).toMatchObject({ visitors: 'stays' });
});

test('where both have something it is the player who says; what they left is not asked about again, what came after is', () => {
  const visitors = own({ data: { level: 4 }, best: 40, savedAt: 300, revision: 0 });
  expect(open(own(), server(), visitors)).toMatchObject({ save: { data: { level: 2 }, isUnsent: false }, other: null, visitors: 'ask' });
  const left = own({ left: toMark(visitors) });
  expect(open(left, server(), visitors).visitors).toBe('stays');
  expect(open(left, server(), { ...visitors, savedAt: 400 }).visitors).toBe('ask');
  // The same, and no better: there is nothing to ask about.
  expect(open(own(), server(), own({ best: 10 })).visitors).toBe('stays');
  expect(open(own(), server(), own({ best: 30 })).visitors).toBe('ask');
});

test('either answer keeps the better best score; the other save is the earlier one', () => {
  const visitors = own({ data: { level: 4 }, best: 10, savedAt: 300, revision: 0 });
  const taken = takeVisitors(own(), visitors, 9000);
  expect(taken).toMatchObject({ data: { level: 4 }, best: 20, revision: 7, isUnsent: true, isChosen: true });
  expect(refuseVisitors(own(), { ...visitors, best: 90 })).toMatchObject({
    save: { data: { level: 2 }, best: 90, revision: 7, left: toMark({ ...visitors, best: 90 }) },
    other: { kind: 'not-chosen', save: { data: { level: 4 }, best: 90, revision: 7 } },
  });
});

test('how deep lists and objects lie in each other counts what is in none of their texts', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const texts = [
    deep(SAVE_DEPTH_MAX),
    JSON.stringify('\\"[{'.repeat(900)),
    `[${Array(900).fill('{"a":[]}').join()}]`,
    deep(SAVE_DEPTH_MAX + 1),
  ];
  expect(texts.map(isTooDeep)).toEqual([false, false, false, true]);
});
