import { createRandom } from '../random.ts';

// Searches for the texts that take the text filter longest: many random texts of what it has rules for, then small changes to the worst of
// them, kept while they make it worse.

/** What texts are made of. The alphabets are what the filter reads in several ways: digits and signs for letters, gaps, repeats. */
const ALPHABETS = [
  'abc',
  'i1l!|',
  '0o@a',
  '5s$',
  'a.',
  'e-',
  'u*',
  '* ',
  'x_x ',
  '(c<',
  '🇦🇧',
  'aàáâ',
  'tt77',
  '\u200bf',
  '4 ',
  '07 ',
  'm p e s a ',
];

type Judge = (text: string) => void;

/**
 * Finds a text that takes long to judge.
 * @param words words that the filter's lists contain
 * @param length of the texts in UTF-16 units
 * @returns the worst text found, and how long it takes: the shortest of several runs, in ms
 */
export function findSlowestText(judge: Judge, words: string[], length: number, rounds: number): { text: string; ms: number } {
  const next = createRandom(7);
  const random = (below: number) => Math.floor(next() * below);
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const piece = (): string => {
    if (random(2) === 0) return `${pick(words)}${pick([' ', '', '.', '-', ' * '])}`;
    const letters = Array.from(pick(ALPHABETS));
    return Array.from({ length: 1 + random(12) }, () => pick(letters)).join('');
  };
  const compose = (): string => {
    // Few different pieces, often repeated, are worse than many.
    const pieces = Array.from({ length: 1 + random(6) }, piece);
    let text = '';
    while (text.length < length) text += pick(pieces);
    return text.slice(0, length);
  };
  const change = (text: string): string => {
    const at = random(length);
    const from = random(length);
    const part = random(2) === 0 ? piece() : text.slice(from, from + random(60));
    const times = 1 + random(8);
    return (text.slice(0, at) + part.repeat(times) + text.slice(at + part.length * times)).slice(0, length).padEnd(length, part || ' ');
  };
  const pool = Array.from({ length: rounds }, () => {
    const text = compose();
    return { text, ms: timeOf(judge, text) };
  });
  let best = pool.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  for (let round = 0; round < rounds; round++) {
    const { text } = pick(best);
    const changed = change(text);
    const ms = timeOf(judge, changed);
    if (ms > (best.at(-1)?.ms ?? 0)) best = [...best, { text: changed, ms }].toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  }
  const confirmed = best.map(({ text }) => ({ text, ms: Math.min(...Array.from({ length: 5 }, () => timeOf(judge, text))) }));
  return confirmed.toSorted((a, b) => b.ms - a.ms)[0] as { text: string; ms: number };
}

/** The shorter of two runs in ms: collecting garbage or another process disturbs one of them. */
function timeOf(judge: Judge, text: string): number {
  const once = () => {
    const started = performance.now();
    judge(text);
    return performance.now() - started;
  };
  return Math.min(once(), once());
}
