import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkMessages, checkText, compileLists } from './filter/rules.ts';
import type { WordList } from './filter/schema.ts';
import { compileHelpLists, findHelp } from './help.rules.ts';
import { parseListFile } from './lexicon.rules.ts';

const folder = path.resolve(import.meta.dirname, '../../../wordlists');
const lists = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => parseListFile(file, fs.readFileSync(path.join(folder, file), 'utf8')))
  .filter((list): list is WordList => list !== null);
const help = compileHelpLists(lists);
const filter = compileLists(lists);
const kindOf = (text: string) => findHelp(text, help)?.kinds[0] ?? null;
const refusedAs = (text: string) => checkText(text, filter, undefined, findHelp(text, help)?.ranges)?.kind ?? null;

test('every line of the help lists is understood, and the filter does not use them', () => {
  expect(help.faults).toEqual([]);
  expect(checkText('nimechoka kuishi', filter)).toBeNull();
});

test.each([
  ['i want to hurt myself', 'self-harm'],
  ['kms', 'self-harm'],
  ['nataka kufa', 'self-harm'],
  ['n a t a k a k u f a', 'self-harm'],
  ['maisha imenishinda', 'self-harm'],
  ['my friend says she will kill herself', 'self-harm'],
  ['my uncle touches me', 'abuse'],
  ['my unc1e t0uches me', 'abuse'],
  ['baba ananipiga kila siku', 'abuse'],
  ['buda hunichapa akilewa', 'abuse'],
  ['wananibully shule', 'abuse'],
  ['he has my picture and says he will show everyone', 'abuse'],
  ['they want to marry me off', 'abuse'],
  ['i dont feel safe at home', 'distress'],
  ['tunalala njaa na ndugu zangu', 'distress'],
  ['im running away tonight', 'distress'],
])('%s is understood as %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test.each([
  'i died',
  'kill me in the next round',
  'this homework is killing me',
  'nimekufa kwa level 3',
  'he hit me with a blue shell lol',
  'buda amenichapa draughts',
  'mum beat the high score',
  'my legs are dead after PE',
  'help!! how do i open the gate in stage 5',
  'nataka kufa na njaa',
  'kill yourself',
  'my dad taught me chess',
])('%s asks for no help', (text) => {
  expect(kindOf(text)).toBeNull();
});

test('the words in which somebody asks for help are not refused, and anything else in the message is', () => {
  // The filter alone refuses some of them.
  expect([checkText('my uncle rapes me', filter), checkText('bud@ an@kuja kwa room yangu usiku', filter)]).not.toContain(null);
  for (const text of [
    'i want to kms',
    'kms',
    'nataka kufa',
    'i want to kill myself',
    'my uncle rapes me',
    'bud@ an@kuja kwa room yangu usiku',
  ])
    expect([text, refusedAs(text)]).toEqual([text, null]);
  expect(refusedAs('kys')).not.toBeNull();
  expect(refusedAs('kill yourself')).toBe('bullying');
  expect(refusedAs('i want to die. kill yourself')).toBe('bullying');
  expect(refusedAs('my uncle touches me, call me on 0712345678')).toBe('phone');
  expect(refusedAs('nataka kufa pumbavu wewe')).not.toBeNull();
  const together = ['my uncle', 'rapes me'];
  expect(checkMessages(together, filter, undefined, findHelp(together.join(' '), help)?.ranges)).toBeNull();
});

test('a number cannot hide in what asks for help', () => {
  expect(refusedAs('my dad said 0712345678 and then he beats me')).toBe('phone');
});

test.each(['i want to '.repeat(50), 'my dad he they '.repeat(34), '1li1i||1i|1|1i1|i!i|1|'.repeat(23), 'na ku ni '.repeat(56)])(
  'the work for hard text %# is bounded',
  (text) => {
    const meter = { steps: 0 };
    findHelp(text.slice(0, 500), help, meter);
    expect(meter.steps).toBeLessThan(500 * 40 + 500);
  },
);

const labelled = fs
  .readFileSync(path.join(folder, 'labelled/help.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'));

test('most of the labelled messages are understood, and hardly one that only sounds like it', () => {
  const share = (kind: string) => {
    const texts = labelled.filter((line) => line[0] === kind);
    expect(texts.length).toBeGreaterThan(90);
    return texts.filter(([, text = '']) => kindOf(text) !== null).length / texts.length;
  };
  expect(share('help')).toBeGreaterThanOrEqual(0.85);
  expect(share('not-help')).toBeLessThanOrEqual(0.05);
});
