// Normalizes a text to what a reader sees, whatever characters it is made of.

/** Replaces a picture or an unknown character. */
const UNKNOWN_SYMBOL = '\u2610';
/** Letters drawn as pictures (flags, boxed letters) are mapped to this range: they may be read as a letter or as a picture. */
const BOXED_LETTERS_START = 0xe000;

/** Look-alikes that Unicode compatibility normalization (NFKD) does not cover. */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑᴀɐⲁаꓮ',
    b: 'вьъβʙƅɓЬ',
    c: 'сϲᴄƈ¢ⅽꓚс',
    d: 'ԁđɗᴅɖꓒժ',
    e: 'еєёэεᴇǝɛҽɇꓰ℮',
    f: 'ƒꜰфғꓝɟϝ',
    g: 'ɡɢɠգǥƃ',
    h: 'һнʜћħɥңհ',
    i: 'іıιɪɩїᴉɨ',
    j: 'јᴊϳɉɾ',
    k: 'кκᴋƙқʞ',
    l: 'ӏłʟɭɫƚⅼ',
    m: 'мᴍɱʍϻ',
    n: 'пиηɴŋпɲƞո',
    o: 'оοσᴏøөօɔθоಠ',
    p: 'рρᴘþƥ',
    q: 'ԛզɋ',
    r: 'гяʀɹɍɼ',
    s: 'ѕꜱșʂƨꓢ',
    t: 'тτᴛŧʇțƭ',
    u: 'υᴜʉцμմʊ',
    v: 'νᴠѵʌɣ',
    w: 'ԝωᴡшщɯѡ',
    x: 'хχ×ⅹ',
    y: 'уγʏүʎɏ¥ყ',
    z: 'ᴢƶʐʑɀ',
  }).flatMap(([letter, signs]) => Array.from(signs, (sign): [string, string] => [sign, letter])),
);
const LIGATURES = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
]);
/** Start of the blocks of ten digits that NFKD does not map to 0-9. */
const DIGIT_BLOCK_STARTS = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xe50, 0xed0, 0xf20, 0x1040];
const INVISIBLE = /[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]|[^\P{Cc}\s]/u;
const DOTS = new Set('。．․‧∙•·⋅｡ꓸ');
const APOSTROPHES = new Set("'’‘`´ʼʻ′＇");

/**
 * The text as a reader sees it: lowercase Latin letters, digits, ASCII symbols and spaces; one symbol for any picture. Contains no
 * invisible characters.
 */
export function normalizeText(text: string): string {
  const parts: string[] = [];
  for (const sign of text.normalize('NFKD').toLowerCase()) {
    const normalized = sign >= 'a' && sign <= 'z' ? sign : normalizeCharacter(sign);
    if (normalized !== '') parts.push(normalized);
  }
  return withoutApostrophes(parts.join(''));
}

function normalizeCharacter(sign: string): string {
  const code = sign.codePointAt(0) as number;
  if (code < 0x80) return code > 0x20 && code < 0x7f ? sign : /\s/.test(sign) ? ' ' : '';
  if (INVISIBLE.test(sign)) return '';
  if (/\s/.test(sign) || code === 0x2800) return ' ';
  if (DOTS.has(sign)) return '.';
  if (APOSTROPHES.has(sign)) return "'";
  const lookAlike = LOOK_ALIKES.get(sign) ?? LIGATURES.get(sign);
  if (lookAlike !== undefined) return lookAlike;
  const zero = DIGIT_BLOCK_STARTS.find((at) => code >= at && code < at + 10);
  if (zero !== undefined) return String(code - zero);
  // Flags (regional indicators), and white letters on black.
  for (const first of [0x1f1e6, 0x1f150, 0x1f170])
    if (code >= first && code < first + 26) return String.fromCharCode(BOXED_LETTERS_START + code - first);
  if (code === 0x1f51f) return '10';
  if ('–—‐‒−'.includes(sign)) return '-';
  if ('€£¡§'.includes(sign)) return sign;
  return UNKNOWN_SYMBOL;
}

/** "ng'ombe" and "you're" are one word each; "who're" must not turn into another word. */
function withoutApostrophes(text: string): string {
  return text.replace(/(?<=[a-z])['`](?=[a-z])/g, (_, at: number) => (text.startsWith("who're", at - 3) ? ' ' : ''));
}

/** Types of a character: a letter; a digit or symbol that may replace a letter; a wildcard for any letter; a separator between words. */
export const LETTER = 0;
export const DIGIT = 1;
export const SYMBOL = 2;
export const WILDCARD = 3;
export const SEPARATOR = 4;

/** A normalized text, character by character. */
export type CharacterTable = {
  plain: string;
  /** The type of each character. */
  types: Uint8Array;
  /** The letters that each character may be read as, one bit per letter. */
  letterMasks: Int32Array;
  /** The end of the run of equal characters that each one belongs to. */
  runEnds: Int32Array;
};

const LETTERS_BY_LOOK_ALIKE: Record<string, string> = {
  0: 'o',
  1: 'il',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'gb',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'il',
  '+': 't',
  '(': 'c',
  '<': 'c',
  '#': 'h',
  '€': 'e',
  '£': 'le',
  '¡': 'i',
  '§': 's',
};
const VOWELS = toLetterMask('aeiou');
const ANY_LETTER = (1 << 26) - 1;

function toLetterMask(letters: string): number {
  let mask = 0;
  for (const letter of letters) mask |= 1 << (letter.charCodeAt(0) - 97);
  return mask;
}

/** Builds the table of a normalized text. */
export function toCharacterTable(plain: string): CharacterTable {
  const size = plain.length;
  const cells: CharacterTable = { plain, types: new Uint8Array(size), letterMasks: new Int32Array(size), runEnds: new Int32Array(size) };
  for (let at = size - 1; at >= 0; at--) {
    const code = plain.charCodeAt(at);
    cells.runEnds[at] = at + 1 < size && plain.charCodeAt(at + 1) === code ? (cells.runEnds[at + 1] as number) : at + 1;
    if (code >= 97 && code <= 122) {
      cells.letterMasks[at] = 1 << (code - 97);
      continue;
    }
    const sign = plain.charAt(at);
    const readings =
      code >= BOXED_LETTERS_START && code < BOXED_LETTERS_START + 26
        ? String.fromCharCode(code - BOXED_LETTERS_START + 97)
        : LETTERS_BY_LOOK_ALIKE[sign];
    if (sign === '*') {
      cells.types[at] = WILDCARD;
      cells.letterMasks[at] = ANY_LETTER;
    } else if (readings !== undefined) {
      cells.types[at] = sign >= '0' && sign <= '9' ? DIGIT : SYMBOL;
      cells.letterMasks[at] = toLetterMask(readings);
    } else {
      cells.types[at] = SEPARATOR;
      // 'sh-t': a symbol between two letters may hide a vowel.
      cells.letterMasks[at] = sign !== ' ' ? VOWELS : 0;
    }
  }
  return cells;
}
