// Finds phone numbers, however they are written: in digits, in words of two languages, with letters instead of digits, in pieces.

const ONES = new Map(
  Object.entries({
    zero: '0',
    nought: '0',
    naught: '0',
    oh: '0',
    nil: '0',
    sifuri: '0',
    sufuri: '0',
    one: '1',
    wan: '1',
    moja: '1',
    mosi: '1',
    two: '2',
    mbili: '2',
    pili: '2',
    three: '3',
    tatu: '3',
    four: '4',
    nne: '4',
    fo: '4',
    five: '5',
    tano: '5',
    faiv: '5',
    six: '6',
    sita: '6',
    sikisi: '6',
    seven: '7',
    saba: '7',
    seveni: '7',
    eight: '8',
    nane: '8',
    eit: '8',
    nine: '9',
    tisa: '9',
    kenda: '9',
    nain: '9',
  }),
);
const TEENS = new Map(
  Object.entries({
    ten: '10',
    eleven: '11',
    twelve: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
    kumi: '10',
    hundred: '00',
    thousand: '000',
  }),
);
const TENS = new Map(
  Object.entries({
    twenty: '2',
    thirty: '3',
    forty: '4',
    fourty: '4',
    fifty: '5',
    sixty: '6',
    seventy: '7',
    eighty: '8',
    ninety: '9',
    ishirini: '2',
    thelathini: '3',
    arobaini: '4',
    arubaini: '4',
    hamsini: '5',
    sitini: '6',
    sabini: '7',
    themanini: '8',
    tisini: '9',
  }),
);
const MULTIPLIERS = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
]);
const NUMBER_WORD_LENGTH_MAX = 10;
/** Words that people put between the pieces of a number. */
const FILLERS = new Set(
  'then and na halafu alafu kisha afu plus dash dot space slash next followed by ni ends with ending finally also the rest is its later nukta comma hyphen um uh er eh like tena mara'.split(
    ' ',
  ),
);
const FILLERS_MAX = 3;
const LETTERS_AS_DIGITS: Record<string, string> = { o: '0', l: '1', i: '1', z: '2', s: '5', b: '8', q: '9', g: '9' };
const DIGITS_AS_LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** Units of large numbers that are not phone numbers. */
const QUANTITY_WORDS = new Set(
  (
    'points point pts score scored scores highscore coins coin gems gem xp diamonds alama pointi views likes subscribers subs followers stars robux kills dollars shillings bob ' +
    'ksh kshs years people watu miles metres meters km robo cash gold million thousand times minutes seconds record pesa'
  ).split(' '),
);
/** Words that people put next to a phone number. */
const PHONE_WORDS = new Set(
  (
    'phone fone foni simu call calls calling nipigie mnipigie nipige unipigie tupigiane pigia piga nicall nical contact contacts sms nambari namba ' +
    'mobile cell cellphone digits line laini safaricom airtel telkom beep flash nibeep niflash nitext text txt hotline tel'
  ).split(' '),
);
const DIGITS_MAX = 15;

/** The digits that a word means, or null. */
export function parseNumberWord(word: string): string | null {
  return ONES.get(word) ?? TEENS.get(word) ?? (TENS.has(word) ? `${TENS.get(word)}0` : null);
}

/** A piece of a number. `canAppendDigit`: the piece is a multiple of ten that another digit may follow: 'twenty'. */
type NumberPiece = { digits: string; at: number; end: number; canAppendDigit: boolean };

/**
 * Returns whether a normalized text contains a phone number.
 * @param isJoined it consists of several messages: figures that stand in different ones must be a whole number with its zero or country
 * code, or be called a number; who counts aloud writes figures one after the other too
 */
export function containsPhoneNumber(plain: string, isJoined = false): boolean {
  // Remove dates and times: they are not phone numbers.
  const text = plain
    .replace(/(?<![\d.:/-])\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d{2}(?![\d.:/-])/g, ' date ')
    .replace(/(?<![\d.:/-])(?:19|20)\d{2}([/.-])\d{1,2}\1\d{1,2}(?![\d.:/-])/g, ' date ')
    .replace(/(?<![\d:])[0-2]?\d:[0-5]\d(?![\d:])/g, ' time ');
  const words = text.match(/[a-z]+/g) ?? [];
  const mentionsPhone =
    words.some((word) => PHONE_WORDS.has(word)) ||
    /\b(my|your|her|his|our|no|number) (no|number|num|nmbr|nambr)\b|number (yangu|yako|yake|ya)|no (yangu|yako)/.test(text);
  const mentionsQuantity = words.some((word) => QUANTITY_WORDS.has(word));
  return groupPieces(text).some((chain) => chainHasPhoneNumber(text, chain, { mentionsPhone, mentionsQuantity, isJoined }));
}

/** Groups pieces that belong together, with at most a few filler words between them. */
function groupPieces(text: string): NumberPiece[][] {
  const chains: NumberPiece[][] = [];
  let chain: NumberPiece[] = [];
  let fillers = 0;
  let multiplier = 1;
  const close = () => {
    if (chain.length > 0) chains.push(chain);
    chain = [];
    fillers = 0;
    multiplier = 1;
  };
  for (const match of text.matchAll(/[a-z0-9]+/g)) {
    for (const { word, at } of splitGluedWord(match[0], match.index)) {
      const factor = MULTIPLIERS.get(word);
      if (factor !== undefined) {
        multiplier = factor;
        continue;
      }
      const read = readDigits(word, chain.length > 0);
      if (read !== null) {
        const before = chain.at(-1);
        const end = at + word.length;
        // 'twenty two' is 22.
        if (before?.canAppendDigit === true && read.digits.length === 1 && !/\d/.test(word) && read.digits !== '0') {
          before.digits = before.digits.slice(0, -1) + read.digits;
          before.canAppendDigit = false;
          before.end = end;
        } else {
          chain.push({ digits: read.digits.repeat(multiplier), at, end, canAppendDigit: read.canAppendDigit });
        }
        fillers = 0;
        multiplier = 1;
      } else if (chain.length > 0 && FILLERS.has(word) && fillers < FILLERS_MAX) {
        fillers++;
      } else {
        close();
      }
    }
  }
  close();
  return chains;
}

/** Splits a word that mixes letters and digits, such as 'call0712...', unless it is a number as a whole. */
function splitGluedWord(word: string, at: number): { word: string; at: number }[] {
  if (/^\d+$/.test(word) || !/\d/.test(word) || readDigits(word, true) !== null) return [{ word, at }];
  return [...word.matchAll(/[a-z]+|\d+/g)].map((match) => ({ word: match[0], at: at + match.index }));
}

function readDigits(word: string, inside: boolean): { digits: string; canAppendDigit: boolean } | null {
  if (/^\d+$/.test(word)) return { digits: word, canAppendDigit: false };
  if (word === 'o') return { digits: '0', canAppendDigit: false };
  const spoken = parseNumberWord(word);
  if (spoken !== null) return { digits: spoken, canAppendDigit: TENS.has(word) };
  if (inside && word === 'l') return { digits: '1', canAppendDigit: false };
  if (word.length > 80) return null;
  const joined = readJoinedDigits(word);
  if (joined !== null) return { digits: joined, canAppendDigit: false };
  if (/\d/.test(word)) {
    const spelled = parseNumberWord(word.replace(/\d/g, (digit) => DIGITS_AS_LETTERS[digit] ?? digit));
    if (spelled !== null) return { digits: spelled, canAppendDigit: false };
  }
  return null;
}

/** The digits of 'zerosevenone', '07one2' or 'O7l2'; null if the word contains anything else. */
function readJoinedDigits(word: string): string | null {
  let digits = '';
  let digitParts = 0;
  let letters = 0;
  for (let at = 0; at < word.length;) {
    const sign = word.charAt(at);
    if (sign >= '0' && sign <= '9') {
      digits += sign;
      digitParts++;
      at++;
      continue;
    }
    let length = Math.min(NUMBER_WORD_LENGTH_MAX, word.length - at);
    while (length > 1 && parseNumberWord(word.slice(at, at + length)) === null) length--;
    if (length > 1) {
      digits += parseNumberWord(word.slice(at, at + length)) as string;
      digitParts++;
    } else {
      const digit = LETTERS_AS_DIGITS[sign];
      if (digit === undefined) return null;
      digits += digit;
      letters++;
      length = 1;
    }
    at += length;
  }
  return digitParts > letters || (digitParts === letters && digitParts >= 2) ? digits : null;
}

function chainHasPhoneNumber(text: string, chain: NumberPiece[], context: TextContext): boolean {
  for (let from = 0; from < chain.length; from++) {
    const first = chain[from] as NumberPiece;
    const before = text.slice(Math.max(0, first.at - 8), first.at);
    const plus = /(\+|\bplus|\+\s*\(?)\s*$/.test(before);
    let digits = '';
    for (let to = from; to < chain.length && digits.length <= DIGITS_MAX; to++) {
      const last = chain[to] as NumberPiece;
      digits += last.digits;
      if (digits.length < 7 || ((context.isJoined || !context.mentionsPhone) && isCounting(chain.slice(from, to + 1)))) continue;
      const whole = text.slice(first.at, last.end);
      if (isPhoneNumber(digits, whole, { plus, ...context, pieces: to - from + 1, all: from === 0 && to === chain.length - 1 }))
        return true;
    }
  }
  return false;
}

/** Whether numbers follow each other at the same distance: '100 99 98' is no phone number. */
function isCounting(pieces: NumberPiece[]): boolean {
  const numbers = pieces.map(({ digits }) => Number(digits));
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return numbers.length > 2 && step !== 0 && numbers.every((number, i) => i === 0 || number - (numbers[i - 1] as number) === step);
}

/** What the text around the digits says. */
type TextContext = { mentionsPhone: boolean; mentionsQuantity: boolean; isJoined: boolean };
type PhoneContext = TextContext & { plus: boolean; pieces: number; all: boolean };

function isPhoneNumber(digits: string, whole: string, context: PhoneContext): boolean {
  const { plus, mentionsPhone, mentionsQuantity, isJoined, pieces, all } = context;
  const { length } = digits;
  if (length > DIGITS_MAX || digits === '0123456789' || /^(\d)\1+$/.test(digits)) return false;
  // Kenya: mobile numbers 07.. and 01.., and landlines, with and without the country code. Landlines look like scores in a row.
  const hasZero = isJoined && !mentionsPhone ? /^0[17]\d{8}$/ : /^0[1-9]\d{8}$/;
  if (hasZero.test(digits) || /^(00)?2540?[17]\d{8}$/.test(digits)) return true;
  if (plus && length >= 8 && (mentionsPhone || !mentionsQuantity)) return true;
  if (/^00[1-9]\d{8,12}$/.test(digits)) return true;
  // The North American format.
  if (/^\(?\d{3}\)?[ .-]{1,2}\d{3}[.-]\d{4}$/.test(whole)) return true;
  const list = pieces > 1 && whole.includes(',');
  const round = /0{5}$/.test(digits);
  if ((/^7\d{8}$/.test(digits) || /^1[01]\d{7}$/.test(digits)) && !list && !round && (mentionsPhone || (!mentionsQuantity && !isJoined)))
    return true;
  return mentionsPhone && all && !(isJoined && list) && !round && length >= 7 && (!mentionsQuantity || length >= 9);
}
