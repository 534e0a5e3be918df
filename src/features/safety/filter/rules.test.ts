import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseListFile } from '../lexicon.rules.ts';
import { compileLists, checkText, checkName } from './rules.ts';
import { CATEGORIES_BY_SEVERITY, type WordList } from './schema.ts';

const folder = path.resolve(import.meta.dirname, '../../../../wordlists');
const lists = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => parseListFile(file, fs.readFileSync(path.join(folder, file), 'utf8')))
  .filter((list): list is WordList => list !== null);
const compiled = compileLists(lists);
const kindOf = (text: string) => checkText(text, compiled)?.kind ?? null;
const nameKind = (text: string) => checkName(text, compiled)?.kind ?? null;

test('every line of the lists is understood', () => {
  expect(compiled.faults).toEqual([]);
  expect(lists.length).toBeGreaterThan(15);
});

test.each([
  'fuck',
  'FuCk',
  'fuuuuck',
  'f u c k',
  'f.u.c.k',
  'f-u-c-k',
  'f*ck',
  'f**k',
  'fu ck you',
  'sh!t',
  '$h1t',
  'ѕhіt',
  'ｓｈｉｔ',
  '𝓯𝓾𝓬𝓴',
  'fúçk',
  'f\u200bu\u200dc\ufe0fk',
  'f\u00adu\u2060ck',
  'f̶u̶c̶k̶',
  'f😀u😀c😀k',
  '🇫🇺🇨🇰',
  'pumbavu',
  'p u m b a v u',
])('%s is refused as profanity', (text) => {
  expect(kindOf(text)).toBe('profanity');
});

test.each([
  ['nikutombe', 'sexual'],
  ['alimtomba', 'sexual'],
  ['send nudes', 'sexual'],
  ['kill yourself', 'bullying'],
  ["wewe ni ng'ombe", 'bullying'],
  ['mjinga wewe', 'bullying'],
  ['I will kill you', 'threat'],
  ['I will beat you at school', 'threat'],
  ['nitakuua', 'threat'],
  ['0712345678', 'phone'],
  ['+254 712 345 678', 'phone'],
  ['sifuri saba moja mbili tatu nne tano sita saba nane', 'phone'],
  ['oh seven double two one two three four five six', 'phone'],
  ['O7l2345678', 'phone'],
  ['0️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', 'phone'],
  ['07 12 then 345 678', 'phone'],
  ['+44 7911 123456', 'phone'],
  ['amina at gmail dot com', 'email'],
  ['amina(at)gmail', 'email'],
  ['kiddo . com', 'link'],
  ['mysite.co.ke', 'link'],
  ['look at www.example.com', 'link'],
  ['192.168.0.1', 'link'],
  ['add me on insta', 'handle'],
  ['niongeze kwa insta', 'handle'],
  ['ig: amina.w', 'handle'],
  ['find @amina on tiktok', 'handle'],
  ['I live at house 12 Ngong Road', 'address'],
  ['naishi Kasarani, nyumba 5', 'address'],
  ['P.O. Box 123 Nairobi', 'address'],
  ["let's meet at Sarit Centre", 'meet-elsewhere'],
  ['tukutane', 'meet-elsewhere'],
  ['come to my house', 'meet-elsewhere'],
  ['till 123456', 'payment'],
  ['paybill 247247 acc 12', 'payment'],
  ['nitumie pesa', 'payment'],
  ['send me a pic of you', 'pictures'],
  ['turn on your camera', 'pictures'],
  ['nitumie picha yako', 'pictures'],
  ["don't tell your mum about us", 'secrecy'],
  ['d3l3te this ch@t after reading', 'secrecy'],
  ['usimwambie mtu hii siri yetu', 'secrecy'],
  ['you are so mature for your age', 'grooming'],
  ['be my girlfriend', 'grooming'],
  ['nitakununulia simu ukinitumia picha', 'grooming'],
  ['lets go to a private server where nobody sees', 'private-place'],
  ["what's your password", 'credentials'],
  ['nipe kodi iliyokuja kwa simu yako', 'credentials'],
  ['which matatu do you take home', 'whereabouts'],
  ['unasoma shule gani', 'whereabouts'],
  ['i will post your pics if you block me', 'blackmail'],
  ['everyone report him', 'bullying'],
  ['my brother will beat you after school', 'threat'],
  ['lets meet in the game on saturday at junction mall', 'meet-elsewhere'],
])('%s is refused as %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test.each([
  '',
  'hi',
  'class at 7',
  'I scored 254712',
  'level 0712',
  'my highscore is 0712345',
  '1 000 000 points',
  '100 000 000 points',
  'count 0 1 2 3 4 5 6 7 8 9',
  '07/12/2025 at 10:30',
  'meet me at the castle in the game',
  'hit me up in level 3',
  'kill the boss',
  'shoot the ball',
  'I died',
  'you are dead lol',
  'I will kill you in the next round',
  'nitakupiga bao mbili',
  'class assassin Dickens Essex Scunthorpe cocktail shitake',
  'kumaliza matakatifu tombola',
  'my pen is red',
  "who're you",
  'T_T',
  'constructor __proto__ toString valueOf',
  'nice.gg',
  'wait till 5',
  'never tell anyone your password',
  'dont send pics to strangers',
  'never share your phone number',
  'usimpe mtu namba yako ya simu',
  'meet me at the castle in the game tomorrow',
  '100 99 98 97 96',
  'the secret door needs a code',
])('%s passes', (text) => {
  expect(kindOf(text)).toBeNull();
});

test.each([
  ['xx_fuck_xx', 'profanity'],
  ['fuckboy99', 'profanity'],
  ['BigDick', 'profanity'],
  ['sh1tlord', 'profanity'],
  ['f4gg0t', 'bullying'],
  ['kuma254', 'sexual'],
  ['iammalaya', 'sexual'],
  ['0712345678', 'phone'],
  ['ig_amina', 'handle'],
])('the name %s is refused as %s', (name, kind) => {
  expect(nameKind(name)).toBe(kind);
});

test.each([
  'amina_w',
  'class_assassin',
  'peacock22',
  'Kumar',
  'Titus',
  'Cassandra',
  'kumaliza_king',
  'Dickens',
  'Mwangi',
  'Nigel',
  'Essex Girl',
])('the name %s passes', (name) => {
  expect(nameKind(name)).toBeNull();
});

const listed = [
  'fuck',
  'bitch',
  'shit',
  'pumbavu',
  'mshenzi',
  'malaya',
  'kuma',
  'mkundu',
  'matako',
  'penis',
  'idiot',
  'nigger',
  'nitakuua',
  'tombana',
  'whore',
];
const invisible = ['\u200b', '\u200d', '\u200c', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\u034f', '\u0336', '\u3164', '\u{e0041}'];

test('invisible characters and repeated letters change nothing', () => {
  const word = fc.constantFrom(...listed);
  fc.assert(
    fc.property(
      word,
      fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...invisible), fc.integer({ min: 1, max: 5 })), { maxLength: 6 }),
      (text, changes) => {
        const letters = text.split('');
        for (const [at, sign, times] of changes) {
          const place = at % letters.length;
          const letter = (letters[place] as string).charAt(0);
          letters[place] = letter.repeat(times) + sign + letters[place];
        }
        expect(kindOf(letters.join(''))).not.toBeNull();
        expect(kindOf(`hey ${letters.join('')} you there`)).not.toBeNull();
      },
    ),
  );
});

test.each([
  ['all1l!111l!||||'.repeat(34), 'signs that may be i or l'],
  ['1li1i||1i|1|1i1|i!i|1|'.repeat(23), 'the same in another order'],
  ['i u '.repeat(125), 'words with which many entries begin'],
  [`pass gems |11!|1!||1111!|111!!|${'11!111!|111!|111!|'.repeat(7)}`, 'a phrase that asks whether any word of the text makes it fine'],
])('a text that was made to take long is refused in few steps', (text) => {
  const meter = { steps: 0 };
  checkText(text.slice(0, 500), compiled, meter);
  expect(meter.steps).toBeLessThan(500 * 80 + 500);
});

test('any string is judged', () => {
  const units = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 10_000 })
    .map((codes) => codes.map((code) => String.fromCharCode(code)).join(''));
  const texts = fc.oneof(units, fc.string({ unit: 'binary', maxLength: 10_000 }), fc.string({ unit: 'grapheme', maxLength: 500 }));
  fc.assert(
    fc.property(texts, (text) => {
      for (const verdict of [checkText(text, compiled), checkName(text.slice(0, 50), compiled)])
        expect([null, ...CATEGORIES_BY_SEVERITY]).toContain(verdict?.kind ?? null);
    }),
    { numRuns: 60 },
  );
});

test.each([
  'f'.repeat(500),
  'f '.repeat(250),
  'fu'.repeat(250),
  '*'.repeat(500),
  'f*'.repeat(250),
  's!'.repeat(250),
  '!'.repeat(500),
  'a!@$1|'.repeat(84),
  'you are so '.repeat(46),
  'i will kill you '.repeat(31),
  'u r a '.repeat(84),
  'lets meet me up at '.repeat(26),
  'nitakuu'.repeat(72),
  'n i t a k u '.repeat(42),
  '07 '.repeat(167),
  'seven then '.repeat(46),
  'a@'.repeat(250),
  'a.b-'.repeat(125),
  '1.'.repeat(250),
  'kukuku'.repeat(84),
  'ni na ku '.repeat(56),
])('the work for hard text %# is bounded', (text) => {
  const once = { steps: 0 };
  checkText(text, compiled, once);
  expect(once.steps).toBeLessThan(text.length * 400);
  // Four times the text must take at most about four times the work.
  const four = { steps: 0 };
  checkText(text.repeat(4), compiled, four);
  expect(four.steps).toBeLessThan(once.steps * 6 + 1000);
});

test('a line that cannot be parsed is reported, and the others still apply', () => {
  const own = compileLists([
    { kind: 'profanity', text: 'blorp\n@nothing here\n{number} x\nb1ad\nfoo @nosuch' },
    { kind: 'allow', text: 'blorping' },
  ]);
  expect(own.faults).toHaveLength(4);
  expect(checkText('BL0RP', own)).toEqual({ kind: 'profanity' });
  expect(checkText('blorping', own)).toBeNull();
});

test('an excuse holds for its own line, a word before for what follows it, and no game excuses a day and a real place', () => {
  const own = compileLists([
    { kind: 'sets', text: '@days: saturday\n@publicplace: mall' },
    { kind: 'meet-elsewhere', text: 'lets meet unless game' },
    { kind: 'threat', text: 'beat you unless game' },
    { kind: 'credentials', text: 'share your password unless level after never|dont' },
  ]);
  const kindsOf = (...texts: string[]) => texts.map((text) => checkText(text, own)?.kind ?? null);
  expect(own.faults).toEqual([]);
  expect(kindsOf('lets meet', 'lets meet in the game', 'lets meet in the game on saturday at the mall')).toEqual([
    'meet-elsewhere',
    null,
    'meet-elsewhere',
  ]);
  expect(kindsOf('i beat you', 'i beat you in the game on saturday at the mall')).toEqual(['threat', null]);
  expect(
    kindsOf('share your password', 'never share your password', 'dont. share your password', 'share your password of level 2'),
  ).toEqual(['credentials', null, 'credentials', null]);
});

const refused = fs
  .readFileSync(path.join(folder, 'labelled/refused.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'));
const allowed = fs
  .readFileSync(path.join(folder, 'labelled/allowed.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const isWords = ([kind]: string[]) => /^(profanity|sexual|bullying|threat)$/.test(kind ?? '');
const recall = (lines: string[][]) => lines.filter(([, text = '']) => kindOf(text) !== null).length / lines.length;

test('the labelled set is refused and allowed as it should be', () => {
  const words = refused.filter(isWords);
  const details = refused.filter((line) => !isWords(line));
  expect(words.length).toBeGreaterThanOrEqual(400);
  expect(details.length).toBeGreaterThanOrEqual(300);
  expect(allowed.length).toBeGreaterThanOrEqual(1000);
  expect(recall(words)).toBeGreaterThanOrEqual(0.95);
  expect(recall(details)).toBeGreaterThanOrEqual(0.98);
  expect(allowed.filter((text) => kindOf(text) !== null).length / allowed.length).toBeLessThanOrEqual(0.01);
});
