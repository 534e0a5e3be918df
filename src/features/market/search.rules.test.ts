import { expect, test } from 'vitest';
import { matchWords } from './search.rules.ts';

// The words of some of the items that come with the site, and their categories.
const VOCABULARY =
  'lamu kofia golden crown street cap football headphones hoodie school satchel cool shades heart glasses star tee butterfly wings ngoma drum gear hats shirts faces accessories'.split(
    ' ',
  );

/** The words that a query matches, best first. */
const find = (query: string) =>
  matchWords(query, VOCABULARY)
    .toSorted((a, b) => b.points - a.points)
    .map(({ word }) => word);

test.each([
  ['a slip', 'hoodei', ['hoodie']],
  ['a slip', 'fotball', ['football']],
  ['a slip', 'headfones', ['headphones']],
  ['a slip in a synonym', 'miwnai', ['shades', 'glasses']],
  ['the inside of a word', 'phone', ['headphones']],
  ['the inside of a word', 'ool', ['school', 'cool']],
  ['a beginning', 'butter', ['butterfly']],
  ['Swahili', 'miwani', ['shades', 'glasses']],
  ['Swahili', 'mpira', ['football']],
  ['Swahili, plural', 'mipira', ['football']],
  ['Swahili', 'begi', ['satchel']],
  ['Swahili, plural', 'mabegi', ['satchel']],
  ['Swahili', 'taji', ['crown']],
  ['Swahili', 'ngoma', ['ngoma', 'drum']],
  ['Swahili', 'shati', ['tee', 'shirts']],
  ['English', 'sunglasses', ['shades', 'glasses']],
  ['English, plural', 'crowns', ['crown']],
  ['English', 'backpack', ['satchel']],
  ['English', 't shirt', ['tee', 'shirts']],
  ['words that say nothing', 'the football game', ['football']],
  ['a word that is nowhere', 'golden zebra', ['golden']],
  ['nothing', 'zebra', []],
  ['nothing', '', []],
])('%s: %s', (_, query, words) => {
  expect(find(query).toSorted()).toEqual(words.toSorted());
});

test('the word as typed comes first, then its beginning, synonyms, the inside', () => {
  expect(find('cap')).toEqual(['cap', 'kofia', 'crown', 'hats']);
  expect(find('hat')[0]).toBe('hats');
});

test('a slip in the word of an item comes before a slip in a synonym of others', () => {
  const vocabulary = ['headphones', 'ngoma', 'drum', 'guitar'];
  const matches = matchWords('gutar', vocabulary).toSorted((a, b) => b.points - a.points);
  expect(matches[0]?.word).toBe('guitar');
  expect(new Set(matches.slice(1).map(({ points }) => points))).toEqual(new Set([1]));
});
