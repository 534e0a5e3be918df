import { expect, test } from 'vitest';
import { findSignFlaw } from './name-signs.rules.ts';

const BADGES = new Set(['✓', '✔', '★', '®']);
const judge = (names: readonly string[]) => names.map((name) => [name, findSignFlaw(name, BADGES)]);

test('a name is of one script, with digits and the usual signs', () => {
  const names = [
    'Amina Wanjikũ',
    'Zoë-Anne (Jr.) & co. #1!',
    'Ng’ang’a',
    'ʻOkina',
    'ɗan Ŋoni',
    'Nguyễn',
    'አበበ',
    'አበበ፣ 7',
    'مريم',
    'مريم ١٢',
    'Ольга',
    'Ελένη',
    'हिन्दी',
    '김민수',
    '東京タワー',
    'さくら 花子',
    'Zuri 🦁',
    '❤️ Zuri 🇰🇪',
    'Zuri 👍🏾',
  ];
  expect(judge(names)).toEqual(names.map((name) => [name, null]));
});

test('letters of two scripts in one name are refused', () => {
  const names = ['\u0410mina', 'Am\u0456na', 'Ami\u03bfa', 'Amina مريم', 'አበበ Abebe', 'Amina ١٢', 'Οльга', 'ひらがな한국'];
  expect(judge(names)).toEqual(names.map((name) => [name, 'scripts']));
});

test('marks are not stacked, and stand on a letter', () => {
  for (const name of ['Z\u0308alia', 'أَمِينَة', 'K\u0336i\u0336d']) expect([name, findSignFlaw(name, BADGES)]).toEqual([name, null]);
  // Vowels and doubled letters are marks in some scripts.
  for (const name of ['مُحَمَّد', 'ที่รัก', 'कुंदन', 'חַנָּה']) expect([name, findSignFlaw(name, BADGES)]).toEqual([name, null]);
  // An accent that is part of a letter does not count as a mark on it.
  expect(findSignFlaw('Zoe\u0308\u0301', BADGES)).toBeNull();
  for (const name of ['Z\u0308\u0309\u030aa', 'a\u0334\u0327b', '\u0301Amina', 'Amina \u0301', '7\u0301', 'مَُِّد', 'ก็็', 'م\u0334\u0337'])
    expect([name, findSignFlaw(name, BADGES)]).toEqual([name, 'marks']);
});

test('what cannot be seen, or looks like a space, is refused', () => {
  const invisible = [
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202e',
    '\u2066',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u180e',
    '\ufe0e',
    '\u{e0041}',
  ];
  const blank = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u17b4', '\u2800', '\u00a0', '\u2003', '\u3000', '\u1680', '\u2028'];
  for (const sign of [...invisible, ...blank])
    for (const name of [`Amina${sign}`, `Ami${sign}na`, sign])
      expect([JSON.stringify(name), findSignFlaw(name, BADGES)]).toEqual([JSON.stringify(name), 'signs']);
  // Asks for a picture in colour, behind one.
  expect(findSignFlaw('Amina\ufe0f', BADGES)).toBe('signs');
});

test('letters that are drawings, and of scripts that nobody here writes, are refused', () => {
  for (const name of ['𝓐𝓶𝓲𝓷𝓪', 'Ⓐmina', 'ＡＭＩＮＡ', 'ﬁna', 'ᎷᎾᎠ', 'Amina²', 'Ami\u20ddna', '♪ Amina'])
    expect([name, findSignFlaw(name, BADGES)]).toEqual([name, 'signs']);
});

test('signs of the badge are refused as such, in colour too', () => {
  for (const name of ['Amina ✓', '✔️ Amina', 'Amina★', 'Amina®']) expect([name, findSignFlaw(name, BADGES)]).toEqual([name, 'badge']);
});
