import { normalizeText } from '../characters.rules.ts';

// Splits a text into the words that the classifier knows, with disguises undone.

/** Texts are read up to here, in UTF-16 units: a message of 500 characters (features/chat) is not longer, so that all of it is read. */
const LENGTH_MAX = 1000;
/** The letter that a digit or sign most often stands for. */
const LETTER_BY_SIGN: Record<string, string> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '(': 'c',
  '<': 'c',
  '#': 'h',
  '*': '',
};
/**
 * 's e n d', 's.e-n_d' and 's--e--n--d': single letters with a space, with one sign, or with the same two of these between them. Any other gap
 * is one between words. Words spelled with single spaces only are one word here, which the lists judge.
 */
const SPACED_LETTERS = /(?<![a-z])[a-z](?:(?:[.\-_*][a-z]){2,}|( |[ .\-_*]{2})[a-z](?:\1[a-z])+)(?![a-z])/g;
const SIGN_IN_WORD = /(?<=[a-z])[0-9@$!|+(<#*]|[0-9@$!|+(<#*](?=[a-z])/g;

/** The words of a text. A number is as many zeros as it has digits, four at most; a question mark at the end of a word is one more word. */
export function splitIntoWords(text: string): string[] {
  const plain = normalizeText(text.slice(0, LENGTH_MAX)).replace(SPACED_LETTERS, (letters) => letters.replace(/[^a-z]/g, ''));
  const words: string[] = [];
  for (const piece of plain.split(' ')) {
    if (piece === '') continue;
    let spelled = piece;
    // 's3nd' is a word; 'send!' ends with a sign, and '10' is a number.
    if (/[a-z]/.test(piece) && /[0-9@$!|+(<#*]/.test(piece))
      spelled = piece.replace(/[!.,?]+$/, '').replace(SIGN_IN_WORD, (sign) => LETTER_BY_SIGN[sign] ?? sign);
    for (const word of spelled.replace(/([a-z])\1{2,}/g, '$1').split(/[^a-z0-9]+/))
      if (word !== '') words.push(/^\d+$/.test(word) ? '0'.repeat(Math.min(word.length, 4)) : word);
    if (piece.endsWith('?')) words.push('?');
  }
  return words;
}
