import { expect, test } from 'vitest';
import { actionFailure } from '../../shared/action-result.ts';
import { applyResult, toLikePattern, parseOfferKey, createOfferKey } from './rules.ts';
import { urlForCatalog, parseItemFilters, type Category, type Ownership } from './schema.ts';
import { texts, toResultMessage } from './texts.ts';

const filters = (query: string) => parseItemFilters(new URLSearchParams(query));

test('filters go into an address and come back, and what is malformed counts as not given', () => {
  for (const query of ['category=gear&q=red+cap&min=5&max=50&limited=yes&owned=no&sort=cheap', 'min=0', ''])
    expect(urlForCatalog(filters(query))).toBe(query === '' ? '/catalog' : `/catalog?${query}`);
  expect(filters('category=cars&min=-4&max=1e9&limited=no&owned=maybe&sort=up')).toEqual(filters(''));
  expect(filters('min=50&max=5')).toMatchObject({ min: 5, max: 50 });
  expect(filters('max=9999999').max).toBe(1_000_000);
  expect(filters(`q=${encodeURIComponent(`  a\u0000\n b${'x'.repeat(100)}`)}`).q).toBe(`a b${'x'.repeat(57)}`);
  expect(filters(`q=${encodeURIComponent('x'.repeat(59))}${encodeURIComponent('\u{1F600}')}`).q.isWellFormed()).toBe(true);
});

test('a key is of one item and one price', () => {
  expect(parseOfferKey('cap', createOfferKey('cap', 30))).toBe(30);
  for (const key of ['', 'cap', 'cap:', 'cap:-1', 'cap:030', 'hat:30', 'cap:30 ', 'cap:1e3', 'cap:99999999'])
    expect(parseOfferKey('cap', key)).toBeNull();
});

test('signs of a pattern count as letters', () => {
  expect(toLikePattern(String.raw`100%_\ `)).toBe(String.raw`%100\%\_\\ %`);
});

test('what is shown follows an answer: bought, put on in place of another, taken off', () => {
  const item = (id: string, category: Category, ownership: Ownership | null = null) => ({ id, category, ownership });
  const on = { number: null, isWorn: true };
  const off = { number: null, isWorn: false };
  const items = [item('cap', 'hats', on), item('crown', 'hats', off), item('wings', 'accessories', on), item('halo', 'hats')];
  const minesOf = (list: typeof items) => list.map(({ ownership }) => ownership && ownership.isWorn);
  const worn = { ok: true as const, action: 'wear' as const, name: '', category: 'hats' as const };
  expect(minesOf(applyResult(items, { ...worn, item: 'crown', isWorn: true }))).toEqual([false, true, true, null]);
  expect(minesOf(applyResult(items, { ...worn, item: 'cap', isWorn: false }))).toEqual([false, false, true, null]);
  const bought = { ok: true as const, action: 'buy' as const, item: 'halo', name: '', number: 7, price: 1, balance: 0 };
  expect(applyResult(items, { ...bought, isNew: true })[3]?.ownership).toEqual({ number: 7, isWorn: false });
  expect(applyResult(items, { ...bought, item: 'cap', isNew: false })).toBe(items);
  expect(applyResult(items, actionFailure('bug'))).toBe(items);
});

test('the message to a player matches what happened', () => {
  const bought = { ok: true as const, action: 'buy' as const, item: 'cap', name: 'Cap', number: 3, price: 10, balance: 1250 };
  expect(toResultMessage({ ...bought, isNew: true })).toEqual({
    title: 'Cap is yours!',
    text: 'It is piece number 3. You have 1,250 kiddocash left.',
  });
  expect(toResultMessage({ ...bought, isNew: false }).text).toContain('You pay for it only once.');
  const changed = actionFailure('price-changed', { error: texts.buying.priceChanged('Cap', 0) });
  expect(toResultMessage(changed)).toEqual({
    title: 'The price has changed',
    text: 'Cap costs nothing now. Nothing was paid.',
    kind: 'bad',
  });
});
