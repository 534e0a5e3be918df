// Phone numbers, however they are written: in figures, in words of two languages, with letters for figures, in pieces.

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
const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
]);
const WORD_LONGEST = 10;
/** What people say between the pieces of a number. */
const FILLERS = new Set(
  'then and na halafu alafu kisha afu plus dash dot space slash next followed by ni ends with ending finally also the rest is its later nukta comma hyphen um uh er eh like tena mara'.split(
    ' ',
  ),
);
const FILLERS_MAX = 3;
const LETTERS_AS_FIGURES: Record<string, string> = { o: '0', l: '1', i: '1', z: '2', s: '5', b: '8', q: '9', g: '9' };
const FIGURES_AS_LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** What is counted in large numbers, and is no phone. */
const COUNTED = new Set(
  (
    'points point pts score scored scores highscore coins coin gems gem xp diamonds alama pointi views likes subscribers subs followers stars robux kills dollars shillings bob ' +
    'ksh kshs years people watu miles metres meters km robo cash gold million thousand times minutes seconds record pesa'
  ).split(' '),
);
/** What is said beside a number that is to be called. */
const CALLING = new Set(
  (
    'phone fone foni simu call calls calling nipigie mnipigie nipige unipigie tupigiane pigia piga nicall nical contact contacts sms nambari namba ' +
    'mobile cell cellphone digits line laini safaricom airtel telkom beep flash nibeep niflash nitext text txt hotline tel'
  ).split(' '),
);
const LONGEST = 15;

/** The figures that a word says, null where it says none. */
export function numberWord(word: string): string | null {
  return ONES.get(word) ?? TEENS.get(word) ?? (TENS.has(word) ? `${TENS.get(word)}0` : null);
}

/** A piece of a number. @param open the piece is a full ten that a figure may follow: 'twenty' */
type Piece = { figures: string; at: number; end: number; open: boolean };

/** Whether a plain text holds a phone number. */
export function hasPhone(plain: string): boolean {
  // Dates and times are no numbers.
  const text = plain
    .replace(/(?<![\d.:/-])\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d{2}(?![\d.:/-])/g, ' date ')
    .replace(/(?<![\d.:/-])(?:19|20)\d{2}([/.-])\d{1,2}\1\d{1,2}(?![\d.:/-])/g, ' date ')
    .replace(/(?<![\d:])[0-2]?\d:[0-5]\d(?![\d:])/g, ' time ');
  const words = text.match(/[a-z]+/g) ?? [];
  const calling =
    words.some((word) => CALLING.has(word)) ||
    /\b(my|your|her|his|our|no|number) (no|number|num|nmbr|nambr)\b|number (yangu|yako|yake|ya)|no (yangu|yako)/.test(text);
  const counted = words.some((word) => COUNTED.has(word));
  return chainsOf(text).some((chain) => isPhone(text, chain, { calling, counted }));
}

/** Pieces that belong together, with at most a few small words between them. */
function chainsOf(text: string): Piece[][] {
  const chains: Piece[][] = [];
  let chain: Piece[] = [];
  let fillers = 0;
  let times = 1;
  const close = () => {
    if (chain.length > 0) chains.push(chain);
    chain = [];
    fillers = 0;
    times = 1;
  };
  for (const match of text.matchAll(/[a-z0-9]+/g)) {
    for (const { word, at } of partsOf(match[0], match.index)) {
      const factor = TIMES.get(word);
      if (factor !== undefined) {
        times = factor;
        continue;
      }
      const read = figuresOf(word, chain.length > 0);
      if (read !== null) {
        const before = chain.at(-1);
        const end = at + word.length;
        // 'twenty two' is 22.
        if (before?.open === true && read.figures.length === 1 && !/\d/.test(word) && read.figures !== '0') {
          before.figures = before.figures.slice(0, -1) + read.figures;
          before.open = false;
          before.end = end;
        } else {
          chain.push({ figures: read.figures.repeat(times), at, end, open: read.open });
        }
        fillers = 0;
        times = 1;
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

/** A word, taken apart where letters and figures are glued together and are no number as a whole: 'call0712...'. */
function partsOf(word: string, at: number): { word: string; at: number }[] {
  if (/^\d+$/.test(word) || !/\d/.test(word) || figuresOf(word, true) !== null) return [{ word, at }];
  return [...word.matchAll(/[a-z]+|\d+/g)].map((match) => ({ word: match[0], at: at + match.index }));
}

function figuresOf(word: string, inside: boolean): { figures: string; open: boolean } | null {
  if (/^\d+$/.test(word)) return { figures: word, open: false };
  if (word === 'o') return { figures: '0', open: false };
  const said = numberWord(word);
  if (said !== null) return { figures: said, open: TENS.has(word) };
  if (inside && word === 'l') return { figures: '1', open: false };
  if (word.length > 80) return null;
  const joined = joinedFigures(word);
  if (joined !== null) return { figures: joined, open: false };
  if (/\d/.test(word)) {
    const spelled = numberWord(word.replace(/\d/g, (figure) => FIGURES_AS_LETTERS[figure] ?? figure));
    if (spelled !== null) return { figures: spelled, open: false };
  }
  return null;
}

/** 'zerosevenone', '07one2', 'O7l2': null where anything else is in it. */
function joinedFigures(word: string): string | null {
  let figures = '';
  let real = 0;
  let letters = 0;
  for (let at = 0; at < word.length;) {
    const sign = word.charAt(at);
    if (sign >= '0' && sign <= '9') {
      figures += sign;
      real++;
      at++;
      continue;
    }
    let length = Math.min(WORD_LONGEST, word.length - at);
    while (length > 1 && numberWord(word.slice(at, at + length)) === null) length--;
    if (length > 1) {
      figures += numberWord(word.slice(at, at + length)) as string;
      real++;
    } else {
      const figure = LETTERS_AS_FIGURES[sign];
      if (figure === undefined) return null;
      figures += figure;
      letters++;
      length = 1;
    }
    at += length;
  }
  return real > letters || (real === letters && real >= 2) ? figures : null;
}

function isPhone(text: string, chain: Piece[], said: { calling: boolean; counted: boolean }): boolean {
  for (let from = 0; from < chain.length; from++) {
    const first = chain[from] as Piece;
    const before = text.slice(Math.max(0, first.at - 8), first.at);
    const plus = /(\+|\bplus|\+\s*\(?)\s*$/.test(before);
    let figures = '';
    for (let to = from; to < chain.length && figures.length <= LONGEST; to++) {
      const last = chain[to] as Piece;
      figures += last.figures;
      if (figures.length < 7) continue;
      const whole = text.slice(first.at, last.end);
      if (isNumber(figures, whole, { plus, ...said, pieces: to - from + 1, all: from === 0 && to === chain.length - 1 })) return true;
    }
  }
  return false;
}

type Circumstances = { plus: boolean; calling: boolean; counted: boolean; pieces: number; all: boolean };

function isNumber(figures: string, whole: string, { plus, calling, counted, pieces, all }: Circumstances): boolean {
  const { length } = figures;
  if (length > LONGEST || figures === '0123456789' || /^(\d)\1+$/.test(figures)) return false;
  // Kenya: 07.. and 01.., lines on land, with and without the country's number.
  if (/^0[1-9]\d{8}$/.test(figures) || /^(00)?2540?[17]\d{8}$/.test(figures)) return true;
  if (plus && length >= 8 && (calling || !counted)) return true;
  if (/^00[1-9]\d{8,12}$/.test(figures)) return true;
  // America's form.
  if (/^\(?\d{3}\)?[ .-]{1,2}\d{3}[.-]\d{4}$/.test(whole)) return true;
  const list = pieces > 1 && whole.includes(',');
  const round = /0{5}$/.test(figures);
  if ((/^7\d{8}$/.test(figures) || /^1[01]\d{7}$/.test(figures)) && !list && !round && (calling || !counted)) return true;
  return calling && all && !round && length >= 7 && (!counted || length >= 9);
}
