import { beforeEach, expect, test, vi } from 'vitest';
import { canSaveAs, recordSaveOwner, removeSharedSaves, VISITORS_SAVES } from '../../../../web/save-owner.ts';
import { NO_SAVE } from '../rules.ts';
import { forgetDeviceSave, readDeviceSave, writeDeviceSave } from './device-saves.ts';

let stored: Record<string, string>;
beforeEach(() => {
  stored = {};
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => void (stored[key] = text),
    removeItem: (key: string) => void delete stored[key],
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy({} as Storage, {
      get: (_, name) => methods[name as keyof typeof methods],
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  return () => vi.unstubAllGlobals();
});

const lent = (key: string) => ({ key, isRemembered: false });
const mine = (key: string) => ({ key, isRemembered: true });
const best = (owner: string) => readDeviceSave(owner, 'racer').best;
const play = (owner: string, score: number) => writeDeviceSave(owner, 'racer', { ...NO_SAVE, best: score });

test('each player has saves of their own, and visitors too', () => {
  play(VISITORS_SAVES, 10);
  recordSaveOwner(mine('amina'));
  expect(best('amina')).toBeNull();
  play('amina', 20);
  recordSaveOwner(null);
  recordSaveOwner(mine('brian'));
  play('brian', 30);
  expect([best(VISITORS_SAVES), best('amina'), best('brian')]).toEqual([10, 20, 30]);
});

test('who was not remembered takes their saves along when they sign out, and nobody else’s', () => {
  play(VISITORS_SAVES, 10);
  recordSaveOwner(mine('amina'));
  play('amina', 20);
  recordSaveOwner(null);
  removeSharedSaves();
  expect(best('amina')).toBe(20);
  recordSaveOwner(lent('brian'));
  play('brian', 30);
  // The page may notice first that nobody is signed in any more.
  recordSaveOwner(null);
  removeSharedSaves();
  expect([best(VISITORS_SAVES), best('amina'), best('brian')]).toEqual([10, 20, null]);
  expect(Object.keys(stored).toSorted()).toEqual(['kiddo-game:amina:racer', 'kiddo-game:visitor:racer']);
});

test('a session that only expired takes nothing away, until somebody else signs in', () => {
  recordSaveOwner(lent('amina'));
  play('amina', 20);
  recordSaveOwner(null);
  expect(canSaveAs('amina')).toBe(false);
  recordSaveOwner(lent('amina'));
  expect(best('amina')).toBe(20);
  recordSaveOwner(null);
  recordSaveOwner(mine('brian'));
  expect(best('amina')).toBeNull();
  // Also without a page in between on which nobody was signed in.
  recordSaveOwner(lent('amina'));
  play('amina', 20);
  recordSaveOwner(mine('brian'));
  expect(best('amina')).toBeNull();
});

test('who is remembered later keeps what they reached before', () => {
  recordSaveOwner(lent('amina'));
  play('amina', 20);
  recordSaveOwner(mine('amina'));
  recordSaveOwner(null);
  removeSharedSaves();
  recordSaveOwner(mine('brian'));
  expect(best('amina')).toBe(20);
});

test('a game that stays open when its player is gone saves nothing', () => {
  recordSaveOwner(mine('amina'));
  play('amina', 20);
  recordSaveOwner(mine('brian'));
  play('amina', 25);
  expect(best('amina')).toBe(20);
  recordSaveOwner(null);
  play('brian', 30);
  play(VISITORS_SAVES, 40);
  expect([best('brian'), best(VISITORS_SAVES)]).toEqual([null, 40]);
});

test('what was saved before saves had owners becomes that of who opens the game first', () => {
  stored['kiddo-game:racer'] = JSON.stringify({ best: 7, muted: true });
  recordSaveOwner(mine('amina'));
  const expected = { ...NO_SAVE, best: 7, isMuted: true, isUnsent: true };
  expect([readDeviceSave('amina', 'racer'), best('brian'), best(VISITORS_SAVES)]).toEqual([expected, null, null]);
  // It does not write over what a player reached meanwhile.
  play('amina', 20);
  stored['kiddo-game:racer'] = JSON.stringify({ best: 7 });
  expect([best('amina'), Object.keys(stored).toSorted()]).toEqual([20, ['kiddo-game:amina:racer', 'kiddo-save-owner']]);
});

test('an entry that somebody changed by hand is as good as none', () => {
  for (const entry of ['', 'amina', 'mine:', 'gone:amina', 'mine:a:b', '{}']) {
    stored['kiddo-save-owner'] = entry;
    expect([entry, canSaveAs('amina'), canSaveAs(VISITORS_SAVES)]).toEqual([entry, false, true]);
    removeSharedSaves();
    recordSaveOwner(null);
  }
});

test('a save is read as it was written, and what is none of ours counts as none', () => {
  recordSaveOwner(mine('amina'));
  const save = { best: 3, isLowerBetter: true, isMuted: false, data: { level: 2 }, savedAt: 9, begunAt: 8, revision: 7, left: '1 2 3' };
  writeDeviceSave('amina', 'racer', { ...save, isUnsent: true, isChosen: true });
  expect(readDeviceSave('amina', 'racer')).toEqual({ ...save, isUnsent: true, isChosen: true });
  for (const text of ['', '{', 'null', '7', '{"best":"7","revision":-1,"at":1e99,"unsent":false}', `"${'x'.repeat(70_000)}"`]) {
    stored['kiddo-game:amina:racer'] = text;
    expect([text.length, readDeviceSave('amina', 'racer')]).toEqual([text.length, NO_SAVE]);
  }
});

test('a save that was deleted is gone here, but not which visitor’s save is somebody else’s, nor that the sound is off', () => {
  recordSaveOwner(mine('amina'));
  writeDeviceSave('amina', 'racer', { ...NO_SAVE, best: 3, data: { level: 2 }, savedAt: 9, revision: 7, isMuted: true, left: '1 2 3' });
  forgetDeviceSave('amina', 'racer');
  expect(readDeviceSave('amina', 'racer')).toEqual({ ...NO_SAVE, isMuted: true, left: '1 2 3' });
});
