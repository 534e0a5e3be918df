import { expect, test } from 'vitest';
import { PLAYERS_OFFLINE_MS } from '../shared/offline-games.ts';
import { canPlayOffline, type OfflineGame } from './offline-games.ts';

const game = (isPremium: boolean, playerId: string | null): OfflineGame => ({
  id: 'g',
  title: 'G',
  src: '',
  newest: '',
  cover: null,
  bytes: 0,
  isPremium,
  playerId,
  keptAt: 0,
  checkedAt: 0,
});

test('a saved game that belongs to a player, by premium or by its mark, opens for a week without a check; others for good', () => {
  const opens = (now: number) => [game(false, null), game(false, 'amina'), game(true, 'amina')].map((each) => canPlayOffline(each, now));
  expect(opens(PLAYERS_OFFLINE_MS - 1)).toEqual([true, true, true]);
  expect(opens(PLAYERS_OFFLINE_MS)).toEqual([true, false, false]);
  // The device's clock was set back.
  expect(opens(-86_400_000)).toEqual([true, false, false]);
});
