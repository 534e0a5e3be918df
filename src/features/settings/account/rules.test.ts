import { expect, test } from 'vitest';
import { nextRename, RENAME_DAYS, renamesSince } from './rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

test('a username can be changed twice in 30 days; then the earlier of the last two has to be 30 days old', () => {
  expect(nextRename([])).toBeNull();
  expect(nextRename([at(1)])).toBeNull();
  expect(nextRename([at(1), at(5)])).toEqual(at(1 + RENAME_DAYS));
  expect(nextRename([at(5), at(1)])).toEqual(at(1 + RENAME_DAYS));
  expect(renamesSince(at(1 + RENAME_DAYS))).toEqual(at(1));
});
