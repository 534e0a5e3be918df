import type { NameFlaw } from './names/schema.ts';

// What a name may be written with. A name is one line of text without control characters (accounts/forms.server.ts).

/**
 * Scripts that people write today, each a list of what belongs together in one name: Japanese has three. Historic and rare scripts are not
 * among them: they are used for letters that look like Latin ones.
 */
const SCRIPTS = [
  'Latin',
  'Arabic',
  'Ethiopic',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Nko',
  'Tifinagh',
  'Adlam',
  'Thaana',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Han Hiragana Katakana',
  'Han Hangul',
  'Han Bopomofo',
].map(toScriptClass);
/** Digits, punctuation and marks that belong to no script, so they go with any. */
const COMMON = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u;
/** Invisible or blank: formatting and direction characters, blank characters that count as letters, and every space but the ordinary one. */
const BLANK = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u;
/** Full-width letters and ligatures: Unicode counts them as Latin, but nobody types them in a name. */
const COMPATIBILITY_LETTER = /[\ufb00-\ufb06\uff00-\uffef]/u;
const USUAL_SIGN = /[ -~‘’ʻʼ“”«»–—…·•¡¿°€£¥]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
/** Follows a picture, and asks for it to be drawn in colour. */
const EMOJI_VARIATION = '\ufe0f';

/** What belongs to one of these scripts. @param names as Unicode calls them, with spaces between */
function toScriptClass(names: string): RegExp {
  const classes = names.split(' ').map((name) => String.raw`\p{Script_Extensions=${name}}`);
  return new RegExp(`[${classes.join('')}]`, 'u');
}

/**
 * What is wrong with the signs of a name, or null: one script a name, no marks that stack on a letter, nothing invisible, nothing that looks
 * like the team's badge.
 * @param badgeSigns signs that look like the badge
 */
export function findSignFlaw(name: string, badgeSigns: ReadonlySet<string>): Exclude<NameFlaw, 'staff'> | null {
  const signs = Array.from(name.normalize('NFC'));
  if (signs.some((sign) => badgeSigns.has(sign))) return 'badge';
  if (signs.some((sign, at) => !isNameSign(sign, signs[at - 1]))) return 'signs';
  if (hasStackedMarks(signs)) return 'marks';
  const lettered = signs.filter((sign) => !COMMON.test(sign));
  return lettered.length === 0 || SCRIPTS.some((script) => lettered.every((sign) => script.test(sign))) ? null : 'scripts';
}

function isNameSign(sign: string, before: string | undefined): boolean {
  if (sign === EMOJI_VARIATION) return before !== undefined && PICTURE.test(before);
  if (BLANK.test(sign) || COMPATIBILITY_LETTER.test(sign)) return false;
  if (USUAL_SIGN.test(sign) || PICTURE.test(sign)) return true;
  // Marks that enclose a letter (\p{Me}) are not allowed, and neither are styled letters without a script, such as those for mathematics.
  return /[\p{Mn}\p{Mc}]/u.test(sign) || (/[\p{L}\p{Nd}\p{P}]/u.test(sign) && SCRIPTS.some((script) => script.test(sign)));
}

/**
 * Marks of scripts that write vowels and doubled letters as marks: two of them may be on one letter, as in the Arabic Muhammad or in many
 * Thai words. Other marks are accents, of which a letter has one besides those that are part of it.
 */
const SPELLING_MARK = toScriptClass(
  'Arabic Hebrew Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan',
);

/** Vowel signs that stand beside their letter do not count as marks on it. A mark without a letter below it counts as stacked. */
function hasStackedMarks(signs: readonly string[]): boolean {
  let marks = 0;
  let isOnLetter = false;
  for (const [at, sign] of signs.entries()) {
    if (sign === EMOJI_VARIATION) continue;
    if (/\p{Mn}/u.test(sign)) marks += SPELLING_MARK.test(sign) && sign !== signs[at - 1] ? 1 : 2;
    else if (!/\p{Mc}/u.test(sign)) {
      marks = 0;
      isOnLetter = /\p{L}/u.test(sign);
      continue;
    }
    if (marks > 2 || !isOnLetter) return true;
  }
  return false;
}
