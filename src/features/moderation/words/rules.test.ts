import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../tests/world.ts';
import { checkText, compileLists } from '../../safety/filter/rules.ts';
import { parseListFile } from '../../safety/lexicon.rules.ts';
import {
  normalizeEntry,
  ENTRIES_PAGE_SIZE,
  getEntries,
  validateEntry,
  matchesFilters,
  getListLanguage,
  toListViews,
  extractNames,
  paginate,
  getSetDefinitions,
  toWordLists,
  type PositionedEntry,
  type StoredLists,
} from './rules.ts';
import type { WordFilters } from './schema.ts';
import { texts } from './texts.ts';

const folder = path.join(root, 'wordlists');
const shipped: StoredLists = {
  lists: fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') })),
  changes: [],
};
const fault = (entry: string, kind = 'profanity') => validateEntry(kind as 'profanity', normalizeEntry(entry))?.type ?? null;

test.each([
  'word',
  'Stem*',
  '*stem*',
  '~tomb',
  'two  words ',
  'a|b c',
  'a b? c',
  'you are @insults',
  'plot {number}',
  'i {word}? hate you',
  'fu {end}',
  'kill you unless @game',
  'kill you unless game|@game boss',
  "ng'ombe",
  'm-pesa',
  'café',
  '@name: one two* *three* @four',
])('%s has the form of an entry', (entry) => {
  expect(fault(entry)).toBeNull();
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['a'.repeat(201), 'long'],
  ['one\ntwo', 'broken'],
  ['one\u0000two', 'broken'],
  ['one\u0007', 'broken'],
  ['o\u200bne', 'broken'],
  ['one\ud800', 'broken'],
  ['# remark', 'comment'],
  ['word # why', 'comment'],
  ['b1ad', 'part'],
  ['bad!', 'part'],
  ['иван', 'part'],
  ['*', 'part'],
  ['a| b', 'part'],
  ['@x: one|two', 'part'],
  ['f*o', 'star'],
  ['*foo', 'star'],
  ['{zzz} a', 'placeholder'],
  ['a {', 'placeholder'],
  ['a {end} b', 'end'],
  ['foo unless', 'unless'],
  ['unless foo', 'unless'],
  ['foo unless a unless b', 'unless'],
  ['foo? bar', 'optional-first'],
  ['foo?', 'optional-first'],
  ['foo unless a?', 'part'],
  ['@name:', 'empty-set'],
])('%j is no entry: %s', (entry, what) => {
  expect(fault(entry)).toBe(what);
});

test('what is never refused is one word; the groups are groups', () => {
  for (const entry of ['cockpit', 'cockta*', "ng'ombe"]) expect(fault(entry, 'allow')).toBeNull();
  expect(fault('two words', 'allow')).toBe('one-word');
  for (const entry of ['~tomb', '@game', '*in*', 'a|b', '{word}', 'b1']) expect(fault(entry, 'allow'), entry).not.toBeNull();
  expect([fault('@x: foo', 'sets'), fault('foo', 'sets')]).toEqual([null, 'not-a-set']);
});

test('every fault has words of its own', () => {
  const said = ['', 'a'.repeat(201), 'a\nb', '# a', 'b1', 'f*o', '{x} a', 'a {end} b', 'a unless', 'a?', '@a:', 'a|'].map((entry) =>
    texts.entryError(validateEntry('profanity', entry) as NonNullable<ReturnType<typeof validateEntry>>),
  );
  expect([said.filter((words) => words.length < 10), new Set(said).size]).toEqual([[], said.length]);
});

test('most of what is shipped could also be typed', () => {
  const entries = getEntries(shipped).filter(({ list, entry }) => !list.startsWith('allow') && entry.length <= 200);
  const odd = entries.filter(
    ({ list, entry }) => validateEntry((parseListFile(list, '') ?? { kind: 'profanity' }).kind, normalizeEntry(entry)) !== null,
  );
  // Asterisks within words, 'p.o' and 'a/c': the filter ignores such characters.
  expect(odd.map(({ entry }) => entry)).toEqual(expect.arrayContaining(['nigg*r', 'fag*got', 'anal*sex', 'p.o box {number}']));
  expect(odd.length).toBeLessThan(8);
  expect(entries.length).toBeGreaterThan(1500);
});

const stored: StoredLists = {
  lists: [
    { name: 'allow.txt', text: '# Fine.\nfinch\n' },
    { name: 'notes.txt', text: 'no list' },
    { name: 'profanity.sw.txt', text: '# Bad.\n\none\n two \none\n@x: y\n' },
    { name: 'threat.names.txt', text: 'four' },
  ],
  changes: [
    { list: 'profanity.sw.txt', entry: 'zebra', is_enabled: true },
    { list: 'profanity.sw.txt', entry: 'ape', is_enabled: false },
    { list: 'profanity.sw.txt', entry: 'two', is_enabled: false },
    { list: 'threat.names.txt', entry: 'four', is_enabled: true },
    { list: 'nothing.txt', entry: 'lost', is_enabled: true },
  ],
};

test('entries are what is shipped, marked by what moderators did, and what they added', () => {
  const entries = getEntries(stored);
  expect(entries.map(({ list, entry, state }) => `${list} ${entry} ${state}`)).toEqual([
    'allow.txt finch shipped',
    'profanity.sw.txt one shipped',
    'profanity.sw.txt two taken',
    'profanity.sw.txt @x: y shipped',
    'profanity.sw.txt ape taken',
    'profanity.sw.txt zebra added',
    'threat.names.txt four shipped',
  ]);
  expect(toListViews(stored, entries)).toEqual([
    { name: 'allow.txt', kind: 'allow', language: null, count: 1 },
    { name: 'profanity.sw.txt', kind: 'profanity', language: 'sw', count: 3 },
    { name: 'threat.names.txt', kind: 'threat', language: 'names', count: 1 },
  ]);
  expect(getSetDefinitions(entries)).toEqual(['@x: y']);
  expect(toWordLists(entries)).toContainEqual({ kind: 'profanity', namesOnly: false, text: 'one\n@x: y\nzebra' });
  expect([getListLanguage('profanity.sheng.txt'), getListLanguage('sets.txt')]).toEqual(['sheng', null]);
});

test('what is read here is what the filter reads', () => {
  const ours = compileLists(toWordLists(getEntries(shipped)));
  const its = compileLists(shipped.lists.flatMap(({ name, text }) => parseListFile(name, text) ?? []));
  expect(ours.faults).toEqual([]);
  expect([ours.entries.size, ours.phrases.size, ours.allowed.words.size]).toEqual([
    its.entries.size,
    its.phrases.size,
    its.allowed.words.size,
  ]);
  expect(checkText('fuck', ours)).toEqual({ kind: 'profanity' });
});

test('entries are looked for by a part, by list and by what was done', () => {
  const all: WordFilters = { list: null, q: '', show: 'all' };
  const found = (filters: Partial<WordFilters>) =>
    getEntries(stored)
      .filter((one) => matchesFilters(one, { ...all, ...filters }))
      .map(({ entry }) => entry);
  expect(found({ q: 'FO' })).toEqual(['four']);
  expect(found({ q: 'o', list: 'profanity.sw.txt' })).toEqual(['one', 'two']);
  expect([found({ show: 'added' }), found({ show: 'taken' }), found({ q: '.*' })]).toEqual([['zebra'], ['two', 'ape'], []]);
});

test('pages have no gaps, and none is shown twice', () => {
  const entries = getEntries(shipped);
  const seen: string[] = [];
  let after: { list: string; position: number } | null = null;
  do {
    const { shown, next }: { shown: PositionedEntry[]; next: PositionedEntry | null } = paginate(entries, after);
    expect(shown.length).toBeLessThanOrEqual(ENTRIES_PAGE_SIZE);
    seen.push(...shown.map(({ list, entry }) => `${list} ${entry}`));
    after = next;
  } while (after !== null);
  expect([seen.length, new Set(seen).size]).toEqual([entries.length, entries.length]);
  const exact = entries.slice(0, ENTRIES_PAGE_SIZE);
  expect(paginate(exact, null).next).toBeNull();
  expect(paginate(entries, { list: 'zzz', position: 0 })).toEqual({ shown: [], next: null });
});

test('names are the plain words of sentences, once each', () => {
  expect(extractNames(['my cat ate, My Cat', 'vitu vyangu vya café 12abc'])).toEqual(['cat', 'ate', 'vitu', 'vyangu', 'vya', 'abc']);
});
