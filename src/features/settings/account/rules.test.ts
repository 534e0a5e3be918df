import { expect, test } from 'vitest';
import { getNextDisplayNameDate, getNextRenameDate, RENAME_DAYS, getRenameWindowStart } from './rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

test('a username can be changed twice in 30 days; then the earlier of the last two has to be 30 days old', () => {
  expect(getNextRenameDate([])).toBeNull();
  expect(getNextRenameDate([at(1)])).toBeNull();
  expect(getNextRenameDate([at(1), at(5)])).toEqual(at(1 + RENAME_DAYS));
  expect(getNextRenameDate([at(5), at(1)])).toEqual(at(1 + RENAME_DAYS));
  expect(getRenameWindowStart(at(1 + RENAME_DAYS))).toEqual(at(1));
});

test('a display name can be changed three times in 30 days', () => {
  expect(getNextDisplayNameDate([at(1), at(5)])).toBeNull();
  expect(getNextDisplayNameDate([at(9), at(1), at(5)])).toEqual(at(1 + RENAME_DAYS));
  expect(getNextDisplayNameDate([at(9), at(1), at(5), at(7)])).toEqual(at(5 + RENAME_DAYS));
});
