import { expect, test } from 'vitest';
import model from '../../../../wordlists/classifier/model.json' with { type: 'json' };
import { findConcepts, parseConcepts } from './concepts.rules.ts';
import { collectFeatures, createFeatureCollector, HASH_BITS } from './features.rules.ts';
import { MESSAGE_LENGTH_MAX } from '../../chat/messages.rules.ts';
import { classifyText, explainText, loadClassifier, splitIntoWindows } from './rules.ts';
import { packWeights, scoreFeatures, unpackWeights } from './weights.rules.ts';
import { splitIntoWords } from './words.rules.ts';

const classifier = loadClassifier(model);

test.each([
  ['Send me UR pic', ['send', 'me', 'ur', 'pic']],
  ['s3nd p1c!', ['send', 'pic']],
  ['s e n d me 1 pic', ['send', 'me', '0', 'pic']],
  ['s e n d  i t  p.i.c', ['send', 'i', 't', 'pic']],
  ['s--e--n--d p  i  c', ['send', 'pic']],
  ['s.e-n_d  p-i_c', ['send', 'pic']],
  ['t-u_r.n, o-n', ['turn', 'o', 'n']],
  ['sooooo niiice', ['so', 'nice']],
  ['call 0712345678 now?', ['call', '0000', 'now', '?']],
  ['ѕеnd', ['send']],
  ['', []],
])('%s is read as words', (text, words) => {
  expect(splitIntoWords(text)).toEqual(words);
});

test('the words of a long text are limited', () => {
  expect(splitIntoWords('a, '.repeat(5000)).length).toBeLessThan(400);
});

test.each(['1 ', '? ', '\u{1f600}', '\ufdfa', '\u2100', 'a.'])('all of a message is read, whatever stands before it: %s', (padding) => {
  const text = 'turn on your cam, i want to see your face';
  const padded = padding.repeat(Math.floor((MESSAGE_LENGTH_MAX - text.length) / Array.from(padding).length)) + ` ${text}`;
  expect(splitIntoWords(padded).slice(-10)).toEqual(splitIntoWords(text));
  expect(classifyText('1 '.repeat(220) + text, classifier)?.isClassified).toBe(true);
  expect(classifyText('? '.repeat(220) + text, classifier)?.isClassified).toBe(true);
});

test('innocent sentences around harm do not hide it', () => {
  const innocent = 'we have practice after school today and then i go to the shop with my mum. did you see the new map? it is so cool';
  const harm = 'turn on your cam, i want to see your face';
  expect(classifyText(innocent, classifier)).toBeNull();
  expect(classifyText(`${innocent} ${harm}`, classifier)?.kind).toBe('pictures');
  expect(classifyText(`${harm} ${innocent}`, classifier)?.kind).toBe('pictures');
  expect(classifyText(`${innocent} ${innocent} ${harm} ${innocent}`, classifier)?.kind).toBe('pictures');
  expect(['cam', 'face', 'see', 'on']).toContain(explainText(`${innocent} ${harm}`, classifier)[0]);
});

test.each(['kwenu face', 'selfie video', 'instagram number'])('a part with too few words to judge hides no harm: %s', (words) => {
  const harm = 'face reveal pls, only for me';
  expect(classifyText(harm, classifier)?.kind).toBe('pictures');
  expect(classifyText(`${words} ${'? '.repeat(12)}${harm}`, classifier)?.isClassified).toBe(true);
});

test('a long text is judged in parts that overlap, and all of it is in one', () => {
  const words = Array.from({ length: 31 }, (_, at) => `${at}`);
  const [whole, ...parts] = splitIntoWindows(words);
  expect(whole).toEqual(words);
  expect(parts.map((part) => [part[0], part.at(-1)])).toEqual([
    ['0', '11'],
    ['6', '17'],
    ['12', '23'],
    ['18', '29'],
    ['24', '30'],
  ]);
  expect(splitIntoWindows(words.slice(0, 12))).toHaveLength(1);
});

test('a text whose words are spelled out is judged', () => {
  expect(classifyText('c a n  u  r e c o r d  u r  f a c e  f o r  m e  p l z', classifier)).not.toBeNull();
});

const concepts = parseConcepts('=your: ur yo\n@send: send ~tum\n@picture: pic picha phot*\n@see: ~on ~ona\n# @send: nothing\n');

test.each([
  ['send', ['send']],
  ['photograph', ['picture']],
  ['nitumie', ['me', 'send']],
  ['nitakutumia', ['me', 'tense-ta', 'you', 'send']],
  ['usinitumie', ['do-not', 'me', 'send']],
  ['wametumana', ['they', 'tense-me', 'send']],
  ['000', ['number']],
  ['lamp', []],
])('%s is of these groups', (word, groups) => {
  expect(findConcepts(word, concepts)).toEqual(groups);
});

test('a text has each feature once, and the collector can be used again', () => {
  const collector = createFeatureCollector();
  const collect = (text: string) => {
    collectFeatures(splitIntoWords(text), concepts, collector);
    return collector.found.slice(0, collector.count);
  };
  const first = collect('send send send ur pic');
  expect(new Set(first).size).toBe(first.length);
  expect(first.every((feature) => feature >= 0 && feature < 1 << HASH_BITS)).toBe(true);
  expect(collect('something else')).not.toEqual(first);
  expect(collect('send send send your pic')).toEqual(first);
});

test('weights are the same after they were stored, to the precision of a byte', () => {
  const features = [0, 5, 300, 70_000, (1 << HASH_BITS) - 1];
  const weights = unpackWeights(JSON.parse(JSON.stringify(packWeights(features, [[1, -2, 0.5, 0, 3]], [0.25]))));
  const collector = createFeatureCollector();
  const scores = new Float64Array(1);
  for (const [at, weight] of [1, -2, 0.5, 0, 3].entries()) {
    collector.found[0] = features[at] as number;
    collector.count = 1;
    scoreFeatures(weights, collector, scores);
    expect(scores[0]).toBeCloseTo(0.25 + weight, 1);
  }
  collector.found[0] = 7;
  scoreFeatures(weights, collector, scores);
  expect(scores[0]).toBe(0.25);
});

test('a file that was trained with other features is not used', () => {
  expect(() => loadClassifier({ ...model, featuresVersion: -1 })).toThrow('trained again');
  expect(() => loadClassifier({ ...model, kindNames: model.kindNames.toReversed() })).toThrow('trained again');
  expect(() => loadClassifier({ ...model, kindNames: model.kindNames.slice(1) })).toThrow('trained again');
});

test.each([
  ['tuma picha yako', true],
  ['picha yako', false],
  ['log in', false],
  ['turn on your cam, i want to see your face', true],
  ['give me your password and i will give you free coins', true],
  ['who wants to race me on the desert map', false],
  ['nimeshinda level kumi, nani anacheza', false],
  ['asante kwa msaada wako', false],
])('%s', (text, isRefused) => {
  expect(classifyText(text, classifier)?.isClassified ?? false).toBe(isRefused);
});

test('what moderators call innocent is not looked at, and what stands around it is', () => {
  const text = 'give me your password and i will give you free coins';
  const withPhrase = (phrase: string) => loadClassifier(model, [{ kind: 'innocent', text: `# a remark\n\n${phrase}` }]);
  expect(classifyText(text, withPhrase(text))).toBeNull();
  expect(classifyText(`Give me YOUR password, and I will give you free coins!!!`, withPhrase(text))).toBeNull();
  expect(classifyText('turn on your cam, i want to see your face, free coins', withPhrase('free coins'))).not.toBeNull();
  // A longer phrase before a shorter one, a remark, a number, and a question in between.
  expect(classifyText(text, withPhrase(`give me\r\n${text} # said in a game`))).toBeNull();
  expect(classifyText(text.replace('free', '100'), withPhrase(text.replace('free', '250')))).toBeNull();
  expect(classifyText('give me your password? and i will give you free coins?', withPhrase(text))).toBeNull();
});

test.each([
  ['tuma picha yako', 'pictures'],
  ['give me your password and i will give you free coins', 'credentials'],
])('what is refused has its kind: %s', (text, kind) => {
  expect(classifyText(text, classifier)?.kind).toBe(kind);
});

test('an explanation names words of the text', () => {
  const text = 'give me your password';
  const words = explainText(text, classifier);
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(text).toContain(word);
});

test.each([
  'i want to '.repeat(60),
  'a b c d '.repeat(90),
  'ninaninaninaninaninani'.repeat(30),
  '1li1i||1i|1|1i1|i!i|1|'.repeat(30),
  'ab '.repeat(300),
  Array.from({ length: 200 }, (_, at) => `w${at}`).join(' '),
])('the features of hard text %# are limited', (text) => {
  const collector = createFeatureCollector();
  collectFeatures(splitIntoWords(text), classifier.concepts, collector);
  expect(collector.count).toBeLessThan(3_000);
});

test('a text that names very many things has no feature for each two of them', () => {
  const many = parseConcepts(Array.from({ length: 26 * 10 }, (_, at) => `@g${at}: ${toLetters(at)}`).join('\n'));
  const collector = createFeatureCollector();
  collectFeatures(
    Array.from({ length: 250 }, (_, at) => toLetters(at)),
    many,
    collector,
  );
  expect(collector.count).toBeLessThan(10_000);
});

/** A word of two letters. */
function toLetters(at: number): string {
  return String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
}

test('every word of the groups that are shipped is in one group only', () => {
  const members = model.concepts.split('\n').flatMap((row) => {
    const [, sign, words] = /^([@=])[a-z0-9-]+: (.*)$/.exec(row) ?? [];
    return (words ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => `${sign}${word.startsWith('~') ? '~' : ''}${splitIntoWords(word).join(' ')}${word.endsWith('*') ? '*' : ''}`);
  });
  expect(members.length).toBeGreaterThan(1_000);
  expect(members.filter((member, at) => members.indexOf(member) !== at)).toEqual([]);
  expect(() => parseConcepts('@number: 2')).toThrow("'2' is not one word");
  expect(findConcepts('znite', parseConcepts("@night: 2nite nigh't"))).toEqual(['night']);
});
