import { describe, expect, it, test } from 'vitest';
import games from '../../../wordlists/synonyms/games.json' with { type: 'json' };
import items from '../../../wordlists/synonyms/items.json' with { type: 'json' };
import { createSynonymIndex, interpretWords, listNumberForms, listSynonymsOfSimilar } from './rules.ts';

const index = createSynonymIndex([
  { typed: 'car, gari', finds: 'cars drift' },
  { typed: 'gari la moshi, reli', finds: 'trains' },
  { typed: 'mpira', finds: 'football' },
  { typed: 'reli', finds: 'rails' },
]);
const interpret = (text: string) => interpretWords(text.split(' '), index);

describe('interpretWords', () => {
  it('gives a word its synonyms, and one that is typed in two entries those of both', () => {
    expect(interpret('gari')[0]).toMatchObject({ word: 'gari', synonyms: expect.arrayContaining(['cars', 'drift']) as unknown });
    expect(interpret('reli')[0]?.synonyms).toEqual(expect.arrayContaining(['trains', 'rails']));
    expect(interpret('zebra')[0]?.synonyms).not.toContain('cars');
  });

  it('takes the longest phrase as one term', () => {
    expect(interpret('gari la moshi')).toEqual([{ word: null, synonyms: ['trains'] }]);
  });

  it('leaves out words that say nothing, but not all of them', () => {
    expect(interpret('car game').map(({ word }) => word)).toEqual(['car']);
    expect(interpret('mchezo wa gari').map(({ word }) => word)).toEqual(['gari']);
    expect(interpret('the game').map(({ word }) => word)).toEqual(['the', 'game']);
  });

  it('knows singular and plural', () => {
    expect(interpret('magari')[0]?.synonyms).toContain('cars');
    expect(interpret('mipira')[0]?.synonyms).toContain('football');
    expect(interpret('cars')[0]?.synonyms).toContain('drift');
  });
});

test.each([
  ['mpira', 'mipira'],
  ['gari', 'magari'],
  ['mtoto', 'watoto'],
  ['mwalimu', 'walimu'],
  ['kitabu', 'vitabu'],
  ['chakula', 'vyakula'],
  ['car', 'cars'],
  ['puppy', 'puppies'],
  ['box', 'boxes'],
])('%s and %s are singular and plural', (one, many) => {
  expect(listNumberForms(one)).toContain(many);
  expect(listNumberForms(many)).toContain(one);
});

test('a slip in a typed word still finds its synonyms; short words have no slips', () => {
  expect(listSynonymsOfSimilar('mpria', index)).toEqual(['football']);
  expect(listSynonymsOfSimilar('cxr', index)).toEqual([]);
});

// What an editor may get wrong in the files.
test.each([
  ['games.json', games],
  ['items.json', items],
])('%s holds short lists of normalized words', (_, entries) => {
  for (const { typed, finds } of entries) {
    for (const each of typed.split(',')) expect(each.trim()).toMatch(/^[a-z0-9]+( [a-z0-9]+){0,3}$/);
    expect(finds).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
    expect(finds.split(' ').length, typed).toBeLessThanOrEqual(10);
  }
});
