import { expect, onTestFinished, test, vi } from 'vitest';
import { readCachedList, writeCachedList } from './list-cache.ts';

test('a stored list is for whoever stored it, at the same age, of the same games; others find none', () => {
  // Without consent it stays in the tab's memory.
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  const list = { version: 'amina 0 13 16 of 30', games: [], next: 'c1', y: 700 };
  writeCachedList('entry', list);
  expect(readCachedList('entry', list.version)).toEqual(list);
  for (const version of [' 0 of 30', 'brian 0 13 16 of 30', 'amina 0 13 of 30', 'amina 0 13 16 of 29'])
    expect(readCachedList('entry', version), version).toBeNull();
  expect(readCachedList('another entry', list.version)).toBeNull();
});
