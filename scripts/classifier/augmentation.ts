// Variants of training lines, so that the classifier learns what matters in them: how children type, and what stands around a message.

const BEFORE = (
  'hey pls bro hi yo sasa niaje mambo ok lol haha so and but hebu please buda msee aki jamani hello guys oya rada bana dude wasee manze ' +
  'kuja by-the-way also'
).split(' ');
const AFTER = 'pls lol bro ok sawa please haha now tu bana basi na buda asap thanks hehe ama eh jo man dear today leo'.split(' ');
const WORD_LENGTH_MIN = 4;
/** Where a line may be cut, and how many words a part needs to say something. */
const CUTS = /[.,!?;:]+|\s(?:and|na|but|lakini|then|halafu)\s/;
const PART_WORDS_MIN = 3;

/** The line as somebody types it who leaves out vowels and slips. */
export function misspell(text: string, random: () => number): string {
  return text
    .split(' ')
    .map((word) => {
      const chance = random();
      if (word.length < WORD_LENGTH_MIN) return word;
      if (chance < 0.35) return word.charAt(0) + word.slice(1).replace(/[aeiou]/gi, (vowel) => (random() < 0.7 ? '' : vowel));
      const at = 1 + Math.floor(random() * (word.length - 2));
      if (chance < 0.5) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
      return chance < 0.6 ? word.slice(0, at) + word.slice(at + 1) : word;
    })
    .join(' ');
}

/** The line with chatter before and after it. */
export function surround(text: string, random: () => number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] as string;
  const before = random() < 0.6 ? `${pick(BEFORE)} ` : '';
  return before + text + (random() < 0.5 ? ` ${pick(AFTER)}` : '');
}

/** Parts of a line: between its commas and conjunctions, and its two halves. What is innocent as a whole is innocent in parts. */
export function cutIntoParts(text: string): string[] {
  const words = text.split(/\s+/);
  const middle = Math.floor(words.length / 2);
  const clauses = text.split(CUTS).map((part) => part.trim());
  const halves = [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
  return [...(clauses.length > 1 ? clauses : []), ...halves].filter((part) => part.split(/\s+/).length >= PART_WORDS_MIN);
}
